/**
 * CPU and memory of each PDF tool in workerd: for a scan of 20 MB, a report of 1,600 pages and a scan of 95 MB (above
 * the limits of what is held as a whole). Starts a service of its own with empty state, sends each file to each tool
 * and samples the isolate's heap through the inspector meanwhile (JavaScript heap and the bytes of ArrayBuffers, after
 * collecting garbage).
 * An isolate answers the inspector only between two steps of a request: what a step makes and drops within itself shows
 * in the growth of the process's peak memory, which counts garbage and native memory, too.
 * The goal is less than 100 MB of heap. Run: npm run bench -- pdf-memory [--only TEXT], TEXT being part of a row's name
 */

import { parseArgs } from "node:util";
import {
  authorization,
  busiest,
  Inspector,
  type ProcessMeter,
  startService,
  workerMeters,
} from "../test/support/servers/measured-service.ts";
import { report, scan } from "./pdf-files.ts";

const GOAL_BYTES = 100e6;

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

/** A request and what is read from its answer. */
type Request = () => Promise<{ status: number; bytes: number }>;

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
  return { ...answer, seconds, cpuSeconds, processBytes, heapBytes: await inspector.peakHeapBytes(request) };
}

const { only = "" } = parseArgs({ options: { only: { type: "string" } } }).values;
const { base, service, inspectorPort, stop } = await startService();
try {
  const files = { "scan 20 MB": scan(20e6), "report 1,600 pages": report(1600, 1), "scan 95 MB": scan(94e6) };
  const inspector = await Inspector.connect(inspectorPort);
  const warmUp = asJson(base, "compress_pdf", {}, report(20, 2));
  const meters = workerMeters(service);
  for (let count = 0; count < 10; count++) await warmUp();
  const meter = busiest(meters);

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
  await stop();
}
