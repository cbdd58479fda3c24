import type { XmlEdits } from "../../../office/xml-edits.ts";
import type { XmlElement } from "../../../office/xml-tree.ts";
import { unescaped } from "./instruction-text.ts";
import { propertiesOf, runsOf } from "./run-markup.ts";
import { type Field, type InstructionPiece, type Story, type StoryParagraph, visibleText } from "./story.ts";

/** A paragraph of a field, or a table that is in it whole. */
type Block = { paragraph: StoryParagraph } | { table: XmlElement; paragraphs: readonly StoryParagraph[] };

/**
 * Puts the chosen pieces of a field's instruction in the field's place, each in its own look and paragraph, as a mail
 * merge of Word does: the field is gone. Tables stay or go as a whole. False if the field begins and ends in different
 * cells or text boxes, or has the end of a section in it.
 */
export function writeChosen(story: Story, field: Field, pieces: readonly InstructionPiece[], edits: XmlEdits): boolean {
  const blocks = blocksOf(story, field);
  if (!blocks) return false;
  const kept = new KeptPieces(story, pieces);
  const left = blocks.filter((block) => {
    if ("paragraph" in block) return true;
    const isKept = block.paragraphs.some(({ from, to }) => kept.keepsAny(from, to));
    if (!isKept) edits.remove(block.table);
    return isKept;
  });
  for (const block of left)
    for (const paragraph of "paragraph" in block ? [block.paragraph] : block.paragraphs)
      writeRuns(story, field, paragraph, kept, edits);
  joinParagraphs(story, field, left, kept, edits);
  return true;
}

function blocksOf({ atoms, paragraphs }: Story, { begin, end }: Field): Block[] | undefined {
  const [first, last] = [atoms[begin]?.paragraph, atoms[end]?.paragraph];
  const container = first?.element.parent;
  if (!first || !last || !container || last.element.parent !== container) return undefined;
  const between = paragraphs.filter(
    ({ element }) => element.start >= first.element.start && element.end <= last.element.end,
  );
  const blocks: Block[] = [];
  for (const element of container.elements()) {
    if (element.start < first.element.start || element.end > last.element.end) continue;
    const inside = between.filter((each) => each.element.start >= element.start && each.element.end <= element.end);
    const own = inside.find((each) => each.element === element);
    if (own) {
      if (element.child("w:pPr")?.child("w:sectPr")) return undefined;
      blocks.push({ paragraph: own });
    } else if (inside.length > 0) {
      if (element.name !== "w:tbl") return undefined;
      blocks.push({ table: element, paragraphs: inside });
    }
  }
  return blocks;
}

/** What stays of the atoms of a field. */
class KeptPieces {
  readonly #texts = new Map<number, string>();
  readonly #ends = new Set<number>();
  readonly #objects = new Set<number>();

  constructor(story: Story, pieces: readonly InstructionPiece[]) {
    this.#add(story, pieces);
  }

  /** The text that takes the place of an atom; undefined if nothing does. */
  textOf(atom: number): string | undefined {
    return this.#texts.get(atom);
  }

  keepsObject(atom: number): boolean {
    return this.#objects.has(atom);
  }

  /** Whether something of these atoms stays. */
  keepsAny(from: number, to: number): boolean {
    for (let atom = from; atom < to; atom++)
      if (this.#texts.has(atom) || this.#ends.has(atom) || this.#objects.has(atom)) return true;
    return false;
  }

  keepsEnd(atom: number): boolean {
    return this.#ends.has(atom);
  }

  #add(story: Story, pieces: readonly InstructionPiece[]): void {
    for (const piece of pieces) {
      if (piece.kind === "paragraph-end") this.#ends.add(piece.atom);
      else if (piece.kind === "field" && piece.field.chosen) this.#add(story, piece.field.chosen);
      else if (piece.kind === "field") {
        const { begin, end } = piece.field;
        this.#texts.set(begin, visibleText(story, begin, end + 1));
      } else {
        const atom = story.atoms[piece.atom];
        if (atom?.kind === "object") this.#objects.add(piece.atom);
        const text = atom?.kind === "text" ? unescaped(atom.text.slice(piece.from, piece.to)) : "";
        this.#texts.set(piece.atom, (this.#texts.get(piece.atom) ?? "") + text);
      }
    }
  }
}

/** Writes the runs of a paragraph anew that hold something of the field. */
function writeRuns({ atoms }: Story, field: Field, paragraph: StoryParagraph, kept: KeptPieces, edits: XmlEdits): void {
  const { from, to } = paragraph;
  const runs = new Map<XmlElement, string>();
  const touched = new Set<XmlElement>();
  for (let index = from; index < to; index++) {
    const atom = atoms[index];
    // What is in a text box goes with the box.
    if (!atom?.run || atom.paragraph !== paragraph) continue;
    const isInside = index >= field.begin && index <= field.end;
    const before = runs.get(atom.run) ?? "";
    if (isInside) touched.add(atom.run);
    const isKeptObject = atom.kind === "object" && kept.keepsObject(index);
    if (isInside && !isKeptObject)
      runs.set(atom.run, before + runsOf(kept.textOf(index) ?? "", propertiesOf(atom.run)));
    else if ("element" in atom && atom.element) {
      const own = `<w:r>${propertiesOf(atom.run)}${atom.element.outer()}</w:r>`;
      runs.set(atom.run, before + own);
    }
  }
  for (const [run, markup] of runs) if (touched.has(run)) edits.replace(run.start, run.end, markup);
}

/** Paragraphs whose ends are not chosen go on in the next one; those that held nothing else are gone. */
function joinParagraphs(
  { atoms }: Story,
  field: Field,
  blocks: readonly Block[],
  kept: KeptPieces,
  edits: XmlEdits,
): void {
  const isFilled = (paragraph: StoryParagraph): boolean => {
    for (let index = paragraph.from; index < paragraph.to - 1; index++) {
      const atom = atoms[index];
      if (atom?.paragraph !== paragraph) continue;
      if (index < field.begin || index > field.end ? atom.run !== undefined : kept.textOf(index)) return true;
      if (kept.keepsObject(index)) return true;
    }
    return false;
  };
  let current: StoryParagraph | undefined;
  let currentFilled = false;
  for (const block of blocks) {
    if (!("paragraph" in block)) {
      // Text before a table has a paragraph of its own.
      if (current && !currentFilled && !kept.keepsEnd(current.to - 1)) edits.remove(current.element);
      current = undefined;
      continue;
    }
    const next = block.paragraph;
    const nextFilled = isFilled(next);
    if (!current || kept.keepsEnd(current.to - 1)) {
      current = next;
      currentFilled = nextFilled;
    } else if (!currentFilled) {
      edits.remove(current.element);
      current = next;
      currentFilled = nextFilled;
    } else if (!nextFilled) {
      edits.remove(next.element);
      // What follows belongs to the paragraph that stays.
      current = { ...current, to: next.to };
    } else {
      const start = next.element.child("w:pPr")?.end ?? next.element.openEnd;
      edits.replace(current.element.closeStart, start, "");
      current = next;
    }
  }
}
