import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";
import { childElement, descendants } from "../ooxml/markup-search.ts";
import { append, MarkupElement, MarkupText, RawMarkup, replace, toXml } from "../ooxml/markup-tree.ts";
import type { FieldSources } from "./document-settings.ts";
import { fieldAt, fieldCharacterOf, fieldEndsOf, replaceField, type StoryItem, storiesOf } from "./field-runs.ts";
import { type FieldText, textOfField } from "./merge-field-tags.ts";

const FILLED = /MERGEFIELD|GREETINGLINE|ADDRESSBLOCK|MERGEREC|MERGESEQ|NEXT|SKIPIF|DOCVARIABLE/i;

/** Whether a part has fields that are filled from data; word processors cut instructions into runs wherever they like. */
export function hasMergeFields(xml: string): boolean {
  if (!/<w:(?:instrText|fldSimple)\b/.test(xml)) return false;
  const instructions = Array.from(xml.matchAll(/<w:instrText(?: [^>]*)?>([^<]*)</g), ([, text]) => text).join("");
  return (
    FILLED.test(instructions) ||
    Array.from(xml.matchAll(/<w:fldSimple\b[^>]*?\sw:instr="([^"]*)"/g)).some(([, text = ""]) => FILLED.test(text))
  );
}

/** What is told about a field, with a run of the paragraph that it is in. */
export type FieldNote = (instruction: string, near: MarkupElement) => void;

/**
 * Turns fields that are filled from data, simple and complex, into tags (ISO/IEC 29500-1, 17.16.5): merge fields like any
 * other, greetings and addresses.
 */
export function fillMergeFields(root: MarkupElement, sources: FieldSources, note: FieldNote): void {
  for (const node of descendants(root))
    if (node.kind === "element" && node.name === "w:fldSimple") fillSimple(node, sources, note);
  for (const story of storiesOf(root)) fillComplex(story, sources, note);
}

function fillSimple(field: MarkupElement, sources: FieldSources, note: FieldNote): void {
  const instruction = decodeXmlText(/\sw:instr="([^"]*)"/.exec(field.open)?.[1] ?? "");
  const filled = textOfField(instruction, sources);
  note(instruction, field);
  if (filled === undefined) return;
  const run = field.children.find((child): child is MarkupElement => child.kind === "element" && child.name === "w:r");
  replace(field, ...(filled.text === "" ? [] : [textRun(filled, run)]));
}

/** Fields in fields in fields: nobody writes more by hand. */
const MAX_NESTED = 50;

function fillComplex(story: StoryItem[], sources: FieldSources, note: FieldNote): void {
  /** Enclosing fields, and whether their results have been reached. */
  const outer: { inResult: boolean }[] = [];
  const ends = fieldEndsOf(story);
  for (let index = 0; index < story.length; index++) {
    const item = story[index];
    const kind = fieldCharacterOf(item);
    const around = outer.at(-1);
    if (kind === "separate" && around) around.inResult = true;
    if (kind === "end") outer.pop();
    if (kind !== "begin" || item?.kind !== "element") continue;
    const end = outer.length < MAX_NESTED ? ends.get(item) : undefined;
    const field = end && fieldAt(story, index, end);
    const filled = field && textOfField(field.instruction, sources);
    if (field) note(field.instruction, item);
    if (!field || filled === undefined) {
      outer.push({ inResult: false });
      if (field) joinCutTags(story, index, field.last);
      continue;
    }
    const isInstruction = outer.some(({ inResult }) => !inResult);
    const run = textRun(filled, field.result ?? item, isInstruction ? "w:instrText" : "w:t");
    replaceField(story, field, ...(filled.text === "" ? [] : [run]));
    if (filled.text === "") index--;
  }
}

/** Tags in an instruction are whole: text of the runs that one is cut into moves to the first of them. */
function joinCutTags(story: readonly StoryItem[], first: number, last: number): void {
  let open: MarkupElement | undefined;
  for (const item of story.slice(first + 1, last)) {
    if (fieldCharacterOf(item) !== undefined) {
      if (fieldCharacterOf(item) === "separate") return;
      open = undefined;
      continue;
    }
    const text = item.kind === "element" ? childElement(item, "w:instrText") : undefined;
    if (text?.kind !== "element") continue;
    const own = plainText(text);
    if (open) {
      const end = own.indexOf("}") + 1;
      setText(open, plainText(open) + (end > 0 ? own.slice(0, end) : own));
      setText(text, end > 0 ? own.slice(end) : "");
      if (end === 0) continue;
    }
    const left = plainText(text);
    open = /\{[^{}\s][^{}]*$|\{$/.test(left) ? text : undefined;
  }
}

const plainText = (element: MarkupElement): string => decodeXmlText(element.children.map(toXml).join(""));

function setText(element: MarkupElement, text: string): void {
  element.children = [];
  append(element, new MarkupText(escapeXmlText(text)));
}

function textRun(
  { text, format }: FieldText,
  model: MarkupElement | undefined,
  name: "w:t" | "w:instrText" = "w:t",
): MarkupElement {
  const run = new MarkupElement("w:r", "<w:r>", model?.start);
  const properties = model && childElement(model, "w:rPr");
  if (properties) append(run, new RawMarkup("w:rPr", toXml(properties)));
  text.split("\n").forEach((line, index) => {
    if (index > 0 && name === "w:t") append(run, new RawMarkup("w:br", "<w:br/>"));
    const content = new MarkupElement(name, `<${name} xml:space="preserve">`);
    content.format = format;
    append(content, new MarkupText(escapeXmlText(index > 0 && name === "w:instrText" ? `\n${line}` : line)));
    if (line !== "") append(run, content);
  });
  return run;
}
