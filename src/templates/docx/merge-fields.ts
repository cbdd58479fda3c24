import { present } from "../../domain/present.ts";
import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";
import { childElement, descendants } from "../ooxml/markup-search.ts";
import { append, MarkupElement, type MarkupNode, MarkupText, RawMarkup, replace, toXml } from "../ooxml/markup-tree.ts";
import { datePicture } from "./date-picture.ts";

/** Whether a part has MERGEFIELDs; word processors cut instructions into runs wherever they like. */
export function hasMergeFields(xml: string): boolean {
  if (!/<w:(?:instrText|fldSimple)\b/.test(xml)) return false;
  const instructions = Array.from(xml.matchAll(/<w:instrText(?: [^>]*)?>([^<]*)</g), ([, text]) => text).join("");
  return instructions.includes("MERGEFIELD") || /<w:fldSimple\b[^>]*MERGEFIELD/.test(xml);
}

/** Turns MERGEFIELDs, simple and complex, into tags (ECMA-376 Part 1, 17.16.5.35): they are merge fields like any other. */
export function fillMergeFields(root: MarkupElement): void {
  const containers = new Set<MarkupElement>();
  for (const node of descendants(root)) {
    if (node.kind !== "element") continue;
    if (node.name === "w:fldSimple") fillSimple(node);
    if (node.name === "w:r" && node.parent?.kind === "element") containers.add(node.parent);
  }
  for (const container of containers) fillComplex(container);
}

function fillSimple(field: MarkupElement): void {
  const instruction = decodeXmlText(/\sw:instr="([^"]*)"/.exec(field.open)?.[1] ?? "");
  const tag = tagOf(instruction);
  if (tag === undefined) return;
  const run = field.children.find((child): child is MarkupElement => child.kind === "element" && child.name === "w:r");
  replace(field, textRun(tag, run));
}

/** A complex field in one container: begin, instruction, separate, result, end, each in runs of its own. */
function fillComplex(container: MarkupElement): void {
  /** Enclosing fields, and whether their results have been reached. */
  const outer: { inResult: boolean }[] = [];
  for (let index = 0; index < container.children.length; index++) {
    const kind = fieldCharacterOf(container.children[index]);
    const field = outer.at(-1);
    if (kind === "separate" && field) field.inResult = true;
    if (kind === "end") outer.pop();
    if (kind !== "begin") continue;
    let instruction = "";
    let depth = 1;
    let result: MarkupElement | undefined;
    let inResult = false;
    let end = index + 1;
    for (; end < container.children.length && depth > 0; end++) {
      const node = present(container.children[end]);
      const character = fieldCharacterOf(node);
      if (character === "begin") depth++;
      else if (character === "end") depth--;
      else if (character === "separate" && depth === 1) inResult = true;
      if (node.kind !== "element" || node.name !== "w:r") continue;
      if (!inResult) instruction += instructionOf(node);
      else if (character === undefined) result ??= node;
    }
    const tag = depth === 0 ? tagOf(instruction) : undefined;
    const first = container.children[index];
    if (tag === undefined || first?.kind !== "element") {
      outer.push({ inResult: false });
      continue;
    }
    const isInstruction = outer.some(({ inResult }) => !inResult);
    const run = textRun(tag, result ?? first, isInstruction ? "w:instrText" : "w:t");
    container.children.splice(index, end - index, run);
    run.parent = container;
  }
}

function fieldCharacterOf(node: MarkupNode | undefined): string | undefined {
  if (node?.kind !== "element" || node.name !== "w:r") return undefined;
  return /<w:fldChar\b[^>]*? w:fldCharType="(\w+)"/.exec(toXml(node))?.[1];
}

function instructionOf(run: MarkupElement): string {
  return Array.from(toXml(run).matchAll(/<w:instrText(?: [^>]*)?>([^<]*)</g), ([, text]) =>
    decodeXmlText(present(text)),
  ).join("");
}

function textRun(text: string, model: MarkupElement | undefined, name: "w:t" | "w:instrText" = "w:t"): MarkupElement {
  const run = new MarkupElement("w:r", "<w:r>", model?.start);
  const properties = model && childElement(model, "w:rPr");
  if (properties) append(run, new RawMarkup("w:rPr", toXml(properties)));
  const content = new MarkupElement(name, `<${name} xml:space="preserve">`);
  append(content, new MarkupText(escapeXmlText(text)));
  append(run, content);
  return run;
}

const CASES: Readonly<Record<string, string>> = {
  upper: "upper",
  lower: "lower",
  firstcap: "ucfirst",
  caps: "ucwords",
};

/** The tag that a field's instruction stands for; undefined for fields of other kinds. */
function tagOf(instruction: string): string | undefined {
  const match = /^\s*MERGEFIELD\s+(?:"([^"]+)"|(\S+))(.*)$/is.exec(instruction);
  if (!match) return undefined;
  const name = (match[1] ?? match[2] ?? "")
    .trim()
    .replace(/^\$/, "")
    .replace(/[^\p{L}\p{N}_.]/gu, "_");
  if (!/^[\p{L}_]/u.test(name)) return undefined;
  let modifiers = "";
  let [before, after] = ["", ""];
  for (const [, switchName, quoted, plain] of present(match[3]).matchAll(/\\(\*|#|@|b|f)\s*(?:"([^"]*)"|(\S+))/g)) {
    const value = quoted ?? plain ?? "";
    if (switchName === "*") modifiers += CASES[value.toLowerCase()] ? `|${CASES[value.toLowerCase()]}` : "";
    else if (switchName === "@") modifiers += `|date_format:"${datePicture(value)}"`;
    else if (switchName === "#") modifiers += `|number_format:${/\.([0#]+)/.exec(value)?.[1]?.length ?? 0}`;
    else if (switchName === "b") before = value;
    else after = value;
  }
  const tag = `{$${name}${modifiers}}`;
  return before || after ? `{if $${name}}${before}${tag}${after}{/if}` : tag;
}
