// What the system says of a running program.
import { readFileSync, readdirSync } from "node:fs";

/** Memory [kB], all and what is its own; open files; time [s] that processors worked for it. */
export function measureProcess(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kilobytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]);
  const ticks = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return {
    resident: kilobytes("VmRSS"),
    heap: kilobytes("RssAnon"),
    files: readdirSync(`/proc/${pid}/fd`).length,
    cpu: (Number(ticks[11]) + Number(ticks[12])) / 100,
  };
}
