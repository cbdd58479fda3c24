import { appendAll, spliceAll } from "../../domain/collections/long-lists.ts";
import { decodeXmlText } from "../../office/xml-text.ts";
import { childElement } from "../ooxml/markup-search.ts";
import { append, MarkupElement, type MarkupNode, RawMarkup, replace, toXml } from "../ooxml/markup-tree.ts";

/** A run, or a block that a field may reach over. */
export type StoryItem = MarkupElement | RawMarkup;

/** A complex field in the runs of a story (ISO/IEC 29500-1, 17.16.18): indexes of its first and last run. */
interface FieldSpan {
  first: number;
  last: number;
  /** Its own instruction, without those of the fields in it. */
  instruction: string;
  /** The first run of its result. */
  result: MarkupElement | undefined;
}

/** Elements whose text is a story of its own. */
const STORIES: ReadonlySet<string> = new Set(["w:txbxContent", "w:footnote", "w:endnote", "w:comment"]);
const BLOCKS: ReadonlySet<string> = new Set(["w:p", "w:tbl", "w:sdt"]);

/** The runs of a part in the order of its text, for each of its stories: fields may begin and end in any of them. */
export function storiesOf(root: MarkupElement): StoryItem[][] {
  const stories: StoryItem[][] = [];
  const read = (element: MarkupElement, story: StoryItem[]) => {
    for (const child of [...element.children]) {
      if (child.kind === "raw" && BLOCKS.has(child.name)) story.push(child);
      if (child.kind !== "element") continue;
      if (STORIES.has(child.name)) {
        stories.push([]);
        read(child, stories.at(-1) ?? []);
        continue;
      }
      const runs = child.name === "w:r" ? dividedRun(child) : [];
      appendAll(story, runs);
      for (const each of runs.length > 0 ? runs : [child]) read(each, story);
    }
  };
  const main: StoryItem[] = [];
  stories.push(main);
  read(root, main);
  return stories;
}

/** A run with the mark of a field beside other content, as runs of one thing each. */
function dividedRun(run: MarkupElement): MarkupElement[] {
  const content = run.children.filter((child) => "name" in child && child.name !== "w:rPr");
  if (content.length < 2 || !content.some((child) => "name" in child && child.name === "w:fldChar")) return [run];
  const properties = childElement(run, "w:rPr");
  const xml = properties ? toXml(properties) : "";
  const runs = content.map((child) => {
    const own = new MarkupElement("w:r", run.open, run.start);
    if (xml) append(own, new RawMarkup("w:rPr", xml));
    append(own, child);
    return own;
  });
  replace(run, runs);
  return runs;
}

/** `begin`, `separate` or `end`. */
export function fieldCharacterOf(item: MarkupNode | undefined): string | undefined {
  if (item?.kind !== "element" || item.name !== "w:r") return undefined;
  const mark = childElement(item, "w:fldChar");
  return mark && /\sw:fldCharType="(\w+)"/.exec(toXml(mark))?.[1];
}

const BREAKS: ReadonlySet<string> = new Set(["w:br", "w:cr"]);

/** The text that a run adds to an instruction. */
function instructionIn(item: StoryItem): string {
  if (item.kind !== "element") return "";
  return item.children
    .map((child) => {
      if (!("name" in child)) return "";
      if (BREAKS.has(child.name)) return "\n";
      return child.name === "w:instrText" ? decodeXmlText(toXml(child).replace(/<[^>]*>/g, "")) : "";
    })
    .join("");
}

/** The last run of each field by its first one; fields without an end are not among them. */
export function fieldEndsOf(items: readonly StoryItem[]): Map<StoryItem, StoryItem> {
  const ends = new Map<StoryItem, StoryItem>();
  const open: StoryItem[] = [];
  for (const item of items) {
    const character = fieldCharacterOf(item);
    if (character === "begin") open.push(item);
    const begin = character === "end" ? open.pop() : undefined;
    if (begin) ends.set(begin, item);
  }
  return ends;
}

/** The field from an item to its last run. */
export function fieldAt(items: readonly StoryItem[], first: number, end: StoryItem): FieldSpan {
  let instruction = "";
  let depth = 0;
  let result: MarkupElement | undefined;
  let inResult = false;
  let last = first + 1;
  for (let item = items[last]; item && item !== end; item = items[++last]) {
    const character = fieldCharacterOf(item);
    if (character === "begin") depth++;
    else if (character === "end") depth--;
    else if (character === "separate" && depth === 0) inResult = true;
    if (depth === 0 && !inResult) instruction += instructionIn(item);
    else if (inResult && character === undefined && item.kind === "element") result ??= item;
  }
  return { first, last, instruction, result };
}

/** Takes the items of a field out, but for what takes its place; paragraphs that held nothing else go with them. */
export function replaceField(
  items: StoryItem[],
  { first, last }: { first: number; last: number },
  ...put: MarkupElement[]
) {
  const [begin, ...others] = items.slice(first, last + 1);
  if (!begin) return;
  const home = paragraphOf(begin);
  const paragraphs = new Set(others.map(paragraphOf));
  replace(begin, put);
  for (const item of others) replace(item);
  for (const paragraph of paragraphs)
    if (paragraph && paragraph !== home && !/<w:(?:r|sectPr|hyperlink|sdt)[ >]/.test(toXml(paragraph)))
      replace(paragraph);
  spliceAll(items, first, last - first + 1, put);
}

function paragraphOf(item: StoryItem): MarkupElement | undefined {
  let node = item.parent;
  while (node && !(node.kind === "element" && node.name === "w:p"))
    node = node.kind === "branch" ? node.block.parent : node.parent;
  return node?.kind === "element" ? node : undefined;
}
