import type { AssemblyToken } from "../../language/assemble.ts";
import type { Expression, Tag } from "../../language/ast.ts";
import { isTruthy, valuesOf } from "../../language/values.ts";
import { escapeXmlText } from "../../opc/xml-text.ts";
import { placedImage } from "../ooxml/code-image.ts";
import type { Printer } from "../ooxml/printer.ts";
import type { RenderJob } from "../ooxml/render-job.ts";
import { checkedUrl } from "../ooxml/safe-url.ts";
import { normalizeLines, textOfValue } from "../ooxml/text-markup.ts";
import { askPrinter } from "../ooxml/token-writer.ts";
import { toExcelText } from "./shared-strings.ts";
import type { ColumnLoop, RowLoop, RowTemplate, SheetTemplate } from "./sheet-template.ts";
import type { WorkbookJob } from "./workbook-job.ts";

/**
 * Marks are output tags that print nothing: they tell the render where it stands (a sheet, a row, a turn of a loop) and
 * hand it the values of cells. So one program of the language walks the whole workbook.
 */

/** A mark without a value. */
function step(act: (job: WorkbookJob) => void): AssemblyToken {
  return askPrinter({
    print: (_, job) => {
      act(job as WorkbookJob);
      return "";
    },
  });
}

/** A mark that takes the value of an expression. */
function take(expression: Expression, source: string, act: (job: WorkbookJob, value: unknown) => void): AssemblyToken {
  return askPrinter(
    {
      print: (value, job) => {
        act(job as WorkbookJob, value);
        return "";
      },
    },
    expression,
    source,
  );
}

export const sheetMark = (sheet: SheetTemplate): AssemblyToken => step((job) => job.startSheet(sheet));
export const turnMark = (loop: RowLoop): AssemblyToken => step((job) => job.startTurn(loop));
export const rowMark = (row: RowTemplate): AssemblyToken => step((job) => job.startRow(row));
export const gapMark = (first: number, last: number, loop: RowLoop | undefined): AssemblyToken =>
  step((job) => job.skipRows(first, last, loop));
export const keepMark = (loop: RowLoop, rows: ReadonlyMap<number, RowTemplate>): AssemblyToken =>
  step((job) => job.keepRow(loop, rows));

/** Counts the turns of a loop over columns, before the first row. */
export const columnCountMark = (loop: ColumnLoop, from: Expression): AssemblyToken =>
  take(from, "", (job, value) => job.setColumns(loop, valuesOf(value).length));
export const columnsStartMark = (): AssemblyToken => step((job) => job.startColumns());
export const columnTurnMark = (): AssemblyToken => step((job) => job.nextColumns());
export const columnsEndMark = (): AssemblyToken => step((job) => job.endColumns());

/** Puts the value of a tag into a slot of the row. */
export const valueMark = (slot: number, expression: Expression, source: string): AssemblyToken =>
  take(expression, source, (job, value) => job.setValue(slot, value));

/** Puts a text that belongs to the sheet, not to one of its rows, into its slot. */
export const sheetTextMark = (slot: number, expression: Expression, source: string): AssemblyToken =>
  take(expression, source, (job, value) => {
    job.sheet.texts[slot] = value;
  });

/** Puts a text that belongs to the workbook into its slot. */
export const workbookTextMark = (slot: number, expression: Expression, source: string): AssemblyToken =>
  take(expression, source, (job, value) => {
    job.texts[slot] = value;
  });

/** Prints text and draws document tags of a plain cell. */
export function cellPrinter(column: number): Printer {
  return {
    print: (value) => textOfValue(value),
    draw: (call, job) => {
      const workbook = job as WorkbookJob;
      const { attributes } = call;
      switch (call.name) {
        case "image":
        case "qrcode":
        case "barcode": {
          const image = placedImage(call, job);
          if (image) workbook.addImage(column, image);
          return "";
        }
        case "checkbox":
          return isTruthy(attributes.value) ? "☒" : "☐";
        case "pagebreak":
          workbook.addRowBreak();
          return "";
        case "link": {
          const url = checkedUrl(textOfValue(attributes.url));
          if (url !== undefined) workbook.addLink(column, url);
          return textOfValue(attributes.text) || textOfValue(attributes.url);
        }
        case "html":
          return call.body ?? "";
      }
    },
  };
}

/** Prints values and tags as runs of rich text with the properties of the run that holds the tag. */
export function runPrinter(properties: string, column: number): Printer {
  const cell = cellPrinter(column);
  return {
    print: (value) => runMarkup(properties, textOfValue(value)),
    draw: (call, job: RenderJob) => runMarkup(properties, cell.draw!(call, job)),
  };
}

/** A run of rich text (ECMA-376 Part 1, 18.4.4); nothing for an empty text. */
export function runMarkup(properties: string, text: string): string {
  if (text === "") return "";
  const escaped = escapeXmlText(toExcelText(normalizeLines(text)));
  return `<r>${properties}<t xml:space="preserve">${escaped}</t></r>`;
}

const CAPTURED = "#text";

/** Renders tokens aside and hands their text to a mark. */
export function captured(
  tokens: readonly AssemblyToken[],
  mark: (expression: Expression, source: string) => AssemblyToken,
): AssemblyToken[] {
  const assign: Expression = { kind: "literal", at: 0, value: CAPTURED };
  return [
    {
      kind: "tag",
      tag: { role: "open", at: 0, source: "", name: "capture", block: { kind: "capture", spec: { assign } } },
    },
    ...tokens,
    { kind: "tag", tag: { role: "close", at: 0, source: "", name: "capture" } },
    mark({ kind: "variable", at: 0, name: CAPTURED }, ""),
  ];
}

/** The picture that takes a placeholder's place: its name in the package, or nothing. */
export function pictureMark(
  tag: Tag & { role: "output" | "function" },
  put: (job: WorkbookJob, media: string) => void,
): AssemblyToken {
  const printer: Printer = {
    print: (value, job) => {
      const found = job.image(textOfValue(value).trim());
      put(job as WorkbookJob, found?.name ?? "");
      return "";
    },
    draw: (call, job) => {
      put(job as WorkbookJob, placedImage(call, job)?.mediaName ?? "");
      return "";
    },
  };
  return { kind: "tag", tag, meta: printer };
}

/** Text of a header: `&` starts a code there (ECMA-376 Part 1, 18.3.1.46). */
export const headerPrinter: Printer = { print: (value) => textOfValue(value).replaceAll("&", "&&") };
