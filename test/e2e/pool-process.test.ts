import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { paragraph, wordDocument } from "../support/office-files.ts";
import { AUTHORIZATION } from "../support/servers/first-credentials.ts";
import { type ServedWorker, servedWorker } from "../support/servers/served-worker.ts";

/** The pool in a process of its own, which ends in the middle of its work. */
const headers = { authorization: AUTHORIZATION };
let served: ServedWorker;

beforeAll(async () => {
  served = await servedWorker();
});

afterAll(async () => {
  await served.stop();
});

/** Seconds of work. */
const book = wordDocument(
  Array.from({ length: 9_000 }, (_, line) => paragraph(`Line ${line * 7919} of a book`)).join(""),
);

async function convert(file: Uint8Array, more: Record<string, string> = {}): Promise<Response> {
  const form = new FormData();
  form.append("file", new File([file as Uint8Array<ArrayBuffer>], "a.docx"));
  return await fetch(`${served.base}/api/tools/convert_to_pdf`, {
    method: "POST",
    headers: { ...headers, ...more },
    body: form,
  });
}

async function until<Value>(find: () => Value | undefined | Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Ends the pool's process as soon as it works. @returns when another one is there */
async function killAtWork(): Promise<void> {
  const pid = await until(() => served.pool());
  await new Promise((resolve) => setTimeout(resolve, 700));
  process.kill(pid, "SIGKILL");
  await until(() => (served.pool() === pid ? undefined : served.pool()));
}

it("does tools, and what it dies of is done once more by the next one", async () => {
  const letter = await convert(wordDocument(paragraph("A letter")));
  expect([letter.status, letter.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const [answer] = await Promise.all([convert(book), killAtWork()]);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

it("takes templates of much markup and files of any size from the process that answers", async () => {
  const large = wordDocument(paragraph("Dear {$Name}") + paragraph("A line").repeat(5_000), {
    "word/media/noise.png": new Uint8Array(randomBytes(9_000_000)),
  });
  const contents = Buffer.from(large).toString("base64");
  const members = { name: "large", type: "docx", output: "pdf", file_contents: contents };
  const json = { ...headers, "content-type": "application/json" };
  const saved = await fetch(`${served.base}/api/documents`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(members),
  });
  expect(saved.status).toBe(200);
  const { id, fields } = (await saved.json()) as { id: string; fields: { name: string }[] };
  expect(fields.map(({ name }) => name)).toEqual(["Name"]);
  const body = JSON.stringify({ data: { Name: "Ann" } });
  const preview = await fetch(`${served.base}/api/documents/${id}/preview`, { method: "POST", headers: json, body });
  expect([preview.status, preview.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

it("whose request may not be made again is told so in the API's form, and others are answered meanwhile", async () => {
  const asked = convert(book, { "idempotency-key": "once" });
  const killed = killAtWork();
  const user = await fetch(`${served.base}/api/user`, { headers });
  expect(user.status).toBe(200);
  const [answer] = await Promise.all([asked, killed]);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await answer.json()).toMatchObject({ code: "work_interrupted", status: 503 });
});

it("what was accepted for later is done all the same", async () => {
  const accepted = await convert(wordDocument(paragraph("Later").repeat(400)), { prefer: "respond-async" });
  const { run_id } = (await accepted.json()) as { run_id: string };
  process.kill(await until(() => served.pool()), "SIGKILL");
  const status = await until(async () => {
    const run = await fetch(`${served.base}/api/runs/${run_id}`, { headers });
    const { status } = (await run.json()) as { status: string };
    return status === "done" || status === "failed" ? status : undefined;
  });
  expect(status).toBe("done");
});

it("one that was started anew reaches the browser, which is with the process that answers, as the first one did", async () => {
  const pids = new Set<number>();
  // Two take turns: from the third on it is one that had ended before.
  for (let kills = 0; kills < 3; kills++) {
    const pid = await until(() => served.pool());
    pids.add(pid);
    process.kill(pid, "SIGKILL");
    await until(() => (served.pool() === pid ? undefined : served.pool()));
  }
  expect(pids.size).toBe(3);
  const form = new FormData();
  form.append("file", new File(["<p>A letter</p>"], "a.html"));
  const answer = await fetch(`${served.base}/api/tools/convert_to_pdf`, { method: "POST", headers, body: form });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

it("and when the process that answers ends, so does the program: whoever started it starts it anew", async () => {
  const ended = once(served.program, "exit");
  process.kill(present(served.answering()), "SIGKILL");
  expect(await ended).toEqual([1, null]);
});
