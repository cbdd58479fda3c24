import { appendAll } from "../domain/collections/long-lists.ts";
import type { DocumentType } from "../domain/document.ts";
import { inflateNatively } from "../office/inflate-native.ts";
import { OpcPackage } from "../office/package.ts";
import type { XmlNode } from "../office/xml-node.ts";
import { openPdf } from "../pdf/document.ts";
import { listFormFields } from "../pdf/form/list-fields.ts";

/** The text of one part of a template, line by line, as people read it. */
export interface TemplatePart {
  part: string;
  lines: string[];
}

/** The paragraphs of Office markup; rows of a sheet are lines, too. */
const PARAGRAPHS = new Set(["w:p", "a:p", "x:row", "row"]);
const TEXTS = new Set(["w:t", "a:t", "w:delText"]);

/** Parts that people write in, in the order in which they read them. */
const WRITTEN: Readonly<Record<"docx" | "pptx" | "xlsx", RegExp>> = {
  docx: /^word\/(?:document|(?:header|footer)\d*|footnotes|endnotes)\.xml$/,
  pptx: /^ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+\.xml$/,
  xlsx: /^xl\/worksheets\/sheet\d+\.xml$/,
};

/**
 * The text of a template in all its parts, for comparisons: html as it is written, paragraphs of Office files, cells of
 * sheets, the contents of a form's fields.
 * @throws Failure for files that cannot be read
 */
export function templateText(bytes: Uint8Array, type: DocumentType): TemplatePart[] {
  if (type === "html") return [{ part: "body", lines: new TextDecoder().decode(bytes).split(/\r\n|\r|\n/) }];
  if (type === "pdf") return [{ part: "fields", lines: formLines(bytes) }];

  const source = OpcPackage.ofZip(bytes, inflateNatively);
  const strings = type === "xlsx" ? sharedStrings(source) : [];
  return source
    .partNames()
    .filter((name) => WRITTEN[type].test(name))
    .sort(byNumber)
    .map((name) => ({
      part: name.replace(/^.*\//, "").replace(/\.xml$/, ""),
      lines: type === "xlsx" ? cellLines(source.xml(name), strings) : paragraphLines(source.xml(name)),
    }));
}

/** `slide10` comes after `slide9`. */
const byNumber = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });

function formLines(bytes: Uint8Array): string[] {
  return listFormFields(openPdf(bytes)).map(
    ({ name, type, value }) => `${name} (${type})${value === undefined || value === "" ? "" : `: ${String(value)}`}`,
  );
}

function paragraphLines(root: XmlNode | undefined): string[] {
  const lines: string[] = [];
  const stack = root ? [root] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (PARAGRAPHS.has(node.name)) lines.push(textOf(node));
    appendAll(stack, node.children.toReversed());
  }

  return lines;
}

/** The text of a paragraph without nested ones, such as text boxes, which are lines of their own. */
function textOf(paragraph: XmlNode): string {
  let text = "";
  const stack = paragraph.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (TEXTS.has(node.name)) text += node.text;
    else if (/:(?:tab|br|cr)$/.test(node.name)) text += " ";
    if (!PARAGRAPHS.has(node.name)) appendAll(stack, node.children.toReversed());
  }

  return text;
}

function sharedStrings(source: OpcPackage): string[] {
  return (source.xml("xl/sharedStrings.xml")?.children ?? []).map(plainText);
}

function cellLines(root: XmlNode | undefined, strings: readonly string[]): string[] {
  const cells: string[] = [];
  const stack = root ? [root] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (localName(node) !== "c") appendAll(stack, node.children.toReversed());
    else if (node.children.length > 0) cells.push(`${node.attributes.r ?? ""}: ${cellText(node, strings)}`);
  }

  return cells;
}

function cellText(cell: XmlNode, strings: readonly string[]): string {
  const child = (name: string) => cell.children.find((node) => localName(node) === name);
  const formula = child("f");
  if (formula && formula.text !== "") return `=${formula.text}`;
  const inline = child("is");
  if (inline) return plainText(inline);
  const value = child("v")?.text ?? "";

  return cell.attributes.t === "s" ? (strings[Number(value)] ?? "") : value;
}

/** Everything that `t` elements hold, readings of characters left out. */
function plainText(item: XmlNode): string {
  let text = "";
  const stack = [item];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const name = localName(node);
    if (name === "t") text += node.text;
    if (name !== "rPh") appendAll(stack, node.children.toReversed());
  }

  return text;
}

const localName = ({ name }: XmlNode): string => name.slice(name.indexOf(":") + 1);
