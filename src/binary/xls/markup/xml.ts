/** Markup of the parts that are written. */
import { escapeXmlText } from "../../../office/xml-text.ts";

export const SPREADSHEET_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const RELATIONSHIPS_NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element; attributes that are undefined are left out, true is written as 1. */
export function tag(name: string, attributes: Attributes, content = ""): string {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    text += ` ${key}="${typeof value === "string" ? escapeXmlText(value) : Number(value)}"`;
  }
  return content === "" ? `${text}/>` : `${text}>${content}</${name}>`;
}

const ENCODER = new TextEncoder();

export function part(xml: string): Uint8Array {
  return ENCODER.encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`);
}

export interface PartRelationship {
  id: string;
  /** Last segment of the relationship type. */
  type: string;
  target: string;
  external?: boolean;
}

export function relationshipsPart(relationships: readonly PartRelationship[]): Uint8Array {
  const entries = relationships.map(({ id, type, target, external }) =>
    tag("Relationship", {
      Id: id,
      Type: `${RELATIONSHIPS_NAMESPACE}/${type}`,
      Target: target,
      TargetMode: external ? "External" : undefined,
    }),
  );
  return part(
    tag(
      "Relationships",
      { xmlns: "http://schemas.openxmlformats.org/package/2006/relationships" },
      entries.join("") || " ",
    ),
  );
}
