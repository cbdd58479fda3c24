import { present } from "../../domain/present.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";
import type { XmlElement } from "../../office/xml-tree.ts";
import { bindBlocks } from "../ooxml/bind-blocks.ts";
import { buildMarkup } from "../ooxml/build-markup.ts";
import { linkTargets } from "../ooxml/compiled-package.ts";
import { markTags } from "../ooxml/mark-tags.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import type { Printer } from "../ooxml/printer.ts";
import { attributePrinter, valuePrinter } from "../ooxml/printers.ts";
import type { TagPlace } from "../ooxml/tag-place.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import { textOfValue } from "../ooxml/text-markup.ts";
import { TokenWriter } from "../ooxml/token-writer.ts";

interface FrameText {
  text: string;
  isHeader: boolean;
  isFormula: boolean;
}

/** Texts of a worksheet's frame that may hold tags: headers, prompts, names of sheets. */
export function frameTexts(root: XmlElement): FrameText[] {
  const texts: FrameText[] = [];
  for (const element of root.child("headerFooter")?.elements() ?? [])
    texts.push({ text: element.text(), isHeader: true, isFormula: false });
  for (const validation of root.child("dataValidations")?.elements("dataValidation") ?? []) {
    for (const name of ["prompt", "promptTitle", "error", "errorTitle"])
      texts.push({ text: validation.attribute(name) ?? "", isHeader: false, isFormula: false });
    for (const formula of validation.elements()) texts.push({ text: formula.text(), isHeader: false, isFormula: true });
  }
  return texts.filter(({ text }) => text.includes("{"));
}

/** The tokens of a plain text; undefined if it has no tags. `written` changes what is between them. */
export function textTokens(
  text: string,
  printer: Printer | undefined,
  register: TagRegister,
  place: TagPlace,
  written: (text: string) => string = (between) => between,
): AssemblyToken[] | undefined {
  const tokens = register.scan(text, place);
  if (tokens.every((token) => token.kind === "text" && !token.literal)) return undefined;
  return tokens.flatMap((token): AssemblyToken[] => {
    if (token.kind === "text") return [{ kind: "text", text: written(token.text) }];
    const tag = token.kind === "tag" ? register.parse(token.body, token.source, place) : undefined;
    return tag ? [{ kind: "tag", tag, meta: printer }] : [];
  });
}

const drawingText: Printer = {
  print: (value) => escapeXmlText(textOfValue(value)),
  draw: (call, job) => present(attributePrinter.draw)(call, job),
};

/** A drawing, a chart or a part of properties as tokens; undefined if nothing in it is merged. */
export function markupTokens(
  source: OfficePackage,
  part: string,
  xml: string,
  register: TagRegister,
): AssemblyToken[] | undefined {
  const targets = linkTargets(source, part, register);
  if (!/\{/.test(decodeXmlText(xml).replace(/\{[0-9A-Fa-f]{8}-[0-9A-Fa-f-]{27}\}/g, "")) && targets.size === 0)
    return undefined;
  const markup = buildMarkup(xml, /\{|<a:hlinkClick/g);
  markTags(markup.root, register, () => ({ part, where: () => "" }));
  bindBlocks(markup.root, register);
  return new TokenWriter({
    part,
    register,
    linkTargets: targets,
    textPrinter: () => drawingText,
    blockPrinter: () => valuePrinter,
    restartedLists: () => [],
  }).part(markup);
}
