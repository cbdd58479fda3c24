import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import { expect, it } from "vitest";
import { lowerPriority } from "../../scripts/serve/lower-priority.ts";
import { present } from "../../src/domain/present.ts";

it("all threads of a process come after others", async () => {
  const child = spawn(process.execPath, ["-e", "console.log('up'); setInterval(() => {}, 1e6)"]);
  try {
    await once(child.stdout, "data");
    const pid = present(child.pid);

    lowerPriority(pid);

    const threads = process.platform === "linux" ? fs.readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
    const own = os.getPriority();
    expect(threads.every((thread) => os.getPriority(thread) > own)).toBe(true);
  } finally {
    child.kill("SIGKILL");
  }
});
