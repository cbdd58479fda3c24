import { assembleTemplate } from "../../../language/assemble.ts";
import type { AssemblyToken } from "../../../language/assembly-token.ts";
import type { Expression } from "../../../language/ast.ts";
import { Markup } from "../../../language/values.ts";
import { escapeXmlText } from "../../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../../office/xml-tree.ts";
import { type CellRange, columnName, parseRange } from "../../../spreadsheet/cell-reference.ts";
import type { Printer } from "../../ooxml/printer.ts";
import { textWithoutImage } from "../../ooxml/printers.ts";
import type { TagPlace } from "../../ooxml/tag-place.ts";
import type { TagRegister } from "../../ooxml/tag-register.ts";
import { textOfValue } from "../../ooxml/text-markup.ts";
import { OTHER_VERSION, VERSIONS, VERSIONS_END } from "../../ooxml/versions.ts";
import type { Attach } from "../compile-sheet.ts";
import { captured, runMarkup, sheetTextMark, valueMark } from "../marks.ts";
import { readStringItem, type StringItem } from "../shared-strings.ts";
import type { SheetInstance } from "../sheet-layout.ts";
import { copiesOfRange } from "../shift-ranges.ts";
import { partText, type SourceSheet, type WorkbookSource } from "../workbook-source.ts";
import { withAttribute } from "../xml-attributes.ts";
import { type CommentTemplate, commentValue } from "./comment-template.ts";
import { copyOfThread, readThreads, type Thread } from "./threaded-comments.ts";

/** Slots of comments come after those of the sheet's texts and pictures. */
const FIRST_COMMENT_SLOT = 20_000;

/** What puts the text of a comment into a slot, which `mark` fills. */
type TokensOf = (mark: (expression: Expression, source: string) => AssemblyToken) => AssemblyToken[];

export function attachComments(
  workbook: WorkbookSource,
  sheet: SourceSheet,
  register: TagRegister,
  attach: Attach,
): CommentTemplate[] {
  const templates: CommentTemplate[] = [];
  const threads = readThreads(workbook, sheet);
  const placeOf = (range: CellRange): TagPlace => ({
    part: `${sheet.name}!${columnName(range.column1)}${range.row1}`,
    where: () => "the comment",
  });
  const add = (key: string, range: CellRange, tokensOf: TokensOf, before?: AssemblyToken, after?: AssemblyToken) => {
    const around = (tokens: AssemblyToken[]) => [...(before ? [before] : []), ...tokens, ...(after ? [after] : [])];
    const sheetSlot = FIRST_COMMENT_SLOT + templates.length;
    const slot = attach(range.row1, range.column1, (free) =>
      around(tokensOf((expression, source) => valueMark(free, expression, source))),
    );
    const sheetTokens =
      slot === undefined ? around(tokensOf((expression, source) => sheetTextMark(sheetSlot, expression, source))) : [];
    templates.push({ key, slot, sheetSlot, sheetTokens });
  };
  const messagesOf = (reference: string, range: CellRange) =>
    threads
      .filter((thread) => thread.reference === reference)
      .flatMap((thread): { thread: Thread; tokensOf: TokensOf }[] => {
        const template = register.textTemplate(thread.text, placeOf(range));
        return template ? [{ thread, tokensOf: (mark) => [mark(template, thread.text)] }] : [];
      });
  const seen = new Set<string>();
  for (const comment of commentsOf(workbook, sheet)) {
    const reference = comment.attribute("ref") ?? "";
    const range = parseRange(reference);
    if (!range) continue;
    seen.add(reference);
    const messages = messagesOf(reference, range);
    const text = comment.child("text");
    const tokensOf = text && richText(readStringItem(text), register, placeOf(range));
    // Beside a conversation the comment repeats it, for programs that do not know conversations.
    const isRepeated = tokensOf !== undefined && messages.length > 0;
    messages.forEach((message, index) => {
      add(message.thread.id, range, message.tokensOf, isRepeated && index === 0 ? VERSIONS : undefined);
    });
    if (!tokensOf) continue;
    if (isRepeated) add(reference, range, tokensOf, OTHER_VERSION, VERSIONS_END);
    else add(reference, range, tokensOf);
  }
  for (const { reference } of threads) {
    const range = seen.has(reference) ? undefined : parseRange(reference);
    seen.add(reference);
    if (range) for (const message of messagesOf(reference, range)) add(message.thread.id, range, message.tokensOf);
  }
  return templates;
}

function commentsOf({ package: source }: WorkbookSource, sheet: SourceSheet): XmlElement[] {
  const relationships = source.relationshipsOf(sheet.part);
  return relationships.ofType("comments").flatMap((relationship) => {
    const part = relationships.targetPart(relationship);
    if (part === undefined || !source.zip.has(part)) return [];
    return parseXml(partText(source, part)).child("commentList")?.elements("comment") ?? [];
  });
}

/** A text of several runs: what its tags print looks like the run that each is in. */
function richText(item: StringItem, register: TagRegister, place: TagPlace): TokensOf | undefined {
  if (!item.text.includes("{")) return undefined;
  const scanned = register.scan(item.text, place);
  if (scanned.every((token) => token.kind === "text" && !token.literal)) return undefined;
  let end = 0;
  const runs = item.runs.map(({ properties, text }) => ({ properties, start: end, end: (end += text.length) }));
  const tokens = scanned.flatMap((token): AssemblyToken[] => {
    if (token.kind === "tag") {
      const tag = register.parse(token.body, token.source, place);
      const properties = runs.find((run) => token.at < run.end)?.properties ?? "";
      return tag ? [{ kind: "tag", tag, meta: runPrinter(properties) }] : [];
    }
    if (token.kind !== "text") return [];
    return runs.flatMap(({ properties, ...run }): AssemblyToken[] => {
      const [first, last] = [Math.max(run.start, token.at), Math.min(run.end, token.end)];
      if (first >= last) return [];
      return [{ kind: "text", text: runMarkup(properties, item.text.slice(first, last)), literal: true }];
    });
  });
  // Blocks that do not close within the comment are wrong, and leave those of the rows alone.
  const { problems } = assembleTemplate(tokens);
  register.noteAll(problems);
  return problems.length > 0 ? undefined : (mark) => captured(tokens, mark);
}

const runPrinter = (properties: string): Printer => ({
  print: (value, job) => runMarkup(properties, textWithoutImage(value, job)),
});

/** A comments part with its comments at the places of their cells, one for each copy. */
export function writeComments(xml: string, instance: SheetInstance, templates: readonly CommentTemplate[]): string {
  const root = parseXml(xml);
  const list = root.child("commentList");
  if (!list || list.selfClosing) return xml;
  const authors = new Authors(root.child("authors"));
  const written: { row: number; column: number; xml: string }[] = [];
  for (const comment of list.elements("comment")) {
    const reference = comment.attribute("ref") ?? "";
    const range = parseRange(reference);
    (range ? copiesOfRange(instance, range) : []).forEach((copy, iteration) => {
      const { row1, column1 } = copy;
      const moved = commentXml(comment, columnName(column1) + row1, commentValue(reference, copy, instance, templates));
      written.push({ row: row1, column: column1, xml: authors.ofCopy(moved, comment, instance, iteration) });
    });
  }
  written.sort((a, b) => a.row - b.row || a.column - b.column);
  const comments = written.map((each) => each.xml).join("");
  return authors.write(xml.slice(0, list.openEnd)) + comments + xml.slice(list.closeStart);
}

/** Authors of comments; that of a conversation is its id (`tc={...}`), so that each copy of one has its own. */
class Authors {
  readonly #known: readonly string[];
  readonly #added: string[] = [];
  readonly #closeStart: number;

  constructor(list: XmlElement | undefined) {
    this.#known = list?.elements("author").map((author) => author.text()) ?? [];
    this.#closeStart = list && !list.selfClosing ? list.closeStart : -1;
  }

  ofCopy(xml: string, comment: XmlElement, instance: SheetInstance, iteration: number): string {
    const author = this.#known[Number(comment.attribute("authorId"))];
    const id = /^tc=(\{[^}]*\})$/.exec(author ?? "")?.[1];
    if (id === undefined || this.#closeStart < 0) return xml;
    const own = copyOfThread(id, instance, iteration);
    if (own === id) return xml;
    const index = this.#known.length + this.#added.push(`tc=${own}`) - 1;
    return xml.replace(/(<comment\b[^>]*?\sauthorId=")\d*"/, (_, open: string) => `${open}${index}"`);
  }

  /** The part up to the list of comments. */
  write(head: string): string {
    const added = this.#added.map((author) => `<author>${escapeXmlText(author)}</author>`).join("");
    return added === "" ? head : head.slice(0, this.#closeStart) + added + head.slice(this.#closeStart);
  }
}

function commentXml(comment: XmlElement, reference: string, value: unknown): string {
  const { source, start, openEnd, end } = comment;
  const open = withAttribute(source.slice(start, openEnd), "ref", reference).replace(/\sxr:uid="[^"]*"/, "");
  const body = comment.child("text");
  if (value === undefined || !body) return open + source.slice(openEnd, end);
  const runs = value instanceof Markup ? joinedRuns(value.html) : runMarkup("", textOfValue(value));
  return `${open}${source.slice(openEnd, body.start)}<text>${runs || "<t/>"}</text>${source.slice(body.end, end)}`;
}

/** Runs that look alike and follow each other as one. */
function joinedRuns(runs: string): string {
  let written = "";
  let last: string | undefined;
  for (const [, properties = "", text = ""] of runs.matchAll(
    /<r>((?:<rPr>[\s\S]*?<\/rPr>|<rPr\/>)?)<t xml:space="preserve">([^<]*)<\/t><\/r>/g,
  )) {
    if (properties === last) written += text;
    else written += `${last === undefined ? "" : "</t></r>"}<r>${properties}<t xml:space="preserve">${text}`;
    last = properties;
  }
  return last === undefined ? "" : `${written}</t></r>`;
}

/**
 * The boxes of comments (VML): each follows its cell, and copies get ids of their own. Programs choose the prefixes of
 * the namespaces themselves (openpyxl: `ns1:shape`, `ns2:Row`).
 */
export function writeCommentShapes(xml: string, instance: SheetInstance): string {
  let copies = 0;
  return xml.replace(/<((?:[\w.-]+:)?)shape\s[^>]*(?<!\/)>[\s\S]*?<\/\1shape>/g, (shape) => {
    const row = Number(/<(?:[\w.-]+:)?Row>\s*(\d+)/.exec(shape)?.[1] ?? Number.NaN) + 1;
    const column = Number(/<(?:[\w.-]+:)?Column>\s*(\d+)/.exec(shape)?.[1] ?? Number.NaN) + 1;
    if (Number.isNaN(row) || Number.isNaN(column)) return shape;
    const range = { row1: row, row2: row, column1: column, column2: column };
    return copiesOfRange(instance, range)
      .map((copy, index) => {
        const [down, right] = [copy.row1 - row, copy.column1 - column];
        const moved = shape
          .replace(/(<(?:[\w.-]+:)?Row>)\s*\d+/, `$1${copy.row1 - 1}`)
          .replace(/(<(?:[\w.-]+:)?Column>)\s*\d+/, `$1${copy.column1 - 1}`)
          .replace(
            /(<(?:[\w.-]+:)?Anchor>)([^<]*)/,
            (_, open: string, anchor: string) => open + movedAnchor(anchor, down, right),
          );
        return index === 0 ? moved : moved.replace(/\sid="([^"]*)"/, (_, id: string) => ` id="${id}m${++copies}"`);
      })
      .join("");
  });
}

/** Left column, offset, top row, offset, right column, offset, bottom row, offset. */
function movedAnchor(anchor: string, down: number, right: number): string {
  const numbers = anchor.split(",").map(Number);
  if (numbers.length !== 8 || numbers.some(Number.isNaN)) return anchor;
  return numbers.map((each, index) => each + (index % 4 === 0 ? right : index % 4 === 2 ? down : 0)).join(", ");
}
