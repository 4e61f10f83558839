// Hours of a scene with pages that come, look, pull, change things, stall and leave: does the command's memory stay flat?
// No test, since it takes as long as it is to take; docs/viewer.md says how to run it and what came out.
import { createWriteStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sleep, startViewer } from "./command.mjs";
import { measureProcess } from "./process.mjs";
import { acknowledge, exchange, openPage, placeOf, request } from "./raw_page.mjs";

const { values: options } = parseArgs({
  options: {
    scene: { type: "string", default: "hanging" },
    minutes: { type: "string", default: "120" },
    every: { type: "string", default: "60" }, // [s] between two samples
    pages: { type: "string", default: "5" }, // at once
    out: { type: "string", default: "soak.csv" },
  },
});
const minutes = Number(options.minutes);
process.env.PLEAT_SCENES ??= fileURLToPath(new URL("../scenes", import.meta.url));

// What comes before is not judged: tables grow to their size, and the heap to its shape.
const WARM_UP = 0.2; // of the whole time

// [kB an hour] Memory that grows more slowly is called flat.
const FLAT = 1024;

/** Random numbers that are the same in each run (mulberry32). */
function makeRandom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const random = makeRandom(1);
const between = (least, most) => least + (most - least) * random();
const oneOf = (list) => list[Math.floor(random() * list.length)];

// How pages are: each takes so long [ms] to draw a frame; null: it never says that it has.
const KINDS = { prompt: 0, slow: 250, stalled: null, deaf: null };

// What a page may change in passing; most say nothing at all.
const CHANGES = [
  ...["large-steps", "generalized-alpha", "interactive"].map((preset) => ({ type: "method", side: 0, preset })),
  ...["interactive", ""].map((preset) => ({ type: "compare", preset })),
  ...["denim", ""].map((name) => ({ type: "fabric", name })),
  ...["cloth", "strain", "speed", "impulse", "contact"].map((mode) => ({ type: "color", mode })),
  ...[0, 3].map((value) => ({ type: "set", control: "wind_speed", value })),
  { type: "open", scene: options.scene },
  { type: "scene-file" },
  { type: "reset" },
];
const SHARE_OF_CHANGES = 0.3;

const counts = { visits: 0, here: 0, frames: 0, troubles: 0, time: 0, simulated: 0 };

function see(page, seen, message) {
  if (message.type === "stage") [seen.particles, seen.last] = [message.info.particles, null];
  if (message.type === "trouble") ++counts.troubles;
  if (message.type !== "frame") return;
  ++counts.frames;
  seen.last = message;
  // Time begins anew with a reset, and half a second is never skipped.
  const passed = message.info.time - counts.time;
  if (passed > 0 && passed < 0.5) counts.simulated += passed;
  if (passed > 0 || message.info.time < 0.5) counts.time = message.info.time;
  const pace = KINDS[seen.kind];
  if (pace !== null) setTimeout(() => page.isClosed || acknowledge(page, message), pace);
}

/** Takes hold of a particle and moves it around for some seconds; some never let go. */
async function pull(page, seen) {
  const particle = Math.floor(random() * seen.particles);
  const start = placeOf(seen.last, particle);
  const pull = oneOf(["usual", "exact", "spring"]);
  page.send({ type: "grab", pointer: 0, particle, place: start, radius: oneOf([0, 0.1]), pull });
  const way = [between(-0.15, 0.15), between(-0.05, 0.1), between(-0.15, 0.15)];
  const moves = Math.round(between(10, 60));
  for (let number = 1; number <= moves && !page.isClosed; ++number) {
    const share = Math.sin((Math.PI * number) / moves);
    page.send({ type: "move", pointer: 0, place: start.map((x, axis) => x + share * way[axis]), number });
    await sleep(50);
  }
  if (random() < 0.7) page.send({ type: "release", pointer: 0 });
}

/** One page, from its files to its end. */
async function visit(viewer) {
  ++counts.visits;
  for (const target of ["/", "/page.css", "/page.js"]) {
    await exchange(viewer.port, request(target, { Host: `127.0.0.1:${viewer.port}` }));
  }
  const seen = { kind: oneOf(Object.keys(KINDS)), last: null, particles: 0 };
  const page = await openPage(viewer, (message, page) => see(page, seen, message));
  ++counts.here;
  if (seen.kind === "deaf") page.socket.pause();
  await sleep(between(500, 4000));
  if (random() < SHARE_OF_CHANGES) page.send(oneOf(CHANGES));
  page.send({ type: "play" }); // it stops where a simulation cannot go on
  if (seen.last) await pull(page, seen);
  await sleep(between(0, 4000));
  if (random() < 0.5) page.socket.end();
  else page.socket.resetAndDestroy();
  await sleep(200);
  page.close();
  --counts.here;
}

async function keepVisiting(viewer, end) {
  while (Date.now() < end) await visit(viewer);
}

/** The slope of a straight line through points, by least squares. */
function slopeOf(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((p) => p[0])), mean(points.map((p) => p[1]))];
  const above = points.reduce((sum, p) => sum + (p[0] - x) * (p[1] - y), 0);
  return above / points.reduce((sum, p) => sum + (p[0] - x) ** 2, 0);
}

function judge(samples) {
  const judged = samples.filter((sample) => sample.minute >= WARM_UP * minutes);
  const values = judged.map((sample) => sample.heap);
  const slope = slopeOf(judged.map((sample) => [sample.minute / 60, sample.heap]));
  const last = samples.at(-1);
  console.log(`${counts.visits} pages in ${minutes} minutes, ${counts.frames} frames, ${counts.simulated.toFixed(0)} s simulated, ` +
    `${((100 * last.cpu) / (60 * last.minute)).toFixed(1)} % of a core, ${counts.troubles} troubles`);
  console.log(`own memory after ${(WARM_UP * minutes).toFixed(0)} minutes: ${values[0]} kB, at the end ${values.at(-1)} kB, ` +
    `between ${Math.min(...values)} and ${Math.max(...values)} kB; all that is resident: ${last.resident} kB`);
  console.log(`it grows by ${slope.toFixed(0)} kB an hour; allowed are ${FLAT}`);
  return slope <= FLAT;
}

const viewer = await startViewer(options.scene, "--threads", "1");
const begin = Date.now();
const end = begin + 60000 * minutes;
const out = createWriteStream(options.out);
out.write("minute,resident_kb,heap_kb,files,cpu_s,visits,pages,frames,simulated_s,troubles\n");
const visitors = Array.from({ length: Number(options.pages) }, () => keepVisiting(viewer, end));
const samples = [];
for (let next = begin; next <= end; next += 1000 * Number(options.every)) {
  await sleep(Math.max(0, next - Date.now()));
  const sample = { minute: (next - begin) / 60000, ...measureProcess(viewer.pid) };
  samples.push(sample);
  const { minute, resident, heap, files, cpu } = sample;
  out.write([minute.toFixed(1), resident, heap, files, cpu, counts.visits, counts.here, counts.frames, counts.simulated.toFixed(1), counts.troubles].join() + "\n");
}
await Promise.all(visitors);
const ended = await viewer.stop();
const isFlat = judge(samples);
process.exitCode = isFlat && ended.code === 0 ? 0 : 1;
