// What the solver has to say of itself: a card for each simulation.
import { element } from "./dom";
import { EnergyPlot } from "./plot";
import type { Frame, SideFigures } from "./protocol";
import { ENERGIES, PHASES } from "./words";

// [ms] Figures that change faster cannot be read.
const PACE = 150;

const MOST_REASONS = 4;

// [pixels] Where a simulation has less room, its card is folded at first, so that the cloth is seen.
const LOW = 560;
const NARROW = 560;

class Card {
  readonly root: HTMLDetailsElement;
  private title = element("b");
  private brief = element("span", { className: "muted" });
  private numbers = new Map<string, HTMLElement>();
  private phases = new Map<string, HTMLElement>();
  private phaseText = element("div", { className: "muted" });
  private reasons = element("ul", { className: "reasons" });
  private plot = new EnergyPlot();
  private rejected = 0;

  constructor(isFolded: boolean) {
    const grid = element("dl");
    const rows: [string, string, string][] = [
      ["factor", "Real-time factor", "Seconds simulated in a second, if nothing waited for the clock; with all simulations shown."],
      ["step", "Time per step", "Milliseconds of computing."],
      ["cg", "CG iterations", "Of the linear solve, per step."],
      ["stretch", "Worst stretch", "Of the edge that is longest against its rest length."],
      ["contacts", "Contacts", "Of particles with solids, and of cloth with cloth."],
      ["rejected", "Rejected steps", "Steps thrown away since this simulation began; the last reasons are below."],
    ];
    for (const [name, label, help] of rows) {
      const value = element("dd");
      this.numbers.set(name, value);
      grid.append(element("div", { title: help }, element("dt", {}, label), value));
    }
    const bar = element("div", { className: "phases", title: "Where the time of a step goes" });
    for (const [name, label, color] of PHASES) {
      const part = element("i", { title: label });
      part.style.background = color;
      this.phases.set(name, part);
      bar.append(part);
    }
    const summary = element("summary", { title: "Fold or unfold" }, this.title, this.brief);
    this.root = element("details", { open: !isFolded }, summary, grid, bar, this.phaseText, this.plot.canvas, this.legend(), this.reasons);
  }

  show(side: SideFigures, factor: number): void {
    const total = PHASES.reduce((sum, [name]) => sum + (side.ms[name] ?? 0), 0);
    const write = (name: string, text: string) => (this.numbers.get(name)!.textContent = text);
    this.title.textContent = side.method;
    this.brief.textContent = factor > 0 ? `${factor.toPrecision(2)} × real time` : "";
    write("factor", factor > 0 ? `${factor.toPrecision(2)} ×` : "–");
    write("stretch", `${(100 * side.stretch).toFixed(1)} %`);
    write("contacts", `${side.contacts} + ${side.clothContacts}`);
    write("rejected", String(this.rejected));
    if (side.steps === 0) return; // a frame that has just begun
    write("step", `${total.toFixed(1)} ms`);
    write("cg", side.cg > 0 ? (side.cg / side.steps).toFixed(0) : "–");
    for (const [name] of PHASES) this.phases.get(name)!.style.flexGrow = String(total > 0 ? side.ms[name] / total : 0);
    this.phaseText.textContent = PHASES.filter(([name]) => side.ms[name] >= 0.05)
      .map(([name, label]) => `${label} ${side.ms[name].toFixed(1)}`)
      .join(" · ");
  }

  /** Of every frame. */
  add(time: number, side: SideFigures): void {
    this.plot.add(time, side.energy);
    const isNew = side.rejections > this.rejected;
    this.rejected = side.rejections;
    if (!isNew) return;
    this.reasons.prepend(element("li", {}, `${time.toFixed(2)} s: ${side.reason}`));
    while (this.reasons.children.length > MOST_REASONS) this.reasons.lastChild!.remove();
  }

  private legend(): HTMLElement {
    const keys = element("div", { className: "keys" });
    for (const [name, color] of ENERGIES) {
      const key = element("button", { title: "Show or hide" }, name);
      key.style.color = color;
      key.onclick = () => key.classList.toggle("off", !this.plot.toggle(name));
      keys.append(key);
    }
    return keys;
  }
}

export class Figures {
  private cards: Card[] = [];
  private last = 0;
  private timer = 0;

  constructor(private root: HTMLElement) {}

  reset(): void {
    this.cards = [];
    this.root.replaceChildren();
  }

  show(frame: Frame): void {
    const { sides, time, factor } = frame.info;
    if (sides.some((side) => !side.energy)) return;
    while (this.cards.length !== sides.length) {
      const isNarrow = sides.length > 1 && this.root.clientWidth / sides.length < NARROW;
      this.cards = sides.map(() => new Card(isNarrow || innerHeight < LOW));
      this.root.replaceChildren(...this.cards.map((card) => element("div", {}, card.root)));
    }
    sides.forEach((side, i) => this.cards[i].add(time, side));
    clearTimeout(this.timer);
    const write = () => {
      this.last = performance.now();
      sides.forEach((side, i) => this.cards[i]?.show(side, factor));
    };
    const rest = this.last + PACE - performance.now();
    if (rest <= 0) write();
    else this.timer = window.setTimeout(write, rest); // the last frame of all counts
  }
}
