// All scenes with pictures, to choose from. The pictures are contact sheets of six frames: under the pointer they play.
import { element } from "./dom";
import type { Named } from "./protocol";

const COLUMNS = 3;
const ROWS = 2;
const REST = 2;

// [ms] Each frame of a sheet is shown.
const PACE = 350;

// [pixels] Of a cell and of the lines around cells.
const CELL = { width: 394, height: 222 };
const LINE = 4;

// [%] How large the whole picture is, and where it has to be, so that one of so many cells fills the card.
function fit(cell: number, cells: number, size: number): { size: string; place: string } {
  const whole = LINE + cells * (size + LINE);
  const place = (LINE + cell * (size + LINE)) / (whole - size);
  return { size: `${(100 * whole) / size}%`, place: `${100 * place}%` };
}

function showCell(picture: HTMLElement, cell: number): void {
  const x = fit(cell % COLUMNS, COLUMNS, CELL.width);
  const y = fit(Math.floor(cell / COLUMNS), ROWS, CELL.height);
  picture.style.backgroundSize = `${x.size} ${y.size}`;
  picture.style.backgroundPosition = `${x.place} ${y.place}`;
}

function card(scene: Named, choose: (name: string) => void): HTMLElement {
  const picture = element("div", { className: "picture" });
  picture.style.backgroundImage = `url("/pictures/${encodeURIComponent(scene.name)}.jpg")`;
  showCell(picture, REST);
  const button = element(
    "button",
    { className: "scene", id: `scene-${scene.name}` },
    picture,
    element("h2", {}, scene.title || scene.name),
    element("p", {}, scene.description),
  );
  let timer = 0;
  let cell = REST;
  const stop = () => {
    clearInterval(timer);
    showCell(picture, REST);
  };
  button.onpointerenter = () => {
    timer = window.setInterval(() => showCell(picture, (cell = (cell + 1) % (COLUMNS * ROWS))), PACE);
  };
  button.onpointerleave = stop;
  button.onclick = () => {
    stop();
    choose(scene.name);
  };
  return button;
}

export function fillChooser(root: HTMLElement, scenes: Named[], choose: (name: string) => void): void {
  root.replaceChildren(
    element(
      "header",
      {},
      element("h1", {}, "Pleat"),
      element("p", {}, "Choose a scene. Then pull at the cloth, change the method, and watch what becomes of it."),
    ),
    element("div", { className: "scenes" }, ...scenes.map((scene) => card(scene, choose))),
  );
}
