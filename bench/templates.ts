/**
 * Word templates against docxtemplater and easy-template-x: the same table of 5 columns, 20, 1,000 and 10,000 rows, from
 * the template's bytes and the data to the merged file. Run with `npm run bench -- templates`; the ratios are what counts,
 * all run in this process. With `--heap` (and `--expose-gc`) the memory of one merge of 10,000 rows is measured instead.
 */

import Docxtemplater from "docxtemplater";
import { TemplateHandler } from "easy-template-x";
import PizZip from "pizzip";
import { present } from "../src/domain/present.ts";
import { docxEngine } from "../src/templates/docx/docx-engine.ts";
import { docx, paragraph, row, table } from "../src/templates/testing/docx-builder.ts";
import { TEST_ENVIRONMENT } from "../src/templates/testing/render.ts";

const COLUMNS = ["name", "qty", "price", "city", "note"] as const;
const ROUNDS: Readonly<Record<number, { warmUp: number; measured: number }>> = {
  20: { warmUp: 20, measured: 60 },
  1000: { warmUp: 4, measured: 15 },
  10000: { warmUp: 1, measured: 5 },
};

/** A template as people make them: styles and a theme's worth of other parts without tags. */
function template(opening: string, tag: (name: string) => string, closing: string): Uint8Array {
  const cells = COLUMNS.map((name, index) => (index === 0 ? opening : "") + tag(name) + (index === 4 ? closing : ""));
  const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${Array.from(
    { length: 120 },
    (_, index) =>
      `<w:style w:type="paragraph" w:styleId="Style${index}"><w:name w:val="Style ${index}"/><w:rPr><w:sz w:val="${20 + (index % 9)}"/></w:rPr></w:style>`,
  ).join("")}</w:styles>`;
  return docx({
    body: paragraph(`Report for ${tag("customer")}`) + table(row(...COLUMNS), row(...cells)) + paragraph("The end"),
    parts: {
      "word/styles.xml": {
        content: styles,
        type: "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml",
      },
    },
    relationships: { rId1: { type: "styles", target: "styles.xml" } },
  });
}

const OURS = template(
  "{foreach $items as $i}",
  (name) => (name === "customer" ? "{$customer}" : `{$i.${name}}`),
  "{/foreach}",
);
const THEIRS = template("{#items}", (name) => `{${name}}`, "{/items}");
const THEIRS_X = template("{#items}", (name) => `{${name}}`, "{/items}");

const dataOf = (rows: number) => ({
  customer: "Brown & Sons",
  items: Array.from({ length: rows }, (_, index) => ({
    name: `Product ${index} <new>`,
    qty: index % 17,
    price: (index * 1.37).toFixed(2),
    city: "Springfield",
    note: "Delivered on time, as ordered",
  })),
});

let versions = 0;
const ours = async (data: ReturnType<typeof dataOf>, versionKey: string) =>
  (await docxEngine.render({ versionKey, bytes: async () => OURS }, data, TEST_ENVIRONMENT)).bytes;

const contestants: Readonly<Record<string, (data: ReturnType<typeof dataOf>) => Promise<Uint8Array>>> = {
  "docloom, known version": (data) => ours(data, "known"),
  "docloom, new version": (data) => ours(data, `new ${versions++}`),
  docxtemplater: async (data) => {
    const document = new Docxtemplater(new PizZip(THEIRS), { paragraphLoop: true, linebreaks: true });
    document.render(data);
    return document.toUint8Array();
  },
  "easy-template-x": async (data) => {
    const merged = await new TemplateHandler().process(Buffer.from(THEIRS_X), data);
    return new Uint8Array(merged);
  },
};

async function median(run: () => Promise<Uint8Array>, { warmUp, measured }: { warmUp: number; measured: number }) {
  for (let index = 0; index < warmUp; index++) await run();
  const times: number[] = [];
  for (let index = 0; index < measured; index++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return present(times.sort((a, b) => a - b)[measured >> 1]);
}

async function compareSpeed(): Promise<void> {
  for (const rows of [20, 1_000, 10_000]) {
    const data = dataOf(rows);
    const medians = new Map<string, number>();
    for (const [name, merge] of Object.entries(contestants)) {
      medians.set(name, await median(() => merge(data), present(ROUNDS[rows])));
      console.log(`${String(rows).padStart(6)} rows  ${name.padEnd(24)} ${present(medians.get(name)).toFixed(2)} ms`);
    }
    const best = present(medians.get("docloom, known version"));
    for (const peer of ["docxtemplater", "easy-template-x"])
      console.log(`        ${(present(medians.get(peer)) / best).toFixed(1)} times as fast as ${peer}`);
  }
}

/**
 * Heap and buffers in use when a merge of 10,000 rows is done and none of it has been collected, over the idle state.
 */
async function measureHeap(): Promise<void> {
  const data = dataOf(10_000);
  await ours(dataOf(20), "known");
  globalThis.gc?.();
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const idle = used();
  const started = performance.now();
  const bytes = await ours(data, "known");
  const megabytes = (used() - idle) / 1024 / 1024;
  const elapsed = performance.now() - started;
  console.log(`10,000 rows: ${megabytes.toFixed(1)} MB above idle, ${elapsed.toFixed(0)} ms, ${bytes.length} bytes`);
}

await (process.argv.includes("--heap") ? measureHeap() : compareSpeed());
