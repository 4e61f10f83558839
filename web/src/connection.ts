// The line to the command. A frame is acknowledged once it is drawn: then the next one comes.
import { decode, type Frame, type Stage, type Text } from "./protocol";

export interface Listener {
  onText(text: Text): void;
  onStage(stage: Stage): void;
  onFrame(frame: Frame): void;
  onState(isOpen: boolean): void;
}

/** The secret of this run stands behind the # of the address. It is kept for reloading, and taken out of sight. */
function takeToken(): string {
  const given = location.hash.slice(1);
  if (/^[0-9a-f]{32}$/.test(given)) {
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("token") ?? "";
}

export class Connection {
  private socket: WebSocket | null = null;
  private stage: Stage | null = null;
  private readonly token = takeToken();

  constructor(private listener: Listener) {
    this.open();
  }

  send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  acknowledge(frame: Frame): void {
    this.send({ type: "shown", stage: frame.stage, frame: frame.info.number });
  }

  private open(): void {
    this.socket = new WebSocket(`ws://${location.host}/session?token=${this.token}`);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.listener.onState(true);
    this.socket.onclose = () => {
      this.listener.onState(false);
      setTimeout(() => this.open(), 1000);
    };
    this.socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => this.take(event.data);
  }

  private take(data: string | ArrayBuffer): void {
    if (typeof data === "string") return this.listener.onText(JSON.parse(data) as Text);
    const message = decode(data, this.stage);
    if (message === null) return;
    if ("stage" in message) {
      this.stage = message.stage;
      this.listener.onStage(message.stage);
    } else {
      this.listener.onFrame(message.frame);
    }
  }
}
