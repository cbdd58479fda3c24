/** What writers of a story need, and the text boxes attached to its shapes. */
import { CharacterPlex } from "./character-plex.ts";
import type { StoryName } from "./file-information-block.ts";
import type { PackageBuilder, PartRelationships } from "./package-builder.ts";
import { ShapeWriter } from "./shape-writer.ts";
import type { SourceDocument } from "./source-document.ts";
import { writeStory } from "./story-writer.ts";
import type { StoryContext } from "./writer-context.ts";
import { element } from "./xml-writer.ts";

/** `FTXBXS` (MS-DOC 2.9.107). */
const TEXT_BYTES = 22;

export function storyContext(
  source: SourceDocument,
  story: StoryName,
  builder: PackageBuilder,
  relationships: PartRelationships,
): StoryContext {
  const inHeaders = story === "headers";
  const boxStory = inHeaders ? "headerTextBoxes" : "textBoxes";
  const open = new Set<number>();
  // `lTxid` (MS-ODRAW 2.3.21.1): the high half is the number of the text, the low half the place in a chain of boxes.
  const textBox = (textId: number): string | undefined => {
    const [number, place] = [textId >>> 16, textId & 0xffff];
    const range = textBoxRange(source, inHeaders, number);
    if (!range || open.has(number)) return undefined;
    if (place > 0) return element("wps:linkedTxbx", { id: number, seq: place });
    open.add(number);
    const xml = writeStory(range, { ...context, story: boxStory, shapes: new Map(), lockedFields: locked() });
    open.delete(number);
    return element("wps:txbx", { id: number }, element("w:txbxContent", {}, xml));
  };
  let lockedInBoxes: ReadonlySet<number> | undefined;
  const locked = () => {
    lockedInBoxes ??= source.lockedFields(boxStory);
    return lockedInBoxes;
  };
  const context: StoryContext = {
    source,
    story,
    builder,
    relationships,
    shapeWriter: new ShapeWriter(source.drawings, builder, relationships, textBox),
    shapes: source.shapes(story),
    lockedFields: source.lockedFields(story),
  };
  return context;
}

/** Where Word broke the text between the boxes is stored, too (`Tbkd`), but it breaks within paragraphs. */
function textBoxRange(
  source: SourceDocument,
  inHeaders: boolean,
  textNumber: number,
): { start: number; end: number } | undefined {
  const index = textNumber - 1;
  const { start, end } = source.fib.story(inHeaders ? "headerTextBoxes" : "textBoxes");
  const texts = new CharacterPlex(source.table(inHeaders ? "PlcfHdrtxbxTxt" : "PlcftxbxTxt"), TEXT_BYTES);
  if (index < 0 || index >= texts.length) return undefined;
  const range = { start: start + texts.position(index), end: Math.min(end, start + texts.position(index + 1)) };
  return range.end > range.start ? withoutLastMark(range, source.text) : undefined;
}

/** A second mark at the end only closes the text. */
function withoutLastMark(range: { start: number; end: number }, text: string): { start: number; end: number } {
  const isDouble = text[range.end - 1] === "\r" && text[range.end - 2] === "\r" && range.end - range.start > 1;
  return isDouble ? { start: range.start, end: range.end - 1 } : range;
}
