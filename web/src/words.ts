// What controls are called, and what they do, in a sentence each.

export interface ControlWords {
  label: string;
  unit: string;
  help: string;
  isLogarithmic?: boolean;
  digits: number;
}

export const CONTROLS: Record<string, ControlWords> = {
  step: {
    label: "Step size",
    unit: "ms",
    help: "The longest step of time. Short ones are more exact and take longer.",
    isLogarithmic: true,
    digits: 2,
  },
  sweeps: {
    label: "Sweeps",
    unit: "",
    help: "How often all lengths are corrected in a part of a step. More make the cloth stiffer.",
    digits: 0,
  },
  tolerance: {
    label: "Tolerance",
    unit: "",
    help: "The linear solve stops at this share of its first residual. Less is more exact.",
    isLogarithmic: true,
    digits: 6,
  },
  rho: {
    label: "ρ∞",
    unit: "",
    help: "How much of the fastest motion a step keeps: 0 damps it at once, 1 never.",
    digits: 2,
  },
  gravity: { label: "Gravity", unit: "m/s²", help: "9.81 on Earth, 1.62 on the Moon.", digits: 2 },
  wind_speed: { label: "Wind", unit: "m/s", help: "The mean speed; gusts are as in the scene.", digits: 1 },
  wind_direction: { label: "Wind direction", unit: "°", help: "Where it blows to, seen from above.", digits: 0 },
};

export const COLORS: [string, string, string][] = [
  ["cloth", "Cloth", "The colours of the threads."],
  ["strain", "Strain", "How much longer the cloth is, in the direction in which it is longest."],
  ["speed", "Speed", "How fast the particles move."],
  ["order", "Correction order", "When directional correction visits each particle; grey ones never."],
  ["impulse", "Impulse", "Mass times the change of velocity over a frame: where something pushes or pulls."],
  ["contact", "Contact", "How near solids and other parts of the cloth are; 100 % is touching."],
];

export const PHASES: [string, string, string][] = [
  ["eval", "forces", "#e8795f"],
  ["solve", "linear solve", "#5b9bd5"],
  ["cloth-cloth", "cloth on cloth", "#e3b34c"],
  ["cloth-solid", "cloth on solids", "#67b58c"],
  ["corrections", "corrections", "#a784c9"],
];

export const ENERGIES: [string, string][] = [
  ["kinetic", "#e8795f"],
  ["gravity", "#5b9bd5"],
  ["stretch", "#e3b34c"],
  ["shear", "#67b58c"],
  ["bend", "#a784c9"],
  ["pressing", "#9aa4b5"],
];
