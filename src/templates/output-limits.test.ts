import { describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { docxEngine } from "./docx/docx-engine.ts";
import { OUTPUT_LIMITS } from "./output-limits.ts";
import { pptxEngine } from "./pptx/pptx-engine.ts";
import type { TemplateEngine } from "./template-engine.ts";
import { docx, paragraph, row, table } from "./testing/docx-builder.ts";
import { pptx, textBox } from "./testing/pptx-builder.ts";
import { TEST_ENVIRONMENT } from "./testing/render.ts";
import { buildWorkbook, type TestSheet } from "./xlsx/testing/workbook-builder.ts";
import { xlsxEngine } from "./xlsx/xlsx-engine.ts";

async function failure(
  engine: TemplateEngine,
  template: Uint8Array,
  data = {},
): Promise<{ code: string; message: string }> {
  const source = { versionKey: crypto.randomUUID(), bytes: async () => template };
  try {
    await engine.render(source, data, TEST_ENVIRONMENT);
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, message: error.message };
    throw error;
  }
  return { code: "none", message: "" };
}

const sheets = (...all: TestSheet[]) => buildWorkbook({ sheets: all });
const report = (cells: TestSheet["cells"], name = "Report") => sheets({ name, cells });

describe("workbooks beyond their limits say what is too large", () => {
  const { rows, cells, cellCharacters } = OUTPUT_LIMITS;

  it("rows", async () => {
    expect(await failure(xlsxEngine, report({ A1: `{for $i=1 to ${rows + 1}}x`, B1: "{/for}" }))).toEqual({
      code: "sheet_too_large",
      message: `The workbook would have more than ${rows} rows, at its sheet "Report".`,
    });
  });

  it("sheets, in the template already", async () => {
    const many = Array.from({ length: OUTPUT_LIMITS.sheets + 1 }, (_, index) => ({
      name: `S${index}`,
      cells: { A1: "x" },
    }));
    const refusal = await xlsxEngine.inspect(sheets(...many), {}).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "sheet_too_large",
      message: `The workbook would have more than ${OUTPUT_LIMITS.sheets} sheets.`,
    });
    expect((await xlsxEngine.inspect(sheets(...many.slice(1)), {})).errors).toEqual([]);
  });

  it("cells, of all sheets together", async () => {
    const columns = 20;
    const half = Math.floor(cells / columns / 2) + 1;
    const many = Object.fromEntries(Array.from({ length: columns }, (_, index) => [`${letter(index)}1`, "{$i}"]));
    many.A1 = `{for $i=1 to ${half}}{$i}`;
    many[`${letter(columns - 1)}1`] = "{$i}{/for}";
    const template = sheets({ name: "First", cells: many }, { name: "Second", cells: many });
    expect(await failure(xlsxEngine, template)).toEqual({
      code: "sheet_too_large",
      message: `The workbook would have more than ${cells} cells, at its sheet "Second".`,
    });
  });

  it("cells of repeated columns", async () => {
    const iterations = Math.floor(cells / 1000) + 1;
    const template = report({
      A1: "{foreach $columns as $c}{$c}",
      B1: `{for $i=1 to ${iterations}}`,
      C1: "{/for}{/foreach}",
    });
    expect(await failure(xlsxEngine, template, { columns: Array(1000).fill(1) })).toEqual({
      code: "sheet_too_large",
      message: `The workbook would have more than ${cells} cells, at its sheet "Report".`,
    });
  });

  it("characters", async () => {
    const length = 4_000_000;
    const iterations = Math.floor(cellCharacters / length) + 1;
    expect(
      await failure(xlsxEngine, report({ A1: `{for $i=1 to ${iterations}}{$text}`, B1: "{/for}" }), {
        text: "x".repeat(length),
      }),
    ).toEqual({
      code: "sheet_too_large",
      message: `The workbook would have more than ${cellCharacters} characters in its cells, at its sheet "Report".`,
    });
  });

  it("bytes of rows that are repeated as they are", async () => {
    const template = report({
      A1: `{for $i=1 to 10000}`,
      A2: "x".repeat(30_000),
      A3: "{/for}",
    });
    expect(await failure(xlsxEngine, template)).toEqual({
      code: "sheet_too_large",
      message: `The sheet "Report" would have more than ${OUTPUT_LIMITS.sheetBytes} bytes, unpacked.`,
    });
  });
});

describe("documents and presentations beyond their limit say so", () => {
  const long = {
    code: "language_output_limit",
    message: expect.stringContaining(`more than ${OUTPUT_LIMITS.markupCharacters} characters, including its markup`),
  };

  it("Word", async () => {
    const body = table(row("{for $i=1 to 200000}{$i}", "{$i}{/for}")) + paragraph("end");
    expect(await failure(docxEngine, docx({ body }))).toEqual(long);
  });

  it("PowerPoint", async () => {
    const slides = pptx([{ shapes: textBox(2, "{for $i=1 to 300000}", "Line {$i}", "{/for}") }]);
    expect(await failure(pptxEngine, slides)).toEqual(long);
  });
});

function letter(index: number): string {
  return String.fromCharCode(65 + index);
}
