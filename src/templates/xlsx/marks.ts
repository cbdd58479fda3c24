import { present } from "../../domain/present.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import type { Expression, Tag } from "../../language/ast.ts";
import { isTruthy, Markup, valuesOf } from "../../language/values.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { imageInText, placedImage } from "../ooxml/code-image.ts";
import { checkedUrl } from "../ooxml/html/safe-url.ts";
import { fittedEmbed } from "../ooxml/image/fit-image.ts";
import { takeImages } from "../ooxml/image/image-data.ts";
import type { Printer } from "../ooxml/printer.ts";
import { fittingOf, tagOfImage } from "../ooxml/printers.ts";
import type { RenderJob } from "../ooxml/render-job.ts";
import { normalizeLines, textOfValue } from "../ooxml/text-markup.ts";
import { askPrinter } from "../ooxml/writer-context.ts";
import { type CellHtml, cellHtml, htmlOf, htmlRuns } from "./html-runs.ts";
import { toExcelText } from "./shared-strings.ts";
import type { ColumnLoop, RowLoop, RowTemplate, SheetTemplate } from "./sheet-template.ts";
import type { WorkbookJob } from "./workbook-job.ts";

/**
 * Marks are output tags that print nothing: they tell the render where it is (a sheet, a row, a turn of a loop) and
 * give it the values of cells. Thus one program of the language walks the whole workbook.
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
export const iterationMark = (loop: RowLoop): AssemblyToken => step((job) => job.startIteration(loop));
export const rowMark = (row: RowTemplate): AssemblyToken => step((job) => job.startRow(row));
export const gapMark = (first: number, last: number, loop: RowLoop | undefined): AssemblyToken =>
  step((job) => job.skipRows(first, last, loop));
export const keepMark = (loop: RowLoop, rows: ReadonlyMap<number, RowTemplate>): AssemblyToken =>
  step((job) => job.keepRow(loop, rows));

/** Counts the turns of a loop over columns, before the first row. */
export const columnCountMark = (loop: ColumnLoop, from: Expression): AssemblyToken =>
  take(from, "", (job, value) => job.setColumns(loop, valuesOf(value).length));
export const columnsStartMark = (): AssemblyToken => step((job) => job.startColumns());
export const columnIterationMark = (): AssemblyToken => step((job) => job.nextColumns());
export const columnsEndMark = (): AssemblyToken => step((job) => job.endColumns());

/** Puts the value of a tag into a slot of the row. */
/** @param column of a cell, over which data that are a picture are put */
export const valueMark = (slot: number, expression: Expression, source: string, column?: number): AssemblyToken =>
  take(expression, source, (job, value) => {
    const html = column === undefined ? undefined : htmlOf(value);
    if (column !== undefined && html !== undefined) noteLink(cellHtml(html), column, job);
    const isText = column !== undefined && typeof value === "string";
    job.setValue(slot, isText ? textOrImage(value, column, job) : value);
  });

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

/** The text of a value; data that are a picture are put over the cell. */
function textOrImage(value: unknown, column: number, job: WorkbookJob): string {
  const { text, images } = takeImages(textOfValue(value));
  for (const image of images) {
    const found = job.image(image.trim());
    if (found) job.addImage(column, imageInText(found, job));
  }
  return text;
}

/** Prints text and draws document tags of a plain cell. */
export function cellPrinter(column: number): Printer {
  return {
    print: (value, job) => textOrImage(value, column, job as WorkbookJob),
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

/**
 * Prints values and tags as runs of rich text with the properties of the run that holds the tag.
 * @param cellFont what a run of html that changes its letters is made of, if that run has no properties
 */
export function runPrinter(properties: string, column: number, cellFont: string): Printer {
  const cell = cellPrinter(column);
  const runsOf = (html: string, job: WorkbookJob) => {
    const read = cellHtml(html);
    noteLink(read, column, job);
    return htmlRuns(read, properties, cellFont);
  };
  return {
    print: (value, job) => {
      const html = htmlOf(value);
      if (html !== undefined) return runsOf(html, job as WorkbookJob);
      return runMarkup(properties, textOrImage(value, column, job as WorkbookJob));
    },
    draw: (call, job: RenderJob) =>
      call.name === "html"
        ? runsOf(textOfMarkup(call.body), job as WorkbookJob)
        : runMarkup(properties, present(cell.draw)(call, job)),
  };
}

const textOfMarkup = (value: unknown): string => (value instanceof Markup ? value.html : textOfValue(value ?? ""));

/** A cell has one address at most: the first one of its html. */
function noteLink({ href }: CellHtml, column: number, job: WorkbookJob): void {
  const url = href === undefined ? undefined : checkedUrl(href);
  if (url !== undefined) job.addLink(column, url);
}

/** A run of rich text (ECMA-376 Part 1, 18.4.4); nothing for an empty text. */
export function runMarkup(properties: string, text: string): string {
  if (text === "") return "";
  const escaped = escapeXmlText(toExcelText(normalizeLines(text)));
  return `<r>${properties}<t xml:space="preserve">${escaped}</t></r>`;
}

const CAPTURED = "#text";

/** Renders tokens separately and passes their text to a mark. */
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

/** The picture that replaces a placeholder: its name in the package and how it fits, or nothing. */
export function imageMark(
  tag: Tag & { role: "output" | "function" },
  put: (job: WorkbookJob, media: string) => void,
): AssemblyToken {
  const printer: Printer = {
    print: () => "",
    draw: (call, job) => {
      const image = placedImage(call, job);
      const fitted = image && fittedEmbed({ relationshipId: image.mediaName, ...fittingOf(call, image) });
      put(job as WorkbookJob, fitted ?? "");
      return "";
    },
  };
  return { kind: "tag", tag: tagOfImage(tag), meta: printer };
}

/** Text within a text of a formula, where quotes are doubled. */
export const formulaPrinter: Printer = { print: (value) => textOfValue(value).replaceAll('"', '""') };

/** Text of a header: `&` starts a code there (ECMA-376 Part 1, 18.3.1.46). */
export const headerPrinter: Printer = { print: (value) => textOfValue(value).replaceAll("&", "&&") };
