import { escapeXmlText } from "../../office/xml-text.ts";
import type { XmpProperty, XmpValue } from "./rdf.ts";

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/** A packet of these properties (ISO 16684-1, 7). The same properties give the same bytes. */
export function writeXmpPacket(properties: readonly XmpProperty[]): Uint8Array {
  const body = properties.map(element).join("\n");
  const packet =
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n` +
    `<rdf:RDF xmlns:rdf="${RDF}">\n<rdf:Description rdf:about="">\n${body}\n</rdf:Description>\n</rdf:RDF>\n` +
    `</x:xmpmeta>\n<?xpacket end="w"?>`;
  return new TextEncoder().encode(packet);
}

function element({ namespace, prefix, local, value }: XmpProperty): string {
  const name = `${prefix || "ns"}:${local}`;
  return tag(name, value, ` xmlns:${prefix || "ns"}="${escapeXmlText(namespace)}"`);
}

function tag(name: string, value: XmpValue, attributes: string): string {
  switch (value.kind) {
    case "simple": {
      const language = value.language === undefined ? "" : ` xml:lang="${escapeXmlText(value.language)}"`;
      return `<${name}${attributes}${language}>${escapeXmlText(value.text)}</${name}>`;
    }
    case "array": {
      const items = value.items.map((item) => tag("rdf:li", item, "")).join("");
      return `<${name}${attributes}><rdf:${value.form}>${items}</rdf:${value.form}></${name}>`;
    }
    case "structure": {
      const fields = value.fields.map(element).join("");
      return `<${name}${attributes} rdf:parseType="Resource">${fields}</${name}>`;
    }
  }
}
