// The page in a real browser without a screen. Judges what the page knows and shows, never how fast.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand, runTests, startViewer, until } from "./command.mjs";
import { openPage } from "./raw_page.mjs";

const { chromium } = createRequire(path.join(process.env.PLEAT_WEB, "package.json"))("playwright-core");
const folder = mkdtempSync(path.join(tmpdir(), "pleat-view-"));
// Pictures of what the tests saw, for people, if they name a folder.
const pictures = process.env.PLEAT_PICTURES;

const browser = await chromium.launch({
  executablePath: process.env.PLEAT_CHROMIUM ?? "/usr/bin/chromium",
  handleSIGTERM: false,
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

/** A page of a viewer, and what it complained of. */
async function open(viewer, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1100, height: 600 }, ...options });
  page.setDefaultTimeout(60000);
  page.complaints = [];
  page.on("console", (message) => {
    const isPicture = message.location().url.includes("/pictures/"); // the scenes of tests have none
    if (message.type() === "error" && !isPicture) page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  await page.goto(viewer.url);
  await until("the page is connected", () => page.evaluate(() => window.pleat?.state().isOpen));
  return page;
}

const state = (page) => page.evaluate(() => window.pleat.state());
const position = (page, particle, side = 0) => page.evaluate(([p, s]) => window.pleat.position(p, s), [particle, side]);
const pixel = (page, particle, side = 0) => page.evaluate(([p, s]) => window.pleat.pixel(p, s), [particle, side]);
const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
const look = async (page, name) => pictures && page.screenshot({ path: path.join(pictures, `${name}.png`) });

async function seesFrames(page, count = 2) {
  const before = (await state(page)).frames;
  return until("frames come", async () => {
    const now = await state(page);
    return now.frames >= before + count && now;
  });
}

async function setRunning(page, isWanted) {
  if ((await state(page)).settings.running !== isWanted) await page.click("#play");
  await until("it plays or pauses", async () => (await state(page)).settings.running === isWanted);
}

/** What the middle of the picture looks like, when the last frame is drawn. */
async function picture(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.screenshot({ clip: { x: 290, y: 80, width: 330, height: 440 } });
}

/** Clicks until so many particles are pinned: on a busy machine a click may last so long that it is none. */
async function clickUntilPinned(page, at, count) {
  for (let tries = 1; ; ++tries) {
    await page.mouse.click(...at);
    try {
      return await until(`${count} are pinned`, async () => (await state(page)).frame.pinned.length === count, 5);
    } catch (error) {
      if (tries === 8) throw error;
    }
  }
}

const viewer = await startViewer("hanging");
const page = await open(viewer);
await page.selectOption("#set-pull", "exact");

/** Pulls a particle with the mouse, and says how far from the pointer it is drawn at last. */
async function pull(page, particle, by, side = 0) {
  // Cloth that swings may be gone before the mouse is there.
  let from = null;
  await until("it is held", async () => {
    await page.mouse.up();
    from = await pixel(page, particle, side);
    await page.mouse.move(...from);
    await page.mouse.down();
    return (await state(page)).held.length === 1;
  });
  const to = [from[0] + by[0], from[1] + by[1]];
  const held = (await state(page)).held[0];
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await until("the particle is at the pointer", async () => distance(await pixel(page, held, side), to) <= 2);
  return held;
}

const LOW = 27; // a particle in the middle, near the lower side

const tests = {
  async "the page loads and the cloth moves"() {
    await page.waitForSelector("#panel select");
    const first = await seesFrames(page);
    assert.equal(first.stage.particles, 121);
    const before = await position(page, LOW);
    await until("the cloth moves", async () => distance(await position(page, LOW), before) > 1e-4);
    assert.deepEqual(page.complaints, []);
    await look(page, "loads");
  },

  async "the mouse drags a particle to within 2 pixels of where it is"() {
    const held = await pull(page, LOW, [90, -60]);
    await look(page, "drag");
    const at = await position(page, held);
    await page.mouse.up();
    await until("it is let go", async () => (await state(page)).held.length === 0);
    await until("it flies", async () => distance(await position(page, held), at) > 0.02);
  },

  async "a method pulls as its paper does, unless something else is chosen"() {
    const note = () => page.textContent("#set-pull + small");
    await page.selectOption("#set-pull", "usual");
    assert.match(await note(), /spring/);
    const from = await pixel(page, LOW);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0] + 70, from[1] - 50);
    const held = await until("it is held", async () => (await state(page)).held[0]);
    await until("the spring pulls", async () => distance(await pixel(page, held), from) > 15);
    await look(page, "spring");
    await page.mouse.up();
    await page.selectOption("#set-method", "interactive");
    await until("the page knows", async () => /Exactly/.test(await note()));
    await pull(page, LOW, [60, -40]);
    await page.mouse.up();
    await page.selectOption("#set-method", "large-steps");
    await page.selectOption("#set-pull", "exact");
    await until("it is switched", async () => (await state(page)).settings.methods[0] === "large-steps");
  },

  async "the page lets go when the command does"() {
    await pull(page, LOW, [60, -40]);
    const other = await openPage(viewer);
    other.send({ type: "reset" });
    await until("it is let go", async () => (await state(page)).held.length === 0);
    await page.mouse.up();
    other.close();
  },

  async "beside the cloth, the view turns, moves and comes nearer"() {
    await setRunning(page, false);
    const corners = async () => [await pixel(page, 110), await pixel(page, 120)];
    const width = ([a, b]) => distance(a, b);
    const settle = () => page.evaluate(() => new Promise((done) => setTimeout(done, 700))); // it glides a little
    const first = await corners();
    const drag = async (button) => {
      await page.mouse.move(720, 150);
      await page.mouse.down({ button });
      await page.mouse.move(640, 200, { steps: 4 });
      await page.mouse.up({ button });
      await settle();
      assert.equal((await state(page)).held.length, 0);
      return corners();
    };
    const turned = await drag("left");
    assert.ok(Math.abs(width(turned) - width(first)) > 5, "it did not turn");
    const moved = await drag("right");
    const mean = (places, axis) => (places[0][axis] + places[1][axis]) / 2;
    assert.ok(mean(moved, 0) < mean(turned, 0) - 40 && mean(moved, 1) > mean(turned, 1) + 25, "it did not move");
    await page.mouse.wheel(0, -400);
    await settle();
    assert.ok(width(await corners()) > 1.1 * width(moved), "it did not come nearer");
    await page.reload();
    await until("the page is connected", () => page.evaluate(() => window.pleat?.state().settings));
    await page.selectOption("#set-pull", "exact");
    await setRunning(page, true);
  },

  async "fingers drag, too"() {
    const client = await page.context().newCDPSession(page);
    const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    await setRunning(page, false);
    const from = await pixel(page, LOW);
    const to = [from[0] - 60, from[1] - 30];
    await touch("touchStart", [from]);
    await until("it is held", async () => (await state(page)).held.length === 1);
    const held = (await state(page)).held[0];
    await setRunning(page, true).catch(() => {});
    await touch("touchMove", [to]);
    await until("the particle is at the finger", async () => distance(await pixel(page, held), to) <= 2);
    await touch("touchEnd", []);
    await until("it is let go", async () => (await state(page)).held.length === 0);
  },

  async "the method is switched while cloth moves, which goes on from where it is"() {
    for (const method of ["generalized-alpha", "interactive", "directional", "large-steps"]) {
      const before = await state(page);
      await page.selectOption("#set-method", method);
      const after = await until("it is switched", async () => {
        const now = await state(page);
        return now.frame.sides[0].method === method && now.frames > before.frames + 3 && now;
      });
      assert.ok(after.frame.time >= before.frame.time, "it began anew");
      assert.ok(Object.values(after.frame.sides[0].energy).every(Number.isFinite));
    }
  },

  async "a click with Shift pins a particle and lets it go again"() {
    await setRunning(page, false);
    const at = await pixel(page, LOW);
    const pinned = (await state(page)).frame.pinned.length;
    assert.equal(pinned, 2);
    await page.keyboard.down("Shift");
    await clickUntilPinned(page, at, 3);
    await page.keyboard.up("Shift");
    await page.check("#set-pins"); // for those who have no keys
    await clickUntilPinned(page, at, 2);
    await page.uncheck("#set-pins");
    const corner = await pixel(page, 110);
    await page.keyboard.down("Shift");
    await clickUntilPinned(page, corner, 1); // the scene's own pin
    await page.keyboard.up("Shift");
  },

  async "a single step goes on by one step, and reset begins anew"() {
    await setRunning(page, false);
    await page.click("#reset");
    await until("it is at its start", async () => (await state(page)).frame.time === 0);
    assert.equal((await state(page)).frame.pinned.length, 2);
    await page.click("#step");
    const after = await until("it made a step", async () => {
      const now = await state(page);
      return now.frame.time > 0 && now;
    });
    assert.ok(after.frame.time <= 1 / 60 + 1e-9);
    assert.equal(after.settings.running, false);
  },

  async "every colouring and the wireframe look different"() {
    await setRunning(page, true);
    await pull(page, LOW, [70, -50]);
    await page.mouse.up();
    await setRunning(page, false);
    const seen = new Map([["cloth", await picture(page)]]);
    for (const mode of ["strain", "speed", "order", "impulse", "contact"]) {
      await page.selectOption("#set-color", mode);
      await page.click("#step");
      await until(`it is coloured by ${mode}`, async () => (await state(page)).frame.color === mode);
      seen.set(mode, await picture(page));
      await look(page, `color-${mode}`);
    }
    await page.selectOption("#set-color", "cloth");
    await until("it has its own colours", async () => (await state(page)).frame.color === "cloth");
    await page.check("#set-wireframe");
    seen.set("wireframe", await picture(page));
    await page.uncheck("#set-wireframe");
    const names = [...seen.keys()];
    for (const [i, a] of names.entries()) {
      for (const b of names.slice(i + 1)) assert.ok(!seen.get(a).equals(seen.get(b)), `${a} looks like ${b}`);
    }
  },

  async "two methods run beside each other, in step, and both are pulled"() {
    await page.selectOption("#set-beside", "interactive");
    await setRunning(page, true);
    const both = await until("there are two", async () => {
      const now = await state(page);
      return now.frame.sides.length === 2 && now.frame.time > 0.3 && now;
    });
    assert.deepEqual(both.frame.sides.map((side) => side.method), ["large-steps", "interactive"]);
    assert.ok(distance(await position(page, LOW, 0), await position(page, LOW, 1)) > 1e-6);
    const held = await pull(page, LOW, [60, -30], 1);
    await until("the other follows", async () => distance(await position(page, held, 0), await position(page, held, 1)) < 1e-6);
    await look(page, "beside");
    await page.mouse.up();
    for (const [id, method] of [["#download", "large-steps"], ["#download-beside", "interactive"]]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(id)]);
      assert.equal(download.suggestedFilename(), `hanging-${method}.toml`);
      const file = path.join(folder, download.suggestedFilename());
      await download.saveAs(file);
      if (method === "interactive") assert.match(readFileSync(file, "utf8"), /preset = "interactive"/);
      const run = await runCommand("run", file, "--frames", "2", "--out", path.join(folder, `side-${method}`), "--quiet");
      assert.equal(run.code, 0, run.output);
    }
    await page.selectOption("#set-beside", "");
    await until("there is one", async () => (await state(page)).frame.sides.length === 1);
  },

  async "what is set is downloaded as a scene that runs"() {
    await page.selectOption("#set-method", "generalized-alpha");
    await page.selectOption("#set-fabric", "denim");
    const slide = (id, value) =>
      page.evaluate(([id, value]) => {
        const input = document.getElementById(id);
        input.value = value;
        input.dispatchEvent(new Event("input"));
      }, [id, String(value)]);
    await slide("set-wind_speed", 40);
    await slide("set-rho", 100);
    await until("it is set", async () => {
      const { settings } = await state(page);
      return settings.fabric === "denim" && Math.abs(settings.numbers[0].wind_speed - 6) < 1e-9 && settings.numbers[0].rho === 0.5;
    });
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
    const file = path.join(folder, download.suggestedFilename());
    await download.saveAs(file);
    const text = readFileSync(file, "utf8");
    assert.match(text, /preset = "generalized-alpha"/);
    assert.match(text, /rho = 0\.5/);
    const run = await runCommand("run", file, "--frames", "3", "--out", path.join(folder, "downloaded"), "--quiet");
    assert.equal(run.code, 0, run.output);
  },

  async "the page has nothing to complain of"() {
    assert.deepEqual(page.complaints, []);
    await page.close();
    await viewer.stop();
  },

  async "without a scene one is chosen from pictures"() {
    const choosing = await startViewer();
    const page = await open(choosing);
    await page.waitForSelector(".scene");
    assert.equal(await page.locator(".scene").count(), 2);
    await look(page, "chooser");
    await page.click("#scene-ball");
    await until("it is shown", async () => (await state(page)).frame?.time > 0.2);
    await look(page, "ball");
    assert.equal((await state(page)).stage.solids.length, 2);
    await page.click("#home");
    await page.click("#scene-hanging");
    await until("another is shown", async () => (await state(page)).stage.particles === 121);
    await seesFrames(page);
    await choosing.stop();
    await page.close();
  },

  async "on a phone all is in reach"() {
    const small = await startViewer("hanging");
    for (const [width, height] of [[390, 844], [844, 390]]) {
      const page = await open(small, { viewport: { width, height }, hasTouch: true });
      await seesFrames(page);
      for (const id of ["#home", "#play", "#step", "#reset"]) {
        const box = await page.locator(id).boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= width, `${id} is at ${box.x}, ${box.width} wide`);
      }
      if (width < height) {
        await page.tap("#tab-figures");
        await page.waitForSelector("text=Worst stretch");
        await look(page, "phone-figures");
        await page.tap("#tab-controls");
      }
      await page.selectOption("#set-pull", "exact");
      await page.locator("#set-pins").tap();
      assert.ok(await page.isChecked("#set-pins"));
      await look(page, `phone-${width}`);
      const at = await pixel(page, 60);
      const box = await page.locator("#panel").boundingBox();
      assert.ok(at[0] > 0 && at[1] > 0 && (at[0] < box.x || at[1] < box.y), "the panel hides the cloth");
      await setRunning(page, false);
      await page.touchscreen.tap(...(await pixel(page, 60)));
      await until("a tap pins it", async () => (await state(page)).frame.pinned.length === 3);
      await page.click("#reset");
      await setRunning(page, true);
      assert.deepEqual(page.complaints, []);
      await page.close();
    }
    await small.stop();
  },

  async "a finished run is played, with a time line"() {
    const out = path.join(folder, "run");
    assert.equal((await runCommand("run", "ball", "--frames", "12", "--out", out, "--quiet")).code, 0);
    for (const animation of [out, path.join(out, "cloth.pc2")]) {
      const playing = await startViewer(animation);
      const page = await open(playing);
      await until("it plays", async () => (await state(page)).frame?.frame > 0);
      await setRunning(page, false);
      const seek = (frame) =>
        page.evaluate((frame) => {
          const slider = document.getElementById("moment");
          slider.value = String(frame);
          slider.dispatchEvent(new Event("input"));
        }, frame);
      await seek(0);
      await until("it is at the start", async () => (await state(page)).frame.frame === 0);
      const start = await position(page, 0);
      await seek(12);
      await until("it is at the end", async () => (await state(page)).frame.frame === 12);
      assert.ok(distance(await position(page, 0), start) > 0.05);
      await page.selectOption("#set-color", "strain");
      await until("it is coloured", async () => (await state(page)).frame.colored);
      await look(page, `playback-${path.extname(animation).slice(1) || "run"}`);
      assert.deepEqual(page.complaints, []);
      await page.close();
      await playing.stop();
    }
  },
};

try {
  await runTests(tests);
} finally {
  await browser.close();
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  process.exit(); // viewers that a failed test left behind go, too
}
