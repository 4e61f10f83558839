// The viewer's page: puts its parts together.
import { fillChooser } from "./chooser";
import { Connection, type Listener } from "./connection";
import { Panel } from "./controls";
import { byId, element } from "./dom";
import { lookOf } from "./fabrics";
import { Figures } from "./figures";
import { Layout } from "./layout";
import { Picking } from "./picking";
import type { Frame, Hello, Settings, Stage, Text } from "./protocol";
import { StageView } from "./stage_view";
import { Timeline } from "./timeline";

// [ms] A message stays in sight.
const NOTICE_TIME = 6000;

class Page implements Listener {
  private canvas = byId<HTMLCanvasElement>("stage");
  private view = new StageView(this.canvas);
  private figures = new Figures(byId("figures"));
  private connection = new Connection(this);
  private send = (message: Record<string, unknown>) => this.connection.send(message);
  private picking = new Picking(this.view, this.canvas, this.send);
  private timeline = new Timeline(byId("timeline"), (frame) => this.send({ type: "seek", frame }));
  private panel: Panel | null = null;
  private hello: Hello | null = null;
  private settings: Settings | null = null;
  private stage: Stage | null = null;
  private frame: Frame | null = null;
  private waiting: Frame[] = [];
  private isOpen = false;
  private noticeTimer = 0;
  private frames = 0;

  constructor() {
    this.view.onDrawn = () => this.acknowledge();
    byId("play").onclick = () => this.togglePlay();
    byId("step").onclick = () => this.send({ type: "step" });
    byId("reset").onclick = () => this.reset();
    byId("home").onclick = () => this.choose(byId("chooser").hidden);
    addEventListener("keydown", (event) => this.key(event));
    const tick = () => {
      this.picking.flush();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    new Layout((cover) => this.view.setCover(cover));
    this.showHook();
  }

  onState(isOpen: boolean): void {
    this.isOpen = isOpen;
    document.body.classList.toggle("closed", !isOpen);
    this.picking.forget();
    this.waiting = [];
    if (isOpen) byId("notice").hidden = true;
    else this.notify("The command has ended, or does not know this page: open the address that pleat view prints.", true);
  }

  onText(text: Text): void {
    if (text.type === "hello") this.greet(text);
    if (text.type === "settings") this.apply(text);
    if (text.type === "trouble") this.notify(text.text);
    if (text.type === "scene-file") this.save(text.text, text.method);
  }

  onStage(stage: Stage): void {
    this.stage = stage;
    this.frame = null;
    this.choose(false);
    this.picking.forget();
    this.picking.isEnabled = stage.info.frames === 0;
    this.view.setStage(stage);
    this.figures.reset();
    this.timeline.setLength(stage.info.frames);
    document.title = `${stage.info.title} – Pleat`;
    const title = element("strong", { title: stage.info.description }, stage.info.title);
    const size = `${stage.info.particles.toLocaleString("en")} particles`;
    byId("title").replaceChildren(title, element("span", { id: "clock" }), element("span", {}, size));
    document.body.classList.toggle("simulated", stage.info.frames === 0);
    byId("hint").textContent =
      stage.info.frames === 0 ? "Drag the cloth to pull it · drag beside it to turn · wheel to come nearer · Shift-click to pin" : "";
  }

  onFrame(frame: Frame): void {
    this.waiting.push(frame);
    this.frame = frame;
    ++this.frames;
    this.view.setFrame(frame);
    this.figures.show(frame);
    const page = String(this.hello?.page);
    this.picking.compare(frame.info.moves[page] ?? 0, frame.info.held[page] ?? []);
    this.timeline.show(frame.info.frame ?? 0, frame.info.time);
    byId("clock").textContent = `${frame.info.time.toFixed(2)} s`;
    this.showLegend();
    this.showLabels(frame);
  }

  private acknowledge(): void {
    for (const frame of this.waiting.splice(0)) this.connection.acknowledge(frame);
  }

  private greet(hello: Hello): void {
    this.hello = hello;
    this.panel = new Panel(byId("panel"), hello, {
      send: this.send,
      setWireframe: (isOn) => this.view.setWireframe(isOn),
      pull: this.picking.settings,
    });
    fillChooser(byId("chooser"), hello.scenes, (scene) => this.send({ type: "open", scene }));
    this.choose(this.stage === null);
  }

  private apply(settings: Settings): void {
    this.settings = settings;
    byId("play").textContent = settings.running ? "Pause" : "Play";
    document.body.classList.toggle("running", settings.running);
    this.view.setLook(lookOf(settings.chosenFabric));
    this.panel?.show(settings, this.stage?.info.frames === 0);
    this.showLegend();
  }

  private choose(isWanted: boolean): void {
    byId("chooser").hidden = !isWanted;
    document.body.classList.toggle("choosing", isWanted);
  }

  private togglePlay(): void {
    this.send({ type: this.settings?.running ? "pause" : "play" });
  }

  private reset(): void {
    this.picking.forget();
    this.figures.reset();
    this.send({ type: "reset" });
  }

  private key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === " ") this.togglePlay();
    else if (event.key === ".") this.send({ type: "step" });
    else if (event.key === "r") this.reset();
    else return;
    event.preventDefault();
  }

  private save(text: string, method: string): void {
    const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
    element("a", { href: url, download: `${this.stage?.info.scene || "scene"}-${method}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  private notify(text: string, isLasting = false): void {
    const notice = byId("notice");
    notice.textContent = text;
    notice.hidden = false;
    clearTimeout(this.noticeTimer);
    if (!isLasting) this.noticeTimer = window.setTimeout(() => (notice.hidden = true), NOTICE_TIME);
  }

  private showLegend(): void {
    const isColored = this.frame?.info.colored ?? false;
    byId("legend").hidden = !isColored;
    if (!isColored) return;
    const [low, high] = this.view.colorRange();
    byId("legend").replaceChildren(
      element("span", {}, this.settings?.colorTitle ?? ""),
      element("i"),
      element("span", { className: "ends" }, element("b", {}, low.toPrecision(2)), element("b", {}, high.toPrecision(3))),
    );
  }

  // Which method is which, when there are two.
  private showLabels(frame: Frame): void {
    const labels = byId("labels");
    const names = frame.info.sides.length > 1 ? frame.info.sides.map((side) => side.method) : [];
    if (labels.dataset["names"] === names.join()) return;
    labels.dataset["names"] = names.join();
    labels.replaceChildren(...names.map((name) => element("div", {}, element("span", {}, name))));
  }

  // For people who are curious, and for tests: what the page knows, to be read and not to be changed.
  private showHook(): void {
    const state = () => ({
      isOpen: this.isOpen,
      page: this.hello?.page,
      stage: this.stage?.info,
      settings: this.settings,
      frame: this.frame?.info,
      frames: this.frames,
      held: this.picking.particles(),
    });
    const position = (particle: number, side = 0) => this.view.particle(particle, side).toArray();
    const pixel = (particle: number, side = 0) => this.view.project(this.view.particle(particle, side), side).toArray();
    Object.defineProperty(window, "pleat", { value: Object.freeze({ state, position, pixel }) });
  }
}

new Page();
