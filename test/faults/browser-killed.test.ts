import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestHarness } from "wrangler";
import { browserProcessesFromNow } from "../support/browser-processes.ts";

const configPath = path.resolve(import.meta.dirname, "../fixtures/print-service/wrangler.toml");
const service = createTestHarness({ workers: [{ configPath }] });

const browserProcesses = browserProcessesFromNow();

beforeAll(async () => {
  await service.listen();
});
afterAll(async () => {
  await service.close();
});

async function print(html: string): Promise<string> {
  const response = await service.fetch("/", { method: "POST", body: JSON.stringify({ html }) });
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");

  return response.status === 200 ? text.slice(0, 5) : `${response.status} ${text.slice(0, 200)}`;
}

it("answers every print even if the browser is killed while eight of them run", async () => {
  expect(await print("<p>first")).toBe("%PDF-");
  for (let round = 0; round < 3; round++) {
    const rows = "<tr><td>row</td></tr>".repeat(2_000);
    const prints = Array.from({ length: 8 }, (_, index) => print(`<h1>${index}</h1><table>${rows}</table>`));
    await new Promise((resolve) => setTimeout(resolve, 150 + 100 * round));
    const running = browserProcesses();
    expect(running.length).toBeGreaterThan(0);
    for (const pid of running) process.kill(pid, "SIGKILL");
    expect((await Promise.all(prints)).filter((answer) => answer !== "%PDF-")).toEqual([]);
  }
  expect(browserProcesses().length).toBe(1);
});
