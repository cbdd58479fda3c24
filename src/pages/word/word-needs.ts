/**
 * What the commands cannot draw yet of a Word document: with any of it the document goes through the browser. Known
 * before anything is laid out; docs/decisions/pages.md keeps the list.
 */
import type { Story, WordDocument } from "../../layout/model/blocks.ts";
import { type DrawingNeed, type IsDrawable, NeedFinder } from "../drawing/need-finder.ts";

export type WordNeed = DrawingNeed | "more room than an isolate has";

/** What is read of the document stays in memory until the end. Less than half of an isolate: others work in it, too. */
const MAX_DOCUMENT_BYTES = 56 * 1024 * 1024;

/** @param isDrawable whether a picture can be drawn, by its source, as a picture or to fill shapes */
export function wordNeeds(document: WordDocument, isDrawable: IsDrawable): Set<WordNeed> {
  const needs = new NeedFinder(isDrawable);
  for (const { blocks, headers, footers } of document.sections) {
    needs.blocks(blocks);
    const stories: (Story | undefined)[] = [...Object.values(headers), ...Object.values(footers)];
    for (const story of stories) needs.blocks(story?.blocks ?? []);
  }
  for (const note of [...document.footnotes.values(), ...document.endnotes.values()]) needs.blocks(note.blocks);
  const found = new Set<WordNeed>(needs.found);
  if (needs.documentBytes > MAX_DOCUMENT_BYTES) found.add("more room than an isolate has");
  return found;
}
