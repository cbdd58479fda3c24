// Fills a sheet of many rows with formulas, beside xlsx-template, in one run: node bench/templates-xlsx.ts

import XlsxTemplate from "xlsx-template";
import { present } from "../src/domain/present.ts";
import { TEST_ENVIRONMENT } from "../src/templates/testing/render.ts";
import { buildWorkbook } from "../src/templates/xlsx/testing/workbook-builder.ts";
import { xlsxEngine } from "../src/templates/xlsx/xlsx-engine.ts";

const SIZES = [20, 1_000, 10_000];
const MB = 1024 * 1024;

const columns = ["name", "sku", "qty", "price"] as const;
const letters = ["A", "B", "C", "D"];

function template(first: (field: string) => string, others: (field: string) => string, end: string): Uint8Array {
  const cells: Record<string, string> = { A1: "Name", B1: "SKU", C1: "Qty", D1: "Price", E1: "Amount" };
  columns.forEach((field, index) => {
    cells[`${letters[index]}2`] = index === 0 ? first(field) : others(field);
  });
  cells.E2 = "=C2*D2";
  if (end) cells.F2 = end;
  cells.A3 = "Total";
  cells.E3 = "=SUM(E2:E2)";
  return buildWorkbook({ sheets: [{ name: "Report", cells }], sharesStrings: true });
}

const ours = template(
  (field) => `{foreach $rows as $r}{$r.${field}}`,
  (field) => `{$r.${field}}`,
  "{/foreach}",
);
const theirs = template(
  (field) => `\${table:rows.${field}}`,
  (field) => `\${table:rows.${field}}`,
  "",
);

const dataOf = (rows: number) => ({
  rows: Array.from({ length: rows }, (_, index) => ({
    name: `Product ${index}`,
    sku: `SKU-${index * 7}`,
    qty: (index % 9) + 1,
    price: ((index * 37) % 1_000) / 10,
  })),
});

async function fillOurs(data: object): Promise<number> {
  const source = { versionKey: "bench", bytes: async () => ours };
  return (await xlsxEngine.render(source, data as Record<string, unknown>, TEST_ENVIRONMENT)).bytes.length;
}

async function fillTheirs(data: object): Promise<number> {
  const workbook = new XlsxTemplate(Buffer.from(theirs));
  workbook.substitute(1, data);
  return (workbook.generate({ type: "uint8array" }) as Uint8Array).length;
}

/** Median times of both, taken alternately so that whatever else the machine does slows both. */
async function medians(first: () => Promise<unknown>, second: () => Promise<unknown>, times: number) {
  const taken: [number[], number[]] = [[], []];
  for (let turn = -2; turn < times; turn++)
    for (const [index, run] of [first, second].entries()) {
      const start = performance.now();
      await run();
      if (turn >= 0) present(taken[index]).push(performance.now() - start);
    }
  return taken.map((list) => present(list.sort((a, b) => a - b)[times >> 1])) as [number, number];
}

/** The most that the heap holds beyond what it held before, sampled at every garbage collection and at the end. */
async function peakHeap(run: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const idle = process.memoryUsage();
  await run();
  const after = process.memoryUsage();
  return after.heapUsed + after.external - idle.heapUsed - idle.external;
}

for (const rows of SIZES) {
  const data = dataOf(rows);
  const times = rows > 5_000 ? 5 : 15;
  const [mine, other] = await medians(
    () => fillOurs(data),
    () => fillTheirs(data),
    times,
  );
  console.log(
    `${String(rows).padStart(6)} rows: ours ${mine.toFixed(1)} ms, xlsx-template ${other.toFixed(1)} ms, ratio ${(other / mine).toFixed(1)}`,
  );
}
console.log(
  `allocated by a merge of 10,000 rows, garbage included: ${((await peakHeap(() => fillOurs(dataOf(10_000)))) / MB).toFixed(0)} MB`,
);
