import type { AssemblyToken } from "../../language/assembly-token.ts";
import { buildMarkup, type MarkupPart } from "../ooxml/build-markup.ts";
import { MarkupElement, type MarkupNode } from "../ooxml/markup-tree.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import { TokenWriter } from "../ooxml/token-writer.ts";
import type { NoteKind, WriterContext } from "../ooxml/writer-context.ts";
import type { BoundPart } from "./bound-part.ts";

/** Content of notes that loops repeat: written anew, in the part of the notes, with every reference to them. */
export class NoteContents {
  readonly #parts: ReadonlyMap<NoteKind, BoundPart>;
  /** Notes that are written with their references, by kind and id. */
  readonly #repeated = new Set<string>();

  readonly #contextOf: (part: BoundPart) => WriterContext;

  constructor(
    bound: ReadonlyMap<string, BoundPart>,
    source: OfficePackage,
    contextOf: (part: BoundPart) => WriterContext,
  ) {
    this.#contextOf = contextOf;
    const found = new Map<NoteKind, BoundPart>();
    for (const kind of ["footnote", "endnote", "comment"] as const) {
      const [name] = source.contentTypes.partsOf((type) => type.endsWith(`wordprocessingml.${kind}s+xml`));
      const part = name === undefined ? undefined : (bound.get(name) ?? plainPart(source, name));
      if (part) found.set(kind, part);
    }
    this.#parts = found;
  }

  of(kind: NoteKind, id: string): AssemblyToken[] | undefined {
    const part = this.#parts.get(kind);
    const named = new RegExp(`^<w:${kind}\\b[^>]*?\\bw:id="${id}"`);
    const note = part?.markup.root.children.find((child) => named.test(openingOf(child)));
    if (!part || !note) return undefined;
    this.#repeated.add(`${kind} ${id}`);
    const context = { ...this.#contextOf(part), noteContent: undefined, keepsParagraphIds: kind === "comment" };
    const tokens = new TokenWriter(context).repeated(note);
    const [first] = tokens;
    if (first?.kind !== "text") return undefined;
    // The opening tag up to its id is written with the reference, which knows the id.
    const idEnd = first.text.indexOf(`w:id="${id}"`) + `w:id="${id}`.length;
    return [{ kind: "text", text: first.text.slice(idEnd) }, ...tokens.slice(1)];
  }

  /** A part with notes without those that loops alone refer to. `written` is the text of the parts that refer to them. */
  withoutRepeated({ markup }: BoundPart, written: () => string): MarkupPart {
    const isRepeated = (node: MarkupNode): boolean => this.#repeated.has(noteOf(openingOf(node)) ?? "");
    if (!markup.root.children.some(isRepeated)) return markup;
    const referred = new Set(
      Array.from(written().matchAll(/<w:(?:footnote|endnote|comment)Reference\b[^>]*>/g), ([each]) => noteOf(each)),
    );
    const root = new MarkupElement(markup.root.name, markup.root.open);
    root.children = markup.root.children.filter((node) => !isRepeated(node) || referred.has(noteOf(openingOf(node))));
    return { ...markup, root };
  }
}

/** The kind and the id of a note or of a reference to one in a stretch of markup. */
const noteOf = (opening: string): string | undefined => {
  const [, kind, id] = /^<w:(footnote|endnote|comment)(?:Reference)?\b[^>]*?\bw:id="([^"]*)"/.exec(opening) ?? [];
  return kind && `${kind} ${id}`;
};

/** A part without tags: its notes are the same at every turn, and each reference has one of its own all the same. */
function plainPart(source: OfficePackage, name: string): BoundPart | undefined {
  const xml = source.dropped.has(name) ? undefined : source.text(name);
  if (xml === undefined) return undefined;
  return { part: name, markup: buildMarkup(xml, /(?!)/g), links: new Map(), hasChartData: false };
}

function openingOf(node: MarkupNode): string {
  if (node.kind === "element") return node.open;
  return node.kind === "raw" ? node.xml : "";
}
