/**
 * Merges at a steady rate, whether the service keeps up or not: 10, 20 and 40 a second for a minute each, a step to 100, and 10
 * again; then merges that are queued all at once: `[seconds=60] [queued=2000]`. Fails for an answer of 5xx without Retry-After, for
 * latencies that stay high after the step, and for a queued merge that is missing or done twice.
 */
import { present } from "../../src/domain/present.ts";
import { AUTHORIZATION } from "../../test/support/servers/first-credentials.ts";
import { startHttpServer, type TestHttpServer } from "../../test/support/servers/http.ts";
import { postJson, startService } from "../../test/support/servers/measured-service.ts";
import { workerMeters } from "../../test/support/servers/process-meter.ts";
import { pause, quantile, sum } from "../harness.ts";
import { type Answer, dataOf, isMerged, merge, phase, TEMPLATES } from "../steady-rate.ts";

const STEP_SECONDS = 10;
const AFTER_SECONDS = 20;
/** After the step, latencies have to be back within this time. */
const RECOVERY_SECONDS = 10;
/** An address has a limit of its own (wrangler.toml, MERGE_LIMIT): many simultaneous customers are what is measured. */
const ADDRESSES = 30;
const QUEUE_GRACE_PERIOD_MS = 15 * 60_000;
const { "html to PDF": _, ...KINDS } = TEMPLATES;
const DATA = dataOf(30);

/** What a client may be told when there is too much: to come back, and when. */
const isPutOff = ({ status, retryAfter }: Answer): boolean => (status === 429 || status === 503) && retryAfter !== null;
const latencies = (answers: readonly Answer[]): number[] => answers.map(({ ms }) => ms);

export async function run([perPhase = "60", queued = "2000"]: readonly string[]): Promise<boolean> {
  const receiver = await startHttpServer();
  const { base, pid, stop } = await startService({ OUTBOUND_ALLOW_LOOPBACK: "1" });
  const failures: string[] = [];
  try {
    const meters = workerMeters(pid);
    const cpuSeconds = () => sum(meters.map((meter) => meter.cpuSeconds()));
    const addresses = await newAddresses(base);
    const send = (rate: number, seconds: number) =>
      phase(
        rate,
        seconds,
        addresses.map((address) => `${address}?download=1`),
        () => DATA,
      );
    const report = (name: string, answers: readonly Answer[], before: number) => {
      const done = latencies(answers.filter(isMerged));
      const others = answers.filter((answer) => !isMerged(answer) && !isPutOff(answer));
      const [half, most, longest] = [0.5, 0.95, 1].map((part) => quantile(done, part));
      console.log(
        `${name.padEnd(22)} ${String(answers.length).padStart(5)} sent, ${done.length} merged, ${answers.filter(isPutOff).length} put off, ` +
          `${others.length} failed; median ${half} ms, 95 % ${most} ms, longest ${longest} ms; ` +
          `${(cpuSeconds() - before).toFixed(1)} s of processor time`,
      );
      for (const { status, at } of others.slice(0, 3)) failures.push(`${name}: status ${status} after ${at} ms`);
    };
    await send(5, 10);
    console.log(`${Object.keys(KINDS).join(", ")} by turns, ${DATA.length} characters of data`);
    let calm: Answer[] = [];
    for (const rate of [10, 20, 40]) {
      const before = cpuSeconds();
      const answers = await send(rate, Number(perPhase));
      report(`${rate} a second`, answers, before);
      if (rate === 10) calm = answers;
    }
    // Late ones of the step are answered alongside what follows.
    const before = cpuSeconds();
    const step = send(100, STEP_SECONDS);
    await pause(1_000 * STEP_SECONDS);
    const after = await send(10, AFTER_SECONDS);
    report("a step to 100", await step, before);
    report("10 a second after it", after, cpuSeconds());

    const normal = 2 * quantile(latencies(calm), 0.95) + 50;
    const slow = after.filter((answer) => isMerged(answer) && answer.ms > normal);
    const seconds = Math.ceil(Math.max(0, ...slow.map(({ at, ms }) => at + ms)) / 1_000);
    console.log(`after the step, merges take less than ${normal} ms again within ${seconds} s`);
    const late = latencies(after.filter(({ at }) => at > 1_000 * RECOVERY_SECONDS));
    if (quantile(late, 0.95) > normal) failures.push(`latencies are not back ${RECOVERY_SECONDS} s after the step`);

    failures.push(...(await queuedMerges(base, receiver, Number(queued))));
  } finally {
    await receiver.close();
    await stop();
  }
  for (const failure of failures) console.log(`FAILED ${failure}`);
  return failures.length === 0;
}

/** Of documents of each kind in turn. @param port of the receiver of their webhooks, if they have any */
async function newAddresses(base: string, port?: number): Promise<string[]> {
  const addresses: string[] = [];
  for (let index = 0; index < ADDRESSES; index++) {
    const members = Object.values(KINDS)[index % Object.keys(KINDS).length];
    const created = await postJson(base, "/api/documents", { name: `Load ${index}`, ...members });
    const { id, url } = (await created.json()) as { id: string; url: string };
    const settings = { url: `http://127.0.0.1:${port}/`, json: 1, file_url: 1 };
    if (port !== undefined) await postJson(base, `/api/documents/${id}/deliveries`, { type: "webhook", settings });
    addresses.push(base + new URL(url).pathname);
  }
  return addresses;
}

/** All of them accepted at once, and delivered to a server that counts. @returns what failed */
async function queuedMerges(base: string, receiver: TestHttpServer, queued: number): Promise<string[]> {
  const addresses = await newAddresses(base, receiver.port);
  const merged = async () => {
    const account = await fetch(`${base}/api/account`, { headers: { authorization: AUTHORIZATION } });
    return Number(((await account.json()) as { merge_count: number }).merge_count);
  };
  const ids = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  const mergedBefore = await merged();
  const start = Date.now();
  const accepted: Answer[] = [];
  for (let index = 0; index < queued; index += 20) {
    const places = Array.from({ length: Math.min(20, queued - index) }, (_, place) => index + place);
    const send = (at: number) => merge(present(addresses[at % ADDRESSES]), DATA, start);
    accepted.push(...(await Promise.all(places.map(send))));
  }
  const acceptedMs = Date.now() - start;
  let mergedMs = 0;
  while (Date.now() - start < QUEUE_GRACE_PERIOD_MS && ids().size < queued) {
    await pause(1_000);
    if (mergedMs === 0 && (await merged()) - mergedBefore >= queued) mergedMs = Date.now() - start;
  }
  const deliveredMs = Date.now() - start;
  await pause(5_000);
  const count = (await merged()) - mergedBefore;
  const [hooks, deliveries] = [receiver.received.length, ids().size];
  const [inSeconds, mergedIn, deliveredIn] = [acceptedMs, mergedMs || deliveredMs, deliveredMs].map((ms) =>
    (ms / 1_000).toFixed(0),
  );
  console.log(
    `${queued} queued merges: accepted in ${inSeconds} s (median ${quantile(latencies(accepted), 0.5)} ms), merged within ` +
      `${mergedIn} s, delivered within ${deliveredIn} s; ${count} counted, ${hooks} webhooks of ${deliveries} deliveries`,
  );
  const refused = accepted.filter((answer) => !isMerged(answer)).length;
  return [
    ...(refused > 0 ? [`${refused} queued merges were not accepted`] : []),
    ...(count !== queued ? [`${count} of ${queued} queued merges are done`] : []),
    ...(deliveries !== queued || hooks !== queued
      ? [`${hooks} webhooks of ${deliveries} deliveries, ${queued} expected`]
      : []),
  ];
}
