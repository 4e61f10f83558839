// Starts `pleat view` and knows its address.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const BUILT = fileURLToPath(new URL("../../../build/release/apps/pleat/pleat", import.meta.url));
const COMMAND = process.env.PLEAT_COMMAND ?? BUILT;

export async function startViewer(...words) {
  const child = spawn(COMMAND, ["view", ...words, "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const found = /http:\/\/127\.0\.0\.1:(\d+)\/#([0-9a-f]{32})/.exec(text);
      if (found) resolve({ url: found[0], port: Number(found[1]), token: found[2] });
    });
    child.on("exit", (code) => reject(new Error(`pleat view ended with ${code}`)));
  });
  process.on("exit", () => child.kill("SIGKILL"));
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal })));
  return {
    ...address,
    pid: child.pid,
    async stop() {
      child.kill("SIGINT");
      return ended;
    },
  };
}

export function runCommand(...words) {
  return new Promise((resolve) => {
    const child = spawn(COMMAND, words, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    child.on("exit", (code) => resolve({ code, output }));
  });
}

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the question is answered with something; fails after half a minute, or as many seconds as are given. */
export async function until(what, question, seconds = 30) {
  const end = Date.now() + 1000 * seconds;
  for (;;) {
    const answer = await question();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await sleep(20);
  }
}

/** Runs tests one after the other, or those whose names have the word that is given; the status says whether all were good. */
export async function runTests(tests) {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (process.argv[2] && !name.includes(process.argv[2])) continue;
    const begin = Date.now();
    try {
      await test();
      console.log(`ok      ${name} (${Date.now() - begin} ms)`);
    } catch (error) {
      ++failed;
      console.log(`FAILED  ${name}\n        ${error.stack}`);
    }
  }
  process.exitCode = failed > 0 ? 1 : 0;
}
