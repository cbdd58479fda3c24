// Merges at a steady rate, whether the service keeps up or not: 10, 20 and 40 a second for a minute each, a step to 100, and
// 10 again; then merges that are queued all at once. Prints latencies and answers, and fails for an answer of 5xx without
// Retry-After, for latencies that stay high after the step, and for a queued merge that is missing or done twice.
//
//   npm run bench -- load [seconds=60] [queued=2000]
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { present } from "../src/domain/present.ts";
import { paragraph, wordDocument } from "../test/support/office-files.ts";
import { authorization, startService, workerMeters } from "../test/support/servers/measured-service.ts";

const SECONDS = Number(process.argv[2] ?? 60);
const QUEUED = Number(process.argv[3] ?? 2_000);
const STEP_SECONDS = 10;
const AFTER_SECONDS = 20;
/** After the step, latencies have to be back within this time. */
const RECOVERY_SECONDS = 10;
/** An address has a limit of its own (wrangler.toml, MERGE_LIMIT): many simultaneous customers are what is measured. */
const ADDRESSES = 30;
const QUEUE_PATIENCE_MS = 15 * 60_000;

interface Answer {
  /** Milliseconds from the beginning of the phase to when the request was sent. */
  at: number;
  ms: number;
  status: number;
  retryAfter: string | null;
}

const received: string[] = [];
const receiver = createServer((request, response) => {
  received.push(String(request.headers["webhook-id"]));
  request.resume().once("end", () => response.end());
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const { base, service, stop } = await startService({ OUTBOUND_ALLOW_LOOPBACK: "1" });
const failures: string[] = [];

async function call(method: string, address: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(base + address, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

const rows = "{foreach $rows as $row}{$row.name|escape}: {$row.amount|number_format:2}{/foreach}";
const word = Buffer.from(
  wordDocument(`${paragraph("Dear {$Name},")}${"<w:p/>"}${paragraph(rows)}${paragraph("{$Total|number_format:2}")}`),
).toString("base64");
/** What most services merge: a page, a Word file, a PDF from a Word file. */
const KINDS = [
  { name: "html", members: { type: "html", output: "html", html: `<p>Dear {$Name}</p><p>${rows}</p>` } },
  { name: "docx", members: { type: "docx", output: "docx", file_contents: word } },
  { name: "docx to PDF", members: { type: "docx", output: "pdf", file_contents: word } },
];
const DATA = JSON.stringify({
  Name: "Ann Example",
  Total: 1234.5,
  rows: Array.from({ length: 30 }, (_, index) => ({ name: `Item ${index}`, amount: index * 1.5 })),
});

async function newAddress(index: number, delivers: boolean): Promise<string> {
  const { members } = present(KINDS[index % KINDS.length]);
  const created = await call("POST", "/api/documents", { name: `Load ${index}`, ...members });
  const { port } = receiver.address() as AddressInfo;
  const settings = { url: `http://127.0.0.1:${port}/`, json: 1, file_url: 1 };
  if (delivers) await call("POST", `/api/documents/${created.id}/deliveries`, { type: "webhook", settings });
  return new URL(String(created.url)).pathname;
}

async function merge(address: string, start: number): Promise<Answer> {
  const sent = Date.now();
  const headers = { "content-type": "application/json" };
  try {
    const response = await fetch(`${base}${address}`, { method: "POST", headers, body: DATA });
    await response.arrayBuffer();
    const retryAfter = response.headers.get("retry-after");
    return { at: sent - start, ms: Date.now() - sent, status: response.status, retryAfter };
  } catch {
    return { at: sent - start, ms: Date.now() - sent, status: 0, retryAfter: null };
  }
}

/** Sends `rate` merges a second on time, however many are unanswered. */
async function phase(rate: number, seconds: number, addresses: readonly string[]): Promise<Answer[]> {
  const start = Date.now();
  const pending: Promise<Answer>[] = [];
  for (let index = 0; index < rate * seconds; index++) {
    const wait = start + (index * 1_000) / rate - Date.now();
    if (wait > 0) await pause(wait);
    pending.push(merge(`${present(addresses[index % addresses.length])}?download=1`, start));
  }
  return await Promise.all(pending);
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function quantile(answers: readonly Answer[], part: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

const isOk = ({ status }: Answer): boolean => status === 201;
/** What a client may be told when there is too much: to come back, and when. */
const isPutOff = ({ status, retryAfter }: Answer): boolean => (status === 429 || status === 503) && retryAfter !== null;

function report(name: string, answers: readonly Answer[], cpuSeconds: number): void {
  const done = answers.filter(isOk);
  const others = answers.filter((answer) => !isOk(answer) && !isPutOff(answer));
  console.log(
    `${name.padEnd(22)} ${String(answers.length).padStart(5)} sent, ${done.length} merged, ${answers.filter(isPutOff).length} put off, ` +
      `${others.length} failed; median ${quantile(done, 0.5)} ms, 95 % ${quantile(done, 0.95)} ms, longest ${quantile(done, 1)} ms; ` +
      `${cpuSeconds.toFixed(1)} s of processor time`,
  );
  for (const { status, at } of others.slice(0, 3)) failures.push(`${name}: status ${status} after ${at} ms`);
}

try {
  const meters = workerMeters(service);
  const cpuSeconds = () => meters.reduce((sum, meter) => sum + meter.cpuSeconds(), 0);
  const addresses: string[] = [];
  for (let index = 0; index < ADDRESSES; index++) addresses.push(await newAddress(index, false));
  await phase(5, 10, addresses);

  const measured = async (name: string, rate: number, seconds: number) => {
    const before = cpuSeconds();
    const answers = await phase(rate, seconds, addresses);
    report(name, answers, cpuSeconds() - before);
    return answers;
  };
  console.log(`${KINDS.map(({ name }) => name).join(", ")} by turns, ${DATA.length} characters of data`);
  const calm = await measured("10 a second", 10, SECONDS);
  await measured("20 a second", 20, SECONDS);
  await measured("40 a second", 40, SECONDS);
  // Late ones of the step are answered alongside what follows.
  const before = cpuSeconds();
  const step = phase(100, STEP_SECONDS, addresses);
  await pause(1_000 * STEP_SECONDS);
  const after = await phase(10, AFTER_SECONDS, addresses);
  report("a step to 100", await step, cpuSeconds() - before);
  report("10 a second after it", after, 0);

  const normal = 2 * quantile(calm, 0.95) + 50;
  const slow = after.filter((answer) => isOk(answer) && answer.ms > normal);
  const seconds = Math.ceil(Math.max(0, ...slow.map(({ at, ms }) => at + ms)) / 1_000);
  console.log(`after the step, merges take less than ${normal} ms again within ${seconds} s`);
  if (
    quantile(
      after.filter(({ at }) => at > 1_000 * RECOVERY_SECONDS),
      0.95,
    ) > normal
  )
    failures.push(`latencies are not back ${RECOVERY_SECONDS} s after the step`);

  await queuedMerges();
} finally {
  receiver.close();
  receiver.closeAllConnections();
  await stop();
}
for (const failure of failures) console.log(`FAILED ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** All of them accepted at once, and delivered to a server that counts. */
async function queuedMerges(): Promise<void> {
  const addresses: string[] = [];
  for (let index = 0; index < ADDRESSES; index++) addresses.push(await newAddress(index, true));
  const { merge_count: mergedBefore } = await call("GET", "/api/account");
  const start = Date.now();
  const accepted: Answer[] = [];
  for (let index = 0; index < QUEUED; index += 20)
    accepted.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, QUEUED - index) }, (_, place) =>
          merge(present(addresses[(index + place) % ADDRESSES]), start),
        ),
      )),
    );
  const acceptedMs = Date.now() - start;
  const refused = accepted.filter((answer) => !isOk(answer));
  if (refused.length > 0) failures.push(`${refused.length} queued merges were not accepted`);

  const merged = async () => Number((await call("GET", "/api/account")).merge_count) - Number(mergedBefore);
  let mergedMs = 0;
  while (Date.now() - start < QUEUE_PATIENCE_MS && new Set(received).size < QUEUED) {
    await pause(1_000);
    if (mergedMs === 0 && (await merged()) >= QUEUED) mergedMs = Date.now() - start;
  }
  const deliveredMs = Date.now() - start;
  await pause(5_000);
  const count = await merged();
  const ids = new Set(received);
  console.log(
    `${QUEUED} queued merges: accepted in ${(acceptedMs / 1_000).toFixed(0)} s (median ${quantile(accepted, 0.5)} ms), merged within ` +
      `${((mergedMs || deliveredMs) / 1_000).toFixed(0)} s, delivered within ${(deliveredMs / 1_000).toFixed(0)} s; ` +
      `${count} counted, ${received.length} webhooks of ${ids.size} deliveries`,
  );
  if (count !== QUEUED) failures.push(`${count} of ${QUEUED} queued merges are done`);
  if (ids.size !== QUEUED || received.length !== QUEUED)
    failures.push(`${received.length} webhooks of ${ids.size} deliveries, ${QUEUED} expected`);
}
