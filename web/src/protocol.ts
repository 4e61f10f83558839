// What the command says to pages: texts as JSON, stages and frames as numbers. src/pleat/view/message.hpp describes them.

export interface Named {
  name: string;
  title?: string;
  description: string;
}

export interface ControlRule {
  name: string;
  least: number;
  most: number;
  whole: boolean;
}

export interface Hello {
  type: "hello";
  page: number;
  scenes: Named[];
  fabrics: Named[];
  methods: Named[];
  controls: ControlRule[];
}

export interface Settings {
  type: "settings";
  running: boolean;
  methods: string[];
  numbers: Record<string, number>[];
  /** What is usual for each method: "exact" or "spring". */
  pulls: string[];
  fabric: string;
  /** By a page; empty: as in the scene. */
  chosenFabric: string;
  color: string;
  colorTitle: string;
}

export type Text = Hello | Settings | { type: "trouble"; text: string } | { type: "scene-file"; text: string; method: string };

export interface SolidInfo {
  name: string;
  shape: string;
  color: string;
  moving: boolean;
  positions: number;
  triangles: number;
}

export interface StageInfo {
  title: string;
  description: string;
  scene: string;
  particles: number;
  triangles: number;
  uv: boolean;
  frames: number;
  rate: number;
  parts: { name: string; begin: number; end: number; warp: string; weft: string }[];
  solids: SolidInfo[];
}

export interface Stage {
  number: number;
  info: StageInfo;
  positions: Float32Array;
  triangles: Uint32Array;
  uv: Float32Array | null;
  solids: { info: SolidInfo; positions: Float32Array; triangles: Uint32Array }[];
}

export interface SideFigures {
  method: string;
  steps: number;
  step: number;
  rejections: number;
  reason: string;
  cg: number;
  contacts: number;
  clothContacts: number;
  stretch: number;
  energy: Record<string, number>;
  ms: Record<string, number>;
  hash: string;
}

export interface FrameInfo {
  number: number;
  time: number;
  frame?: number;
  sides: SideFigures[];
  colored: boolean;
  color: string;
  pinned: number[];
  moves: Record<string, number>;
  /** The pointers that hold cloth, by page. */
  held: Record<string, number[]>;
  factor: number;
}

export interface Frame {
  stage: number;
  info: FrameInfo;
  positions: Float32Array[];
  colors: Float32Array[];
  solids: Float32Array[];
}

const STAGE = 1;

class Reader {
  private at = 12;
  readonly kind: number;
  readonly stage: number;
  readonly json: unknown;

  constructor(private buffer: ArrayBuffer) {
    const head = new DataView(buffer);
    this.kind = head.getUint32(0, true);
    this.stage = head.getUint32(4, true);
    const length = head.getUint32(8, true);
    this.json = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 12, length)));
    this.at += length;
  }

  floats(count: number): Float32Array {
    this.at += 4 * count;
    return new Float32Array(this.buffer, this.at - 4 * count, count);
  }

  numbers(count: number): Uint32Array {
    this.at += 4 * count;
    return new Uint32Array(this.buffer, this.at - 4 * count, count);
  }
}

function readStage(reader: Reader): Stage {
  const info = reader.json as StageInfo;
  return {
    number: reader.stage,
    info,
    positions: reader.floats(3 * info.particles),
    triangles: reader.numbers(3 * info.triangles),
    uv: info.uv ? reader.floats(6 * info.triangles) : null,
    solids: info.solids.map((solid) => ({
      info: solid,
      positions: reader.floats(3 * solid.positions),
      triangles: reader.numbers(3 * solid.triangles),
    })),
  };
}

function readFrame(reader: Reader, stage: Stage): Frame {
  const info = reader.json as FrameInfo;
  return {
    stage: reader.stage,
    info,
    positions: info.sides.map(() => reader.floats(3 * stage.info.particles)),
    colors: info.colored ? info.sides.map(() => reader.floats(stage.info.particles)) : [],
    solids: stage.info.solids.filter((solid) => solid.moving).map((solid) => reader.floats(3 * solid.positions)),
  };
}

/** A stage, or a frame of the stage that came last. */
export function decode(buffer: ArrayBuffer, stage: Stage | null): { stage: Stage } | { frame: Frame } | null {
  const reader = new Reader(buffer);
  if (reader.kind === STAGE) return { stage: readStage(reader) };
  return stage !== null && reader.stage === stage.number ? { frame: readFrame(reader, stage) } : null;
}
