/**
 * CPU and memory of each PDF tool in workerd: for a scan of 20 MB, a report of 1,600 pages and a scan of 95 MB (above
 * the limits of what is held as a whole). Starts a service of its own with empty state, sends each file to each tool
 * and samples the isolate's heap through the inspector meanwhile (JavaScript heap and the bytes of ArrayBuffers, after
 * collecting garbage).
 * An isolate answers the inspector between two steps of a request only: what a step makes and drops within itself shows
 * in the growth of the process's peak memory, which counts garbage and native memory, too.
 * The goal is less than 100 MB of heap. Run: npm run bench:pdf-memory [-- --only TEXT], TEXT being part of a row's name
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { toolEnvironment } from "../scripts/prepare.mjs";
import { report, scan } from "./pdf-files.ts";

const GOAL_BYTES = 100e6;
const SAMPLE_EVERY_MS = 30;
const LOST_AFTER_MS = 1000;
/** The answer of the inspector that did not come. */
const LOST: Record<string, number> = {};
const TICKS_PER_SECOND = 100;
const CREDENTIALS = { key: "bench", secret: "bench-secret" };

type Fields = Record<string, string>;

const TOOLS: readonly { name: string; tool: string; fields: Fields }[] = [
  { name: "pdf_info", tool: "pdf_info", fields: {} },
  { name: "split, extract 3", tool: "split_pdf", fields: { extract: "1, 3, 5" } },
  { name: "split, single pages", tool: "split_pdf", fields: {} },
  { name: "combine", tool: "combine", fields: { output: "pdf" } },
  { name: "encrypt_pdf", tool: "encrypt_pdf", fields: { password: "owner", user_password: "user" } },
  { name: "rotate_pdf", tool: "rotate_pdf", fields: { degrees: "90" } },
  { name: "stamp_pdf", tool: "stamp_pdf", fields: { text: "DRAFT" } },
  { name: "flatten_pdf", tool: "flatten_pdf", fields: {} },
  { name: "compress_pdf", tool: "compress_pdf", fields: {} },
];

/** A request and what is read of its answer. */
type Request = () => Promise<{ status: number; bytes: number }>;

/** The inspector of the service's isolate. */
class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: Record<string, number>) => void>();
  #next = 1;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: Record<string, number> };
      if (id !== undefined) this.#waiting.get(id)?.(result ?? {});
    });
  }

  static async connect(port: number): Promise<Inspector> {
    // Node's own options; the types are those of browsers, which send an Origin anyway.
    const options = { headers: { origin: `http://127.0.0.1:${port}` } } as unknown as string;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, options);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", reject);
    });
    return new Inspector(socket);
  }

  /** JavaScript heap, ArrayBuffers and what the embedder counts, in bytes. */
  async heapBytes(): Promise<number> {
    const { usedSize = 0, backingStorageSize = 0, embedderHeapUsedSize = 0 } = await this.#send("Runtime.getHeapUsage");
    return usedSize + backingStorageSize + embedderHeapUsedSize;
  }

  /** False when nothing was collected: an idle isolate does so only with its next request. */
  async collectGarbage(): Promise<boolean> {
    return (await this.#send("HeapProfiler.collectGarbage")) !== LOST;
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string): Promise<Record<string, number>> {
    const id = this.#next++;
    this.#socket.send(JSON.stringify({ id, method, params: {} }));
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      // Messages get lost while the isolate is busy.
      setTimeout(() => resolve(LOST), LOST_AFTER_MS);
    });
  }
}

/** CPU and memory of a process, as Linux counts them. */
class ProcessMeter {
  readonly #folder: string;

  constructor(pid: number) {
    this.#folder = `/proc/${pid}`;
  }

  cpuSeconds(): number {
    const fields = readFileSync(`${this.#folder}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }

  resetPeak(): void {
    writeFileSync(`${this.#folder}/clear_refs`, "5");
  }

  /** @param field `VmRSS` or `VmHWM`, the peak */
  bytes(field: "VmRSS" | "VmHWM"): number {
    const status = readFileSync(`${this.#folder}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  }
}

/** The workerd processes below another process. */
function workersOf(ancestor: number): number[] {
  const parents = new Map<number, { parent: number; command: string }>();
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [, command = "", rest = ""] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${entry}/stat`, "utf8")) ?? [];
      parents.set(Number(entry), { parent: Number(rest.split(" ")[1]), command });
    } catch {
      // it has ended
    }
  }
  const isBelow = (pid: number): boolean => pid === ancestor || isBelowParent(pid);
  const isBelowParent = (pid: number): boolean => {
    const parent = parents.get(pid)?.parent;
    return parent !== undefined && parent > 1 && isBelow(parent);
  };
  return [...parents].filter(([pid, { command }]) => command === "workerd" && isBelow(pid)).map(([pid]) => pid);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startService(state: string) {
  const port = await freePort();
  const inspectorPort = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = toolEnvironment();
  const stateArguments = ["--persist-to", state];
  execFileSync("wrangler", ["d1", "migrations", "apply", "DB", "--local", ...stateArguments], { env, stdio: "ignore" });
  const variables = [`PUBLIC_BASE_URL:${base}`, `API_KEY:${CREDENTIALS.key}`, `API_SECRET:${CREDENTIALS.secret}`];
  const service = spawn(
    "wrangler",
    ["dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", String(inspectorPort)]
      .concat("--show-interactive-dev-session=false", "--log-level", "warn", stateArguments)
      .concat(variables.flatMap((variable) => ["--var", variable])),
    { env, stdio: ["ignore", "ignore", "inherit"] },
  );
  for (let attempt = 0; attempt < 300; attempt++) {
    const isReady = await fetch(`${base}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { base, service, inspectorPort };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  service.kill();
  throw new Error("The service did not start.");
}

const authorization = `Basic ${Buffer.from(`${CREDENTIALS.key}:${CREDENTIALS.secret}`).toString("base64")}`;

async function answered(request: Promise<Response>): Promise<{ status: number; bytes: number }> {
  const response = await request;
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).byteLength;
  return { status: response.status, bytes };
}

/** Sends the file as a part of a multipart body, as people with large files do. */
function asMultipart(base: string, tool: string, fields: Fields, file: Uint8Array): Request {
  return () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const part = new File([file as Uint8Array<ArrayBuffer>], "input.pdf", { type: "application/pdf" });
    form.append(tool === "combine" ? "files[0]" : "file", part);
    return answered(fetch(`${base}/api/tools/${tool}`, { method: "POST", headers: { authorization }, body: form }));
  };
}

function asJson(base: string, tool: string, fields: Fields, file: Uint8Array): Request {
  const info = { name: "input.pdf", contents: Buffer.from(file).toString("base64") };
  const body = JSON.stringify({ ...fields, ...(tool === "combine" ? { files: [info] } : { file: info }) });
  const headers = { authorization, "content-type": "application/json" };
  return () => answered(fetch(`${base}/api/tools/${tool}`, { method: "POST", headers, body }));
}

async function measure(request: Request, inspector: Inspector, meter: ProcessMeter) {
  meter.resetPeak();
  const memoryBefore = meter.bytes("VmRSS");
  const cpuBefore = meter.cpuSeconds();
  const started = performance.now();
  const answer = await request();
  const seconds = (performance.now() - started) / 1000;
  const cpuSeconds = meter.cpuSeconds() - cpuBefore;
  const processBytes = meter.bytes("VmHWM") - memoryBefore;
  return { ...answer, seconds, cpuSeconds, processBytes, heapBytes: await peakHeap(request, inspector) };
}

/** What is in use at once while a request is answered: sampled after collections, as garbage says nothing. */
async function peakHeap(request: Request, inspector: Inspector): Promise<number> {
  let peak = 0;
  let isRunning = true;
  const sampling = (async () => {
    while (isRunning) {
      if (await inspector.collectGarbage()) peak = Math.max(peak, await inspector.heapBytes());
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  })();
  await request();
  isRunning = false;
  await sampling;
  return peak;
}

const { only = "" } = parseArgs({ options: { only: { type: "string" } } }).values;
const state = mkdtempSync(path.join(tmpdir(), "pdf-memory-"));
const { base, service, inspectorPort } = await startService(state);
try {
  const files = { "scan 20 MB": scan(20e6), "report 1,600 pages": report(1600, 1), "scan 95 MB": scan(94e6) };
  const inspector = await Inspector.connect(inspectorPort);
  const warmUp = asJson(base, "compress_pdf", {}, report(20, 2));
  const meters = workersOf(service.pid!).map((pid) => new ProcessMeter(pid));
  for (let count = 0; count < 10; count++) await warmUp();
  // Of the processes, the one that has worked is the isolate's.
  const meter = meters.reduce((busiest, other) => (other.cpuSeconds() > busiest.cpuSeconds() ? other : busiest));

  console.log(
    "file                 sent as    tool                  status  answer MB   wall s    CPU s   heap MB   process +MB",
  );
  let isMet = true;
  for (const [fileName, file] of Object.entries(files)) {
    for (const [form, send] of [
      ["multipart", asMultipart],
      ["JSON", asJson],
    ] as const) {
      if (form === "JSON" && file.length > 29e6) continue;
      for (const { name, tool, fields } of TOOLS) {
        if (!`${fileName} ${form} ${name}`.includes(only)) continue;
        const run = await measure(send(base, tool, fields, file), inspector, meter);
        if (run.heapBytes > GOAL_BYTES) isMet = false;
        const numbers = [
          (run.bytes / 1e6).toFixed(1).padStart(10),
          run.seconds.toFixed(2).padStart(8),
          run.cpuSeconds.toFixed(2).padStart(8),
          (run.heapBytes / 1e6).toFixed(0).padStart(9),
          (run.processBytes / 1e6).toFixed(0).padStart(12),
        ];
        console.log(`${fileName.padEnd(20)} ${form.padEnd(10)} ${name.padEnd(21)} ${run.status}  ${numbers.join(" ")}`);
      }
    }
  }
  console.log(isMet ? "\nEvery tool stays below 100 MB of heap." : "\nNot every tool stays below 100 MB of heap.");
  inspector.close();
} finally {
  service.kill("SIGTERM");
  await new Promise((resolve) => service.once("exit", resolve));
  rmSync(state, { recursive: true, force: true });
}
