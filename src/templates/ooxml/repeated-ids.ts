import { appendAll } from "../../domain/collections/long-lists.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import { DRAWING_VERSION } from "./diagram-parts.ts";
import { MARK_END, MARK_START } from "./guards.ts";
import {
  announcedPrinter,
  drawingIdPrinter,
  idPrinter,
  namePrinter,
  onceAnnouncedPrinter,
  recalledName,
} from "./printers.ts";
import { PART_GUARD, partEndPrinter, partStartPrinter, type RepeatedPart } from "./repeated-parts.ts";
import { VERSIONS_END } from "./versions.ts";
import type { NoteKind, WriterContext } from "./writer-context.ts";
import { askPrinter } from "./writer-context.ts";

/** Where a loop's markup holds ids that must be unique in the document, or may simply be left out. */
const REPEATED =
  / w14:(?:paraId|textId)="[^"]*"| wp14:(?:anchorId|editId)="[^"]*"|<w:id w:val="-?\d+"\/>|(<wp:docPr\b[^>]*? id=")\d+(?=")|<w:bookmark(Start|End)\b[^>]*>|<w:numId w:val="(\d+)"\/>|<w:(footnote|endnote|comment)Reference\b[^>]*?\bw:id="(-?\d+)"[^>]*>|<w:commentRange(?:Start|End)\b[^>]*?\bw:id="(-?\d+)"|(<a16:(rowId|colId)\b[^>]*? val=")\d+(?=")|(<w:hyperlink\b[^>]*? w:anchor=")([^"]+)(?=")|(<w:instrText\b[^>/]*>)([^<]*)|(<w:fldSimple\b[^>]*? w:instr=")([^"]*)|( r:(?:id|embed|link|pict|href|dm|lo|qs|cs)=")([^"]*)(?=")|(<dsp:dataModelExt\b[^>]*? relId=")([^"]*)(?=")/g;

const NOTE_GUARDS: Readonly<Record<NoteKind, string>> = { footnote: "f", endnote: "e", comment: "m" };
/** The series of the names of bookmarks. */
export const BOOKMARK_NAMES = "bookmark name";
/** Numbers given to repeated things begin here, above those that word processors give. */
const FIRST_REPEATED_ID = 1_000_001;

/**
 * The bookmark that a field's instruction refers to (ECMA-376 Part 1, 17.16.5): after the field's name or `\\l`, or all
 * of the text if an instruction is split over runs.
 */
const FIELD_BOOKMARK =
  /^(\s*(?:(?:REF|PAGEREF|NOTEREF|GOTOBUTTON)\s+|HYPERLINK\b[^\\]*\\l\s+)?(?:"|&quot;)?)([\p{L}_][\p{L}\p{N}_]*)(?![^\s\\"&])/iu;

/** What a part's loops repeat: `lists` restart with each turn, `bookmarks` are the names met, to be added to. */
export interface RepeatedThings {
  lists: readonly string[];
  bookmarks: { note(name: string): void; isRepeated(name: string): boolean };
}

/** Cuts markup that a loop repeats at its ids: what must be unique is requested at every turn. */
export function repeatedIds(
  xml: string,
  context: WriterContext,
  { lists, bookmarks }: RepeatedThings,
): AssemblyToken[] {
  const tokens: AssemblyToken[] = [];
  let text = "";
  let offset = 0;
  const add = (...added: AssemblyToken[]) => {
    if (text) tokens.push({ kind: "text", text });
    text = "";
    appendAll(tokens, added);
  };
  for (const match of xml.matchAll(REPEATED)) {
    text += xml.slice(offset, match.index);
    offset = match.index + match[0].length;
    const [whole, drawing, bookmark, numId, note, noteId, rangeId, rowStart, , link, anchor] = match;
    const [instructionStart = match[13], instruction = match[14]] = match.slice(11, 13);
    const [named, namedId, drawn, drawnId] = match.slice(15, 19);
    if (drawing) {
      text += drawing;
      add(askPrinter(drawingIdPrinter));
    } else if (bookmark) {
      addBookmark(whole, bookmark === "End");
    } else if (numId) {
      if (!lists.includes(numId) || !context.listNumber) text += whole;
      else {
        text += '<w:numId w:val="';
        add(askPrinter(context.listNumber(numId)));
        text += '"/>';
      }
    } else if (note && noteId) {
      addNote(whole, note as NoteKind, noteId);
    } else if (rangeId) {
      const isStart = whole.startsWith("<w:commentRangeStart");
      const printer = idPrinter("comment", FIRST_REPEATED_ID, rangeId, !isStart);
      addId(whole, rangeId, isStart ? announcedPrinter(printer, `comment range ${rangeId}`) : printer);
    } else if (rowStart) {
      text += rowStart;
      add(askPrinter(idPrinter("row", FIRST_REPEATED_ID, "")));
    } else if (link && anchor) {
      text += link;
      addReference(anchor);
    } else if (context.keepsParagraphIds && whole.startsWith(" w14:paraId=")) {
      text += whole;
    } else if (instructionStart && instruction !== undefined) {
      text += instructionStart;
      addInstruction(instruction);
    } else if (named !== undefined && namedId !== undefined) {
      text += named;
      addPart(namedId, context.repeatedPart?.(namedId));
    } else if (drawn !== undefined && drawnId !== undefined) {
      text += drawn;
      const drawing = context.repeatedDrawing?.(drawnId);
      if (drawing) add(DRAWING_VERSION);
      addPart(drawnId, drawing);
      if (drawing) add(VERSIONS_END);
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
    let written = 0;
    for (const match of whole.matchAll(/\bw:(id|name)="([^"]*)"/g)) {
      const [pair, attribute, value = ""] = match;
      if (attribute === "name" && isEnd) continue;
      text += whole.slice(written, match.index) + pair.slice(0, pair.indexOf('"') + 1);
      written = match.index + pair.length - 1;
      if (attribute === "id") add(askPrinter(idPrinter("bookmark", FIRST_REPEATED_ID, value, isEnd)));
      else {
        bookmarks.note(value);
        add(askPrinter(namePrinter(BOOKMARK_NAMES, value)));
      }
    }
    text += whole.slice(written);
  }

  /** The name that a bookmark has in this turn, if it is one of those that are repeated here. */
  function addReference(name: string): void {
    add(askPrinter(recalledName(BOOKMARK_NAMES, name, bookmarks.isRepeated)));
  }

  function addInstruction(instruction: string): void {
    const [start = "", before = "", name] = FIELD_BOOKMARK.exec(instruction) ?? [];
    if (name === undefined || (before.trim() === "" && instruction.trim() !== name)) {
      text += instruction;
      return;
    }
    text += before;
    addReference(name);
    text += instruction.slice(start.length);
  }

  /** A part that holds something of the turn: its content, which is moved out of here, and the id of its copy. */
  function addPart(id: string, part: RepeatedPart | undefined): void {
    if (!part) {
      text += id;
      return;
    }
    text += `${MARK_START}${PART_GUARD}`;
    add(askPrinter(partStartPrinter(part.template)), ...part.tokens);
    text += MARK_END;
    add(askPrinter(partEndPrinter(part)));
  }

  function addNote(whole: string, kind: NoteKind, id: string): void {
    const content = context.noteContent?.(kind, id);
    if (!content) {
      text += whole;
      return;
    }
    const fresh = idPrinter(kind, FIRST_REPEATED_ID, id);
    const known = idPrinter(kind, FIRST_REPEATED_ID, id, true);
    // A comment's range was opened before its reference, and already has the number.
    addId(whole, id, kind === "comment" ? onceAnnouncedPrinter(`comment range ${id}`, known, fresh) : fresh);
    text += `${MARK_START}${NOTE_GUARDS[kind]}<w:${kind} w:id="`;
    add(askPrinter(idPrinter(kind, FIRST_REPEATED_ID, id, true)), ...content);
    text += MARK_END;
  }
}
