// Everything that a web page of somebody else, another program or another user could try at the viewer's port.
import assert from "node:assert/strict";
import net from "node:net";
import { runTests, sleep, startViewer, until } from "./command.mjs";
import { acknowledge, encodeText, exchange, openPage, request, upgradeHeaders } from "./raw_page.mjs";

const viewer = await startViewer("hanging");
const { port, token } = viewer;
const session = `/session?token=${token}`;
const own = { Host: `127.0.0.1:${port}` };

const get = (target, headers = own) => exchange(port, request(target, headers));
const upgrade = (target, changes) => exchange(port, request(target, upgradeHeaders(viewer, changes)), 500);
const isRefused = (answer) => assert.match(answer, /^HTTP\/1\.1 4\d\d /);

/** The hashes of the simulation by time, from a page that only looks. */
async function watchHashes(viewer) {
  const hashes = new Map();
  await openPage(viewer, (message, page) => {
    if (message.type !== "frame") return;
    acknowledge(page, message);
    hashes.set(message.info.time, message.info.sides[0].hash);
  });
  return hashes;
}

const attacks = {
  async "a foreign or null origin is refused"() {
    for (const Origin of ["http://evil.example", "null", `https://127.0.0.1:${port}`, `http://127.0.0.1:${port}.evil.example`, "http://127.0.0.1", null]) {
      isRefused(await upgrade(session, { Origin }));
    }
    isRefused(await get("/", { ...own, Origin: "http://evil.example" }));
    isRefused(await get("/page.js", { ...own, Origin: "null" }));
    isRefused(await get("/page.js", { ...own, "Sec-Fetch-Site": "cross-site" }));
  },

  async "a wrong host is refused"() {
    for (const Host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1:${port + 1}`, `[::1]:${port}`, ""]) {
      isRefused(await get("/", { Host }));
      isRefused(await upgrade(session, { Host }));
    }
    isRefused(await exchange(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\n\r\n`));
    isRefused(await exchange(port, "GET / HTTP/1.1\r\n\r\n"));
  },

  async "a missing or wrong token is refused"() {
    const wrong = token.replace(/./g, (digit) => (digit === "0" ? "1" : "0"));
    for (const target of ["/session", "/session?token=", `/session?token=${wrong}`, `${session}0`, session.slice(0, -1), "/", `/x${session}`]) {
      isRefused(await upgrade(target, {}));
    }
  },

  async "nothing but the page's files is served"() {
    assert.match(await get("/"), /^HTTP\/1\.1 200 /);
    const targets = ["/../etc/passwd", "/../../../../etc/passwd", "/%2e%2e/etc/passwd", "/pictures/../../../README.md", "//etc/passwd", "/page.js/..", "/scenes/hanging.toml", "/?x", "/page.js%00.css", session, "http://127.0.0.1/page.js"];
    for (const target of targets) assert.match(await get(target), /^HTTP\/1\.1 404 /, target);
    isRefused(await exchange(port, `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`));
    assert.equal((await exchange(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${"x".repeat(20000)}\r\n\r\n`)).startsWith("HTTP/1.1 200"), false);
  },

  async "answers forbid what the page does not need"() {
    const answer = await get("/");
    for (const header of [/Content-Security-Policy: default-src 'none'; script-src 'self'/, /X-Content-Type-Options: nosniff/, /Referrer-Policy: no-referrer/, /frame-ancestors 'none'/, /Cross-Origin-Resource-Policy: same-origin/]) {
      assert.match(answer, header);
    }
    assert.doesNotMatch(answer, /Access-Control/);
    const accepted = await upgrade(session, { "Sec-WebSocket-Extensions": "permessage-deflate" });
    assert.match(accepted, /^HTTP\/1\.1 101 /);
    assert.doesNotMatch(accepted.split("\r\n\r\n")[0], /deflate/);
  },

  async "a message that says it has 1 GiB ends the connection"() {
    const page = await openPage(viewer);
    const head = Buffer.alloc(14);
    head[0] = 0x81;
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(1n << 30n, 2);
    page.socket.write(head);
    await until("the connection ends", () => page.isClosed);
    assert.equal((await exchange(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 1073741824\r\n\r\n`)).startsWith("HTTP/1.1 200"), false);
  },

  async "a message longer than any of ours ends the connection"() {
    const page = await openPage(viewer);
    page.socket.write(encodeText(JSON.stringify({ type: "play", x: "x".repeat(5000) })));
    await until("the connection ends", () => page.isClosed);
  },

  async "frames without a mask end the connection"() {
    const page = await openPage(viewer);
    page.socket.write(Buffer.concat([Buffer.from([0x81, 15]), Buffer.from('{"type":"play"}')]));
    await until("the connection ends", () => page.isClosed);
  },

  async "who shakes hands slowly is sent away"() {
    const socket = net.connect(port, "127.0.0.1");
    let isClosed = false;
    socket.on("close", () => (isClosed = true));
    socket.on("error", () => {});
    socket.resume();
    const begin = Date.now();
    const text = request("/", own);
    for (let i = 0; !isClosed && i < text.length && Date.now() - begin < 9000; ++i) {
      socket.write(text[i]);
      await sleep(400);
    }
    assert.ok(isClosed && Date.now() - begin < 8000, "it was let wait");
  },

  async "a flood ends the connection"() {
    const page = await openPage(viewer);
    const message = encodeText(JSON.stringify({ type: "move", pointer: 0, place: [0, 0, 0], number: 1 }));
    for (let i = 0; i < 100 && !page.isClosed; ++i) {
      page.socket.write(Buffer.concat(Array(100).fill(message)));
      await sleep(1);
    }
    await until("the connection ends", () => page.isClosed);
  },

  async "nonsense and numbers that are not allowed end the connection"() {
    const place = [0, 0, 0];
    const bad = [
      "nonsense", "[]", "{}", '{"type":1}', '{"type":"nothing"}', "[".repeat(4000),
      '{"type":"set","control":"step","value":1e999}', '{"type":"set","control":"step","value":null}',
      '{"type":"set","control":"step","value":-1}', '{"type":"set","control":"__proto__","value":1}',
      '{"type":"move","pointer":0,"place":[1e9,0,0],"number":1}', '{"type":"move","pointer":0,"place":[0,0],"number":1}',
      JSON.stringify({ type: "grab", pointer: 99, particle: 0, place, radius: 0, pull: "exact" }),
      JSON.stringify({ type: "grab", pointer: 0, particle: -1, place, radius: 0, pull: "exact" }),
      JSON.stringify({ type: "grab", pointer: 0, particle: 0.5, place, radius: 0, pull: "exact" }),
    ];
    for (const text of bad) {
      const page = await openPage(viewer);
      page.socket.write(encodeText(text));
      await until(`the connection ends after ${text.slice(0, 60)}`, () => page.isClosed);
    }
  },

  async "names never become paths"() {
    const troubles = [];
    const page = await openPage(viewer, (message) => message.type === "trouble" && troubles.push(message.text));
    const names = ["../scenes/ball", "/etc/passwd", "ball.toml", "./ball", "ball/../ball", ""];
    for (const scene of names) page.send({ type: "open", scene });
    page.send({ type: "grab", pointer: 0, particle: 1e9, place: [0, 0, 0], radius: 0, pull: "exact" });
    await until("all are refused", () => troubles.length === names.length + 1);
    page.close();
  },

  async "only so many pages and sockets are let in"() {
    const pages = [];
    let refused = false;
    for (let i = 0; i < 20 && !refused; ++i) {
      await openPage(viewer).then((page) => pages.push(page), () => (refused = true));
    }
    assert.ok(refused && pages.length <= 8);
    for (const page of pages) page.close();
    const sockets = Array.from({ length: 200 }, () => net.connect(port, "127.0.0.1").on("error", () => {}));
    await sleep(300);
    for (const socket of sockets) socket.destroy();
    await until("others are let in again", () => openPage(viewer).then((page) => page.close() ?? true, () => false));
  },
};

await runTests({
  ...attacks,
  async "the simulation is the same to the bit as one that nobody attacked"() {
    const calm = await startViewer("hanging");
    const attacked = await startViewer("hanging");
    const [calmHashes, attackedHashes] = [await watchHashes(calm), await watchHashes(attacked)];
    for (let i = 0; i < 5; ++i) {
      for (const target of ["/session", "/../etc/passwd"]) {
        await exchange(attacked.port, request(target, upgradeHeaders(attacked, { Origin: "null" })), 300);
      }
      const page = await openPage(attacked);
      page.socket.write(encodeText(i % 2 ? "nonsense" : '{"type":"set","control":"gravity","value":1e30}'));
      await until("the connection ends", () => page.isClosed);
    }
    const common = () => [...calmHashes.keys()].filter((time) => attackedHashes.has(time));
    await until("both were seen at the same times", () => common().length > 30);
    for (const time of common()) assert.equal(attackedHashes.get(time), calmHashes.get(time), `at ${time} s`);
    await Promise.all([calm.stop(), attacked.stop()]);
  },
  async "Ctrl-C ends it"() {
    assert.deepEqual(await viewer.stop(), { code: 0, signal: null });
  },
});
