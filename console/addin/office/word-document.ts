import { fileFacts, readFile } from "./common-document.ts";
import type { Finding, HostDocument } from "./host-document.ts";
import type { Loadable, OfficeApi, Runner } from "./office-api.ts";
import { placeholderPicture } from "./placeholder-picture.ts";

/** What is used of Word's interface (WordApi 1.3). */
interface WordContext {
  document: { getSelection(): WordRange; body: WordBody };
  sync(): Promise<void>;
}

interface WordRange extends Loadable {
  isNullObject: boolean;
  insertText(text: string, where: "Start" | "End" | "Replace"): WordRange;
  getRange(place: "Start" | "End" | "Content"): WordRange;
  insertInlinePictureFromBase64(picture: string, where: "End"): { altTextDescription: string };
  compareLocationWith(range: WordRange): { value: string };
  parentTableCellOrNullObject: WordCell;
  parentTableOrNullObject: WordTable;
  select(): void;
}

interface WordBody {
  getRange(place: "Content"): WordRange;
  search(text: string, options: { matchCase: boolean }): { items: WordRange[] } & Loadable;
}

interface WordCell extends Loadable {
  isNullObject: boolean;
  rowIndex: number;
  body: WordBody;
}

interface WordTable extends Loadable {
  isNullObject: boolean;
  rowCount: number;
  rows: { items: { cells: { items: WordCell[] } & Loadable }[] } & Loadable;
}

declare global {
  interface Window {
    Word?: Runner<WordContext>;
  }
}

/** Word finds no longer texts. */
const MAX_SEARCHED = 255;

/** Where a cell is that has nothing in common with the selection. */
const APART = new Set(["Before", "After", "AdjacentBefore", "AdjacentAfter"]);

/** The document that is open in Word. */
export function wordDocument({ context: { document } }: OfficeApi, word: Runner<WordContext>): HostDocument {
  return {
    program: "Word",
    type: "docx",
    loops: ["rows", "text"],
    ...fileFacts(document),
    readFile: () => readFile(document),

    insertText: (text) =>
      word.run(async (context) => {
        // Behind the new text the person goes on to write.
        context.document.getSelection().insertText(text, "Replace").getRange("End").select();
        await context.sync();
      }),

    wrapSelection: (before, after) =>
      word.run(async (context) => {
        const selection = context.document.getSelection();
        selection.insertText(after, "End");
        selection.insertText(before, "Start");
        await context.sync();
      }),

    wrapRows: (textsFor) =>
      word.run(async (context) => {
        const rows = await selectedRows(context);
        const first = rows.at(0)?.at(0);
        const last = rows.at(-1)?.at(-1);
        if (!first || !last) throw new Error("Select one or more rows of a table, or put the cursor into one.");
        const [before, after] = textsFor(rows.length);
        last.body.getRange("Content").insertText(after, "End");
        first.body.getRange("Content").insertText(before, "Start");
        await context.sync();
      }),

    insertPicture: (field) =>
      word.run(async (context) => {
        const picture = context.document
          .getSelection()
          .insertInlinePictureFromBase64(placeholderPicture(`{$${field}}`), "End");
        picture.altTextDescription = `{$${field}}`;
        await context.sync();
      }),

    select: (finding) => word.run((context) => selectText(context, finding)),
  };
}

/** The cells of the rows that are selected; none outside of a table. */
async function selectedRows(context: WordContext): Promise<WordCell[][]> {
  const selection = context.document.getSelection();
  const start = selection.getRange("Start").parentTableCellOrNullObject;
  const table = selection.getRange("Start").parentTableOrNullObject;
  start.load("rowIndex");
  table.load("rowCount");
  table.rows.load("items");
  await context.sync();
  if (start.isNullObject || table.isNullObject) return [];

  const below = table.rows.items.slice(start.rowIndex);
  for (const { cells } of below) cells.load("items");
  await context.sync();

  // Whole rows end where the next begins, so that the cell at the end says nothing: each is compared.
  const places = below.map(({ cells }) =>
    cells.items.map((cell) => cell.body.getRange("Content").compareLocationWith(selection)),
  );
  await context.sync();
  const end = places.findIndex((row, index) => index > 0 && row.every(({ value }) => APART.has(value)));

  return below.slice(0, end < 0 ? undefined : end).map(({ cells }) => cells.items);
}

async function selectText(context: WordContext, { tag, text }: Finding): Promise<boolean> {
  for (const wanted of [text, tag]) {
    if (!wanted || wanted.length > MAX_SEARCHED) continue;
    const found = context.document.body.search(wanted, { matchCase: true });
    found.load("items");
    await context.sync();
    const [first] = found.items;
    if (!first) continue;
    first.select();
    await context.sync();
    return true;
  }
  return false;
}
