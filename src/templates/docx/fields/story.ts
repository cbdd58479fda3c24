import { markedValue, withQuotedValues } from "../../../office/field-values.ts";
import { parseXml, type XmlElement } from "../../../office/xml-tree.ts";

/** A paragraph of a story, in the order of the text. */
export interface StoryParagraph {
  element: XmlElement;
  index: number;
  styleId: string | undefined;
  /** Indexes of its first atom, and after its last one. */
  from: number;
  to: number;
}

/** A field of a story (ECMA-376 Part 1, 17.16): places are indexes of atoms. */
export interface Field {
  begin: number;
  /** Absent if there is no result. */
  separate: number | undefined;
  end: number;
  paragraph: StoryParagraph;
  /** `w:fldChar` or `w:fldSimple`. */
  mark: XmlElement;
  parent: Field | undefined;
  isSimple: boolean;
  isLocked: boolean;
  /** What it shows from now on; undefined if that does not change. */
  result: string | undefined;
  /** If its result is a stretch of its instruction that cannot be written as one text: the pieces that take its place. */
  chosen: readonly InstructionPiece[] | undefined;
  isDirty: boolean;
  /** SET and ASK show nothing: their result is the text of a bookmark. */
  isHidden: boolean;
}

/** A piece of an instruction: a stretch of the text of one atom, a field in it, or the end of a paragraph. */
export type InstructionPiece =
  | { kind: "text"; atom: number; from: number; to: number }
  | { kind: "field"; field: Field }
  | { kind: "paragraph-end"; atom: number };

/** The smallest things of a story, in the order of the text. */
type Atom = { run: XmlElement | undefined; paragraph: StoryParagraph } & (
  | { kind: "text"; text: string; isInstruction: boolean; element: XmlElement | undefined }
  | { kind: "begin" | "separate" | "end"; field: Field; element: XmlElement }
  /** A picture, a text box or the like; `last` is the last atom of what is in it. */
  | { kind: "object"; element: XmlElement; last: number }
  | { kind: "bookmark-start" | "bookmark-end"; id: string; name: string }
  | { kind: "paragraph-end" }
);

/** The text of one part with its fields and bookmarks. */
export interface Story {
  xml: string;
  atoms: readonly Atom[];
  fields: readonly Field[];
  paragraphs: readonly StoryParagraph[];
  /** Indexes of the atoms between which a bookmark's text is. */
  bookmarks: ReadonlyMap<string, { from: number; to: number }>;
}

/** Elements that stand for a character of text. */
const CHARACTERS: Readonly<Record<string, string>> = {
  "w:tab": "\t",
  "w:ptab": "\t",
  "w:br": "\n",
  "w:cr": "\n",
  "w:noBreakHyphen": "\u2011",
};
const OBJECTS: ReadonlySet<string> = new Set(["w:drawing", "w:pict", "w:object", "mc:AlternateContent"]);
/** Elements that show nothing, or repeat what is beside them. */
const SKIPPED: ReadonlySet<string> = new Set(["mc:Fallback", "w:pPr", "w:rPr", "w:sectPr", "w:del", "w:moveFrom"]);

/** Reads a part. Text boxes are read where they are anchored. */
export function readStory(xml: string): Story {
  const reader = new StoryReader();
  reader.read(parseXml(xml));
  const { atoms, fields, paragraphs } = reader;
  return { xml, atoms, fields, paragraphs, bookmarks: bookmarksOf(atoms) };
}

function bookmarksOf(atoms: readonly Atom[]): Map<string, { from: number; to: number }> {
  const names = new Map<string, string>();
  const found = new Map<string, { from: number; to: number }>();
  atoms.forEach((atom, index) => {
    if (atom.kind === "bookmark-start") {
      names.set(atom.id, atom.name);
      found.set(atom.name, { from: index, to: index });
    } else if (atom.kind === "bookmark-end") {
      const place = found.get(names.get(atom.id) ?? "");
      if (place) place.to = index;
    }
  });
  return found;
}

class StoryReader {
  readonly atoms: Atom[] = [];
  readonly fields: Field[] = [];
  readonly paragraphs: StoryParagraph[] = [];
  readonly #open: Field[] = [];
  #paragraph: StoryParagraph | undefined;
  #run: XmlElement | undefined;

  read(element: XmlElement): void {
    for (const child of element.elements()) this.#element(child);
  }

  #element(element: XmlElement): void {
    if (SKIPPED.has(element.name)) return;
    switch (element.name) {
      case "w:p":
        this.#readParagraph(element);
        return;
      case "w:r": {
        const outer = this.#run;
        this.#run = element;
        this.read(element);
        this.#run = outer;
        return;
      }
      case "w:t":
      case "w:instrText":
        this.#text(element.text(), element.name === "w:instrText", element);
        return;
      case "w:fldChar":
        this.#character(element);
        return;
      case "w:fldSimple":
        this.#simple(element);
        return;
      case "w:bookmarkStart":
      case "w:bookmarkEnd":
        this.#bookmark(element);
        return;
      default: {
        const character = this.#run ? CHARACTERS[element.name] : undefined;
        if (character === undefined) this.#other(element);
        else this.#text(character, this.#isInInstruction(), element);
      }
    }
  }

  /** An object is one thing in its run, whatever versions of it there are. */
  #other(element: XmlElement): void {
    const [paragraph, run] = [this.#paragraph, this.#run];
    const isObject = element.parent === run && OBJECTS.has(element.name);
    const object =
      paragraph && run && isObject ? { kind: "object" as const, element, last: 0, run, paragraph } : undefined;
    if (object) this.atoms.push(object);
    this.read(element);
    if (object) object.last = this.atoms.length - 1;
  }

  #readParagraph(element: XmlElement): void {
    const outer = this.#paragraph;
    const styleId = element.child("w:pPr")?.child("w:pStyle")?.attribute("w:val");
    const { length: from } = this.atoms;
    const paragraph = { element, index: this.paragraphs.length, styleId, from, to: from };
    this.paragraphs.push(paragraph);
    this.#paragraph = paragraph;
    this.read(element);
    this.atoms.push({ kind: "paragraph-end", run: undefined, paragraph });
    paragraph.to = this.atoms.length;
    this.#paragraph = outer;
  }

  /** Line ends and tabs of an instruction are part of it. */
  #isInInstruction(): boolean {
    const field = this.#open.at(-1);
    return field !== undefined && field.separate === undefined;
  }

  #text(text: string, isInstruction: boolean, element?: XmlElement): void {
    const [paragraph, run] = [this.#paragraph, this.#run];
    if (paragraph && text !== "") this.atoms.push({ kind: "text", text, isInstruction, element, run, paragraph });
  }

  #character(mark: XmlElement): void {
    const paragraph = this.#paragraph;
    const type = mark.attribute("w:fldCharType");
    if (!paragraph) return;
    if (type === "begin") {
      this.#begin(mark, paragraph, false);
      return;
    }
    const field = this.#open.at(-1);
    if (!field || (type !== "separate" && type !== "end")) return;
    if (type === "separate") field.separate ??= this.atoms.length;
    else field.end = this.atoms.length;
    this.atoms.push({ kind: type, field, element: mark, run: this.#run, paragraph });
    if (type === "end") this.#open.pop();
  }

  #begin(mark: XmlElement, paragraph: StoryParagraph, isSimple: boolean): Field {
    const field: Field = {
      begin: this.atoms.length,
      separate: undefined,
      end: -1,
      paragraph,
      mark,
      parent: this.#open.at(-1),
      isSimple,
      isLocked: /^(?:1|true|on)$/.test(mark.attribute("w:fldLock") ?? ""),
      result: undefined,
      chosen: undefined,
      isDirty: false,
      isHidden: false,
    };
    this.fields.push(field);
    this.#open.push(field);
    this.atoms.push({ kind: "begin", field, element: mark, run: this.#run, paragraph });
    return field;
  }

  #simple(mark: XmlElement): void {
    const paragraph = this.#paragraph;
    if (!paragraph) return;
    const field = this.#begin(mark, paragraph, true);
    this.#text(mark.attribute("w:instr") ?? "", true);
    field.separate = this.atoms.length;
    this.atoms.push({ kind: "separate", field, element: mark, run: undefined, paragraph });
    this.read(mark);
    field.end = this.atoms.length;
    this.atoms.push({ kind: "end", field, element: mark, run: undefined, paragraph });
    this.#open.pop();
  }

  #bookmark(element: XmlElement): void {
    const paragraph = this.#paragraph ?? this.paragraphs.at(-1);
    if (!paragraph) return;
    const kind = element.name === "w:bookmarkStart" ? "bookmark-start" : "bookmark-end";
    const [id, name] = [element.attribute("w:id") ?? "", element.attribute("w:name") ?? ""];
    this.atoms.push({ kind, id, name, run: undefined, paragraph });
  }
}

/** What a reader sees between two atoms: results of fields, not their instructions; paragraphs end with a line. */
export function visibleText({ atoms }: Story, from: number, to: number): string {
  let text = "";
  for (let index = from; index < to; index++) {
    const atom = atoms[index];
    if (!atom) break;
    if (atom.kind === "text") text += atom.isInstruction ? "" : atom.text;
    else if (atom.kind === "paragraph-end") text += "\n";
    else if (atom.kind === "begin") {
      const { field } = atom;
      if (field.isHidden) index = Math.max(index, field.end);
      else if (field.result !== undefined && field.end >= 0) {
        text += field.result;
        index = Math.max(index, field.end);
      } else if (field.separate !== undefined) index = Math.max(index, field.separate);
      else index = Math.max(index, field.end);
    }
  }
  return text;
}

/**
 * A field's instruction, in which what the fields in it show are values of their own; paragraphs end with a line.
 * @param decimal the decimal separator in which formulas read values as numbers
 */
export function instructionOf(story: Story, field: Field, decimal = "."): string {
  const end = field.separate ?? field.end;
  let text = "";
  for (let index = field.begin + 1; index < end; index++) {
    const atom = story.atoms[index];
    if (!atom) break;
    if (atom.kind === "paragraph-end") text += "\n";
    else if (atom.kind === "text") text += atom.text;
    else if (atom.kind === "object") index = atom.last;
    else if (atom.kind === "begin") {
      text += markedValue(visibleText(story, index, atom.field.end + 1));
      index = Math.max(index, atom.field.end);
    }
  }
  return withQuotedValues(text, decimal);
}
