// TinyUSDZ reads every time sample of a USD file, and they are those of the run: node usd.mjs MODULES FOLDER
import fs from 'node:fs';
import path from 'node:path';

// The module is built for browsers' workers; this is all that it asks of one.
globalThis.WorkerGlobalScope = class {};
globalThis.self = { location: { href: import.meta.url } };
process.type = 'renderer';

const [modules, folder] = process.argv.slice(2);
const base = path.join(path.resolve(modules), 'tinyusdz');
const { default: load } = await import(path.join(base, 'tinyusdz.js'));
const library = await load({ wasmBinary: fs.readFileSync(path.join(base, 'tinyusdz.wasm')) });
const bytes = new Uint8Array(fs.readFileSync(path.join(folder, 'cloth.usda')));

function fail(words) {
    console.error(words);
    process.exit(1);
}

// As a scene: all objects with their triangles.
const stats = JSON.parse(fs.readFileSync(path.join(folder, 'stats.json')));
const scene = new library.TinyUSDZLoaderNative();
if (!scene.loadFromBinary(bytes, 'cloth.usda')) fail('TinyUSDZ: ' + scene.error());
const wanted = [...stats.cloths, ...stats.solids];
if (scene.numMeshes() !== wanted.length) fail(`${scene.numMeshes()} meshes; must be ${wanted.length}`);
for (let i = 0; i < wanted.length; ++i) {
    const mesh = scene.getMesh(i);
    const object = wanted.find((thing) => thing.name === mesh.primName) ?? fail('no object ' + mesh.primName);
    if (mesh.faceVertexCounts.length !== object.triangles) fail(`${mesh.primName}: ${mesh.faceVertexCounts.length} faces`);
}

// As a layer, which tells what it read as text: the positions of all cloths in each frame.
const layer = new library.TinyUSDZLoaderNative();
if (!layer.loadAsLayerFromBinary(bytes, 'cloth.usda')) fail('TinyUSDZ: ' + layer.error());
const text = layer.layerToString();
if (!text.includes(`timeCodesPerSecond = ${stats.frame_rate}`)) fail('wrong frame rate');
const cache = fs.readFileSync(path.join(folder, 'cloth.pc2'));
const points = cache.readInt32LE(16), samples = cache.readInt32LE(28);
let first = 0, worst = 0;
for (const cloth of stats.cloths) {
    const start = text.indexOf('points.timeSamples', text.indexOf(`def Mesh "${cloth.name}"`));
    const block = text.slice(start, text.indexOf('\n        }', start));
    const frames = [...block.matchAll(/^\s*([0-9.]+): \[(.*)\],?$/gm)];
    if (frames.length !== samples) fail(`${cloth.name}: ${frames.length} samples; must be ${samples}`);
    frames.forEach(([, time, list], frame) => {
        if (Number(time) !== frame) fail(`${cloth.name}: a sample at ${time}; must be ${frame}`);
        const numbers = list.match(/-?[0-9.]+(e[-+]?[0-9]+)?/g).map(Number);
        if (numbers.length !== 3 * cloth.particles) fail(`${cloth.name}: ${numbers.length} numbers`);
        numbers.forEach((x, i) => {
            const at = 32 + 4 * (3 * (frame * points + first) + i);
            worst = Math.max(worst, Math.abs(x - cache.readFloatLE(at)));
        });
    });
    first += cloth.particles;
}
if (!(worst <= 1e-6)) fail(`off by ${worst} m`);
console.log(`TinyUSDZ reads ${samples} frames of ${stats.cloths.length} cloths, off by at most ${worst} m`);
