/**
 * Memory of merges near the limits of src/templates/output-limits.ts, in workerd, which does not enforce a limit
 * itself. Breakpoints stop each merge where it holds most (all rows are there, a part is packed, the archive is
 * written); there the inspector collects garbage and says what is in use, including the idle service: JavaScript heap
 * and ArrayBuffers. The goal is less than 100 MB of the 128 MB of an isolate. Run: npm run bench -- templates-limits
 * [KIND ROWS...]
 */
import { docx, paragraph, row, table } from "../src/templates/testing/docx-builder.ts";
import { pptx, slideTable } from "../src/templates/testing/pptx-builder.ts";
import { buildWorkbook } from "../src/templates/xlsx/testing/workbook-builder.ts";
import { authorization, Inspector, startService } from "../test/support/servers/measured-service.ts";

const MB = 1024 * 1024;
const GOAL_BYTES = 100 * MB;
/** Lines of the service's own code, where a merge holds most. */
const MOMENTS = ["job.wantedImages.size === 0 ||", "Z_FINISH)", "bodies + directory + END_LENGTH"];

interface Case {
  type: "docx" | "pptx" | "xlsx";
  /** Cells, of a workbook, for each row. */
  cells: number;
  sizes: number[];
  template(): Uint8Array;
  data(rows: number): object;
}

const letter = (index: number) => String.fromCharCode(65 + index);
const workbook = (cells: Record<string, string>) =>
  buildWorkbook({ sharesStrings: true, sheets: [{ name: "Report", cells }] });
const lists = (rows: number, width: number) => ({
  rows: Array.from({ length: rows }, (_, row) =>
    Array.from({ length: width }, (_, column) => `${column % 2 ? "Text " : ""}${row * width + column}`),
  ),
});

const CASES: Record<string, Case> = {
  // Values of the data, as they are.
  lists: {
    type: "xlsx",
    cells: 10,
    sizes: [10_000, 20_000, 45_000, 50_000],
    template: () => {
      const cells: Record<string, string> = { K2: "{/foreach}" };
      for (let index = 0; index < 10; index++)
        cells[`${letter(index)}2`] = `${index === 0 ? "{foreach $rows as $r}" : ""}{$r[${index}]}`;
      return workbook(cells);
    },
    data: (rows) => lists(rows, 10),
  },
  // Texts that the merge makes, and formulas.
  made: {
    type: "xlsx",
    cells: 5,
    sizes: [20_000, 50_000, 80_000, 100_000],
    template: () =>
      workbook({
        A2: `{for $i=1 to $rows}Row {$i}`,
        B2: "{$i}",
        C2: "{$i*2}",
        D2: "x{$i}",
        E2: "=B2*C2",
        F2: "{/for}",
        E3: "=SUM(E2:E2)",
      }),
    data: (rows) => ({ rows }),
  },
  // A formula is the whole row.
  narrow: {
    type: "xlsx",
    cells: 3,
    sizes: [50_000, 160_000, 300_000],
    template: () => workbook({ A1: "1", A2: `{for $i=1 to $rows}`, B2: "=B1+1", C2: "{/for}" }),
    data: (rows) => ({ rows }),
  },
  // Long texts that the merge makes, of two bytes per letter.
  long: {
    type: "xlsx",
    cells: 3,
    sizes: [40_000, 78_000],
    template: () => workbook({ A2: `{for $i=1 to $rows}`, B2: `${"Ж".repeat(100)}{$i}`, C2: "{/for}" }),
    data: (rows) => ({ rows }),
  },
  // Markup with a letter that is not Latin, so that texts take two bytes per character.
  word: {
    type: "docx",
    cells: 0,
    sizes: [10_000, 20_000, 29_000, 33_000],
    template: () =>
      docx({
        body: table(
          row("№", "Name", "Code", "Count", "Sum"),
          row(`{for $i=1 to $rows}Row {$i}`, "{if $i}{$i}{/if}", "{$i} Ж", "{$i}", "{$i*2}{/for}"),
        ).concat(paragraph("end")),
      }),
    data: (rows) => ({ rows }),
  },
  slide: {
    type: "pptx",
    cells: 0,
    sizes: [10_000, 20_000, 29_000, 33_000],
    template: () =>
      pptx([{ shapes: slideTable(3, [`{for $i=1 to $rows}Row {$i}`, "{$i} Ж", "{$i}", "{$i*2}{/for}"]) }]),
    data: (rows) => ({ rows }),
  },
};

const [kind, ...sizes] = process.argv.slice(2);
const chosen = kind === undefined ? Object.keys(CASES) : [kind];
const { base, inspectorPort, stop } = await startService();

async function createDocument({ type, template }: Case, rows: number): Promise<string> {
  const body = {
    name: `limits ${rows}`,
    type,
    output: type,
    file_contents: Buffer.from(template()).toString("base64"),
  };
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(`${base}/api/documents`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`create: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { url: string }).url;
}

function merge(url: string, data: object): Promise<Response> {
  const headers = { authorization, "content-type": "application/json" };
  return fetch(`${url}?download=1`, { method: "POST", headers, body: JSON.stringify(data) });
}

try {
  const inspector = await Inspector.connect(inspectorPort);
  await fetch(`${base}/api/health`);
  const stops = await inspector.stopAt(MOMENTS);
  let isMet = true;
  console.log("kind    rows      cells      answer            ms   in use at most MB");
  for (const name of chosen) {
    const each = CASES[name];
    if (!each) throw new Error(`${name}? ${Object.keys(CASES).join(", ")}`);
    for (const rows of sizes.length > 0 ? sizes.map(Number) : each.sizes) {
      const url = await createDocument(each, rows);
      const data = each.data(rows);
      // Leftovers of the previous merge are collected with a request.
      for (let count = 0; count < 2; count++) await merge(url, each.data(1));
      stops.peakBytes = 0;
      const started = performance.now();
      const response = await merge(url, data);
      const milliseconds = performance.now() - started;
      const bytes = await response.arrayBuffer();
      const moment = ["rendered", "part packed", "archive"][stops.lines.indexOf(stops.line)] ?? "";
      const answer = response.ok
        ? `${(bytes.byteLength / MB).toFixed(1)} MB`
        : (JSON.parse(Buffer.from(bytes).toString()) as { code: string }).code;
      if (stops.peakBytes > GOAL_BYTES) isMet = false;
      const columns = [name.padEnd(7), String(rows).padEnd(9), String(rows * each.cells).padEnd(10), answer.padEnd(15)];
      const peak = (stops.peakBytes / MB).toFixed(0).padStart(8);
      console.log(`${columns.join(" ")} ${milliseconds.toFixed(0).padStart(6)} ${peak}   ${moment}`);
    }
  }
  console.log(isMet ? "\nAll stay below 100 MB." : "\nNot all stay below 100 MB.");
  process.exitCode = isMet ? 0 : 1;
  inspector.close();
} finally {
  await stop();
}
