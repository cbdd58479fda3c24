import type { XmlEdits } from "../../../office/xml-edits.ts";
import type { XmlElement } from "../../../office/xml-tree.ts";
import { unescaped } from "./instruction-text.ts";
import { propertiesOf, runsOf } from "./run-markup.ts";
import { type Field, type InstructionPiece, type Story, type StoryParagraph, visibleText } from "./story.ts";

/**
 * Puts the chosen pieces of a field's instruction in the field's place, each in its own look and paragraph, as a mail
 * merge of Word does: the field is gone. False if its paragraphs are not those of one parent, such as in a table.
 */
export function writeChosen(story: Story, field: Field, pieces: readonly InstructionPiece[], edits: XmlEdits): boolean {
  const paragraphs = paragraphsOf(story, field);
  const [first] = paragraphs;
  const isTogether = paragraphs.every(
    ({ element }, index) =>
      element.parent === first?.element.parent &&
      !element.child("w:pPr")?.child("w:sectPr") &&
      (index === 0 || /^\s*$/.test(story.xml.slice(paragraphs[index - 1]?.element.end, element.start))),
  );
  if (!first || !isTogether) return false;
  const kept = new KeptPieces(story, pieces);
  for (const paragraph of paragraphs) writeRuns(story, field, paragraph, kept, edits);
  joinParagraphs(story, field, paragraphs, kept, edits);
  return true;
}

function paragraphsOf({ atoms }: Story, { begin, end }: Field): StoryParagraph[] {
  const found = new Set<StoryParagraph>();
  for (let index = begin; index <= end; index++) {
    const paragraph = atoms[index]?.paragraph;
    if (paragraph) found.add(paragraph);
  }
  return [...found];
}

/** What stays of the atoms of a field. */
class KeptPieces {
  readonly #texts = new Map<number, string>();
  readonly #ends = new Set<number>();

  constructor(story: Story, pieces: readonly InstructionPiece[]) {
    this.#add(story, pieces);
  }

  /** The text that takes the place of an atom; undefined if nothing does. */
  textOf(atom: number): string | undefined {
    return this.#texts.get(atom);
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
        const text = atom?.kind === "text" ? unescaped(atom.text.slice(piece.from, piece.to)) : "";
        this.#texts.set(piece.atom, (this.#texts.get(piece.atom) ?? "") + text);
      }
    }
  }
}

/** Writes the runs of a paragraph anew that hold something of the field. */
function writeRuns(
  { atoms }: Story,
  field: Field,
  { from, to }: StoryParagraph,
  kept: KeptPieces,
  edits: XmlEdits,
): void {
  const runs = new Map<XmlElement, string>();
  const touched = new Set<XmlElement>();
  for (let index = from; index < to; index++) {
    const atom = atoms[index];
    if (!atom?.run) continue;
    const isInside = index >= field.begin && index <= field.end;
    const before = runs.get(atom.run) ?? "";
    if (isInside) touched.add(atom.run);
    if (isInside) runs.set(atom.run, before + runsOf(kept.textOf(index) ?? "", propertiesOf(atom.run)));
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
  paragraphs: readonly StoryParagraph[],
  kept: KeptPieces,
  edits: XmlEdits,
): void {
  const isFilled = ({ from, to }: StoryParagraph): boolean => {
    for (let index = from; index < to - 1; index++) {
      const atom = atoms[index];
      if (index < field.begin || index > field.end ? atom?.run !== undefined : kept.textOf(index)) return true;
    }
    return false;
  };
  const [first, ...others] = paragraphs;
  let current = first;
  let currentFilled = current !== undefined && isFilled(current);
  for (const next of others) {
    if (!current) return;
    const nextFilled = isFilled(next);
    if (kept.keepsEnd(current.to - 1)) {
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
