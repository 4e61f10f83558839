// The solids of a stage, and the floor.
import * as THREE from "three";
import type { Stage } from "./protocol";

const GREY = "#9e9890";

/** Edges between triangles that meet at a larger angle look sharp. */
const SHARP = Math.cos((30 * Math.PI) / 180);

// Corners of triangles that meet smoothly share a normal; so every corner has its own.
class SolidMesh {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;
  private place: THREE.BufferAttribute;
  private normal: THREE.BufferAttribute;
  private around: number[][];

  constructor(
    private triangles: Uint32Array,
    positions: Float32Array,
    color: string,
  ) {
    this.place = new THREE.BufferAttribute(new Float32Array(3 * triangles.length), 3);
    this.normal = new THREE.BufferAttribute(new Float32Array(3 * triangles.length), 3);
    this.around = Array.from({ length: positions.length / 3 }, () => []);
    triangles.forEach((vertex, corner) => this.around[vertex].push(Math.floor(corner / 3)));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", this.place);
    geometry.setAttribute("normal", this.normal);
    const material = new THREE.MeshStandardMaterial({ color: color || GREY, roughness: 0.7, side: THREE.DoubleSide });
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.update(positions);
  }

  update(positions: Float32Array): void {
    const at = (vertex: number) => new THREE.Vector3().fromArray(positions, 3 * vertex);
    const faces: THREE.Vector3[] = [];
    for (let t = 0; t < this.triangles.length; t += 3) {
      const [a, b, c] = [at(this.triangles[t]), at(this.triangles[t + 1]), at(this.triangles[t + 2])];
      faces.push(b.sub(a).cross(c.sub(a)));
    }
    const units = faces.map((face) => face.clone().normalize());
    const sum = new THREE.Vector3();
    this.triangles.forEach((vertex, corner) => {
      const own = units[Math.floor(corner / 3)];
      sum.set(0, 0, 0);
      for (const other of this.around[vertex]) if (units[other].dot(own) > SHARP) sum.add(faces[other]);
      sum.normalize().toArray(this.normal.array, 3 * corner);
      at(vertex).toArray(this.place.array, 3 * corner);
    });
    this.place.needsUpdate = true;
    this.normal.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

export class Solids {
  readonly group = new THREE.Group();
  /** The height of a level plane among the solids, which the floor stands for. */
  readonly ground: number | null = null;
  private all: SolidMesh[] = [];
  private moving: (SolidMesh | null)[] = [];

  constructor(stage: Stage) {
    for (const { info, positions, triangles } of stage.solids) {
      const isGround = info.shape === "plane" && isLevel(positions);
      if (isGround && this.ground === null) {
        this.ground = positions[1];
        if (info.moving) this.moving.push(null);
        continue;
      }
      const mesh = new SolidMesh(triangles, positions, info.color);
      this.all.push(mesh);
      this.group.add(mesh.mesh);
      if (info.moving) this.moving.push(mesh);
    }
  }

  update(positions: Float32Array[]): void {
    positions.forEach((place, i) => this.moving[i]?.update(place));
  }

  dispose(): void {
    for (const mesh of this.all) mesh.dispose();
  }
}

function isLevel(positions: Float32Array): boolean {
  for (let i = 4; i < positions.length; i += 3) if (Math.abs(positions[i] - positions[1]) > 1e-4) return false;
  return true;
}

/** A wide disc that fades into the background. */
export function makeFloor(): THREE.Mesh<THREE.CircleGeometry, THREE.MeshStandardMaterial> {
  const material = new THREE.MeshStandardMaterial({ color: "#cfd0d2", roughness: 0.95, transparent: true });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("void main() {", "varying vec2 vFlat;\nvoid main() {\n  vFlat = position.xy;")
      .replace("#include <fog_vertex>", "");
    shader.fragmentShader = shader.fragmentShader
      .replace("void main() {", "varying vec2 vFlat;\nvoid main() {")
      .replace(
        "#include <dithering_fragment>",
        "gl_FragColor.a *= 1.0 - smoothstep(0.25, 1.0, length(vFlat));\n#include <dithering_fragment>",
      );
  };
  const floor = new THREE.Mesh(new THREE.CircleGeometry(1, 64), material);
  floor.rotation.x = -Math.PI / 2;
  floor.receiveShadow = true;
  return floor;
}
