/**
 * Memory of merges in workerd: Word and Excel templates (with formulas) of 5 columns, filled with 10,000 rows. Starts a
 * service of its own with empty state, and keeps asking the isolate's inspector for the JavaScript heap and the bytes
 * of ArrayBuffers while merges are answered. "in use" is what is left after collecting garbage; "with garbage" is the
 * most that was seen at all, which is what the limit of the platform looks at. An isolate answers its inspector only
 * between two steps of a request; what a step makes and drops within itself shows in the growth of the process's peak
 * memory, native memory and machine code included. The goal is less than 64 MB above idle. Run: npm run bench --
 * templates-memory [ROWS]
 */

import { docx, paragraph, row, table } from "../src/templates/testing/docx-builder.ts";
import { buildWorkbook } from "../src/templates/xlsx/testing/workbook-builder.ts";
import {
  authorization,
  busiest,
  Inspector,
  startService,
  workerMeters,
} from "../test/support/servers/measured-service.ts";

const MB = 1024 * 1024;
const GOAL_BYTES = 64 * MB;
const ROUNDS = 8;
const rows = Number(process.argv[2] ?? 10_000);

const data = {
  rows: Array.from({ length: rows }, (_, index) => ({
    name: `Product ${index}`,
    sku: `SKU-${index * 7}`,
    qty: (index % 9) + 1,
    price: ((index * 37) % 1_000) / 10,
  })),
};

const TEMPLATES: Record<"docx" | "xlsx", Uint8Array> = {
  docx: docx({
    body: table(
      row("Name", "SKU", "Qty", "Price", "Amount"),
      row("{foreach $rows as $r}{$r.name}", "{$r.sku}", "{$r.qty}", "{$r.price}", "{$r.qty*$r.price}{/foreach}"),
    ).concat(paragraph("{$rows|count} rows")),
  }),
  xlsx: buildWorkbook({
    sharesStrings: true,
    sheets: [
      {
        name: "Report",
        cells: {
          A1: "Name",
          B1: "SKU",
          C1: "Qty",
          D1: "Price",
          E1: "Amount",
          A2: "{foreach $rows as $r}{$r.name}",
          B2: "{$r.sku}",
          C2: "{$r.qty}",
          D2: "{$r.price}",
          E2: "=C2*D2",
          F2: "{/foreach}",
          A3: "Total",
          E3: "=SUM(E2:E2)",
        },
      },
    ],
  }),
};

async function createDocument(base: string, type: "docx" | "xlsx"): Promise<string> {
  const response = await fetch(`${base}/api/documents`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({
      name: `${type} of many rows`,
      type,
      output: type,
      file_contents: Buffer.from(TEMPLATES[type]).toString("base64"),
    }),
  });
  if (!response.ok) throw new Error(`create: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { url: string }).url;
}

async function merge(url: string, values: object): Promise<number> {
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(`${url}?download=1`, { method: "POST", headers, body: JSON.stringify(values) });
  if (!response.ok) throw new Error(`merge: ${response.status} ${await response.text()}`);
  return (await response.arrayBuffer()).byteLength;
}

const { base, service, inspectorPort, stop } = await startService();
try {
  const inspector = await Inspector.connect(inspectorPort);
  const meters = workerMeters(service);
  let isMet = true;
  console.log("rows      type    answer MB   ms a merge   in use MB   with garbage MB   process +MB");
  for (const type of ["docx", "xlsx"] as const) {
    const url = await createDocument(base, type);
    for (let count = 0; count < 5; count++) await merge(url, { rows: data.rows.slice(0, 20) });
    const meter = busiest(meters);
    const collect = async () => {
      // An idle isolate collects only with its next request.
      const collected = inspector.collectGarbage();
      await merge(url, { rows: data.rows.slice(0, 1) });
      await collected;
      return inspector.heapBytes();
    };
    const idle = await collect();
    meter.resetPeak();
    const processBefore = meter.bytes("VmRSS");
    let answer = 0;
    const started = performance.now();
    const withGarbage = await inspector.peakWithGarbage(async () => {
      for (let round = 0; round < ROUNDS; round++) answer = await merge(url, data);
    });
    const milliseconds = (performance.now() - started) / ROUNDS;
    const processBytes = meter.bytes("VmHWM") - processBefore;
    const inUse = await inspector.peakHeapBytes(async () => {
      for (let round = 0; round < ROUNDS; round++) await merge(url, data);
    });
    if (withGarbage - idle > GOAL_BYTES) isMet = false;
    const numbers = [
      (answer / MB).toFixed(1).padStart(9),
      milliseconds.toFixed(0).padStart(12),
      ((inUse - idle) / MB).toFixed(0).padStart(11),
      ((withGarbage - idle) / MB).toFixed(0).padStart(17),
      (processBytes / MB).toFixed(0).padStart(13),
    ];
    console.log(`${String(rows).padEnd(9)} ${type.padEnd(6)} ${numbers.join(" ")}   idle ${(idle / MB).toFixed(0)} MB`);
  }
  console.log(isMet ? "\nBoth stay below 64 MB above idle." : "\nNot both stay below 64 MB above idle.");
  process.exitCode = isMet ? 0 : 1;
  inspector.close();
} finally {
  await stop();
}
