import { present } from "../../domain/present.ts";
import { decodeXmlText } from "../../office/xml-text.ts";
import { MARK_END, MARK_START } from "./guards.ts";
import { inheritedBox } from "./image/fit-image.ts";
import { childElement, descendants, findElement } from "./markup-search.ts";
import { type MarkupElement, type MarkupNode, MarkupText, replace, TagMark, toXml } from "./markup-tree.ts";
import { imagePrinter, tagOfImage } from "./printers.ts";
import type { TagRegister } from "./tag-register.ts";

const IMAGES: ReadonlySet<string> = new Set(["w:drawing", "p:pic", "p:sp"]);
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const NAMED: ReadonlySet<string> = new Set(["wp:docPr", "pic:cNvPr", "p:cNvPr"]);
const ALTERNATIVE_TEXT = /\s(?:descr|title)="([^"]*\{[^"]*)"/;

/** The box, in EMU, that a slide's layout gives to a placeholder. */
export type LayoutBox = (placeholder: string) => { width: number; height: number } | undefined;

/**
 * Pictures whose alternative text is one tag, and picture placeholders of slides: the picture is replaced, or put in,
 * and keeps the box (language "Document tags").
 */
export function bindPlaceholderImages(
  root: MarkupElement,
  part: string,
  register: TagRegister,
  layoutBox?: LayoutBox,
): void {
  for (const node of [...descendants(root)])
    if (node.kind === "element" && IMAGES.has(node.name)) bindImage(node, part, register, layoutBox);
}

function bindImage(image: MarkupElement, part: string, register: TagRegister, layoutBox?: LayoutBox): void {
  const placeholder = image.name.startsWith("p:") ? placeholderOf(image) : undefined;
  if (image.name === "p:sp" && !/ type="pic"/.test(placeholder ?? "")) return;
  const names = [...descendants(image)].filter(
    (node): node is MarkupElement => node.kind === "element" && NAMED.has(node.name),
  );
  const text = names.map(({ open }) => ALTERNATIVE_TEXT.exec(open)?.[1]).find((found) => found !== undefined);
  const blip = findElement(image, "a:blip");
  const embed = blip && /\sr:embed="([^"]*)"/.exec(blip.open);
  if (text === undefined || (image.name !== "p:sp" && (!blip || !embed))) return;
  const place = { part, where: () => "the alternative text of a picture" };
  const tokens = register.scan(decodeXmlText(text).trim(), place);
  const [only] = tokens;
  if (tokens.length !== 1 || only?.kind !== "tag") return;
  const tag = register.parse(only.body, only.source, place);
  if (tag?.role !== "output" && tag?.role !== "function") return;

  for (const name of names) name.open = name.open.replace(/\s(descr|title)="[^"]*\{[^"]*"/g, ' $1=""');
  const mark = new TagMark(tagOfImage(tag), imagePrinter(part));
  const box = placeholder === undefined ? undefined : layoutBox?.(placeholder);
  const boxAttribute = box ? inheritedBox(box.width, box.height) : "";
  if (!blip || !embed) {
    replace(image, filledPlaceholder(image, mark, boxAttribute));
    return;
  }
  const valueAt = embed.index + embed[0].length - present(embed[1]).length - 1;
  const extensions = childElement(blip, "a:extLst");
  const kept = blip.children.filter((child) => child !== extensions);
  replace(
    blip,
    new MarkupText(blip.open.slice(0, embed.index) + boxAttribute + blip.open.slice(embed.index, valueAt)),
    mark,
    new MarkupText(blip.open.slice(valueAt + present(embed[1]).length)),
    ...kept,
    new MarkupText("</a:blip>"),
  );
  replace(image, new MarkupText(`${MARK_START}x`), image, new MarkupText(MARK_END));
}

/** The `p:ph` of a shape of a slide (ECMA-376 Part 1, 19.3.1.36). */
const placeholderOf = (shape: MarkupElement): string | undefined => /<p:ph\b[^>]*>/.exec(toXml(shape))?.[0];

/** An empty picture placeholder as the picture that replaces it; it stays a placeholder of its layout. */
function filledPlaceholder(shape: MarkupElement, mark: TagMark, boxAttribute: string): MarkupNode[] {
  const names = childElement(shape, "p:nvSpPr");
  const xml = toXml(shape);
  const partOf = (name: string) => new RegExp(`<${name}\\b(?:[^>]*/>|[\\s\\S]*?</${name}>)`).exec(xml)?.[0];
  const named = names && partOf("p:cNvPr");
  const properties = partOf("p:spPr") ?? "<p:spPr/>";
  return [
    new MarkupText(
      `${MARK_START}x<p:pic><p:nvPicPr>${named ?? '<p:cNvPr id="1" name="Picture"/>'}<p:cNvPicPr><a:picLocks noGrp="1" noChangeAspect="1"/></p:cNvPicPr>${partOf("p:nvPr") ?? "<p:nvPr/>"}</p:nvPicPr>` +
        `<p:blipFill><a:blip xmlns:r="${RELATIONSHIPS}"${boxAttribute} r:embed="`,
    ),
    mark,
    new MarkupText(
      `"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>${properties}${partOf("p:style") ?? ""}</p:pic>${MARK_END}`,
    ),
  ];
}
