/**
 * The hostile cases against a service of its own: `npm run hostile`, `npm run hostile -- 20` for every 20th, or `npm
 * run hostile -- 20 3` for every 20th from the third on: 20 such slices are all of them. With `--depth` only those that
 * nest. `npm run hostile -- --amplify SEED` sends 500 files in which one thing is there many times: four times as much may cost
 * six times as much at most, or is refused (`--count`, `--first`, `--kind` for some of them). Fails for answers of 5xx, for more than 10 s of processor time or 30 s in all, for memory, files and
 * connections that do not come back, and for a service that no longer serves afterwards. With `--kill` processes are
 * killed instead, while they work.
 */
import { parseArgs } from "node:util";
import { runKills } from "../test/faults/kills.ts";
import { attack, type Breach } from "../test/hostile/attack.ts";
import { depths } from "../test/hostile/cases/depths.ts";
import { hostileCases } from "../test/hostile/hostile-cases.ts";
import { prepareTarget } from "../test/hostile/target.ts";
import { AUTHORIZATION } from "../test/support/servers/first-credentials.ts";
import { Inspector } from "../test/support/servers/isolate-inspector.ts";
import { startService } from "../test/support/servers/measured-service.ts";
import { prepareService } from "../test/support/servers/prepared-service.ts";
import { workerMeters } from "../test/support/servers/process-meter.ts";
import { sendAmplified } from "./hostile-amplified.ts";

const MAX_GROWTH = 1.2;
/** Connections come and go, and each object of the pool of tools opens its database. */
const MAX_MORE_FILES = 300;
/** One case in this many runs before the memory baseline is taken. */
const WARM_UP_STEP = 12;
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

const { values: options, positionals } = parseArgs({
  options: {
    depth: { type: "boolean", default: false },
    amplify: { type: "string" },
    count: { type: "string", default: "500" },
    first: { type: "string", default: "0" },
    kind: { type: "string" },
    kill: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const [step = 1, nth = 1] = positionals.map(Number);

const counts = new Map<string, { cases: number; ok: number; busy: number; codes: Map<string, number> }>();
const start = Date.now();
let sent = 0;
function done(kind: string, status: number, code: string): void {
  const count = counts.get(kind) ?? { cases: 0, ok: 0, busy: 0, codes: new Map() };
  count.cases++;
  if (status >= 500) count.busy++;
  else if (status >= 400) count.codes.set(code, (count.codes.get(code) ?? 0) + 1);
  else count.ok++;
  counts.set(kind, count);
  if (++sent % 500 === 0) console.log(`${sent} sent after ${seconds()} s`);
}
const seconds = () => Math.round((Date.now() - start) / 1_000);

function report(breaches: readonly Breach[]): void {
  for (const [kind, { cases: all, ok, busy, codes }] of counts) {
    const refused = [...codes]
      .sort((one, other) => other[1] - one[1])
      .map(([code, count]) => `${count} ${code || "?"}`);
    console.log(
      `${kind.padEnd(22)} ${String(all).padStart(6)} cases, ${ok} answered, ${busy} busy; ${refused.join(", ")}`,
    );
  }
  console.log(`${sent} requests in ${seconds()} s`);
  for (const { kind, name, what } of breaches) console.log(`BREACH ${kind}: ${name}: ${what}`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}

/** All cases but the amplified ones. */
async function attackService(): Promise<Breach[]> {
  const { base, pid, inspectorPort, stop } = await startService();
  try {
    const target = await prepareTarget(base, AUTHORIZATION);
    const meters = workerMeters(pid);
    const cpuSeconds = () => meters.reduce((sum, meter) => sum + meter.cpuSeconds(), 0);
    const filesOpen = () => meters.reduce((sum, meter) => sum + meter.filesOpen(), 0);
    // Connected all the time: output is buffered while nobody listens, and then sent all at once, one connection per
    // line.
    const inspector = await Inspector.connect(inspectorPort);
    const heap = async () => {
      await target.serves();
      await inspector.collectGarbage();
      await target.serves();
      await inspector.collectGarbage();
      return await inspector.heapBytes();
    };
    // Caches fill, and fill once: growth after that is a leak.
    const atFirst = await heap();
    const warmUp = hostileCases(target.address, { step: WARM_UP_STEP, first: 0 });
    await attack(warmUp, { base, authorizations: target.authorizations });
    const before = await heap();
    const filesBefore = filesOpen();

    const slice = { step, first: nth - 1, ...(options.depth ? { only: depths } : {}) };
    const { authorizations } = target;
    const breaches = await attack(hostileCases(target.address, slice), { base, authorizations, cpuSeconds, done });
    const after = await heap();

    console.log(`${cpuSeconds().toFixed(0)} s of processor time`);
    console.log(
      `memory in use: ${megabytes(atFirst)} MB at first, ${megabytes(before)} MB after ${warmUp.length} cases that warm up, ` +
        `${megabytes(after)} MB after ${sent} more`,
    );
    console.log(`files open in the service: ${filesBefore} after those that warm up, ${filesOpen()} after all`);
    const all = (name: string, what: string) => breaches.push({ kind: "all", name, what });
    if (filesOpen() > filesBefore + MAX_MORE_FILES)
      all("files", `${filesOpen() - filesBefore} more files and connections are open than before`);
    if (after > MAX_GROWTH * before) all("memory", `it grew by ${Math.round((after / before - 1) * 100)} %`);
    if (!(await target.serves())) all("service", "it does not serve the next request");
    inspector.close();
    return breaches;
  } finally {
    await stop();
  }
}

const { amplify, count, first, kind: only, kill } = options;
await prepareService();
if (kill) report(await runKills());
else if (amplify === undefined) report(await attackService());
else report(await sendAmplified({ seed: Number(amplify), count: Number(count), first: Number(first), only, done }));
