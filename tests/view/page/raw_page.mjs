// A page without a browser: a WebSocket client on a plain socket, that can also misbehave.
import { randomBytes } from "node:crypto";
import net from "node:net";

/** Sends bytes and returns all that comes back until the other side closes, or for so long. */
export function exchange(port, bytes, milliseconds = 2000) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(finish, milliseconds);
    socket.on("data", (data) => (text += data.toString("latin1")));
    socket.on("end", finish);
    socket.on("error", (error) => (error.code === "ECONNRESET" || error.code === "EPIPE" ? finish() : reject(error)));
  });
}

export function request(target, headers) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

export function upgradeHeaders({ port }, changes = {}) {
  const headers = {
    Host: `127.0.0.1:${port}`,
    Origin: `http://127.0.0.1:${port}`,
    Upgrade: "websocket",
    Connection: "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
    ...changes,
  };
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null));
}

export function encodeText(text) {
  const payload = Buffer.from(text);
  const head = payload.length < 126 ? Buffer.from([0x81, 0x80 | payload.length]) : Buffer.alloc(4);
  if (payload.length >= 126) {
    head[0] = 0x81;
    head[1] = 0x80 | 126;
    head.writeUInt16BE(payload.length, 2);
  }
  const mask = randomBytes(4);
  for (let i = 0; i < payload.length; ++i) payload[i] ^= mask[i % 4];
  return Buffer.concat([head, mask, payload]);
}

/** Connects as our own page does. `onMessage(message)` gets texts as objects, and frames and stages with their JSON. */
export function openPage(viewer, onMessage = () => {}) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(viewer.port, "127.0.0.1");
    const page = { socket, isClosed: false, send: (message) => socket.write(encodeText(JSON.stringify(message))) };
    page.closed = new Promise((done) => {
      const end = () => {
        page.isClosed = true;
        done();
      };
      socket.on("close", end);
      socket.on("end", end);
      socket.on("error", end);
    });
    page.close = () => socket.destroy();
    let bytes = Buffer.alloc(0);
    let isOpen = false;
    socket.on("data", (data) => {
      bytes = Buffer.concat([bytes, data]);
      if (!isOpen) {
        const end = bytes.indexOf("\r\n\r\n");
        if (end < 0) return;
        const status = bytes.toString("latin1", 0, 12);
        if (status !== "HTTP/1.1 101") return reject(new Error(status));
        bytes = bytes.subarray(end + 4);
        isOpen = true;
        resolve(page);
      }
      for (let message = take(); message; message = take()) {
        if (message.opcode === 9) socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
        if (message.opcode === 1) onMessage(JSON.parse(message.payload.toString()), page);
        if (message.opcode === 2) onMessage(readBinary(message.payload), page);
      }
    });
    socket.write(request(`/session?token=${viewer.token}`, upgradeHeaders(viewer)));

    function take() {
      if (bytes.length < 2) return null;
      let length = bytes[1] & 127;
      let head = 2;
      if (length === 126) [length, head] = bytes.length < 4 ? [Infinity, 4] : [bytes.readUInt16BE(2), 4];
      else if (length === 127) [length, head] = bytes.length < 10 ? [Infinity, 10] : [Number(bytes.readBigUInt64BE(2)), 10];
      if (bytes.length < head + length) return null;
      const message = { opcode: bytes[0] & 15, payload: bytes.subarray(head, head + length) };
      bytes = bytes.subarray(head + length);
      return message;
    }
  });
}

function readBinary(payload) {
  const length = payload.readUInt32LE(8);
  const json = JSON.parse(payload.toString("utf8", 12, 12 + length));
  const type = payload.readUInt32LE(0) === 1 ? "stage" : "frame";
  return { type, stage: payload.readUInt32LE(4), info: json, numbers: payload.subarray(12 + length) };
}

export function acknowledge(page, frame) {
  page.send({ type: "shown", stage: frame.stage, frame: frame.info.number });
}

/** The place of a particle in a frame of one simulation. */
export function placeOf(frame, particle) {
  return [0, 1, 2].map((axis) => frame.numbers.readFloatLE(12 * particle + 4 * axis));
}
