/**
 * Memory of merges near the limits of src/templates/output-limits.ts, in workerd: `[KIND ROWS...]`. Breakpoints stop each merge
 * where it holds most (all rows are there, a part is packed, the archive is written); there the inspector collects garbage and
 * says what is in use, the idle service included. The goal is less than 100 MB of the 128 MB of an isolate.
 */
import fs from "node:fs";
import path from "node:path";
import { docx, paragraph, row, table } from "../../src/templates/testing/docx-builder.ts";
import { pptx, slideTable } from "../../src/templates/testing/pptx-builder.ts";
import { buildWorkbook } from "../../src/templates/xlsx/testing/workbook-builder.ts";
import { AUTHORIZATION } from "../../test/support/servers/first-credentials.ts";
import { Inspector } from "../../test/support/servers/isolate-inspector.ts";
import { mergeAddress, startService } from "../../test/support/servers/measured-service.ts";
import { line, MB, timed } from "../harness.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CONFIG = path.join(ROOT, "wrangler.unminified.toml");
const GOAL_BYTES = 100 * MB;
/** Lines of the service's own code, where a merge holds most. */
const MOMENTS = {
  rendered: "job.wantedImages.size === 0 ||",
  "part packed": "Z_FINISH)",
  archive: "bodies + directory + END_LENGTH",
};

interface Case {
  type: "docx" | "pptx" | "xlsx";
  /** Of a workbook, for each row. */
  cells?: number;
  sizes: number[];
  template: () => Uint8Array;
  /** Default: `$rows` is their number. */
  data?: (rows: number) => object;
}

const workbook = (cells: Record<string, string>) =>
  buildWorkbook({ sharesStrings: true, sheets: [{ name: "Report", cells }] });

const CASES: Record<string, Case> = {
  // Values of the data, as they are.
  lists: {
    type: "xlsx",
    cells: 10,
    sizes: [10_000, 20_000, 45_000, 50_000],
    template() {
      const cells = Array.from({ length: 10 }, (_, index) => [
        `${String.fromCharCode(65 + index)}2`,
        `${index === 0 ? "{foreach $rows as $r}" : ""}{$r[${index}]}`,
      ]);
      return workbook({ ...Object.fromEntries(cells), K2: "{/foreach}" });
    },
    data: (rows) => ({
      rows: Array.from({ length: rows }, (_, row) =>
        Array.from({ length: 10 }, (_, column) => `${column % 2 ? "Text " : ""}${row * 10 + column}`),
      ),
    }),
  },
  // Texts that the merge makes, and formulas.
  made: {
    type: "xlsx",
    cells: 5,
    sizes: [20_000, 50_000, 80_000, 100_000],
    template: () =>
      workbook({
        ...{ A2: `{for $i=1 to $rows}Row {$i}`, B2: "{$i}", C2: "{$i*2}", D2: "x{$i}", E2: "=B2*C2", F2: "{/for}" },
        E3: "=SUM(E2:E2)",
      }),
  },
  // A formula is the whole row.
  narrow: {
    type: "xlsx",
    cells: 3,
    sizes: [50_000, 160_000, 300_000],
    template: () => workbook({ A1: "1", A2: `{for $i=1 to $rows}`, B2: "=B1+1", C2: "{/for}" }),
  },
  // Long texts that the merge makes, of two bytes per letter.
  long: {
    type: "xlsx",
    cells: 3,
    sizes: [40_000, 78_000],
    template: () => workbook({ A2: `{for $i=1 to $rows}`, B2: `${"Ж".repeat(100)}{$i}`, C2: "{/for}" }),
  },
  // Markup with a letter that is not Latin, so that texts take two bytes per character.
  word: {
    type: "docx",
    sizes: [10_000, 20_000, 29_000, 33_000],
    template() {
      const cells = [`{for $i=1 to $rows}Row {$i}`, "{if $i}{$i}{/if}", "{$i} Ж", "{$i}", "{$i*2}{/for}"];
      return docx({ body: table(row("№", "Name", "Code", "Count", "Sum"), row(...cells)) + paragraph("end") });
    },
  },
  slide: {
    type: "pptx",
    sizes: [10_000, 20_000, 29_000, 33_000],
    template: () =>
      pptx([{ shapes: slideTable(3, [`{for $i=1 to $rows}Row {$i}`, "{$i} Ж", "{$i}", "{$i*2}{/for}"]) }]),
  },
};

export async function run([kind, ...sizes]: readonly string[]): Promise<boolean> {
  // Minified code has other names.
  fs.writeFileSync(CONFIG, fs.readFileSync(path.join(ROOT, "wrangler.toml"), "utf8").replace(/^minify = .*$/m, ""));
  const { base, inspectorPort, stop } = await startService({}, undefined, ["--config", CONFIG]);
  let isMet = true;
  try {
    const inspector = await Inspector.connect(inspectorPort);
    // The isolate is there with its first request.
    await (await fetch(`${base}/api/health`)).text();
    const stops = await inspector.stopAt(Object.values(MOMENTS));
    const heads = [
      ["   ms", 6],
      ["MB", 5],
    ] as const;
    line(["kind", 7], ["rows", 9], ["cells", 10], ["answer", 15], ...heads, ["in use at most", 1]);
    for (const name of kind === undefined ? Object.keys(CASES) : [kind]) {
      const each = CASES[name];
      if (!each) throw new Error(`${name}? ${Object.keys(CASES).join(", ")}`);
      const { type, cells = 0, template, data = (rows: number) => ({ rows }) } = each;
      for (const rows of sizes.length > 0 ? sizes.map(Number) : each.sizes) {
        const contents = Buffer.from(template()).toString("base64");
        const url = await mergeAddress(base, { name: "limits", type, output: type, file_contents: contents });
        const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
        const merge = (count: number) => fetch(url, { method: "POST", headers, body: JSON.stringify(data(count)) });
        // Leftovers of the previous merge are collected with a request.
        for (let count = 0; count < 2; count++) await merge(1);
        stops.peakBytes = 0;
        let answer = "";
        const milliseconds = await timed(async () => {
          const response = await merge(rows);
          const bytes = Buffer.from(await response.arrayBuffer());
          answer = response.ok ? `${(bytes.length / MB).toFixed(1)} MB` : JSON.parse(bytes.toString()).code;
        });
        const moment = Object.keys(MOMENTS)[stops.lines.indexOf(stops.line)] ?? "";
        if (stops.peakBytes > GOAL_BYTES) isMet = false;
        const columns = [
          [name, 7],
          [`${rows}`, 9],
          [`${rows * cells}`, 10],
          [answer, 15],
        ] as const;
        line(...columns, [milliseconds, 6], [stops.peakBytes / MB, 5], [moment, 1]);
      }
    }
    inspector.close();
  } finally {
    await stop();
    fs.rmSync(CONFIG);
  }
  console.log(isMet ? "\nAll stay below 100 MB." : "\nNot all stay below 100 MB.");
  return isMet;
}
