import type { Story, WordDocument } from "../../layout/model/blocks.ts";
import { ContentInspector, type IsDrawable } from "../drawing/content-inspector.ts";

/** Looks at everything that a Word document shows, before anything is laid out. */
export function inspectDocument(document: WordDocument, isDrawable: IsDrawable): ContentInspector {
  const inspector = new ContentInspector(isDrawable);
  for (const { blocks, headers, footers, format } of document.sections) {
    for (const fill of [...(format.background?.fills ?? []), ...(format.background?.first ?? [])]) inspector.fill(fill);
    inspector.blocks(blocks);
    const stories: (Story | undefined)[] = [...Object.values(headers), ...Object.values(footers)];
    for (const story of stories) inspector.blocks(story?.blocks ?? []);
  }
  for (const note of [...document.footnotes.values(), ...document.endnotes.values()]) inspector.blocks(note.blocks);
  return inspector;
}
