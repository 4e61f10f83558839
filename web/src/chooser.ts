// All scenes with pictures, to choose from. The pictures are contact sheets of six frames: under the pointer they play.
import { element } from "./dom";
import type { Named } from "./protocol";

const COLUMNS = 3;
const ROWS = 2;
const REST = 2;

// [ms] Each frame of a sheet is shown.
const PACE = 350;

// A little larger than a cell, so that the lines between cells are not seen.
const CUT = 1.05;

// [%] Where the background has to be, so that the middle of a cell is in the middle of the picture.
function shift(cell: number, cells: number): number {
  const size = CUT * cells;
  return (100 * (((cell + 0.5) / cells) * size - 0.5)) / (size - 1);
}

function showCell(picture: HTMLElement, cell: number): void {
  const column = cell % COLUMNS;
  const row = Math.floor(cell / COLUMNS);
  picture.style.backgroundSize = `${100 * CUT * COLUMNS}% ${100 * CUT * ROWS}%`;
  picture.style.backgroundPosition = `${shift(column, COLUMNS)}% ${shift(row, ROWS)}%`;
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
