// Draws a stage: camera, light, floor, solids and one cloth for each simulation, beside each other.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { ClothMesh } from "./cloth";
import type { Look } from "./fabrics";
import { type Hand, Hands, makeDots } from "./hands";
import type { Frame, Stage } from "./protocol";
import { installSoftShadows } from "./soft_shadow";
import { makeFloor, Solids } from "./solids";

const BACKGROUND = "#dfe1e4";

// Machines without a graphics card draw coarser, so that they can keep up.
const QUALITIES = [
  { pixels: 2, shadow: 2048 },
  { pixels: 1, shadow: 1024 },
  { pixels: 0.6, shadow: 512 },
];

// [ms] After which the browser asks for the next picture: if it takes longer several times, pictures become coarser.
const SLOW = 70;
const PATIENCE = 4;

// [ms] Without a change, after which a picture stands still.
const STILL = 400;

/** A part of the page, in pixels. */
export interface Viewport {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How much of the picture is covered by other things, at its borders, in pixels. */
export interface Cover {
  top: number;
  right: number;
  bottom: number;
}

// Half of the angle that is seen, from above to below.
const HALF_VIEW = (16 * Math.PI) / 180;

// Of the shadows that the sun casts: the width of their borders for each metre between what casts them and where they
// fall, and how much light still comes there.
const SUN_WIDTH = 0.12;
const SHADE = 0.8;

export class StageView {
  readonly camera = new THREE.PerspectiveCamera(1, 1, 0.01, 200);
  readonly controls: OrbitControls;
  cloths: ClothMesh[] = [];
  onDrawn: () => void = () => {};
  private renderer: THREE.WebGLRenderer;
  private scene = new THREE.Scene();
  private sun = new THREE.DirectionalLight("#fff4e2", 2.6);
  private floor = makeFloor();
  private solids: Solids | null = null;
  private stage: Stage | null = null;
  private markers = makeDots("#ffb02e", 7);
  private hands = new Hands();
  private cover: Cover = { top: 0, right: 0, bottom: 0 };
  private size = 1;
  private isOld = true;
  private isWireframe = false;
  private look: Look | null = null;
  private range = new THREE.Vector2(0, 1);
  private rangeOf = "";
  private quality = 0;
  private slowPictures = 0;
  private lastTick = 0;
  private hasDrawn = false;
  private isRefined = false;
  private lastChange = 0; // [ms]

  constructor(private canvas: HTMLCanvasElement) {
    installSoftShadows();
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
    this.setQuality(0);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.renderer.setScissorTest(true);
    this.scene.background = new THREE.Color(BACKGROUND);
    this.scene.add(new THREE.HemisphereLight("#eef2ff", "#c4bbb0", 1.8), this.sun, this.sun.target, this.floor);
    this.sun.castShadow = true;
    this.sun.shadow.intensity = SHADE;
    this.scene.add(this.markers, this.hands.group);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.addEventListener("change", () => (this.isOld = true));
    new ResizeObserver(() => (this.isOld = true)).observe(canvas);
    this.renderer.setAnimationLoop(() => this.draw());
  }

  setStage(stage: Stage): void {
    this.dropStage();
    this.stage = stage;
    this.solids = new Solids(stage);
    this.scene.add(this.solids.group);
    this.setSides(1);
    this.findView(stage);
    this.isOld = true;
  }

  setFrame(frame: Frame): void {
    this.setSides(frame.positions.length);
    this.findRange(frame);
    frame.positions.forEach((positions, side) => this.cloths[side].update(positions, frame.colors[side] ?? null));
    this.solids?.update(frame.solids);
    this.markPinned(frame);
    this.lowerFloor(frame);
    this.isOld = true;
  }

  setWireframe(isWireframe: boolean): void {
    this.isWireframe = isWireframe;
    for (const cloth of this.cloths) cloth.mesh.material.wireframe = isWireframe;
    this.isOld = true;
  }

  /** How all cloth looks; null: as the scene says. */
  setLook(look: Look | null): void {
    if (this.look === look) return;
    this.look = look;
    for (const cloth of this.cloths) cloth.setLook(look);
    this.isOld = true;
  }

  /** Shows where pointers hold the cloth. */
  setHands(hands: Hand[]): void {
    this.hands.set(hands);
    this.isOld = true;
  }

  /** The rest is where cloth is to be seen. */
  setCover(cover: Cover): void {
    this.cover = cover;
    this.isOld = true;
  }

  /** The values at the ends of the scale of colours. */
  colorRange(): [number, number] {
    return [this.range.x, this.range.y];
  }

  /** Where a simulation is drawn: the last one goes on behind what covers the picture at the right. */
  private viewport(side: number): Viewport {
    const { clientWidth, clientHeight } = this.canvas;
    const free = this.freeWidth();
    const isLast = side + 1 >= this.cloths.length;
    return { left: side * free, top: 0, width: isLast ? clientWidth - side * free : free, height: clientHeight };
  }

  private freeWidth(): number {
    return Math.max(1, this.canvas.clientWidth - this.cover.right) / Math.max(1, this.cloths.length);
  }

  // Looks at the middle of what is not covered.
  private aim(side: number): Viewport {
    const port = this.viewport(side);
    const width = this.freeWidth();
    const height = Math.max(1, port.height - this.cover.top - this.cover.bottom);
    // High and narrow pictures see more above and below, so that cloth is not cut off at the sides.
    const narrowness = Math.min(1, width / height / 0.85);
    this.camera.fov = (360 / Math.PI) * Math.atan(Math.tan(HALF_VIEW) / narrowness);
    this.camera.setViewOffset(width, height, 0, -this.cover.top, Math.max(1, port.width), Math.max(1, port.height));
    return port;
  }

  /** From pixels to a ray; and which simulation it meets. */
  ray(x: number, y: number): { side: number; caster: THREE.Raycaster } {
    const side = Math.min(this.cloths.length - 1, Math.floor(x / this.freeWidth()));
    return { side, caster: this.rayIn(side, x, y) };
  }

  rayIn(side: number, x: number, y: number): THREE.Raycaster {
    const port = this.aim(side);
    const caster = new THREE.Raycaster();
    caster.setFromCamera(
      new THREE.Vector2((2 * (x - port.left)) / port.width - 1, 1 - (2 * (y - port.top)) / port.height),
      this.camera,
    );
    return caster;
  }

  /** From a place to pixels. */
  project(place: THREE.Vector3, side: number): THREE.Vector2 {
    const port = this.aim(side);
    const at = place.clone().project(this.camera);
    return new THREE.Vector2(port.left + ((at.x + 1) / 2) * port.width, port.top + ((1 - at.y) / 2) * port.height);
  }

  particle(particle: number, side: number): THREE.Vector3 {
    return new THREE.Vector3().fromArray(this.cloths[side].positions, 3 * particle);
  }

  private dropStage(): void {
    this.setSides(0);
    if (!this.solids) return;
    this.scene.remove(this.solids.group);
    this.solids.dispose();
  }

  private setSides(count: number): void {
    while (this.cloths.length > count) {
      const cloth = this.cloths.pop()!;
      this.scene.remove(cloth.mesh);
      cloth.dispose();
    }
    while (this.cloths.length < count && this.stage) {
      const cloth = new ClothMesh(this.stage);
      cloth.mesh.material.wireframe = this.isWireframe;
      cloth.setLook(this.look);
      this.cloths.push(cloth);
      this.scene.add(cloth.mesh);
    }
  }

  // From the side and a little above, so far away that everything is seen that is not much larger than the cloth.
  private findView(stage: Stage): void {
    const box = new THREE.Box3().setFromArray(stage.positions);
    this.size = Math.max(0.1, box.getSize(new THREE.Vector3()).length());
    for (const { info, positions } of stage.solids) {
      const own = new THREE.Box3().setFromArray(positions);
      const isSmall = own.getSize(new THREE.Vector3()).length() < 2.5 * this.size;
      if (info.shape !== "plane" && isSmall && own.distanceToPoint(box.getCenter(new THREE.Vector3())) < this.size) {
        box.union(own);
      }
    }
    const floor = this.solids?.ground ?? null;
    const lowest = floor ?? box.min.y - 0.35 * this.size;
    const target = box.getCenter(new THREE.Vector3());
    target.y = floor === null ? target.y : 0.5 * (floor + box.max.y) - 0.08 * this.size;
    const distance = 2.2 * Math.max(this.size, box.getSize(new THREE.Vector3()).length());
    this.controls.target.copy(target);
    this.camera.position.copy(target).add(new THREE.Vector3(0.5, 0.34, 0.9).normalize().multiplyScalar(distance));
    this.controls.minDistance = 0.1 * this.size;
    this.controls.maxDistance = 12 * this.size;
    this.floor.position.y = lowest;
    this.floor.scale.setScalar(9 * this.size);
    this.placeSun(target);
  }

  private placeSun(target: THREE.Vector3): void {
    const reach = 1.6 * this.size;
    this.sun.position.copy(target).add(new THREE.Vector3(0.75, 1.15, 0.35).normalize().multiplyScalar(3 * this.size));
    this.sun.target.position.copy(target);
    const eye = this.sun.shadow.camera;
    const depth = 8 * this.size;
    Object.assign(eye, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0, far: depth });
    eye.updateProjectionMatrix();
    this.sun.shadow.radius = (0.5 * SUN_WIDTH * depth) / (2 * reach); // in shares of the map's width and of its depth
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.004 * this.size;
  }

  // Where no plane says where the ground is, cloth does not go through the floor either.
  private lowerFloor(frame: Frame): void {
    if (this.solids?.ground !== null) return;
    let lowest = Infinity;
    for (const positions of frame.positions) {
      for (let i = 1; i < positions.length; i += 3) if (positions[i] < lowest) lowest = positions[i];
    }
    this.floor.position.y = Math.min(this.floor.position.y, lowest - 0.02 * this.size);
  }

  private markPinned(frame: Frame): void {
    const places: number[] = [];
    for (const positions of frame.positions.slice(0, 1)) {
      for (const particle of frame.info.pinned) {
        for (let axis = 0; axis < 3; ++axis) places.push(positions[3 * particle + axis]);
      }
    }
    this.markers.geometry.dispose();
    this.markers.geometry = new THREE.BufferGeometry();
    this.markers.geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  }

  // But for the outermost percent at both ends; it grows at once and shrinks slowly, so that colours do not flicker.
  private findRange(frame: Frame): void {
    if (!frame.info.colored) return;
    const all = frame.colors.flatMap((values) => Array.from(values).filter((value) => value > -0.5)).sort((a, b) => a - b);
    if (all.length === 0) return;
    const low = Math.min(0, all[Math.floor(0.01 * (all.length - 1))]);
    const high = Math.max(low + 1e-9, all[Math.floor(0.99 * (all.length - 1))]);
    const isNew = this.rangeOf !== frame.info.color;
    this.rangeOf = frame.info.color;
    this.range.x = low;
    this.range.y = isNew ? high : Math.max(high, this.range.y + 0.03 * (high - this.range.y));
    for (const cloth of this.cloths) cloth.uniforms.fieldRange.value.copy(this.range);
  }

  private draw(): void {
    this.controls.update();
    this.watchPace();
    if (!this.isOld) return this.refine();
    this.isOld = false;
    if (this.isRefined) this.setQuality(this.quality);
    this.isRefined = false;
    this.paint();
    this.hasDrawn = true;
    this.lastChange = performance.now();
    this.onDrawn();
  }

  // What stands still is drawn once more, as finely as it can be.
  private refine(): void {
    if (this.isRefined || this.quality === 0 || performance.now() < this.lastChange + STILL) return;
    this.isRefined = true;
    const quality = this.quality;
    this.setQuality(0);
    this.quality = quality;
    this.paint();
  }

  private paint(): void {
    const { clientWidth, clientHeight } = this.canvas;
    const size = this.renderer.getSize(new THREE.Vector2());
    if (size.x !== clientWidth || size.y !== clientHeight) this.renderer.setSize(clientWidth, clientHeight, false);
    this.cloths.forEach((_, side) => this.drawSide(side));
  }

  private setQuality(quality: number): void {
    const { pixels, shadow } = QUALITIES[quality];
    this.quality = quality;
    this.renderer.setPixelRatio(Math.min(pixels, window.devicePixelRatio));
    this.sun.shadow.mapSize.set(shadow, shadow);
    this.sun.shadow.map?.dispose();
    this.sun.shadow.map = null;
  }

  private watchPace(): void {
    const now = performance.now();
    const interval = now - this.lastTick;
    this.lastTick = now;
    if (!this.hasDrawn) return;
    this.hasDrawn = false;
    this.slowPictures = interval > SLOW ? this.slowPictures + 1 : 0;
    if (this.slowPictures < PATIENCE || this.quality + 1 === QUALITIES.length) return;
    this.slowPictures = 0;
    this.setQuality(this.quality + 1);
  }

  private drawSide(side: number): void {
    const port = this.aim(side);
    this.cloths.forEach((cloth, other) => (cloth.mesh.visible = other === side));
    this.hands.update(this.cloths[side].positions);
    this.renderer.setViewport(port.left, 0, port.width, port.height);
    this.renderer.setScissor(port.left, 0, port.width, port.height);
    this.renderer.render(this.scene, this.camera);
    this.cloths.forEach((cloth) => (cloth.mesh.visible = true));
  }
}
