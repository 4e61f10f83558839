// How fabrics look that the user chooses: the colours of warp and weft, and the weave. A scene's own colours count until
// then.

export interface Look {
  warp: string;
  weft: string;
  /** Every so many threads the weave repeats: 2 is plain, 3 a twill, where warp lies on top twice. */
  repeat: number;
}

export const PLAIN = 2;
const TWILL = 3;

const LOOKS: Record<string, Look> = {
  cotton: { warp: "#d9d2c3", weft: "#e9e4d8", repeat: PLAIN },
  "cotton-twill": { warp: "#a9744a", weft: "#c0906a", repeat: TWILL },
  denim: { warp: "#2c4770", weft: "#b9c4d6", repeat: TWILL },
  "wool-tropical": { warp: "#5a5f6c", weft: "#757a88", repeat: PLAIN },
  "wool-twill": { warp: "#6d4234", weft: "#8a5a49", repeat: TWILL },
  "viscose-twill": { warp: "#7a4c78", weft: "#966892", repeat: TWILL },
  "polyester-faille": { warp: "#2f6a58", weft: "#4c8873", repeat: PLAIN },
  "polyester-tropical": { warp: "#b03a2e", weft: "#c4543e", repeat: PLAIN },
  "polyester-plain-light": { warp: "#deaa46", weft: "#ecc26c", repeat: PLAIN },
  "polyester-twill": { warp: "#26547c", weft: "#3e7096", repeat: TWILL },
  "polyester-plain-heavy": { warp: "#7f8447", weft: "#999e60", repeat: PLAIN },
  "nylon-ripstop": { warp: "#e0662c", weft: "#ee8550", repeat: PLAIN },
};

/** null: it has no look of its own. */
export function lookOf(fabric: string): Look | null {
  return LOOKS[fabric] ?? null;
}
