import { Buffer } from "node:buffer";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signalGroup } from "../../scripts/process-family.mjs";
import { scratchFolder } from "../../scripts/scratch-folder.ts";
import { paragraph, wordDocument } from "../support/office-files.ts";
import { AUTHORIZATION } from "../support/servers/first-credentials.ts";
import { type ServedWorker, servedWorker } from "../support/servers/served-worker.ts";

/** A service of one machine whose workspaces are in objects, killed in the middle of what it has accepted for later. */
const IN_OBJECTS = { NEW_WORKSPACES: "objects" };
const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
const MERGES = 6;
/** Whoever waits for a lease waits for two minutes. */
const SOON_MS = 60_000;
/** A service is started in it, which beside a whole suite takes a minute. */
const TEST_MS = 200_000;

let state = scratchFolder();
let served: ServedWorker;

beforeAll(async () => {
  served = await servedWorker(state, IN_OBJECTS);
});

afterAll(async () => {
  await served.stop();
});

async function statuses(): Promise<string[]> {
  const answer = await fetch(`${served.base}/api/runs`, { headers });
  const runs = (await answer.json()) as { status: string }[];
  return runs.map(({ status }) => status);
}

/** Ends everything at once, and starts a service on what that has left. */
async function killAndStart(): Promise<void> {
  const ended = once(served.program, "exit");
  signalGroup(served.program.pid, "SIGKILL");
  await ended;
  const left = path.join(scratchFolder(), "left");
  fs.cpSync(state, left, { recursive: true });
  await served.stop();
  state = left;
  served = await servedWorker(state, IN_OBJECTS);
}

it(
  "does what it had accepted for a workspace in an object, soon and once",
  async () => {
    const book = wordDocument(
      Array.from({ length: 1_500 }, (_, line) => paragraph(`Line ${line * 7919} for {$Name}`)).join(""),
    );
    const template = { name: "Book", type: "docx", output: "pdf", file_contents: Buffer.from(book).toString("base64") };
    const saved = await fetch(`${served.base}/api/documents`, {
      method: "POST",
      headers,
      body: JSON.stringify(template),
    });
    const { url } = (await saved.json()) as { url: string };
    for (let sent = 0; sent < MERGES; sent++) {
      const merge = new URL(new URL(url).pathname, served.base);
      expect((await fetch(merge, { method: "POST", body: new URLSearchParams({ Name: `${sent}` }) })).ok).toBe(true);
    }
    await expect.poll(statuses, { timeout: 60_000, interval: 50 }).toContain("running");
    await killAndStart();
    await expect
      .poll(statuses, { timeout: SOON_MS, interval: 200 })
      .toEqual(Array.from({ length: MERGES }, () => "done"));
  },
  TEST_MS,
);
