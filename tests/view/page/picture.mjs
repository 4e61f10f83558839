// Takes the picture of docs/viewer.md: a flag that is pulled at, in a browser without a screen. Waits for a moment in which
// the simulation keeps up, since a picture of an overloaded machine says little.
//   node tests/view/page/picture.mjs FILE.jpg
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sleep, startViewer, until } from "./command.mjs";

const web = process.env.PLEAT_WEB ?? fileURLToPath(new URL("../../../build/release/web", import.meta.url));
const { chromium } = createRequire(path.join(web, "package.json"))("playwright-core");

// Coarser than in the gallery, so that a machine that draws without a graphics card keeps up, too.
const WORDS = ["flag", "--set", "method.preset=interactive", "--set", "cloth.0.grid.cells=[36, 24]", "--threads", "1"];
const PARTICLE = 12 * 37 + 27; // in the middle, nearer to the free end
const BY = [-60, -110]; // [pixels]
const WANTED = 1; // real-time factor
const TRIES = 20;

const viewer = await startViewer(...WORDS);
const browser = await chromium.launch({
  executablePath: process.env.PLEAT_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
await page.goto(viewer.url);
const state = () => page.evaluate(() => window.pleat?.state());
await until("the flag flies", async () => (await state())?.frame?.time > 1.5, 120);
let from;
await until("it is held", async () => {
  await page.mouse.up();
  from = await page.evaluate((particle) => window.pleat.pixel(particle), PARTICLE);
  await page.mouse.move(...from);
  await page.mouse.down();
  return (await state()).held.length === 1;
});
for (let i = 1; i <= 10; ++i) {
  await page.mouse.move(from[0] + (BY[0] * i) / 10, from[1] + (BY[1] * i) / 10);
  await sleep(100);
}
let best = 0;
for (let i = 0; i < TRIES && best < WANTED; ++i) {
  await sleep(1000);
  await page.keyboard.press(" ");
  await sleep(4000); // what stands still is drawn finely
  const { factor } = (await state()).frame;
  if (factor > best) await page.screenshot({ path: process.argv[2], type: "jpeg", quality: 88 });
  best = Math.max(best, factor);
  await page.keyboard.press(" ");
}
console.log(`real-time factor ${best.toPrecision(2)}`);
await browser.close();
await viewer.stop();
