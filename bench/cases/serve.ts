/**
 * The service of an office's machine, as `npm run serve` runs it: `[minutes=30] [a second=10]`, one merge in ten for later and sent to
 * a webhook. It is copied in the last minute, then stopped in the middle of merges and started again; the copy is restored beside it.
 * Prints, for each minute, memory, latencies and failures. Fails if a merge failed, if memory grew by more than 10 % after the first
 * third, if what was accepted before the stop is not done and delivered after the start, or if the copy has not each run that was
 * accepted before it was made.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { present } from "../../src/domain/present.ts";
import { AUTHORIZATION } from "../../test/support/servers/first-credentials.ts";
import { mergeAddress, postJson } from "../../test/support/servers/measured-service.ts";
import { usesBelow } from "../../test/support/servers/process-meter.ts";
import { type ServedProgram, servedProgram } from "../../test/support/servers/served-program.ts";
import { MB, median, pause, quantile, sum, withScratch } from "../harness.ts";
import { type Answer, dataOf, isMerged, phase, TEMPLATES } from "../steady-rate.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const MAX_GROWTH = 1.1;
/** An address has a limit of its own. */
const ADDRESSES_EACH = 4;
const ONE_LATER_IN = 10;
const DONE_WITHIN_MS = 10 * 60_000;
const STOPPED_PHASE_SECONDS = 20;

export const run = ([minutes = "30", rate = "10"]: readonly string[]): Promise<boolean> =>
  withScratch(async (scratch) => {
    const [state, copy, restored] = ["state", "copy", "restored"].map((name) => path.join(scratch, name));
    const hooks = await webhooks();
    let service = await servedProgram(present(state));
    const { base, port } = service;
    let beside: ServedProgram | undefined;
    try {
      const addresses = await addressesOf(base, hooks.address);
      let sent = 0;
      const data = (index: number) => dataOf(20, sent + index);
      const [all, memory]: [Answer[], number[]] = [[], []];
      let copied: { answers: number; isMade: Promise<unknown> } | undefined;
      for (let minute = 1; minute <= Number(minutes); minute++) {
        if (minute === Number(minutes)) copied = { answers: all.length, isMade: backup(present(state), present(copy)) };
        const answers = await phase(Number(rate), 60, addresses, data);
        sent += answers.length;
        all.push(...answers);
        memory.push(show(`${minute} min`, service, answers, hooks.runs.size));
      }
      await copied?.isMade;
      const failed = all.filter((answer) => !isMerged(answer));
      const third = Math.floor(memory.length / 3);
      const growth = Math.max(...memory.slice(third)) / present(memory[third]);
      const halves = [memory.slice(third, 2 * third), memory.slice(2 * third)].map(median);
      console.log(
        `${failed.length} of ${all.length} failed (${failed.slice(0, 5).map(({ status }) => status)}); at most ${(100 * growth).toFixed(1)} % of the ` +
          `memory after the first third; its median in the second third ${halves[0]?.toFixed(0)} MB, in the last ${halves[1]?.toFixed(0)} MB`,
      );

      const underWay = phase(2 * Number(rate), STOPPED_PHASE_SECONDS, addresses, data);
      await pause((STOPPED_PHASE_SECONDS * 1_000) / 2);
      const stopMs = await service.end();
      const around = await underWay;
      const startedAt = Date.now();
      service = await servedProgram(present(state), port);
      const startMs = Date.now() - startedAt;
      const broken = around.filter(({ status }) => status !== 201 && status !== 503 && status !== 0);
      const later = [...all, ...around].flatMap(({ runId }) => runId ?? []);
      const lost = await unfinished(base, later, hooks.runs);
      console.log(
        `stopped within ${stopMs} ms: ${around.filter(isMerged).length} of ${around.length} accepted; up again after ${startMs} ms; ` +
          `${later.length} accepted for later, ${lost.length} of them not done and delivered ${Date.now() - startedAt} ms after the start; ` +
          `${sum([...hooks.runs.values()].map((ids) => ids.size - 1))} delivered twice, ${hooks.again()} came again under the same id`,
      );

      backup(present(restored), present(copy), "--restore");
      beside = await servedProgram(present(restored));
      const before = all.slice(0, copied?.answers).flatMap(({ runId }) => runId ?? []);
      const missing = await unfinished(beside.base, before, hooks.runs);
      console.log(
        `restored from the copy of the last minute: of ${before.length} runs before it ${missing.length} are not done`,
      );
      return [failed, broken, lost, missing].every(({ length }) => length === 0) && growth <= MAX_GROWTH;
    } finally {
      await service.end();
      await beside?.end();
      hooks.close();
    }
  });

/** Resolves, or is done with `--restore`, when the copy is there. */
async function backup(state: string, folder: string, ...options: readonly string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: state };
  const args = ["scripts/backup.ts", folder, ...options];
  if (options.length > 0) {
    execFileSync("node", args, { cwd: ROOT, env, stdio: "inherit" });
    return;
  }
  const [code] = await once(spawn("node", args, { cwd: ROOT, env, stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error("The data could not be copied.");
}

/** One in ten of them is merged later and sent to the webhook. */
async function addressesOf(base: string, webhook: string): Promise<string[]> {
  const kinds = Object.values(TEMPLATES);
  const now: string[] = [];
  const later: string[] = [];
  for (let each = 0; each < ADDRESSES_EACH; each++) {
    for (const members of kinds) now.push(await mergeAddress(base, { name: "Now", ...members }));
    const members = { name: "Later", ...present(kinds[each % kinds.length]) };
    const { id, url } = (await (await postJson(base, "/api/documents", members)).json()) as { id: string; url: string };
    await postJson(base, `/api/documents/${id}/deliveries`, { type: "webhook", settings: { url: webhook, json: 1 } });
    later.push(base + new URL(url).pathname);
  }
  return Array.from({ length: ONE_LATER_IN * now.length }, (_, index) =>
    index % ONE_LATER_IN === ONE_LATER_IN - 1
      ? present(later[Math.floor(index / ONE_LATER_IN) % later.length])
      : present(now[index % now.length]),
  );
}

/** Of these runs, those that are not done, or of which a delivery is not, when time is over. */
async function unfinished(
  base: string,
  runIds: readonly string[],
  notified: ReadonlyMap<string, unknown>,
): Promise<string[]> {
  const open = new Set(runIds);
  for (const until = Date.now() + DONE_WITHIN_MS; open.size > 0 && Date.now() < until; await pause(500)) {
    for (const id of open) {
      const answer = await fetch(`${base}/api/runs/${id}`, { headers: { authorization: AUTHORIZATION } });
      if (!answer.ok) continue;
      const { status, deliveries } = (await answer.json()) as { status: string; deliveries: { status: string }[] };
      const isDelivered = deliveries.every((delivery) => delivery.status === "done");
      if (status === "done" && isDelivered && (deliveries.length === 0 || notified.has(id))) open.delete(id);
    }
  }
  return [...open];
}

/** A receiver that keeps the ids alone of what it receives. */
async function webhooks() {
  const runs = new Map<string, Set<string>>();
  let again = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const run = /"run_id":\s*"([^"]+)"/.exec(body)?.[1] ?? "";
      const ids = runs.get(run) ?? new Set<string>();
      const id = String(request.headers["webhook-id"]);
      if (ids.has(id)) again++;
      runs.set(run, ids.add(id));
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { runs, address, again: () => again, close: () => server.closeAllConnections() ?? server.close() };
}

/** @returns the memory of all processes, in MB */
function show(name: string, { program }: ServedProgram, answers: readonly Answer[], notified: number): number {
  const uses = usesBelow(present(program.pid));
  const megabytes = sum(uses.map(({ bytes }) => bytes)) / MB;
  const workers = uses.filter(({ command }) => command === "workerd").map(({ bytes }) => Math.round(bytes / MB));
  const [half, most] = [0.5, 0.95].map((part) =>
    Math.round(
      quantile(
        answers.map(({ ms }) => ms),
        part,
      ),
    ),
  );
  console.log(
    `${name}: ${answers.length} sent, ${answers.filter((answer) => !isMerged(answer)).length} failed; median ${half} ms, 95 % ${most} ms; ` +
      `${Math.round(megabytes)} MB (workerd ${workers.join(", ")}); ${notified} webhooks`,
  );
  return megabytes;
}
