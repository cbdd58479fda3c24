/** Headers and footers (`Plcfhdd`, MS-DOC 2.8.22) -> parts of their own. */
import { CharacterPlex } from "./character-plex.ts";
import type { StoryRange } from "./file-information-block.ts";
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
/** Separators of footnotes and endnotes come before those of the first section. */
const SEPARATOR_STORIES = 6;
const SEPARATOR_TYPES = ["separator", "continuationSeparator"];

/** The range of a header story in the whole text, without the last mark, which only keeps stories apart. */
function storyRange(source: SourceDocument, story: number): StoryRange | undefined {
  const plex = new CharacterPlex(source.table("PlcfHdd"), 0);
  const { start, end } = source.fib.story("headers");
  if (story + 1 > plex.length) return undefined;
  const range = { start: start + plex.position(story), end: start + plex.position(story + 1) - 1 };
  return range.end > range.start && range.end <= end ? range : undefined;
}

/** What separates text from notes, and what is above continued notes: nothing if the file leaves it to the program. */
export function noteSeparatorsXml(
  kind: "footnote" | "endnote",
  source: SourceDocument,
  builder: PackageBuilder,
  relationships: PartRelationships,
): string {
  const context = storyContext(source, "headers", builder, relationships);
  const first = kind === "footnote" ? 0 : SEPARATOR_STORIES / 2;
  return SEPARATOR_TYPES.map((type, index) => {
    const range = storyRange(source, first + index);
    if (!range) return "";
    return element(`w:${kind}`, { "w:type": type, "w:id": index - SEPARATOR_TYPES.length }, writeStory(range, context));
  }).join("");
}

/** Adds a part for each header and footer; returns the references of each section. An empty one is inherited. */
export function writeHeaders(
  source: SourceDocument,
  builder: PackageBuilder,
  documentRelationships: PartRelationships,
): string[] {
  return source.sections.map((_, section) => {
    let references = "";
    for (const [index, { kind, type }] of KINDS.entries()) {
      const range = storyRange(source, SEPARATOR_STORIES + section * KINDS.length + index);
      if (!range) continue;
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
