/** Headers and footers (`Plcfhdd`, MS-DOC 2.8.22) -> parts of their own. */
import { CharacterPlex } from "./character-plex.ts";
import { type PackageBuilder, PartRelationships } from "./package-builder.ts";
import type { SourceDocument } from "./source-document.ts";
import { storyContext } from "./story-context.ts";
import { writeStory } from "./story-writer.ts";
import { element } from "./xml-writer.ts";

/** The six stories of a section in their order. */
const KINDS = [
  { kind: "header", type: "even" },
  { kind: "header", type: "default" },
  { kind: "footer", type: "even" },
  { kind: "footer", type: "default" },
  { kind: "header", type: "first" },
  { kind: "footer", type: "first" },
] as const;
/** Separators of footnotes and endnotes go before those of the first section. */
const SEPARATOR_STORIES = 6;

/** Adds a part for each header and footer; returns the references of each section. An empty one is inherited. */
export function writeHeaders(
  source: SourceDocument,
  builder: PackageBuilder,
  documentRelationships: PartRelationships,
): string[] {
  const plex = new CharacterPlex(source.table("headers"), 0);
  const { start, end } = source.fib.story("headers");
  return source.sections.map((_, section) => {
    let references = "";
    for (const [index, { kind, type }] of KINDS.entries()) {
      const story = SEPARATOR_STORIES + section * KINDS.length + index;
      if (story + 1 > plex.length) break;
      // The last mark only keeps stories apart.
      const range = { start: start + plex.position(story), end: start + plex.position(story + 1) - 1 };
      if (range.end <= range.start || range.end > end) continue;
      const part = `word/${kind}${section + 1}-${type}.xml`;
      const relationships = new PartRelationships();
      const context = storyContext(source, "headers", builder, relationships);
      builder.add(part, kind === "header" ? "w:hdr" : "w:ftr", writeStory(range, context), relationships);
      const id = documentRelationships.to(kind, part);
      references += element(`w:${kind}Reference`, { "w:type": type, "r:id": id });
    }
    return references;
  });
}
