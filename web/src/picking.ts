// Pulls at the cloth with mouse, pen or fingers: each pointer holds the particle that is nearest to where it was put
// down, and moves it in the plane through it that faces the viewer.
import * as THREE from "three";
import type { StageView } from "./stage_view";

export interface PullSettings {
  radius: number;
  /** "usual": as the method's paper has it; "exact" or "spring". */
  pull: string;
  /** Whether a press pins a particle, or lets it go, instead of pulling. */
  pins: boolean;
}

interface Held {
  id: number;
  side: number;
  particle: number;
  plane: THREE.Plane;
  place: THREE.Vector3;
  isMoved: boolean;
  /** The number of its first move; 0: not made yet. */
  firstMove: number;
}

// [pixels] Within which a particle beside the pointer is taken, where no cloth is under it.
const NEAR = 14;

export class Picking {
  readonly settings: PullSettings = { radius: 0.03, pull: "usual", pins: false };
  isEnabled = true;
  private held = new Map<number, Held>();
  private moves = 0;
  private pinKey = false;

  constructor(
    private view: StageView,
    private canvas: HTMLCanvasElement,
    private send: (message: Record<string, unknown>) => void,
  ) {
    // Before the camera's controls hear of it.
    canvas.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event), { capture: true });
    for (const name of ["pointerup", "pointercancel"] as const) {
      canvas.addEventListener(name, (event) => this.release(event), { capture: true });
    }
    addEventListener("keydown", (event) => (this.pinKey ||= event.key.toLowerCase() === "p"));
    addEventListener("keyup", (event) => (this.pinKey &&= event.key.toLowerCase() !== "p"));
    addEventListener("blur", () => (this.pinKey = false));
  }

  /** The particles that are held, for people who look over our shoulder. */
  particles(): number[] {
    return [...this.held.values()].map((held) => held.particle);
  }

  /** To be called once a picture: the last place that each pointer wants. */
  flush(): void {
    for (const held of this.held.values()) {
      if (!held.isMoved) continue;
      held.isMoved = false;
      this.send({ type: "move", pointer: held.id, place: held.place.toArray(), number: ++this.moves });
      held.firstMove ||= this.moves;
    }
  }

  /** Lets go of everything, without a word. */
  forget(): void {
    this.held.clear();
    this.showHands();
  }

  /** The command may have let go: after this page's last move that it knows of, these pointers hold something. */
  compare(lastMove: number, pointers: number[]): void {
    for (const [key, held] of this.held) {
      const isKnown = held.firstMove > 0 && held.firstMove <= lastMove;
      if (isKnown && !pointers.includes(held.id)) this.held.delete(key);
    }
    this.showHands();
  }

  private showHands(): void {
    this.view.setHands([...this.held.values()].map(({ particle, place }) => ({ particle, place })));
    this.view.controls.enabled = this.held.size === 0;
  }

  private press(event: PointerEvent): void {
    if (!this.isEnabled || event.button !== 0 || this.view.cloths.length === 0) return;
    const { x, y } = this.place(event);
    const { side, caster } = this.view.ray(x, y);
    const particle = this.find(side, caster, x, y);
    if (particle === null) return;
    event.stopImmediatePropagation();
    if (event.shiftKey || this.pinKey || this.settings.pins) return this.send({ type: "pin", particle });
    this.canvas.setPointerCapture(event.pointerId);
    const towards = this.view.camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(towards, this.view.particle(particle, side));
    const used = new Set([...this.held.values()].map((held) => held.id));
    let id = 0;
    while (used.has(id)) ++id;
    const place = caster.ray.intersectPlane(plane, new THREE.Vector3()) ?? this.view.particle(particle, side);
    this.held.set(event.pointerId, { id, side, particle, plane, place, isMoved: true, firstMove: 0 });
    this.showHands();
    const { radius, pull } = this.settings;
    this.send({ type: "grab", pointer: id, particle, place: place.toArray(), radius, pull });
  }

  private move(event: PointerEvent): void {
    const held = this.held.get(event.pointerId);
    if (!held) return;
    event.stopImmediatePropagation();
    const { x, y } = this.place(event);
    if (!this.view.rayIn(held.side, x, y).ray.intersectPlane(held.plane, held.place)) return;
    held.isMoved = true;
    this.showHands();
  }

  private release(event: PointerEvent): void {
    const held = this.held.get(event.pointerId);
    if (!held) return;
    event.stopImmediatePropagation();
    this.flush();
    this.held.delete(event.pointerId);
    this.send({ type: "release", pointer: held.id });
    this.showHands();
  }

  private place(event: PointerEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  // The corner of the triangle under the pointer that is nearest to it; else the particle that is drawn nearest.
  private find(side: number, caster: THREE.Raycaster, x: number, y: number): number | null {
    const cloth = this.view.cloths[side];
    const hit = caster.intersectObject(cloth.mesh, false)[0];
    const distance = (particle: number) =>
      this.view.project(this.view.particle(particle, side), side).distanceTo(new THREE.Vector2(x, y));
    if (hit?.faceIndex !== undefined && hit.faceIndex !== null) {
      return cloth.corners(hit.faceIndex).sort((a, b) => distance(a) - distance(b))[0];
    }
    let nearest: number | null = null;
    let least = NEAR;
    for (let particle = 0; particle < cloth.positions.length / 3; ++particle) {
      const own = distance(particle);
      if (own < least) [nearest, least] = [particle, own];
    }
    return nearest;
  }
}
