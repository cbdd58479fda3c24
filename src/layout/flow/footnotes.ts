/** Footnotes at the foot of columns (ECMA-376 part 1, 17.11): what separates them from the text, and what continues on the next page. */
import { appendAll, largestOf } from "../../domain/collections/long-lists.ts";
import type { Block } from "../model/blocks.ts";
import type { Fragment } from "./fragments.ts";
import type { LayoutContext } from "./layout-context.ts";
import { splitFragments } from "./split.ts";
import { layoutStack } from "./stack-layout.ts";
import type { Stack } from "./table-parts.ts";

/** The note area of one column; positions are relative to its top left corner. */
export interface NoteArea {
  leftPt: number;
  widthPt: number;
  /** Height of the areas below it, of columns that were placed differently. */
  raisedPt: number;
  footnotes: Fragment[];
  footnoteHeightPt: number;
  noteIds: Set<string>;
  /** What did not fit and goes on at the foot of the next page. */
  carriedNotes: Fragment[];
}

export function emptyNoteArea(leftPt: number, widthPt: number, raisedPt: number): NoteArea {
  return { leftPt, widthPt, raisedPt, footnotes: [], footnoteHeightPt: 0, noteIds: new Set(), carriedNotes: [] };
}

export class Footnotes {
  readonly #context: LayoutContext;
  readonly #stacks = new Map<string, Stack>();

  constructor(context: LayoutContext) {
    this.#context = context;
  }

  /** Height that notes add to an area when they are there in full. */
  height(area: NoteArea, ids: readonly string[]): number {
    const stacks = this.#newStacks(area, ids);
    if (stacks.length === 0) return 0;
    return this.#separatorHeight(area) + stacks.reduce((sum, stack) => sum + stack.heightPt, 0);
  }

  /** Height that they add at least: the last one may continue on the next page after its first line. */
  minHeight(area: NoteArea, ids: readonly string[]): number {
    const stacks = this.#newStacks(area, ids);
    const last = stacks.pop();
    if (!last) return 0;
    const inFull = stacks.reduce((sum, stack) => sum + stack.heightPt, 0);
    return this.#separatorHeight(area) + inFull + firstLinesHeight(last);
  }

  /** Puts notes at the end of the area; of the last one only what fits in `freePt`. */
  add(area: NoteArea, ids: readonly string[], freePt: number): void {
    const added = this.#newIds(area, ids);
    const stacks = added.flatMap((id) => this.#stack(id, area) ?? []);
    for (const id of added) area.noteIds.add(id);
    if (stacks.length === 0) return;
    const limit = area.footnoteHeightPt + freePt;
    if (area.footnotes.length === 0) append(area, this.#separator(area, "first"));
    for (const stack of stacks) {
      const fits = area.footnoteHeightPt + stack.heightPt <= limit + TOLERANCE_PT;
      if (area.carriedNotes.length > 0) carry(area, stack.fragments, stack.heightPt);
      else if (fits) append(area, stack);
      else this.#appendPart(area, stack.fragments, limit - area.footnoteHeightPt);
    }
  }

  /** Continues notes of the page before. */
  continueNotes(area: NoteArea, carried: readonly Fragment[], freePt: number): void {
    if (carried.length === 0) return;
    append(area, this.#separator(area, "continuation"));
    this.#appendPart(area, carried, freePt - area.footnoteHeightPt);
  }

  #appendPart(area: NoteArea, fragments: readonly Fragment[], freePt: number): void {
    const parts = splitFragments(fragments, freePt);
    if (!parts) {
      append(area, { fragments: [...fragments], heightPt: bottomOf(fragments) });
      return;
    }
    append(area, { fragments: parts.head, heightPt: parts.headHeightPt });
    area.carriedNotes = parts.tail;
  }

  #newIds(area: NoteArea, ids: readonly string[]): string[] {
    return [...new Set(ids)].filter((id) => !area.noteIds.has(id));
  }

  #newStacks(area: NoteArea, ids: readonly string[]): Stack[] {
    return this.#newIds(area, ids).flatMap((id) => this.#stack(id, area) ?? []);
  }

  #separatorHeight(area: NoteArea): number {
    return area.footnotes.length === 0 ? this.#separator(area, "first").heightPt : 0;
  }

  #separator({ widthPt }: NoteArea, which: "first" | "continuation"): Stack {
    return this.#layout(which, this.#context.document.footnoteSeparators[which], widthPt);
  }

  #stack(id: string, { widthPt }: NoteArea): Stack | undefined {
    const note = this.#context.document.footnotes.get(id);
    return note ? this.#layout(`note ${id}`, note.blocks, widthPt) : undefined;
  }

  #layout(name: string, blocks: readonly Block[], widthPt: number): Stack {
    const key = `${name}/${widthPt}`;
    let stack = this.#stacks.get(key);
    if (!stack) {
      stack = layoutStack(blocks, widthPt, this.#context, {});
      this.#stacks.set(key, stack);
    }
    return stack;
  }
}

const TOLERANCE_PT = 0.6;

function append(area: NoteArea, stack: Stack): void {
  const top = area.footnoteHeightPt;
  appendAll(
    area.footnotes,
    stack.fragments.map((fragment): Fragment => ({ ...fragment, yPt: fragment.yPt + top })),
  );
  area.footnoteHeightPt += stack.heightPt;
}

/** A whole note after the rest of one that is carried already. */
function carry(area: NoteArea, fragments: readonly Fragment[], heightPt: number): void {
  if (heightPt <= 0) return;
  const top = bottomOf(area.carriedNotes);
  area.carriedNotes = [
    ...area.carriedNotes,
    ...fragments.map((fragment) => ({ ...fragment, yPt: fragment.yPt + top })),
  ];
}

/** What the areas of a page leave to the next, one below the other. */
export function carriedNotes(areas: readonly NoteArea[]): Fragment[] {
  const carried: Fragment[] = [];
  for (const area of areas) {
    const top = bottomOf(carried);
    appendAll(
      carried,
      area.carriedNotes.map((fragment) => ({ ...fragment, yPt: fragment.yPt + top })),
    );
  }
  return carried;
}

function bottomOf(fragments: readonly Fragment[]): number {
  return largestOf(
    fragments.map((fragment) => fragment.yPt + (fragment.kind === "anchor" ? 0 : fragment.heightPt)),
    0,
  );
}

/** Lines of the first paragraph that have to stay together with the reference. */
function firstLinesHeight(stack: Stack): number {
  const first = stack.fragments.find((fragment) => fragment.kind !== "anchor");
  if (first?.kind !== "paragraph") return stack.heightPt;
  const { lines, paragraph } = first;
  if (paragraph.format.keepLines) return first.yPt + first.heightPt;
  const count = paragraph.format.widowControl ? (lines.length === 3 ? 3 : 2) : 1;
  const last = lines[Math.min(count, lines.length) - 1];
  return last ? first.yPt + last.yPt + last.heightPt : stack.heightPt;
}
