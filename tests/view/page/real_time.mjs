// How fast a scene runs in the viewer, seen by a page that receives everything and draws nothing: drawing without a graphics
// card would take a core. Nothing that moves is skipped; a scene that is faster than the clock waits for it.
// docs/viewer.md says how to run it and what came out.
import { parseArgs } from "node:util";
import { startViewer, until } from "./command.mjs";
import { measureProcess } from "./process.mjs";
import { acknowledge, openPage } from "./raw_page.mjs";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "2.5" }, // simulated
    patience: { type: "string", default: "120" }, // [s] by the clock
    only: { type: "string", default: "" },
    threads: { type: "string", default: "0" },
  },
});

const LARGE_SHEET = ["--set", "method.preset=interactive", "--set", "cloth.0.grid.cells=[140, 140]"];
const CASES = {
  "large steps, self collision": ["cylinder"],
  "large steps, self collision, steps of 1/30 s": ["cylinder", "--set", "steps.max=0.0333333333"],
  "interactive": ["sphere", ...LARGE_SHEET],
  "interactive, no fail-safe": ["sphere", ...LARGE_SHEET, "--set", "method.fail_safe=false"],
  "interactive, 4 substeps of 4 sweeps, no fail-safe": ["sphere", ...LARGE_SHEET, "--set", "method.fail_safe=false", "--set", "steps.max=0.0333333333", "--set", "method.substep=0.00833333333", "--set", "method.sweeps=4"],
};

/** From the scene's start until so much time of it has passed, or patience ends. */
async function measure(words) {
  const viewer = await startViewer(...words, "--threads", options.threads);
  const seen = { last: null, particles: 0, running: null, bytes: 0, stretch: 0 };
  const page = await openPage(viewer, (message, page) => {
    if (message.type === "stage") seen.particles = message.info.particles;
    if (message.type === "settings") seen.running = message.running;
    if (message.type !== "frame") return;
    acknowledge(page, message);
    seen.last = message.info;
    seen.bytes += message.numbers.length;
    seen.stretch = Math.max(seen.stretch, message.info.sides[0].stretch);
  });
  page.send({ type: "pause" });
  page.send({ type: "reset" });
  await until("it stands at its start", () => seen.running === false && seen.last?.time === 0, Number(options.patience));
  const [before, begin, cpu] = [seen.last, Date.now(), measureProcess(viewer.pid).cpu];
  [seen.bytes, seen.stretch] = [0, 0];
  page.send({ type: "play" });
  const isDone = () => seen.last.time >= Number(options.seconds) || Date.now() > begin + 1000 * Number(options.patience);
  await until("it is done", isDone, Number(options.patience) + 60);
  const clock = (Date.now() - begin) / 1000;
  const after = seen.last;
  const work = measureProcess(viewer.pid).cpu - cpu;
  page.close();
  await viewer.stop();
  const [passed, computed] = [after.time - before.time, after.computed - before.computed];
  return { particles: seen.particles, passed, clock, computed, work, megabytes: seen.bytes / 1e6, stretch: seen.stretch };
}

console.log("| | particles | simulated | real time by the clock | real time, computing alone | computing for 1/30 s | processors for 1/30 s | received | worst stretch |");
console.log("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
for (const [name, words] of Object.entries(CASES)) {
  if (!name.includes(options.only)) continue;
  const { particles, passed, clock, computed, work, megabytes, stretch } = await measure(words);
  const cells = [
    name,
    particles.toLocaleString("en"),
    `${passed.toFixed(2)} s`,
    (passed / clock).toFixed(2),
    (passed / computed).toFixed(2),
    `${((1000 * computed) / passed / 30).toFixed(1)} ms`,
    `${((1000 * work) / passed / 30).toFixed(1)} ms`,
    `${(megabytes / clock).toFixed(1)} MB/s`,
    `${(100 * stretch).toFixed(0)} %`,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
