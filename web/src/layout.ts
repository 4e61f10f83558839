// What covers the picture: a panel at the right, or, where there is little room, a sheet at the bottom that shows the
// controls, the figures, or nothing.
import { byId } from "./dom";
import type { Cover } from "./stage_view";

const NARROW = matchMedia("(max-width: 820px)");
const SHEETS = ["controls", "figures"] as const;

export class Layout {
  constructor(private onCover: (cover: Cover) => void) {
    for (const sheet of SHEETS) byId(`tab-${sheet}`).onclick = () => this.toggle(sheet);
    const watch = new ResizeObserver(() => this.measure());
    for (const id of ["bar", "panel", "figures", "tabs", "stage"]) watch.observe(byId(id));
    NARROW.addEventListener("change", () => this.measure());
    this.measure();
  }

  private toggle(sheet: string): void {
    document.body.dataset["sheet"] = document.body.dataset["sheet"] === sheet ? "" : sheet;
    for (const name of SHEETS) byId(`tab-${name}`).ariaExpanded = String(document.body.dataset["sheet"] === name);
    this.measure();
  }

  private measure(): void {
    const box = (id: string) => byId(id).getBoundingClientRect();
    if (!NARROW.matches) return this.onCover({ top: 0, right: innerWidth - box("panel").left, bottom: 0 });
    const tops = ["panel", "figures", "tabs"].map(box).filter(({ height }) => height > 0);
    this.onCover({ top: box("bar").bottom, right: 0, bottom: innerHeight - Math.min(innerHeight, ...tops.map(({ top }) => top)) });
  }
}
