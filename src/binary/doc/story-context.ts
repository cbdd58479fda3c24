/** What writers of a story need, and the text boxes attached to its shapes. */
import { CharacterPlex } from "./character-plex.ts";
import type { StoryName } from "./file-information-block.ts";
import type { PackageBuilder, PartRelationships } from "./package-builder.ts";
import { ShapeWriter } from "./shape-writer.ts";
import type { SourceDocument } from "./source-document.ts";
import { writeStory } from "./story-writer.ts";
import type { StoryContext } from "./writer-context.ts";

/** `FTXBXS` and `Tbkd` (MS-DOC 2.9.107 and 2.9.321). */
const TEXT_BYTES = 22;
const BREAK_BYTES = 6;
const MAX_BREAKS = 1_000;

export function storyContext(
  source: SourceDocument,
  story: StoryName,
  builder: PackageBuilder,
  relationships: PartRelationships,
): StoryContext {
  const inHeaders = story === "headers";
  const boxStory = inHeaders ? "headerTextBoxes" : "textBoxes";
  const open = new Set<number>();
  const textBox = (textId: number): string | undefined => {
    const range = textBoxRange(source, inHeaders, textId);
    if (!range || open.has(textId)) return undefined;
    open.add(textId);
    const xml = writeStory(range, { ...context, story: boxStory, shapes: new Map(), lockedFields: locked() });
    open.delete(textId);
    return xml;
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

/** `lTxid` (MS-ODRAW 2.3.21.1): the high half is the number of the text, the low half the place in a chain of boxes. */
function textBoxRange(
  source: SourceDocument,
  inHeaders: boolean,
  textId: number,
): { start: number; end: number } | undefined {
  const number = (textId >>> 16) - 1;
  const place = textId & 0xffff;
  const { start, end } = source.fib.story(inHeaders ? "headerTextBoxes" : "textBoxes");
  const texts = new CharacterPlex(source.table(inHeaders ? "PlcfHdrtxbxTxt" : "PlcftxbxTxt"), TEXT_BYTES);
  if (number < 0 || number >= texts.length) return undefined;
  const whole = { start: start + texts.position(number), end: Math.min(end, start + texts.position(number + 1)) };
  const breaks = new CharacterPlex(source.table(inHeaders ? "PlcfTxbxHdrBkd" : "PlcfTxbxBkd"), BREAK_BYTES);
  const parts: { start: number; end: number }[] = [];
  for (let index = 0; index < Math.min(MAX_BREAKS, breaks.length); index++) {
    if (breaks.data(index).u16(0) !== number) continue;
    parts.push({ start: start + breaks.position(index), end: Math.min(end, start + breaks.position(index + 1)) });
  }
  const range = parts.length > 1 ? parts[place] : place === 0 ? whole : undefined;
  return range && range.end > range.start ? withoutLastMark(range, source.text) : undefined;
}

/** A second mark at the end only closes the text. */
function withoutLastMark(range: { start: number; end: number }, text: string): { start: number; end: number } {
  const isDouble = text[range.end - 1] === "\r" && text[range.end - 2] === "\r" && range.end - range.start > 1;
  return isDouble ? { start: range.start, end: range.end - 1 } : range;
}
