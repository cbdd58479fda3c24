import { readRdf, type XmpProperty, type XmpValue } from "./rdf.ts";
import { readXmlElements } from "./xml-elements.ts";

/** An XMP packet (ISO 16684-1, 7.3). */
export interface XmpPacket {
  readonly encoding: "UTF-8" | "UTF-16" | "UTF-32";
  /** The attributes of the `<?xpacket begin?>` instruction as written. */
  readonly header: string;
  readonly properties: readonly XmpProperty[];
}

export const XMP_NAMESPACES = {
  dc: "http://purl.org/dc/elements/1.1/",
  pdf: "http://ns.adobe.com/pdf/1.3/",
  pdfaid: "http://www.aiim.org/pdfa/ns/id/",
  pdfuaid: "http://www.aiim.org/pdfua/ns/id/",
  xmp: "http://ns.adobe.com/xap/1.0/",
} as const;

/** Reads a packet's text apart from what it says: header and encoding are known even if its XML is damaged. */
export function readPacketText(bytes: Uint8Array): Pick<XmpPacket, "encoding" | "header"> & { text: string } {
  const encoding = encodingOf(bytes);
  const text = decode(bytes, encoding).replace(/^\ufeff/, "");
  const header = /^\s*<\?xpacket\s([^?]{0,1000})\?>/.exec(text)?.[1] ?? "";
  return { encoding, header, text };
}

/** Reads a packet. @throws Failure `xml_invalid` */
export function readXmpPacket(bytes: Uint8Array): XmpPacket {
  const { encoding, header, text } = readPacketText(bytes);
  return { encoding, header, properties: readRdf(readXmlElements(text.trim())) };
}

/** The property of this name; undefined if there is none. */
export function xmpProperty(
  packet: XmpPacket | undefined,
  schema: keyof typeof XMP_NAMESPACES,
  local: string,
): XmpProperty | undefined {
  const namespace = XMP_NAMESPACES[schema];
  return packet?.properties.find((property) => property.namespace === namespace && property.local === local);
}

/** The text of a simple value, or of an array's first item: the default of a text in several languages. */
export function xmpText(value: XmpValue | undefined): string | undefined {
  if (value?.kind === "simple") return value.text;
  return value?.kind === "array" ? xmpText(value.items[0]) : undefined;
}

/** By the zeros of its first character, which is `<` or a byte order mark (ISO 16684-1, 7.3.2). */
function encodingOf(bytes: Uint8Array): XmpPacket["encoding"] {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first + second === 0 || third + fourth === 0) return "UTF-32";
  const hasMark = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
  return hasMark || first === 0 || second === 0 ? "UTF-16" : "UTF-8";
}

function decode(bytes: Uint8Array, encoding: XmpPacket["encoding"]): string {
  if (encoding === "UTF-8") return new TextDecoder().decode(bytes);
  const width = encoding === "UTF-16" ? 2 : 4;
  const isBig = bytes[0] === 0 || bytes[0] === 0xfe;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + width <= bytes.length; at += width) {
    if (width === 2) parts.push(String.fromCharCode(view.getUint16(at, !isBig)));
    else parts.push(String.fromCodePoint(Math.min(view.getUint32(at, !isBig), 0x10ffff)));
  }
  return parts.join("");
}
