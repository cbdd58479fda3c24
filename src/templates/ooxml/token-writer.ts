import { appendAll } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import { decodeXmlText } from "../../office/xml-text.ts";
import type { MarkupPart } from "./build-markup.ts";
import { guardOf, MARK_END, MARK_START } from "./guards.ts";
import {
  type BlockMark,
  type MarkupElement,
  type MarkupNode,
  type RawMarkup,
  type TagMark,
  toXml,
} from "./markup-tree.ts";
import type { Printer } from "./printer.ts";
import {
  announcePrinter,
  attributePrinter,
  formattedPrinter,
  hyperlinkPrinter,
  instructionPrinter,
  plainPrinter,
  silentPrinter,
  valuePrinter,
} from "./printers.ts";
import { BOOKMARK_NAMES, type RepeatedThings, repeatedIds } from "./repeated-ids.ts";
import { OTHER_VERSION, VERSIONS, VERSIONS_END } from "./versions.ts";
import { BLANKS, PARAGRAPHS, TEXT_ATTRIBUTES, TEXTS, VALUES } from "./vocabulary.ts";
import type { WriterContext } from "./writer-context.ts";
import { askPrinter } from "./writer-context.ts";

/** Writes a bound part as one list of tokens: slices of its markup, and its tags with their printers. */
export class TokenWriter {
  readonly tokens: AssemblyToken[] = [];
  #buffer = "";
  #loops = 0;
  /** Inside {capture} and {html} only the text counts. */
  #plain = 0;
  #restarted: string[] = [];
  /** Names of the bookmarks in each loop that is open, outermost first: filled while the loop is written. */
  readonly #bookmarks: Set<string>[] = [];

  readonly #context: WriterContext;

  constructor(context: WriterContext) {
    this.#context = context;
  }

  part({ before, root, after }: MarkupPart): AssemblyToken[] {
    this.text(before);
    this.#node(root, []);
    this.text(after);
    return this.finish();
  }

  finish(): AssemblyToken[] {
    this.#flush();
    return this.tokens;
  }

  /** Writes markup outside of a part's own tree, as if a loop repeated it. */
  repeated(node: MarkupNode): AssemblyToken[] {
    this.#loops++;
    this.#node(node, []);
    this.#flush();
    this.#loops--;
    return this.tokens;
  }

  text(xml: string): void {
    this.#buffer += xml;
  }

  #flush(): void {
    const text = this.#buffer;
    this.#buffer = "";
    if (text === "") return;
    if (this.#loops === 0 || this.#plain > 0) this.tokens.push({ kind: "text", text });
    else appendAll(this.tokens, repeatedIds(text, this.#context, this.#repeatedThings()));
  }

  #repeatedThings(): RepeatedThings {
    const open = [...this.#bookmarks];
    return {
      lists: this.#restarted,
      bookmarks: {
        note: (name) => {
          for (const names of open) names.add(name);
        },
        isRepeated: (name) => open[0]?.has(name) === true,
      },
    };
  }

  #push(token: AssemblyToken): void {
    this.#flush();
    this.tokens.push(token);
  }

  #node(node: MarkupNode, path: readonly MarkupElement[]): void {
    switch (node.kind) {
      case "text":
        this.text(this.#plain > 0 ? plainTextOf(node.xml, path) : node.xml);
        return;
      case "raw":
        this.text(this.#plain > 0 ? plainTextOfRaw(node) : node.xml);
        return;
      case "tag":
        this.#push({ kind: "tag", tag: node.tag, meta: this.#printerOf(node, path) });
        return;
      case "block":
        this.#block(node, path);
        return;
      case "element":
        this.#element(node, path);
    }
  }

  #printerOf(mark: TagMark, path: readonly MarkupElement[]): Printer {
    if (mark.printer) return mark.printer;
    if (this.#plain > 0) return mark.format ? formattedPrinter(plainPrinter, mark.format) : plainPrinter;
    const { role } = mark.tag;
    if (role !== "output" && role !== "function" && role !== "open") return silentPrinter;
    const printer = this.#context.textPrinter(path, mark);
    return mark.format && role === "output" ? formattedPrinter(printer, mark.format) : printer;
  }

  #block(block: BlockMark, path: readonly MarkupElement[]): void {
    const [opening] = block.tags;
    const kind = opening?.tag.role === "open" ? opening.tag.block.kind : "if";
    const isLoop = kind === "loop" || kind === "for" || kind === "section";
    const isPlain = kind === "capture" || kind === "html";
    const inText = path.some((element) => PARAGRAPHS.has(element.name));
    const restarted = isLoop && this.#plain === 0 ? this.#context.restartedLists(block) : [];
    this.#flush();
    if (isPlain) this.#plain++;
    if (isLoop) this.#loops++;
    this.#restarted = [...this.#restarted, ...restarted];
    const names = isLoop && this.#plain === 0 && this.#holdsBookmarks(block) ? new Set<string>() : undefined;
    if (names) this.#bookmarks.push(names);
    block.branches.forEach((branch, index) => {
      const mark = present(block.tags[index]);
      const printer =
        kind === "html" && index === 0 && this.#plain === 1
          ? inText
            ? this.#context.textPrinter(path, mark)
            : this.#context.blockPrinter(block)
          : undefined;
      this.#push({ kind: "tag", tag: mark.tag, meta: printer });
      if (index === 0 && restarted.length > 0 && this.#context.listRestart)
        this.#push(askPrinter(this.#context.listRestart(restarted)));
      if (index === 0 && names) this.#push(askPrinter(announcePrinter(BOOKMARK_NAMES, names)));
      for (const child of branch.children) this.#node(child, path);
    });
    this.#flush();
    this.#push({ kind: "tag", tag: present(block.tags.at(-1)).tag });
    if (names) this.#bookmarks.pop();
    this.#restarted = this.#restarted.slice(0, this.#restarted.length - restarted.length);
    if (isLoop) this.#loops--;
    if (isPlain) this.#plain--;
  }

  /** Looked up for outermost loops only, so that nesting costs nothing: loops in them do the same. */
  #holdsBookmarks(block: BlockMark): boolean {
    if (this.#loops > 1) return this.#bookmarks.length > 0;
    return toXml(block).includes("<w:bookmarkStart");
  }

  #element(element: MarkupElement, path: readonly MarkupElement[]): void {
    const inner = [...path, element];
    if (this.#plain > 0) {
      if (BLANKS.has(element.name)) this.text(present(BLANKS.get(element.name)));
      else for (const child of plainChildren(element)) this.#node(child, inner);
      if (PARAGRAPHS.has(element.name)) this.text("\n");
      return;
    }
    const guard = guardOf(element);
    if (guard) this.text(MARK_START + guard);
    this.#opening(element);
    if (this.#context.holdsValues || VALUES.has(element.name)) this.#value(element, inner);
    else if (element.name === "mc:AlternateContent") this.#alternatives(element, inner);
    else for (const child of element.children) this.#node(child, inner);
    this.text(`</${element.name}>`);
    if (guard) this.text(MARK_END);
  }

  /** The versions of a drawing for new programs and for old ones (ECMA-376 Part 3, 7.6) are evaluated once. */
  #alternatives(element: MarkupElement, path: readonly MarkupElement[]): void {
    // What is kept as it was written holds no tags.
    const versions = element.children.filter((child) => child.kind === "element");
    for (const child of element.children) {
      const index = versions.length > 1 && child.kind === "element" ? versions.indexOf(child) : -1;
      if (index >= 0) this.#push(index === 0 ? VERSIONS : OTHER_VERSION);
      this.#node(child, path);
      if (index === versions.length - 1 && index > 0) this.#push(VERSIONS_END);
    }
  }

  /** Writes an opening tag; texts in its attributes and the targets of its links are merged. */
  #opening(element: MarkupElement): void {
    const { open } = element;
    const isLink = this.#context.linkTargets.size > 0 && /^<(?:w:hyperlink|a:hlinkClick|a:hlinkHover) /.test(open);
    if (!isLink && !open.includes("{")) {
      this.text(open);
      return;
    }
    let written = 0;
    for (const match of open.matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
      const [whole, name = "", double, single] = match;
      const raw = double ?? single ?? "";
      const start = match.index + whole.length - raw.length - 1;
      const target = isLink && name === "r:id" ? this.#context.linkTargets.get(raw) : undefined;
      const { register, part } = this.#context;
      const isInstruction = name === "w:instr";
      const place = { part, where: () => `the attribute ${name} of <${element.name}>` };
      const template =
        target ??
        (TEXT_ATTRIBUTES.has(name)
          ? register.textTemplate(decodeXmlText(raw), place, isInstruction ? "all" : undefined)
          : undefined);
      if (!template) continue;
      this.text(open.slice(written, start));
      const printer = isInstruction ? instructionPrinter(undefined) : attributePrinter;
      this.#push(askPrinter(target ? hyperlinkPrinter(part) : printer, template, decodeXmlText(raw)));
      written = start + raw.length;
    }
    this.text(open.slice(written));
  }

  #value(element: MarkupElement, path: readonly MarkupElement[]): void {
    const [first] = element.children;
    const text = element.children.length === 1 && first?.kind === "text" ? decodeXmlText(first.xml) : "";
    const place = { part: this.#context.part, where: () => `<${element.name}>` };
    const isInstruction = element.name === "w:instrText";
    // Data of others may hold braces that are not tags.
    const isRead = !this.#context.holdsValues || text.includes("{$");
    const template = isRead
      ? this.#context.register.textTemplate(text, place, isInstruction ? "all" : undefined)
      : undefined;
    const printer = isInstruction ? instructionPrinter(element.format) : valuePrinter;
    if (template) this.#push(askPrinter(printer, template, text));
    else for (const child of element.children) this.#node(child, path);
  }
}

/** Of two versions of a drawing only the first has a text. */
function plainChildren({ name, children }: MarkupElement): readonly MarkupNode[] {
  return name === "mc:AlternateContent" ? children.filter(({ kind }) => kind !== "text").slice(0, 1) : children;
}

function plainTextOf(xml: string, path: readonly MarkupElement[]): string {
  return TEXTS.has(path.at(-1)?.name ?? "") ? decodeXmlText(xml) : "";
}

function plainTextOfRaw(raw: RawMarkup): string {
  const blank = BLANKS.get(raw.name);
  if (blank !== undefined) return blank;
  return raw.element && !/Pr$/.test(raw.name) ? raw.element.text() : "";
}
