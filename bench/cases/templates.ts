/** From a template's bytes and data to the merged file, in this process. */
import Docxtemplater from "docxtemplater";
import { TemplateHandler } from "easy-template-x";
import PizZip from "pizzip";
import XlsxTemplate from "xlsx-template";
import { docxEngine } from "../../src/templates/docx/docx-engine.ts";
import { docx, paragraph, row, table } from "../../src/templates/testing/docx-builder.ts";
import { TEST_ENVIRONMENT } from "../../src/templates/testing/render.ts";
import { buildWorkbook } from "../../src/templates/xlsx/testing/workbook-builder.ts";
import { xlsxEngine } from "../../src/templates/xlsx/xlsx-engine.ts";
import { compare, MB, timed } from "../harness.ts";

const COLUMNS = ["name", "qty", "price", "city", "note"] as const;
const STYLES_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml";

/** `--heap`: memory of one Word merge instead, in a Node with `--expose-gc`. */
export const run = (args: readonly string[], name: string): Promise<void> =>
  name === "templates-xlsx" ? compareSheets() : args.includes("--heap") ? measureHeap() : compareLetters();

/** A template as people make them: styles, and a table of 5 columns. */
function letter(opening: string, tag: (name: string) => string, closing: string): Uint8Array {
  const cells = COLUMNS.map((name, index) => (index === 0 ? opening : "") + tag(name) + (index === 4 ? closing : ""));
  const styles = Array.from(
    { length: 120 },
    (_, index) =>
      `<w:style w:type="paragraph" w:styleId="Style${index}"><w:name w:val="Style ${index}"/><w:rPr><w:sz w:val="${20 + (index % 9)}"/></w:rPr></w:style>`,
  );
  const content = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${styles.join("")}</w:styles>`;
  return docx({
    body: paragraph(`Report for ${tag("customer")}`) + table(row(...COLUMNS), row(...cells)) + paragraph("The end"),
    parts: { "word/styles.xml": { content, type: STYLES_TYPE } },
    relationships: { rId1: { type: "styles", target: "styles.xml" } },
  });
}

const OURS = letter(
  "{foreach $items as $i}",
  (name) => (name === "customer" ? "{$customer}" : `{$i.${name}}`),
  "{/foreach}",
);
const THEIRS = letter("{#items}", (name) => `{${name}}`, "{/items}");

const itemsOf = (rows: number) => ({
  customer: "Brown & Sons",
  items: Array.from({ length: rows }, (_, index) => ({
    name: `Product ${index} <new>`,
    qty: index % 17,
    price: (index * 1.37).toFixed(2),
    city: "Springfield",
    note: "Delivered on time, as ordered",
  })),
});

const merge = (versionKey: string, data: ReturnType<typeof itemsOf>) =>
  docxEngine.render({ versionKey, bytes: async () => OURS }, data, TEST_ENVIRONMENT);

async function compareLetters(): Promise<void> {
  let versions = 0;
  const sizes = [
    { rows: 20, warmUp: 20, rounds: 60 },
    { rows: 1_000, warmUp: 4, rounds: 15 },
    { rows: 10_000, warmUp: 1, rounds: 5 },
  ];
  for (const { rows, ...rounds } of sizes) {
    const data = itemsOf(rows);
    const contestants = {
      "docloom, known version": () => merge("known", data),
      "docloom, new version": () => merge(`new ${versions++}`, data),
      docxtemplater: () => {
        const document = new Docxtemplater(new PizZip(THEIRS), { paragraphLoop: true, linebreaks: true });
        document.render(data);
        return document.toUint8Array();
      },
      "easy-template-x": () => new TemplateHandler().process(Buffer.from(THEIRS), data),
    };
    await compare(`${rows} rows`, contestants, rounds);
  }
}

/** Heap and buffers in use when a merge of 10,000 rows is done and none of it has been collected, over the idle state. */
async function measureHeap(): Promise<void> {
  const data = itemsOf(10_000);
  await merge("known", itemsOf(20));
  globalThis.gc?.();
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const idle = used();
  const milliseconds = await timed(() => merge("known", data));
  console.log(`10,000 rows: ${((used() - idle) / MB).toFixed(1)} MB above idle, ${milliseconds.toFixed(0)} ms`);
}

/** Rows with a formula, and a sum of them. */
function sheet(field: (name: string) => string, first: string, last: string): Uint8Array {
  const [A2, B2, C2, D2] = ["name", "sku", "qty", "price"].map(field);
  const head = { A1: "Name", B1: "SKU", C1: "Qty", D1: "Price", E1: "Amount" };
  const cells = { ...head, A2: `${first}${A2}`, ...{ B2, C2, D2 }, E2: "=C2*D2", ...(last ? { F2: last } : {}) };
  const sums = { A3: "Total", E3: "=SUM(E2:E2)" };
  const filled = Object.entries({ ...cells, ...sums }).map(([at, text]) => [at, text ?? ""]);
  return buildWorkbook({ sheets: [{ name: "Report", cells: Object.fromEntries(filled) }], sharesStrings: true });
}

async function compareSheets(): Promise<void> {
  const ours = sheet((name) => `{$r.${name}}`, "{foreach $rows as $r}", "{/foreach}");
  const theirs = Buffer.from(sheet((name) => `\${table:rows.${name}}`, "", ""));
  const source = { versionKey: "bench", bytes: async () => ours };
  for (const rows of [20, 1_000, 10_000]) {
    const data = {
      rows: Array.from({ length: rows }, (_, index) => ({
        name: `Product ${index}`,
        sku: `SKU-${index * 7}`,
        qty: (index % 9) + 1,
        price: ((index * 37) % 1_000) / 10,
      })),
    };
    const docloom = () => xlsxEngine.render(source, data, TEST_ENVIRONMENT);
    const xlsxTemplate = () => {
      const workbook = new XlsxTemplate(theirs);
      workbook.substitute(1, data);
      return workbook.generate({ type: "uint8array" });
    };
    const rounds = { warmUp: 2, rounds: rows > 5_000 ? 5 : 15 };
    await compare(`${rows} rows`, { docloom, "xlsx-template": xlsxTemplate }, rounds);
    const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
    const before = used();
    await docloom();
    console.log(
      `  allocated by a merge, garbage that was not collected included: ${((used() - before) / MB).toFixed(0)} MB`,
    );
  }
}
