// The energies of the last seconds, as lines.
import { ENERGIES } from "./words";

const SECONDS = 8;

interface Sample {
  time: number;
  energy: Record<string, number>;
}

export class EnergyPlot {
  readonly canvas = document.createElement("canvas");
  private samples: Sample[] = [];
  private hidden = new Set<string>();

  constructor() {
    this.canvas.className = "plot";
    this.canvas.title = "Energies of the last seconds; gravity is counted from its lowest value here";
  }

  toggle(name: string): boolean {
    if (!this.hidden.delete(name)) this.hidden.add(name);
    this.draw();
    return !this.hidden.has(name);
  }

  add(time: number, energy: Record<string, number>): void {
    const last = this.samples[this.samples.length - 1];
    if (last && time < last.time) this.samples = [];
    if (last && time === last.time) this.samples.pop();
    this.samples.push({ time, energy });
    while (this.samples[0].time < time - SECONDS) this.samples.shift();
    this.draw();
  }

  clear(): void {
    this.samples = [];
  }

  private draw(): void {
    const pixels = window.devicePixelRatio;
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    if (width === 0 || this.samples.length < 2) return;
    if (this.canvas.width !== Math.round(width * pixels)) {
      this.canvas.width = Math.round(width * pixels);
      this.canvas.height = Math.round(height * pixels);
    }
    const context = this.canvas.getContext("2d")!;
    context.setTransform(pixels, 0, 0, pixels, 0, 0);
    context.clearRect(0, 0, width, height);
    const lines = ENERGIES.filter(([name]) => !this.hidden.has(name)).map(([name, color]) => ({ color, values: this.values(name) }));
    const most = Math.max(1e-9, ...lines.flatMap((line) => line.values));
    const end = this.samples[this.samples.length - 1].time;
    context.fillStyle = "#8b93a3";
    context.font = "10px system-ui, sans-serif";
    context.fillText(`${most.toPrecision(2)} J`, 2, 10);
    context.strokeStyle = "#ffffff14";
    for (const share of [0.02, 0.5, 0.98]) {
      context.beginPath();
      context.moveTo(0, share * height);
      context.lineTo(width, share * height);
      context.stroke();
    }
    context.lineWidth = 1.5;
    for (const { color, values } of lines) {
      context.strokeStyle = color;
      context.beginPath();
      values.forEach((value, i) => {
        const x = width * (1 - (end - this.samples[i].time) / SECONDS);
        const y = height * (0.98 - 0.96 * (value / most));
        if (i === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      });
      context.stroke();
    }
  }

  private values(name: string): number[] {
    const own = this.samples.map((sample) => sample.energy[name]);
    const least = name === "gravity" ? Math.min(...own) : 0;
    return own.map((value) => value - least);
  }
}
