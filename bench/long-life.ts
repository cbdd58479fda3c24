// Eight merges a second for as long as it is told, against the Worker as `npm start` runs it. Prints, for each minute, the memory, the
// files and the threads' time of all its processes, latencies and failures, and fails if merges failed, or if memory of the second
// half grew by more than 5 %.
//
//   npm run bench -- long-life [minutes=60] [a second=8]
import fs from "node:fs";
import { scratchFolder } from "../scripts/scratch-folder.ts";
import { present } from "../src/domain/present.ts";
import { paragraph, wordDocument } from "../test/support/office-files.ts";
import { AUTHORIZATION } from "../test/support/servers/first-credentials.ts";
import { ProcessMeter, processesBelow } from "../test/support/servers/measured-service.ts";
import { servedWorker } from "../test/support/servers/served-worker.ts";

const MINUTES = Number(process.argv[2] ?? 60);
const RATE = Number(process.argv[3] ?? 8);
const MAX_GROWTH = 1.05;
const MEGABYTE = 2 ** 20;

const state = scratchFolder();
const served = await servedWorker(state);
const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };

const rows = "{foreach $rows as $row}{$row.name|escape}: {$row.amount|number_format:2}{/foreach}";
const word = wordDocument(`${paragraph("Dear {$Name},")}<w:p/>${paragraph(rows)}`);
const word64 = Buffer.from(word).toString("base64");
const KINDS = [
  { type: "html", output: "html", html: `<p>Dear {$Name}</p><p>${rows}</p>` },
  { type: "docx", output: "docx", file_contents: word64 },
  { type: "docx", output: "pdf", file_contents: word64 },
  { type: "html", output: "pdf", html: `<h1>Dear {$Name}</h1><p>${rows}</p>` },
];

async function newAddress(members: object): Promise<string> {
  const body = JSON.stringify({ name: "Long", ...members });
  const answer = await fetch(`${served.base}/api/documents`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  const { url } = (await answer.json()) as { url: string };
  return `${served.base}${new URL(url).pathname}?download=1`;
}

/** An address has a limit of its own. */
const addresses = await Promise.all(
  Array.from({ length: 4 * KINDS.length }, (_, at) => newAddress(present(KINDS[at % KINDS.length]))),
);

let times: number[] = [];
let failed = 0;

async function merge(at: number): Promise<void> {
  const started = performance.now();
  const list = Array.from({ length: 20 }, (_, index) => ({ name: `Item ${at}-${index}`, amount: index * 1.5 }));
  const body = JSON.stringify({ Name: `Ann ${at}`, rows: list });
  try {
    const answer = await fetch(present(addresses[at % addresses.length]), { method: "POST", headers, body });
    await answer.arrayBuffer();
    if (answer.status !== 201) failed++;
  } catch {
    failed++;
  }
  times.push(performance.now() - started);
}

const sizeOf = (folder: string): number =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    const file = `${entry.parentPath}/${entry.name}`;
    return sum + (entry.isFile() ? (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) : 0);
  }, 0);

const memory: number[] = [];
const started = Date.now();
let sent = 0;
let allFailed = 0;
const pending = new Set<Promise<void>>();
try {
  for (let minute = 1; minute <= MINUTES; minute++) {
    while (Date.now() < started + minute * 60_000) {
      const one = merge(sent++).finally(() => pending.delete(one));
      pending.add(one);
      const wait = started + (sent * 1_000) / RATE - Date.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
    const processes = processesBelow(present(served.program.pid));
    const meters = processes.map(({ pid, command }) => ({ command, meter: new ProcessMeter(pid) }));
    const bytes = meters.map(({ meter }) => meter.bytes("VmRSS") || 0);
    const all = bytes.reduce((sum, one) => sum + one, 0);
    memory.push(all);
    const files = meters.reduce((sum, { meter }) => sum + meter.filesOpen(), 0);
    const sorted = times.toSorted((one, other) => one - other);
    const each = meters.map(({ command }, at) => `${command} ${Math.round((bytes[at] ?? 0) / MEGABYTE)}`).join(", ");
    console.log(
      `${minute} min: ${sent} sent, ${failed} failed, ${pending.size} under way; median ${Math.round(sorted[sorted.length >> 1] ?? 0)} ms, ` +
        `95 % ${Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)} ms; ${Math.round(all / MEGABYTE)} MB (${each}), ` +
        `${files} files open, ${Math.round(sizeOf(state) / MEGABYTE)} MB on disk`,
    );
    allFailed += failed;
    times = [];
    failed = 0;
  }
  await Promise.all(pending);
  const half = memory.slice(memory.length >> 1);
  const growth = present(half.at(-1)) / present(half[0]);
  console.log(`${allFailed} failed; memory of the second half grew to ${(100 * growth).toFixed(1)} %`);
  process.exitCode = allFailed > 0 || growth > MAX_GROWTH ? 1 : 0;
} finally {
  await served.stop();
}
