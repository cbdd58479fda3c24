import { attributesOf } from "../office/xml-edits.ts";
import { escapeXmlText } from "../office/xml-text.ts";
import type { XmlElement } from "../office/xml-tree.ts";
import { PARAGRAPH_PROPERTIES, RUN_PROPERTIES, rankIn, slotOf } from "./property-order.ts";

/** A property with its attributes. */
type Property = ReadonlyMap<string, string>;
type Properties = ReadonlyMap<string, Property>;

/** The properties that all paragraphs of a document start from (`w:docDefaults`, ECMA-376 Part 1, 17.7.5.1). */
export interface DocumentDefaults {
  run: Properties;
  paragraph: Properties;
}

/** The defaults if a document states none (the defaults of 17.3.1 and 17.3.2). */
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
/** Properties that are on or off, and off by default. */
const SWITCH = /^w:(?:b|bCs|i|iCs|caps|smallCaps|strike|keepNext|keepLines|contextualSpacing|suppressAutoHyphens)$/;

/** Reads the defaults from the root of a styles part. */
export function readDocumentDefaults(styles: XmlElement | undefined): DocumentDefaults {
  const defaults = styles?.child("w:docDefaults");
  return {
    run: propertiesOf(defaults?.child("w:rPrDefault")?.child("w:rPr")),
    paragraph: propertiesOf(defaults?.child("w:pPrDefault")?.child("w:pPr")),
  };
}

/** What distinguishes defaults that look different; the language is not part of it. */
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
 * `given`: what the latter state and the former do not is reset.
 * @param omitted properties that are left to others, `w:rPr/w:sz/w:val`
 */
export function propertiesInstead(
  wanted: DocumentDefaults,
  given: DocumentDefaults,
  omitted: ReadonlySet<string> = new Set(),
): string {
  const paragraph = written("w:pPr", wanted.paragraph, given.paragraph, PARAGRAPH_PROPERTIES, omitted);
  const run = written("w:rPr", wanted.run, given.run, RUN_PROPERTIES, omitted);
  return (paragraph && `<w:pPr>${paragraph}</w:pPr>`) + (run && `<w:rPr>${run}</w:rPr>`);
}

function written(
  kind: string,
  wanted: Properties,
  given: Properties,
  order: ReadonlyMap<string, number>,
  omitted: ReadonlySet<string>,
): string {
  const names = [...new Set([...wanted.keys(), ...given.keys()])];
  return names
    .sort((left, right) => rankIn(order, left) - rankIn(order, right))
    .map((name) => {
      const attributes = attributesInstead(name, wanted.get(name), given.get(name));
      const kept = [...attributes].filter(([attribute]) => !omitted.has(`${kind}/${name}/${slotOf(attribute)}`));
      if (kept.length === 0 && (attributes.size > 0 || !wanted.has(name))) return "";
      return `<${name}${kept.map(([key, value]) => ` ${key}="${escapeXmlText(value)}"`).join("")}/>`;
    })
    .join("");
}

function attributesInstead(name: string, wanted: Property | undefined, given: Property | undefined): Property {
  const attributes = new Map<string, string>();
  for (const attribute of given?.keys() ?? []) {
    const value = NOTHING[name]?.[slotOf(attribute)];
    if (value !== undefined) attributes.set(slotOf(attribute), value);
  }
  if (!wanted && SWITCH.test(name)) attributes.set("w:val", "0");
  for (const [attribute, value] of wanted ?? []) {
    attributes.delete(slotOf(attribute));
    attributes.set(attribute, value);
  }
  return attributes;
}

function propertiesOf(element: XmlElement | undefined): Properties {
  const properties = new Map<string, Property>();
  for (const child of element?.elements() ?? [])
    if (child.elements().length === 0)
      properties.set(child.name, new Map(attributesOf(child).map(({ name, value }) => [name, value])));
  return properties;
}
