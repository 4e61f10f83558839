// Shows where pointers are that hold cloth, and what they hold: a dot, and a line to the particle, which is long when a
// spring pulls it.
import * as THREE from "three";

export interface Hand {
  particle: number;
  place: THREE.Vector3;
}

/** Points that are round, as large on the screen wherever they are, and in front of everything. */
export function makeDots(color: string, size: number): THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial> {
  const material = new THREE.PointsMaterial({ color, size, sizeAttenuation: false, depthTest: false, transparent: true });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <premultiplied_alpha_fragment>",
      "gl_FragColor.a *= 1.0 - smoothstep(0.4, 0.5, length(gl_PointCoord - 0.5));\n#include <premultiplied_alpha_fragment>",
    );
  };
  const dots = new THREE.Points(new THREE.BufferGeometry(), material);
  dots.frustumCulled = false;
  return dots;
}

// Ten fingers.
const MOST = 10;

export class Hands {
  readonly group = new THREE.Group();
  private dots = makeDots("#ffffff", 11);
  private lines: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial>;
  private hands: Hand[] = [];

  constructor() {
    const material = new THREE.LineBasicMaterial({ color: "#ffffff", depthTest: false, transparent: true });
    this.lines = new THREE.LineSegments(new THREE.BufferGeometry(), material);
    this.lines.frustumCulled = false;
    this.dots.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * MOST), 3));
    this.lines.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(6 * MOST), 3));
    this.group.add(this.lines, this.dots);
  }

  set(hands: Hand[]): void {
    this.hands = hands.slice(0, MOST);
  }

  /** For one simulation: where its particles are. */
  update(positions: Float32Array): void {
    this.group.visible = this.hands.length > 0;
    const dots = this.dots.geometry.getAttribute("position") as THREE.BufferAttribute;
    const lines = this.lines.geometry.getAttribute("position") as THREE.BufferAttribute;
    this.hands.forEach(({ particle, place }, i) => {
      dots.setXYZ(i, place.x, place.y, place.z);
      lines.setXYZ(2 * i, place.x, place.y, place.z);
      lines.setXYZ(2 * i + 1, positions[3 * particle], positions[3 * particle + 1], positions[3 * particle + 2]);
    });
    dots.needsUpdate = lines.needsUpdate = true;
    this.dots.geometry.setDrawRange(0, this.hands.length);
    this.lines.geometry.setDrawRange(0, 2 * this.hands.length);
  }
}
