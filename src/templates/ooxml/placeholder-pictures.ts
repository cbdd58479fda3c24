import { decodeXmlText } from "../../opc/xml-text.ts";
import { MARK_END, MARK_START } from "./guards.ts";
import {
  childElement,
  descendants,
  findElement,
  type MarkupElement,
  MarkupText,
  replace,
  TagMark,
} from "./markup-tree.ts";
import { picturePrinter } from "./printers.ts";
import type { TagRegister } from "./tag-register.ts";

const PICTURES: ReadonlySet<string> = new Set(["w:drawing", "p:pic"]);
const NAMED: ReadonlySet<string> = new Set(["wp:docPr", "pic:cNvPr", "p:cNvPr"]);
const ALTERNATIVE_TEXT = /\s(?:descr|title)="([^"]*\{[^"]*)"/;

/** Pictures whose alternative text is one tag: the picture is replaced and keeps its box (language.md "Document tags"). */
export function bindPlaceholderPictures(root: MarkupElement, part: string, register: TagRegister): void {
  for (const node of descendants(root))
    if (node.kind === "element" && PICTURES.has(node.name)) bindPicture(node, part, register);
}

function bindPicture(picture: MarkupElement, part: string, register: TagRegister): void {
  const names = [...descendants(picture)].filter(
    (node): node is MarkupElement => node.kind === "element" && NAMED.has(node.name),
  );
  const text = names.map(({ open }) => ALTERNATIVE_TEXT.exec(open)?.[1]).find((found) => found !== undefined);
  const blip = findElement(picture, "a:blip");
  const embed = blip && /\sr:embed="([^"]*)"/.exec(blip.open);
  if (text === undefined || !blip || !embed) return;
  const place = { part, where: () => "the alternative text of a picture" };
  const tokens = register.scan(decodeXmlText(text).trim(), place);
  const [only] = tokens;
  if (tokens.length !== 1 || only?.kind !== "tag") return;
  const tag = register.parse(only.body, only.source, place);
  if (tag?.role !== "output" && tag?.role !== "function") return;

  for (const name of names) name.open = name.open.replace(/\s(descr|title)="[^"]*\{[^"]*"/g, ' $1=""');
  const valueAt = embed.index + embed[0].length - embed[1]!.length - 1;
  const extensions = childElement(blip, "a:extLst");
  const kept = blip.children.filter((child) => child !== extensions);
  replace(
    blip,
    new MarkupText(blip.open.slice(0, valueAt)),
    new TagMark(tag, picturePrinter(part)),
    new MarkupText(blip.open.slice(valueAt + embed[1]!.length)),
    ...kept,
    new MarkupText("</a:blip>"),
  );
  replace(picture, new MarkupText(`${MARK_START}x`), picture, new MarkupText(MARK_END));
}
