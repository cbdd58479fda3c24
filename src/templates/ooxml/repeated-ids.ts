import type { AssemblyToken } from "../../language/assemble.ts";
import { MARK_END, MARK_START } from "./guards.ts";
import { drawingIdPrinter, idPrinter, namePrinter, recalledName } from "./printers.ts";
import { askPrinter, type NoteKind, type WriterContext } from "./token-writer.ts";

/** Where a loop's markup holds ids that must be unique in the document, or may simply be left out. */
const REPEATED =
  / w14:(?:paraId|textId)="[^"]*"| wp14:(?:anchorId|editId)="[^"]*"|<w:id w:val="-?\d+"\/>|(<wp:docPr\b[^>]*? id=")\d+(?=")|<w:bookmark(Start|End)\b[^>]*>|<w:numId w:val="(\d+)"\/>|<w:(footnote|endnote|comment)Reference\b[^>]*?\bw:id="(-?\d+)"[^>]*>|<w:commentRange(?:Start|End)\b[^>]*?\bw:id="(-?\d+)"|(<a16:(rowId|colId)\b[^>]*? val=")\d+(?=")|(<w:hyperlink\b[^>]*? w:anchor=")([^"]+)(?=")/g;

const NOTE_GUARDS: Readonly<Record<NoteKind, string>> = { footnote: "f", endnote: "e", comment: "m" };
/** Numbers given to repeated things begin here, above what word processors give. */
const FIRST_REPEATED_ID = 1_000_001;

/** Cuts markup that a loop repeats at its ids: what must be unique is asked for at every turn. */
export function repeatedIds(xml: string, context: WriterContext, restarted: readonly string[]): AssemblyToken[] {
  const tokens: AssemblyToken[] = [];
  let text = "";
  let offset = 0;
  const add = (...added: AssemblyToken[]) => {
    if (text) tokens.push({ kind: "text", text });
    text = "";
    tokens.push(...added);
  };
  for (const match of xml.matchAll(REPEATED)) {
    text += xml.slice(offset, match.index);
    offset = match.index + match[0].length;
    const [whole, drawing, bookmark, numId, note, noteId, rangeId, rowStart, , link, anchor] = match;
    if (drawing) {
      text += drawing;
      add(askPrinter(drawingIdPrinter));
    } else if (bookmark) {
      addBookmark(whole, bookmark === "End");
    } else if (numId) {
      if (!restarted.includes(numId) || !context.listNumber) text += whole;
      else {
        text += '<w:numId w:val="';
        add(askPrinter(context.listNumber(numId)));
        text += '"/>';
      }
    } else if (note && noteId) {
      addNote(whole, note as NoteKind, noteId);
    } else if (rangeId) {
      const isStart = whole.startsWith("<w:commentRangeStart");
      addId(whole, rangeId, idPrinter("comment", FIRST_REPEATED_ID, rangeId, !isStart));
    } else if (rowStart) {
      text += rowStart;
      add(askPrinter(idPrinter("row", FIRST_REPEATED_ID, "")));
    } else if (link && anchor) {
      text += link;
      add(askPrinter(recalledName("bookmark name", anchor)));
    }
  }
  text += xml.slice(offset);
  add();
  return tokens;

  function addId(whole: string, id: string, printer: ReturnType<typeof idPrinter>): void {
    const at = whole.search(/\bw:id="/) + 6;
    text += whole.slice(0, at);
    add(askPrinter(printer));
    text += whole.slice(at + id.length);
  }

  function addBookmark(whole: string, isEnd: boolean): void {
    const id = /\bw:id="([^"]*)"/.exec(whole)?.[1] ?? "";
    const name = /\bw:name="([^"]*)"/.exec(whole)?.[1];
    addId(whole, id, idPrinter("bookmark", FIRST_REPEATED_ID, id, isEnd));
    if (isEnd || name === undefined) return;
    const at = text.indexOf('w:name="');
    if (at < 0) return;
    const rest = text.slice(at + 8 + name.length);
    text = text.slice(0, at + 8);
    add(askPrinter(namePrinter("bookmark name", name)));
    text = rest;
  }

  function addNote(whole: string, kind: NoteKind, id: string): void {
    const content = context.noteContent?.(kind, id);
    if (!content) {
      text += whole;
      return;
    }
    // A comment's range was opened before its reference, and has the number already.
    const recalls = kind === "comment" && /<w:commentRangeStart\b/.test(xml);
    addId(whole, id, idPrinter(kind, FIRST_REPEATED_ID, id, recalls));
    text += `${MARK_START}${NOTE_GUARDS[kind]}<w:${kind} w:id="`;
    add(askPrinter(idPrinter(kind, FIRST_REPEATED_ID, id, true)), ...content);
    text += MARK_END;
  }
}
