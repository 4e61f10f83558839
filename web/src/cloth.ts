// One cloth simulation as a mesh: woven, two-sided, coloured by numbers if there are any.
import * as THREE from "three";
import { type Look, PLAIN } from "./fabrics";
import type { Stage } from "./protocol";

// Warp and weft of cloths whose scene names no colour, in turn; as in pictures that `pleat render` draws.
const PALETTE: [string, string][] = [
  ["#b03a2e", "#c4543e"],
  ["#26547c", "#3e7096"],
  ["#deaa46", "#ecc26c"],
  ["#3a6e56", "#568a6e"],
  ["#7a4c78", "#966892"],
  ["#d6d0c4", "#e8e4da"],
];

const THREADS_ACROSS = 130;

const VERTEX_HEAD = `
attribute vec2 material;
attribute vec3 warp;
attribute vec3 weft;
attribute float field;
varying vec2 vMaterial;
varying vec3 vWarp;
varying vec3 vWeft;
varying float vField;
void main() {
  vMaterial = material;
  vWarp = warp;
  vWeft = weft;
  vField = field;
`;

// A weave that fades where threads are narrower than pixels; the same idea as src/pleat/render/weave.cpp. The
// scale of colours runs from dark blue over green to yellow.
const FRAGMENT_HEAD = `
uniform float threadWidth;
uniform float weaveRepeat;
uniform float showsField;
uniform vec2 fieldRange;
varying vec2 vMaterial;
varying vec3 vWarp;
varying vec3 vWeft;
varying float vField;

float threadTone(float number, float kind) {
  return 2.0 * fract(sin(number * 12.9898 + kind * 78.233) * 43758.5453) - 1.0;
}

vec3 scaleColor(float t) {
  t = clamp(t, 0.0, 1.0);
  const vec3 c0 = vec3(0.2777, 0.0054, 0.3341);
  const vec3 c1 = vec3(0.1051, 1.4046, 1.3846);
  const vec3 c2 = vec3(-0.3309, 0.2148, 0.0951);
  const vec3 c3 = vec3(-4.6342, -5.7991, -19.3324);
  const vec3 c4 = vec3(6.2283, 14.1799, 56.6906);
  const vec3 c5 = vec3(4.7764, -13.7451, -65.3530);
  const vec3 c6 = vec3(-5.4355, 4.6459, 26.3124);
  vec3 c = c0 + t * (c1 + t * (c2 + t * (c3 + t * (c4 + t * (c5 + t * c6)))));
  return pow(clamp(c, 0.0, 1.0), vec3(2.2));
}

vec3 wovenColor() {
  vec2 threads = vMaterial / threadWidth;
  vec2 wide = fwidth(threads);
  float detail = clamp(2.0 - 2.0 * max(wide.x, wide.y), 0.0, 1.0);
  vec2 cell = floor(threads);
  bool isWarp = mod(cell.x + cell.y, weaveRepeat) < weaveRepeat - 1.5;
  vec2 within = 2.0 * (threads - cell) - 1.0;
  float across = isWarp ? within.y : within.x;
  float along = isWarp ? within.x : within.y;
  float tone = isWarp ? threadTone(cell.y, 1.0) : threadTone(cell.x, 2.0);
  vec3 thread = mix(mix(vWarp, vWeft, 1.0 / weaveRepeat), isWarp ? vWarp : vWeft, detail);
  float shade = 1.0 + detail * (0.1 * tone - 0.30 * across * across - 0.14 * along * along + 0.10);
  vec3 color = thread * shade;
  if (showsField > 0.5) {
    float share = fieldRange.y > fieldRange.x ? (vField - fieldRange.x) / (fieldRange.y - fieldRange.x) : 0.0;
    color = vField < -0.5 ? vec3(0.25) : scaleColor(share) * mix(1.0, shade, 0.5);
  }
  return gl_FrontFacing ? color : color * 0.82;
}
`;

export interface Uniforms {
  threadWidth: { value: number };
  weaveRepeat: { value: number };
  showsField: { value: number };
  fieldRange: { value: THREE.Vector2 };
}

function makeMaterial(uniforms: Uniforms): THREE.MeshPhysicalMaterial {
  const material = new THREE.MeshPhysicalMaterial({
    side: THREE.DoubleSide,
    shadowSide: THREE.DoubleSide,
    roughness: 0.82,
    metalness: 0,
    sheen: 0.35,
    sheenRoughness: 0.6,
    sheenColor: new THREE.Color(0.6, 0.58, 0.55),
  });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader.replace("void main() {", VERTEX_HEAD);
    shader.fragmentShader = shader.fragmentShader
      .replace("void main() {", FRAGMENT_HEAD + "void main() {")
      .replace("#include <color_fragment>", "diffuseColor.rgb = wovenColor();");
  };
  return material;
}

/** Corners that share particle and place in the weave become one vertex. */
function joinCorners(stage: Stage): { particles: Uint32Array; uv: Float32Array; index: Uint32Array; part: Uint8Array } {
  const known = new Map<string, number>();
  const particles: number[] = [];
  const uv: number[] = [];
  const part: number[] = [];
  const index = new Uint32Array(stage.triangles.length);
  const parts = stage.info.parts;
  let current = 0;
  for (let corner = 0; corner < stage.triangles.length; ++corner) {
    while (current + 1 < parts.length && corner / 3 >= parts[current].end) ++current;
    const particle = stage.triangles[corner];
    const u = stage.uv ? stage.uv[2 * corner] : stage.positions[3 * particle];
    const v = stage.uv ? stage.uv[2 * corner + 1] : stage.positions[3 * particle + 1];
    const key = `${particle},${u},${v}`;
    let vertex = known.get(key);
    if (vertex === undefined) {
      vertex = particles.length;
      known.set(key, vertex);
      particles.push(particle);
      uv.push(u, v);
      part.push(current);
    }
    index[corner] = vertex;
  }
  return { particles: Uint32Array.from(particles), uv: Float32Array.from(uv), index, part: Uint8Array.from(part) };
}

export class ClothMesh {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshPhysicalMaterial>;
  readonly uniforms: Uniforms = {
    threadWidth: { value: 0.01 },
    weaveRepeat: { value: PLAIN },
    showsField: { value: 0 },
    fieldRange: { value: new THREE.Vector2(0, 1) },
  };
  positions: Float32Array;
  private particles: Uint32Array;
  private normals: Float32Array;
  private place: THREE.BufferAttribute;
  private normal: THREE.BufferAttribute;
  private field: THREE.BufferAttribute;
  private part: Uint8Array;

  constructor(private stage: Stage) {
    const joined = joinCorners(stage);
    const count = joined.particles.length;
    this.particles = joined.particles;
    this.positions = stage.positions;
    this.normals = new Float32Array(stage.positions.length);
    const geometry = new THREE.BufferGeometry();
    this.place = new THREE.BufferAttribute(new Float32Array(3 * count), 3).setUsage(THREE.DynamicDrawUsage);
    this.normal = new THREE.BufferAttribute(new Float32Array(3 * count), 3).setUsage(THREE.DynamicDrawUsage);
    this.field = new THREE.BufferAttribute(new Float32Array(count), 1).setUsage(THREE.DynamicDrawUsage);
    geometry.setIndex(new THREE.BufferAttribute(joined.index, 1));
    geometry.setAttribute("position", this.place);
    geometry.setAttribute("normal", this.normal);
    geometry.setAttribute("field", this.field);
    geometry.setAttribute("material", new THREE.BufferAttribute(joined.uv, 2));
    this.part = joined.part;
    this.uniforms.threadWidth.value = this.extent(joined.uv) / THREADS_ACROSS;
    this.mesh = new THREE.Mesh(geometry, makeMaterial(this.uniforms));
    this.setLook(null);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.update(stage.positions, null);
  }

  /** The triangle's three particles. */
  corners(triangle: number): number[] {
    return [0, 1, 2].map((corner) => this.stage.triangles[3 * triangle + corner]);
  }

  update(positions: Float32Array, field: Float32Array | null): void {
    this.positions = positions;
    this.findNormals();
    const place = this.place.array as Float32Array;
    const normal = this.normal.array as Float32Array;
    for (let vertex = 0; vertex < this.particles.length; ++vertex) {
      const from = 3 * this.particles[vertex];
      for (let axis = 0; axis < 3; ++axis) {
        place[3 * vertex + axis] = positions[from + axis];
        normal[3 * vertex + axis] = this.normals[from + axis];
      }
    }
    if (field) {
      const values = this.field.array as Float32Array;
      for (let vertex = 0; vertex < this.particles.length; ++vertex) values[vertex] = field[this.particles[vertex]];
      this.field.needsUpdate = true;
    }
    this.uniforms.showsField.value = field ? 1 : 0;
    this.place.needsUpdate = true;
    this.normal.needsUpdate = true;
    this.mesh.geometry.boundingSphere = null;
    this.mesh.geometry.boundingBox = null;
  }

  /** Of all parts; null: each as the scene says. */
  setLook(look: Look | null): void {
    this.uniforms.weaveRepeat.value = look?.repeat ?? PLAIN;
    (["warp", "weft"] as const).forEach((name, thread) => {
      const colors = this.stage.info.parts.map(
        (info, i) => new THREE.Color(look?.[name] ?? (info[name] || PALETTE[i % PALETTE.length][thread])),
      );
      const known = this.mesh.geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
      const values = known ?? new THREE.BufferAttribute(new Float32Array(3 * this.part.length), 3);
      this.part.forEach((owner, vertex) => colors[owner].toArray(values.array, 3 * vertex));
      values.needsUpdate = true;
      if (!known) this.mesh.geometry.setAttribute(name, values);
    });
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private extent(uv: Float32Array): number {
    const box = new THREE.Box2();
    for (let i = 0; i < uv.length; i += 2) box.expandByPoint(new THREE.Vector2(uv[i], uv[i + 1]));
    const size = box.getSize(new THREE.Vector2());
    return Math.max(1e-6, Math.max(size.x, size.y));
  }

  // The sum of the triangles' normals, weighted by their areas.
  private findNormals(): void {
    const x = this.positions;
    const n = this.normals;
    const triangles = this.stage.triangles;
    n.fill(0);
    for (let i = 0; i < triangles.length; i += 3) {
      const a = 3 * triangles[i];
      const b = 3 * triangles[i + 1];
      const c = 3 * triangles[i + 2];
      const ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
      const vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
      const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      for (const p of [a, b, c]) {
        n[p] += nx;
        n[p + 1] += ny;
        n[p + 2] += nz;
      }
    }
    for (let p = 0; p < n.length; p += 3) {
      const length = Math.hypot(n[p], n[p + 1], n[p + 2]) || 1;
      n[p] /= length;
      n[p + 1] /= length;
      n[p + 2] /= length;
    }
  }
}
