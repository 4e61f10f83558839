// The panel: everything that can be set, each with a short explanation.
import { element } from "./dom";
import type { PullSettings } from "./picking";
import type { ControlRule, Hello, Settings } from "./protocol";
import { COLORS, CONTROLS, type ControlWords } from "./words";

type Send = (message: Record<string, unknown>) => void;

const STEPS = 200;

// [ms] Between two values that a slider sends while it is moved.
const PACE = 120;

// A slider for a number; some go by the logarithm.
class Slider {
  readonly row: HTMLElement;
  private input: HTMLInputElement;
  private shown: HTMLOutputElement;
  private timer = 0;
  private scale: number;

  constructor(
    private rule: ControlRule,
    private words: ControlWords,
    private send: (value: number) => void,
  ) {
    this.scale = words.unit === "ms" ? 1000 : 1;
    this.input = element("input", { type: "range", min: "0", max: String(STEPS), step: "1", id: `set-${rule.name}` });
    if (rule.whole) Object.assign(this.input, { min: String(rule.least), max: String(rule.most) });
    this.shown = element("output");
    this.input.oninput = () => this.change();
    this.row = element(
      "label",
      { className: "control", title: words.help },
      element("span", { className: "head" }, words.label, this.shown),
      this.input,
      element("small", {}, words.help),
    );
  }

  /** undefined: it means nothing to this method. */
  show(value: number | undefined): void {
    this.row.hidden = value === undefined;
    if (value === undefined || this.timer) return;
    this.input.value = String(this.toSlider(value));
    this.write(value);
  }

  private change(): void {
    this.write(this.fromSlider());
    if (this.timer) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.send(this.fromSlider());
    }, PACE);
  }

  private write(value: number): void {
    const number = this.scale * value;
    const text = this.words.digits > 3 ? number.toPrecision(2) : number.toFixed(this.words.digits);
    this.shown.value = `${text} ${this.words.unit}`.trim();
  }

  private toSlider(value: number): number {
    const { least, most, whole } = this.rule;
    if (whole) return value;
    const share = this.words.isLogarithmic
      ? Math.log(value / least) / Math.log(most / least)
      : (value - least) / (most - least);
    return Math.round(STEPS * Math.min(1, Math.max(0, share)));
  }

  private fromSlider(): number {
    const { least, most, whole } = this.rule;
    const at = Number(this.input.value);
    if (whole) return at;
    const share = at / STEPS;
    const value = this.words.isLogarithmic ? least * (most / least) ** share : least + share * (most - least);
    return Math.min(most, Math.max(least, Number(value.toPrecision(4))));
  }
}

function choice(
  id: string,
  label: string,
  help: string,
  options: [string, string, string][],
  change: (value: string) => void,
): { row: HTMLElement; select: HTMLSelectElement; note: HTMLElement } {
  const select = element("select", { id });
  for (const [value, text, title] of options) select.append(element("option", { value, title }, text));
  const note = element("small", {}, help);
  select.onchange = () => change(select.value);
  const row = element("label", { className: "control", title: help }, element("span", { className: "head" }, label), select, note);
  return { row, select, note };
}

function toggle(id: string, label: string, help: string, change: (isOn: boolean) => void) {
  const input = element("input", { type: "checkbox", id });
  input.onchange = () => change(input.checked);
  const row = element(
    "label",
    { className: "control toggle", title: help },
    element("span", { className: "head" }, label, input),
    element("small", {}, help),
  );
  return { row, input };
}

function group(title: string, ...rows: HTMLElement[]): HTMLElement {
  return element("fieldset", {}, element("legend", {}, title), ...rows);
}

export interface PanelWishes {
  send: Send;
  setWireframe(isOn: boolean): void;
  pull: PullSettings;
}

export class Panel {
  private method;
  private beside;
  private fabric;
  private color;
  private collision;
  private pull;
  private pulls: string[] = [];
  private downloads: HTMLButtonElement[];
  private sliders = new Map<string, Slider>();
  private simulated: HTMLElement[] = [];
  private methodHelp: Map<string, string>;
  private fabricHelp: Map<string, string>;

  constructor(panel: HTMLElement, hello: Hello, wishes: PanelWishes) {
    const send = wishes.send;
    this.fabricHelp = new Map(hello.fabrics.map((fabric) => [fabric.name, `${fabric.name}: ${fabric.description}`]));
    this.methodHelp = new Map(hello.methods.map((method) => [method.name, method.description]));
    const methods = hello.methods.map(({ name, description }): [string, string, string] => [name, name, description]);
    this.method = choice("set-method", "Method", "", methods, (preset) => send({ type: "method", side: 0, preset }));
    this.beside = choice(
      "set-beside",
      "Beside it",
      "The same scene by another method, from the start and in step.",
      [["", "nothing", "One simulation alone."], ...methods],
      (preset) => send({ type: "compare", preset }),
    );
    const fabrics = hello.fabrics.map(({ name, description }): [string, string, string] => [name, name, description]);
    this.fabric = choice(
      "set-fabric",
      "Fabric",
      "All cloths, while they move.",
      [["", "as in the scene", ""], ...fabrics],
      (name) => send({ type: "fabric", name }),
    );
    this.color = choice("set-color", "Colour by", "", COLORS.map(([a, b, c]) => [a, b, c]), (mode) => send({ type: "color", mode }));
    this.collision = toggle("set-self-collision", "Self collision", "Whether cloth touches cloth. Without, it passes through itself.", (isOn) =>
      send({ type: "set", control: "self_collision", value: isOn ? 1 : 0 }),
    );
    for (const rule of hello.controls) {
      const words = CONTROLS[rule.name];
      if (!words) continue;
      this.sliders.set(rule.name, new Slider(rule, words, (value) => send({ type: "set", control: rule.name, value })));
    }
    const row = (name: string) => this.sliders.get(name)!.row;
    const wireframe = toggle("set-wireframe", "Wireframe", "Shows the triangles.", wishes.setWireframe);
    this.pull = choice("set-pull", "Pull", "", [
      ["usual", "as the method does", "As in the method's paper."],
      ["exact", "exactly", "As if the particle had infinite mass."],
      ["spring", "by a spring", "Softly."],
    ], (pull) => {
      wishes.pull.pull = pull;
      this.showPull();
    });
    this.downloads = [0, 1].map((side) => {
      const button = element("button", { id: side === 0 ? "download" : "download-beside", className: "download" });
      button.onclick = () => send({ type: "scene-file", side });
      return button;
    });
    this.simulated = [
      group("Method", this.method.row, this.beside.row, row("step"), row("sweeps"), row("tolerance"), row("rho")),
      group("Cloth", this.fabric.row, this.collision.row),
      group("World", row("gravity"), row("wind_speed"), row("wind_direction")),
      this.pullGroup(wishes.pull),
    ];
    const keep = group("Keep", ...this.downloads, element("small", {}, "What is set here, as a scene file for pleat run."));
    this.simulated.push(keep);
    panel.replaceChildren(
      ...this.simulated.slice(0, 1),
      group("Seeing", this.color.row, wireframe.row),
      ...this.simulated.slice(1),
    );
  }

  show(settings: Settings, isSimulated: boolean): void {
    for (const part of this.simulated) part.hidden = !isSimulated;
    this.color.select.value = settings.color;
    this.color.note.textContent = COLORS.find(([name]) => name === settings.color)?.[2] ?? "";
    for (const option of this.color.select.options) {
      option.disabled = !isSimulated && (option.value === "order" || option.value === "impulse");
    }
    if (!isSimulated) return;
    this.method.select.value = settings.methods[0];
    this.method.note.textContent = settings.methods.map((name) => this.methodHelp.get(name) ?? "").join(" · ");
    this.beside.select.value = settings.methods[1] ?? "";
    this.pulls = settings.pulls;
    this.showPull();
    this.showDownloads(settings.methods);
    this.fabric.select.value = settings.chosenFabric;
    this.fabric.note.textContent = this.fabricHelp.get(settings.chosenFabric || settings.fabric) ?? "All cloths, while they move.";
    const numbers: Record<string, number> = Object.assign({}, ...[...settings.numbers].reverse());
    this.collision.input.checked = numbers["self_collision"] > 0;
    for (const [name, slider] of this.sliders) slider.show(numbers[name]);
  }

  private showPull(): void {
    const words: Record<string, string> = {
      exact: "Exactly: the particle is where the pointer is; it stops at solids, and before cloth tears.",
      spring: "By a spring: the cloth gives way.",
    };
    const isUsual = this.pull.select.value === "usual";
    const usual = [...new Set(this.pulls.map((pull) => words[pull]))].join(" Beside it: ");
    this.pull.note.textContent = isUsual ? usual : words[this.pull.select.value];
  }

  private showDownloads(methods: string[]): void {
    this.downloads.forEach((button, side) => {
      button.hidden = side >= methods.length;
      button.textContent = methods.length > 1 ? `Download: ${methods[side]}` : "Download scene";
      button.title = "A scene file that pleat run accepts";
    });
  }

  private pullGroup(pull: PullSettings): HTMLElement {
    const size = new Slider(
      { name: "patch", least: 0, most: 0.2, whole: false },
      { label: "Patch", unit: "m", help: "What is nearer than this comes along; 0: one particle.", digits: 2 },
      (value) => (pull.radius = value),
    );
    size.show(pull.radius);
    const pins = toggle("set-pins", "Pin instead", "A click or a tap on cloth pins a particle, or lets it go. So does a click with Shift or P held.", (isOn) =>
      (pull.pins = isOn),
    );
    const how = element("small", {}, "Drag cloth to pull it, with one or more fingers; drag beside it to turn the view.");
    return group("Pulling", how, this.pull.row, size.row, pins.row);
  }
}
