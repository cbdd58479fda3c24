import { present } from "../../domain/present.ts";
import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";
import { parseMarkup } from "../ooxml/build-markup.ts";
import { holdsTag } from "../ooxml/cut-markup.ts";
import { childElement, descendants, findElement, parentElement } from "../ooxml/markup-search.ts";
import {
  append,
  MarkupElement,
  type MarkupNode,
  MarkupText,
  RawMarkup,
  replace,
  TagMark,
  toXml,
} from "../ooxml/markup-tree.ts";
import type { Printer } from "../ooxml/printer.ts";
import { imagePrinter } from "../ooxml/printers.ts";
import type { TagPlace } from "../ooxml/tag-place.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import { escapeValue, textOfValue } from "../ooxml/text-markup.ts";
import type { BoundTexts } from "./bound-texts.ts";
import { datePicture } from "./date-picture.ts";

/** A path of names, such as `Customer.Name`. */
const FIELD = /^\$?([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*)$/u;

/**
 * Content controls whose tag is the name of a field are merge fields (language "How blocks bind in Office files"):
 * text, dates, choices, check boxes, pictures and repeating sections. If the data have no such field the control stays
 * as it is, because word processors and their add-ins use tags of their own.
 */
export function bindContentControls(
  root: MarkupElement,
  part: string,
  register: TagRegister,
  boundTexts: BoundTexts,
): void {
  const scope = new ItemScope();
  for (const node of [...descendants(root)])
    if (node.kind === "element" && node.name === "w:sdt") bindControl(node, part, register, scope, boundTexts);
}

function bindControl(
  control: MarkupElement,
  part: string,
  register: TagRegister,
  scope: ItemScope,
  boundTexts: BoundTexts,
): void {
  const properties = childElement(control, "w:sdtPr");
  const content = childElement(control, "w:sdtContent");
  if (!properties || !content || !control.parent) return;
  const settings = toXml(properties);
  const isSection = /<w15:repeatingSection\b/.test(settings);
  if (/<w:(?:docPartObj|docPartList|bibliography|citation|group)\b|<w15:repeatingSectionItem\b/.test(settings)) return;
  const name = FIELD.exec(decodeXmlText(/<w:tag w:val="([^"]*)"/.exec(settings)?.[1] ?? "").trim())?.[1];
  // What is bound shows the store's text, whatever is merged here.
  if (holdsTag(control) && !holdsTag(properties) && settings.includes("dataBinding"))
    replace(properties, new RawMarkup("w:sdtPr", withoutBinding(settings)));
  const bound = isSection || holdsTag(control) ? undefined : boundTexts.of(settings);
  if ((name === undefined && bound === undefined) || (holdsTag(control) && !isSection)) return;

  const place = { part, where: () => "a content control" };
  const mark = (body: string, printer?: Printer) => {
    const tag = register.parse(body, `{${body}}`, place);
    return tag ? [new TagMark(tag, printer)] : [];
  };
  if (isSection) {
    if (name !== undefined) bindSection(control, content, name, mark, scope);
    return;
  }
  const filled = withoutBinding(settings)
    .replace(/<w:showingPlcHdr\b[^>]*\/>/, "")
    .replace(/(<w:date\b[^>]*?)\sw:fullDate="[^"]*"/, "$1")
    .replace(/(<w:(?:dropDownList|comboBox)\b[^>]*?)\sw:lastValue="[^"]*"/, "$1");
  const item = scope.variableAround(control);
  const versions = (path: string): MarkupNode[] =>
    /<w14:checkbox[ >]/.test(settings)
      ? [
          ...mark(`if $${path}`),
          checkBox(filled, toXml(content), true),
          ...mark("else"),
          checkBox(filled, toXml(content), false),
          ...mark("/if"),
        ]
      : [withValue(filled, toXml(content), shownValue(settings, path, mark), part)];
  if (bound !== undefined) {
    // Word shows what the store holds: others find it here.
    const path = FIELD.exec(/^\{(\$[^{}]*)\}$/.exec(bound.trim())?.[1] ?? "")?.[1];
    if (path !== undefined) replace(control, versions(path));
    else replace(control, withValue(filled, toXml(content), marksOf(bound, register, place), part));
    return;
  }
  if (name === undefined) return;
  replace(
    control,
    ...(item === undefined
      ? mark(`if isset($${name})`)
      : [...mark(`if isset($${item}.${name})`), ...versions(`${item}.${name}`), ...mark(`elseif isset($${name})`)]),
    ...versions(name),
    ...mark("else"),
    control,
    ...mark("/if"),
  );
}

/** A text with tags as it is written into a control. */
function marksOf(text: string, register: TagRegister, place: TagPlace): MarkupNode[] {
  return register.scan(text, place).flatMap((token): MarkupNode[] => {
    if (token.kind === "text") return [new MarkupText(escapeXmlText(token.text))];
    const tag = token.kind === "tag" ? register.parse(token.body, token.source, place) : undefined;
    return tag ? [new TagMark(tag)] : [];
  });
}

function withoutBinding(properties: string): string {
  return properties.replace(/<w(?:15)?:dataBinding\b[^>]*?(?:\/>|>\s*<\/w(?:15)?:dataBinding>)/g, "");
}

type Mark = (body: string, printer?: Printer) => TagMark[];

/** A control's value as it shows it: dates in its format, choices by their text (17.5.2.7, 17.5.2.15). */
function shownValue(settings: string, path: string, mark: Mark): TagMark[] {
  const date = settings.search(/<w:date\b/);
  const format = date < 0 ? undefined : /<w:dateFormat w:val="([^"]*)"/.exec(settings.slice(date))?.[1];
  if (format !== undefined)
    return mark(`$${path}|date_format:"${datePicture(decodeXmlText(format))}"|default:$${path}`);
  const items = Array.from(settings.matchAll(/<w:listItem\b[^>]*>/g), ([item]) => {
    const text = /\sw:displayText="([^"]*)"/.exec(item)?.[1];
    const value = /\sw:value="([^"]*)"/.exec(item)?.[1] ?? text ?? "";
    return [decodeXmlText(value), decodeXmlText(text ?? value)] as const;
  });
  if (items.length === 0) return mark(`$${path}`);
  const texts = new Map(items);
  const shown = (value: unknown) => {
    const text = textOfValue(value);
    return escapeValue(texts.get(text) ?? text);
  };
  return mark(`$${path}`, { print: shown });
}

/** The variables for the items of repeating sections, by the section's content. */
class ItemScope {
  readonly #variables = new Map<MarkupElement, string>();

  open(content: MarkupElement): string {
    const variable = `_item${this.#variables.size + 1}`;
    this.#variables.set(content, variable);
    return variable;
  }

  variableAround(node: MarkupNode): string | undefined {
    for (let element = parentElement(node); element; element = parentElement(element)) {
      const variable = this.#variables.get(element);
      if (variable !== undefined) return variable;
    }
    return undefined;
  }
}

/** A section repeats its first item with each item of the list; without the list in the data it stays as it is. */
function bindSection(
  control: MarkupElement,
  content: MarkupElement | RawMarkup,
  name: string,
  mark: Mark,
  scope: ItemScope,
): void {
  if (content.kind !== "element") return;
  const outer = scope.variableAround(control);
  const path = outer === undefined ? name : `${outer}.${name}`;
  const item = content.children.find(
    (child): child is MarkupElement => child.kind === "element" && child.name === "w:sdt",
  );
  if (!item) return;
  const variable = scope.open(content);
  content.children = [];
  append(content, ...mark(`foreach $${path} ?? [null] as $${variable}`), item, ...mark("/foreach"));
  // A section without items would leave a control with nothing in it.
  replace(control, ...mark(`if !isset($${path}) || $${path}`), control, ...mark("/if"));
}

function controlOf(settings: string, content: MarkupNode): MarkupElement {
  const control = new MarkupElement("w:sdt", "<w:sdt>");
  append(control, new RawMarkup("w:sdtPr", settings), content);
  return control;
}

/** The control with its box ticked or not (MS-DOCX 2.6.1.3): state and character change together. */
function checkBox(settings: string, content: string, checked: boolean): MarkupElement {
  const state = checked ? "checkedState" : "uncheckedState";
  const code = new RegExp(`<w14:${state}\\b[^>]*? w14:val="([0-9a-fA-F]+)"`).exec(settings)?.[1];
  const character = String.fromCodePoint(code ? Number.parseInt(code, 16) : checked ? 0x2612 : 0x2610);
  const hasState = /<w14:checked\b/.test(settings);
  const value = `<w14:checked w14:val="${checked ? 1 : 0}"/>`;
  const set = hasState
    ? settings.replace(/<w14:checked\b[^>]*\/>/, value)
    : settings.replace(/<w14:checkbox>/, `$&${value}`);
  const shown = content
    .replace(/<w:sym\b[^>]*\/>/, `<w:t>${character}</w:t>`)
    .replace(/(<w:t(?: [^>]*)?>)[^<]*(<\/w:t>)/, `$1${escapeXmlText(character)}$2`);
  return controlOf(set, new RawMarkup("w:sdtContent", shown));
}

function withValue(settings: string, xml: string, tags: readonly MarkupNode[], part: string): MarkupElement {
  const content = parseMarkup(xml);
  const tag = tags.find((each) => each.kind === "tag");
  const blip = findElement(content, "a:blip");
  const embed = blip && /\sr:embed="([^"]*)"/.exec(blip.open);
  if (tag && blip && embed) {
    const valueAt = embed.index + embed[0].length - present(embed[1]).length - 1;
    replace(
      blip,
      new MarkupText(blip.open.slice(0, valueAt)),
      new TagMark(tag.tag, imagePrinter(part)),
      new MarkupText(blip.open.slice(valueAt + present(embed[1]).length)),
      new MarkupText("</a:blip>"),
    );
    return controlOf(settings, content);
  }
  const run = new MarkupElement("w:r", "<w:r>");
  const properties = runProperties(settings, content);
  if (properties) append(run, new RawMarkup("w:rPr", properties));
  const text = new MarkupElement("w:t", '<w:t xml:space="preserve">');
  append(text, tags);
  append(run, text);
  const paragraph = findElement(content, "w:p");
  if (!paragraph) content.children = [];
  else {
    const paragraphProperties = childElement(paragraph, "w:pPr");
    paragraph.children = paragraphProperties ? [paragraphProperties] : [];
    keepOnly(content, paragraph);
  }
  append(paragraph ?? content, run);
  return controlOf(settings, content);
}

/** Leaves only the path to one paragraph of a control's content, and the properties beside it. */
function keepOnly(content: MarkupElement, paragraph: MarkupElement): void {
  for (let step: MarkupElement = paragraph; step !== content; ) {
    const parent = step.parent as MarkupElement;
    const kept = step;
    parent.children = parent.children.filter((child) => child === kept || ("name" in child && /Pr$/.test(child.name)));
    step = parent;
  }
}

/** The control's own run properties, otherwise those of its text, unless that is the gray placeholder. */
function runProperties(settings: string, content: MarkupElement): string {
  const own = /<w:rPr>[\s\S]*?<\/w:rPr>/.exec(settings)?.[0];
  if (own) return own;
  const run = findElement(content, "w:r");
  const properties = run && childElement(run, "w:rPr");
  const xml = properties ? toXml(properties) : "";
  return /PlaceholderText|Platzhalter/.test(xml) ? "" : xml;
}
