// What is left of a hundred mixed calls when processes are killed, or stopped, while they are worked on: for
// `npm run hostile -- --kill`.

import { randomUUID } from "node:crypto";
import { withLocalDatabase } from "../../scripts/local-d1.ts";
import { signalGroup } from "../../scripts/process-family.mjs";
import { scratchFolder } from "../../scripts/scratch-folder.ts";
import { freePort } from "../../scripts/serve/free-port.ts";
import { activePool } from "../../scripts/serve/pool-pair.ts";
import { workerdListeningAt } from "../../scripts/serve/process-usage.ts";
import { type WatchedWorker, watchedWorker } from "../../scripts/serve/watched-worker.ts";
import { present } from "../../src/domain/present.ts";
import type { Breach } from "../hostile/attack.ts";
import { browserProcesses } from "../support/browser-processes.ts";
import { paragraph, wordDocument } from "../support/office-files.ts";
import { AUTHORIZATION, FIRST_CREDENTIALS } from "../support/servers/first-credentials.ts";
import { startHttpServer } from "../support/servers/http.ts";
import { officeFile } from "../support/template-files.ts";

const CALLS = 100;
const CALLS_MS = 5_000;
/** Whoever sends more than the machine can do is told when to come again, and does. */
const MOST_PUT_OFF = 5;
const POOL_UP_MS = 2_000;
const ANSWERING_UP_MS = 10_000;
/** What stands still is found by three calls that it misses. */
const STOPPED_UP_MS = 30_000;
const DONE_MS = 10_000;
const DONE_AFTER_ALL_MS = 30_000;

/** One of the calls, and what became of it. */
interface Call {
  /** Its answer, or undefined for one whose connection was reset. */
  answer?: { status: number; retryAfter: string | null; body: string };
  /** How often it was sent again, as it was too much for the machine at that moment. */
  putOff: number;
  /** Of a call that is worked on later. */
  runId?: string;
}

interface Kill {
  name: string;
  /** When so many calls are answered. */
  after: number;
  kill(): void;
  /** Resolves when the service is as it was. */
  isUp(): Promise<boolean>;
  upWithinMs: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function runKills(): Promise<Breach[]> {
  const state = scratchFolder();
  await withLocalDatabase(state, ({ migrate }) => migrate());
  const port = await freePort();
  const workerPort = await freePort([port]);
  const base = `http://127.0.0.1:${port}`;
  const receiver = await startHttpServer();
  const breaches: Breach[] = [];
  const breach = (name: string, what: string) => breaches.push({ kind: "kill", name, what });
  const settings = {
    host: "127.0.0.1",
    port,
    workerPort,
    state,
    values: { PUBLIC_BASE_URL: base, OUTBOUND_ALLOW_LOOPBACK: "1", ...FIRST_CREDENTIALS },
  };
  const startService = (): WatchedWorker =>
    watchedWorker(settings, {
      started: () => undefined,
      line: (line) => (line.includes('"level":"info"') ? undefined : console.log(`    ${line.slice(0, 300)}`)),
      log: (line) => console.log(`    ${line}`),
      giveUp: () => breach("all", "the service was given up"),
    });
  let service = startService();
  const program = () => present(service.program()?.pid);
  const answering = () => workerdListeningAt(workerPort, program());
  const pool = () => activePool(state);
  const isUp = async () => {
    const answer = await fetch(`${base}/api/user`, { headers: { authorization: AUTHORIZATION } }).catch(
      () => undefined,
    );
    return answer?.ok === true;
  };
  const end = (pid: number | undefined, signal: NodeJS.Signals) => process.kill(present(pid), signal);

  try {
    await until(isUp, 90_000);
    await until(async () => pool() !== undefined, 90_000);
    // Files of their own in each round: one that was there when two processes were killed is refused.
    const roundOfCalls = () => mixedCalls(base, `http://127.0.0.1:${receiver.port}/`);
    const calm = await round("nothing killed", await roundOfCalls(), [], true);
    if (calm.some(({ answer }) => !answer || answer.status >= 400)) breach("nothing killed", "a call was refused");
    await settled("nothing killed", calm, Date.now(), DONE_MS);

    let killed: number | undefined;
    const killPool = (name: string, after: number, signal: NodeJS.Signals, upWithinMs: number): Kill => ({
      name,
      after,
      kill() {
        killed = pool();
        end(killed, signal);
      },
      isUp: async () => pool() !== undefined && pool() !== killed,
      upWithinMs,
    });
    const workers = await round(
      "the pool twice, the browser once",
      await roundOfCalls(),
      [
        killPool("pool", 30, "SIGKILL", POOL_UP_MS),
        {
          name: "browser",
          after: 50,
          kill: () => browserProcesses().forEach((pid) => void end(pid, "SIGKILL")),
          isUp: async () => true,
          upWithinMs: POOL_UP_MS,
        },
        killPool("pool again", 75, "SIGKILL", POOL_UP_MS),
      ],
      true,
    );
    await settled("the pool twice, the browser once", workers, Date.now(), DONE_MS);

    await pause(5_000);
    const stopped = await round(
      "the pool stopped",
      await roundOfCalls(),
      [killPool("pool", 50, "SIGSTOP", STOPPED_UP_MS)],
      true,
    );
    await settled("the pool stopped", stopped, Date.now(), DONE_MS);

    for (const [signal, upWithinMs] of [
      ["SIGKILL", ANSWERING_UP_MS],
      ["SIGSTOP", STOPPED_UP_MS],
    ] as const) {
      const name = `the process that answers, ${signal}`;
      const kill = { name, after: 50, kill: () => end(answering(), signal), isUp, upWithinMs };
      await settled(name, await round(name, await roundOfCalls(), [kill], false), Date.now(), DONE_AFTER_ALL_MS);
    }

    const all = await round(
      "everything, and started again",
      await roundOfCalls(),
      [
        {
          name: "everything",
          after: 50,
          kill() {
            service.stop();
            signalGroup(program(), "SIGKILL");
            service = startService();
          },
          isUp,
          upWithinMs: DONE_AFTER_ALL_MS,
        },
      ],
      false,
    );
    await settled("everything, and started again", all, Date.now(), DONE_AFTER_ALL_MS);
    return breaches;
  } finally {
    service.stop();
    signalGroup(service.program()?.pid, "SIGKILL");
    await receiver.close();
  }

  /** Sends the calls, one every twentieth of a second, and kills in between. */
  async function round(
    name: string,
    mixed: (index: number) => Promise<Call>,
    kills: readonly Kill[],
    isAnsweringThroughout: boolean,
  ): Promise<Call[]> {
    const start = Date.now();
    let answered = 0;
    const ups = kills.map(async ({ name: victim, after, kill, isUp: isThere, upWithinMs }) => {
      await until(async () => answered >= after, 60_000);
      const killedAt = Date.now();
      kill();
      // What was killed answers a moment longer.
      await pause(20);
      await until(isThere, 2 * upWithinMs);
      const ms = Date.now() - killedAt;
      console.log(`  ${victim}: up after ${ms} ms`);
      if (ms > upWithinMs) breach(name, `${victim} was up after ${ms} ms`);
    });
    const calls = await Promise.all(
      Array.from({ length: CALLS }, async (_, index) => {
        await pause((index * CALLS_MS) / CALLS);
        const call = await mixed(index);
        answered++;
        return call;
      }),
    );
    await Promise.all(ups);
    const counts = new Map<string, number>();
    for (const { answer } of calls) {
      const what = !answer ? "reset" : `${answer.status}${answer.status >= 400 ? ` ${codeOf(answer.body)}` : ""}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      if (!answer && isAnsweringThroughout) breach(name, `a call was not answered`);
      const isInForm = !answer || answer.status < 400 || (codeOf(answer.body) !== "" && answer.status !== 500);
      if (answer?.status === 422) breach(name, `422 ${answer.body.slice(0, 200)}`);
      if (!isInForm || (answer?.status === 503 && answer.retryAfter === null))
        breach(name, `${answer?.status} ${answer?.body.slice(0, 200)}`);
    }
    const listed = [...counts].map(([what, count]) => `${count} ${what}`).join(", ");
    const putOff = calls.filter((call) => call.putOff > 0).length;
    console.log(`${name}: ${listed}; ${putOff} put off by a 429; all answered after ${Date.now() - start} ms`);
    return calls;
  }

  /** What was accepted for later is done, once, and delivered, once. */
  async function settled(name: string, calls: readonly Call[], from: number, withinMs: number): Promise<void> {
    const open = new Set(calls.flatMap(({ runId }) => runId ?? []));
    const accepted = open.size;
    const deliveries = () => Map.groupBy(receiver.received, ({ body }) => runIdOf(body.toString()));
    while (open.size > 0 && Date.now() - from < 3 * withinMs) {
      for (const id of open) {
        const answer = await fetch(`${base}/api/runs/${id}`, { headers: { authorization: AUTHORIZATION } });
        const run = (await answer.json()) as { status: string; deliveries: { status: string }[] };
        if (run.status === "failed") breach(name, `the run ${id} has failed`);
        const isSettled = run.deliveries.every(({ status }) => status === "done");
        if ((run.status === "done" && isSettled) || run.status === "failed") open.delete(id);
      }
      await pause(100);
    }
    const ms = Date.now() - from;
    console.log(`  ${accepted} accepted for later: ${open.size} not done after ${ms} ms`);
    if (open.size > 0 || ms > withinMs)
      breach(name, `${open.size} of ${accepted} queued jobs were not done after ${ms} ms`);
    let again = 0;
    for (const { runId } of calls) {
      const received = (runId && deliveries().get(runId)) || [];
      const ids = new Set(received.map(({ headers }) => headers["webhook-id"]));
      again += received.length - ids.size;
      if (ids.size > 1) breach(name, `the run ${runId} was delivered ${ids.size} times`);
    }
    if (again > 0) console.log(`  ${again} webhooks came again under the same id`);
    if (again > 0 && withinMs === DONE_MS) breach(name, `${again} webhooks came again`);
  }
}

function codeOf(body: string): string {
  try {
    return (JSON.parse(body) as { code?: string }).code ?? "";
  } catch {
    return "";
  }
}

function runIdOf(webhook: string): string {
  return /"run_id":\s*"([^"]+)"/.exec(webhook)?.[1] ?? "";
}

async function until(holds: () => Promise<boolean>, withinMs: number): Promise<void> {
  for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await pause(20)) if (await holds()) return;
}

/** Merges of html, Word and Excel to PDF and to their own kind, tools, and a third of all of it for later. */
async function mixedCalls(base: string, webhook: string): Promise<(index: number) => Promise<Call>> {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const post = async (address: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(base + address, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const base64 = (file: Uint8Array) => Buffer.from(file).toString("base64");
  const letter = wordDocument(paragraph(`Dear {$Name}, ${randomUUID()}`));
  // Its markup is more than what is merged where it came in.
  const book = wordDocument(
    paragraph(randomUUID()) +
      Array.from({ length: 1_500 }, (_, line) => paragraph(`Line ${line * 7919} for {$Name}`)).join(""),
  );
  const templates = [
    { type: "html", output: "pdf", html: "<h1>Dear {$Name}</h1>" },
    { type: "docx", output: "pdf", file_contents: base64(letter) },
    { type: "xlsx", output: "pdf", file_contents: base64(officeFile("xlsx", "{$Name}")) },
    { type: "docx", output: "pdf", file_contents: base64(book) },
  ];
  const addresses = await Promise.all(
    [false, true].flatMap((isLater) =>
      templates.map(async (template) => {
        const { id, url } = await post("/api/documents", { name: "Kills", ...template });
        const delivery = { type: "webhook", settings: { url: webhook, json: 1 } };
        if (isLater) await post(`/api/documents/${id}/deliveries`, delivery);
        return base + new URL(String(url)).pathname + (isLater ? "" : "?download=1");
      }),
    ),
  );
  const tool = (file: Uint8Array, more: Record<string, string>) => {
    const form = new FormData();
    form.append("file", new File([file as Uint8Array<ArrayBuffer>], "a.docx"));
    const address = `${base}/api/tools/convert_to_pdf`;
    return fetch(address, { method: "POST", headers: { authorization: AUTHORIZATION, ...more }, body: form });
  };
  const later = { prefer: "respond-async" };
  const kinds = [
    ...addresses.map((address) => (index: number) => {
      const body = JSON.stringify({ Name: `Ann ${index}` });
      return fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body });
    }),
    () => tool(letter, {}),
    () => tool(book, {}),
    () => tool(book, later),
    () => tool(letter, later),
  ];
  return async (index) => {
    for (let putOff = 0; ; putOff++) {
      try {
        const answer = await present(kinds[index % kinds.length])(index);
        const body = await answer.text();
        const retryAfter = answer.headers.get("retry-after");
        if (answer.status === 429 && retryAfter !== null && putOff < MOST_PUT_OFF) {
          await pause(Number(retryAfter) * 1_000);
          continue;
        }
        const isLater = answer.ok && (answer.headers.get("content-type") ?? "").includes("json");
        const runId = (isLater && answer.headers.get("x-run-id")) || undefined;
        return { answer: { status: answer.status, retryAfter, body }, putOff, runId };
      } catch (error) {
        if (process.env.DEBUG) console.log(error);
        return { putOff };
      }
    }
  };
}
