import { attributesOf } from "../opc/xml-edits.ts";
import { escapeXmlText } from "../opc/xml-text.ts";
import type { XmlElement } from "../opc/xml-tree.ts";
import { PARAGRAPH_PROPERTIES, RUN_PROPERTIES, rankIn } from "./property-order.ts";

/** A property with its attributes. */
type Property = ReadonlyMap<string, string>;
type Properties = ReadonlyMap<string, Property>;

/** The properties that all paragraphs of a document start from (`w:docDefaults`, ECMA-376 Part 1, 17.7.5.1). */
export interface DocumentDefaults {
  run: Properties;
  paragraph: Properties;
}

/** What holds where no document's defaults say anything (the defaults of 17.3.1 and 17.3.2). */
const NOTHING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "w:rFonts": {
    "w:ascii": "Times New Roman",
    "w:hAnsi": "Times New Roman",
    "w:eastAsia": "Times New Roman",
    "w:cs": "Times New Roman",
  },
  "w:sz": { "w:val": "20" },
  "w:szCs": { "w:val": "20" },
  "w:color": { "w:val": "auto" },
  "w:kern": { "w:val": "0" },
  "w14:ligatures": { "w14:val": "none" },
  "w:u": { "w:val": "none" },
  "w:spacing": {
    "w:before": "0",
    "w:after": "0",
    "w:line": "240",
    "w:lineRule": "auto",
    "w:beforeAutospacing": "0",
    "w:afterAutospacing": "0",
    "w:val": "0",
  },
  "w:ind": { "w:left": "0", "w:right": "0", "w:firstLine": "0" },
  "w:jc": { "w:val": "left" },
  "w:widowControl": { "w:val": "1" },
};
/** Properties that are on or off, and off where nothing is said. */
const SWITCH = /^w:(?:b|bCs|i|iCs|caps|smallCaps|strike|keepNext|keepLines|contextualSpacing|suppressAutoHyphens)$/;

const FONT_SLOTS = {
  "w:ascii": "w:asciiTheme",
  "w:hAnsi": "w:hAnsiTheme",
  "w:eastAsia": "w:eastAsiaTheme",
  "w:cs": "w:cstheme",
};

/** Reads the defaults from the root of a styles part. */
export function readDocumentDefaults(styles: XmlElement | undefined): DocumentDefaults {
  const defaults = styles?.child("w:docDefaults");
  return {
    run: propertiesOf(defaults?.child("w:rPrDefault")?.child("w:rPr")),
    paragraph: propertiesOf(defaults?.child("w:pPrDefault")?.child("w:pPr")),
  };
}

/** What tells defaults apart that look different; the language is none of it. */
export function fingerprintOf({ run, paragraph }: DocumentDefaults): string {
  const text = (properties: Properties) =>
    [...properties]
      .filter(([name]) => name !== "w:lang")
      .map(([name, attributes]) => `${name}(${[...attributes].map((pair) => pair.join("=")).sort()})`)
      .sort();
  return JSON.stringify([text(run), text(paragraph)]);
}

/**
 * `w:pPr` and `w:rPr` of a style under which paragraphs look as under `wanted`, in a document whose own defaults are
 * `given`: what these say and those do not is set back.
 */
export function propertiesInstead(wanted: DocumentDefaults, given: DocumentDefaults): string {
  const paragraph = written(wanted.paragraph, given.paragraph, PARAGRAPH_PROPERTIES);
  const run = written(wanted.run, given.run, RUN_PROPERTIES);
  return (paragraph && `<w:pPr>${paragraph}</w:pPr>`) + (run && `<w:rPr>${run}</w:rPr>`);
}

/** Attributes of a paragraph property that a document's defaults set, e.g. of `w:spacing`. */
export function differingAttributes(name: string, wanted: DocumentDefaults, given: DocumentDefaults): string[] {
  return [...new Set([wanted, given].flatMap(({ paragraph }) => [...(paragraph.get(name)?.keys() ?? [])]))];
}

function written(wanted: Properties, given: Properties, order: ReadonlyMap<string, number>): string {
  const names = [...new Set([...wanted.keys(), ...given.keys()])];
  return names
    .sort((left, right) => rankIn(order, left) - rankIn(order, right))
    .map((name) => propertyInstead(name, wanted.get(name), given.get(name)))
    .join("");
}

function propertyInstead(name: string, wanted: Property | undefined, given: Property | undefined): string {
  const attributes = new Map<string, string>();
  for (const attribute of given?.keys() ?? []) {
    const plain = plainSlot(attribute);
    const value = NOTHING[name]?.[plain];
    if (value !== undefined) attributes.set(plain, value);
  }
  if (!wanted && SWITCH.test(name)) attributes.set("w:val", "0");
  for (const [attribute, value] of wanted ?? []) {
    const slot = plainSlot(attribute);
    if (slot !== attribute) attributes.delete(slot);
    attributes.set(attribute, value);
  }
  if (attributes.size === 0 && !wanted) return "";
  return `<${name}${[...attributes].map(([key, value]) => ` ${key}="${escapeXmlText(value)}"`).join("")}/>`;
}

/** `w:ascii` for `w:asciiTheme`: one property in two forms. */
function plainSlot(attribute: string): string {
  return Object.entries(FONT_SLOTS).find(([, theme]) => theme === attribute)?.[0] ?? attribute;
}

function propertiesOf(element: XmlElement | undefined): Properties {
  const properties = new Map<string, Property>();
  for (const child of element?.elements() ?? [])
    if (child.elements().length === 0)
      properties.set(child.name, new Map(attributesOf(child).map(({ name, value }) => [name, value])));
  return properties;
}
