// Goes to any moment of a finished animation.
import { element } from "./dom";

export class Timeline {
  private slider = element("input", { type: "range", min: "0", step: "1", id: "moment" });
  private text = element("output");

  constructor(
    private root: HTMLElement,
    seek: (frame: number) => void,
  ) {
    this.slider.oninput = () => seek(Number(this.slider.value));
    root.append(this.slider, this.text);
  }

  setLength(frames: number): void {
    this.root.hidden = frames === 0;
    this.slider.max = String(Math.max(0, frames - 1));
  }

  show(frame: number, time: number): void {
    this.slider.value = String(frame);
    this.text.value = `${time.toFixed(2)} s · frame ${frame} of ${this.slider.max}`;
  }
}
