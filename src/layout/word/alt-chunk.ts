/** `w:altChunk`: content of another format within the text (ECMA-376 part 1, 17.17.2.1): Word packages, HTML, plain text. */

import { inflateWithFflate } from "../../office/inflate.ts";
import { OpcPackage } from "../../office/package.ts";
import { readXml, type XmlNode } from "../../office/xml-node.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import type { Block } from "../model/blocks.ts";
import { htmlToWordprocessing } from "./html-chunk.ts";
import type { ReaderContext, SharedDocument } from "./reader-context.ts";

const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** The fields of a part before its content type. */
const MAX_FIELDS_LENGTH = 500;

const chunkCaches = new WeakMap<SharedDocument, Map<string, Block[]>>();

/** The blocks of the chunk; none, and a warning, if its format is not known. */
export function readAltChunk(element: XmlNode, context: ReaderContext): Block[] {
  const part = context.targetPart(element.attributes["r:id"]) ?? "";
  let chunks = chunkCaches.get(context.document);
  if (!chunks) {
    chunks = new Map();
    chunkCaches.set(context.document, chunks);
  }
  let blocks = chunks.get(part);
  if (!blocks) {
    blocks = readPart(part, context);
    chunks.set(part, blocks);
  }
  return blocks;
}

function readPart(part: string, context: ReaderContext): Block[] {
  const { document } = context;
  const bytes = document.package.bytes(part);
  if (bytes && bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const blocks = packageBlocks(bytes, context);
    if (blocks) return blocks;
  } else if (bytes && bytes.length <= MAX_TEXT_BYTES) {
    const source = sourceOf(new TextDecoder().decode(bytes));
    const blocks = source === undefined ? undefined : htmlBlocks(source, context);
    if (blocks) return blocks;
  }
  document.warnings.add("embedded content of another format was left out");
  return [];
}

function htmlBlocks(source: string, context: ReaderContext): Block[] | undefined {
  try {
    return context.document.readBlocks(readXml(htmlToWordprocessing(source)), context);
  } catch {
    return undefined;
  }
}

function packageBlocks(bytes: Uint8Array, context: ReaderContext): Block[] | undefined {
  try {
    return context.document.readChunk(OpcPackage.ofZip(bytes, inflateWithFflate));
  } catch {
    return undefined;
  }
}

/** HTML of a chunk; plain text with its lines as paragraphs; undefined for formats such as RTF. */
function sourceOf(text: string): string | undefined {
  if (/^\s*\{\\rtf/.test(text)) return undefined;
  if (/^\s*(MIME-Version|From|Content-Type):/i.test(text)) return htmlOfMessage(text);
  if (/<(html|body|p|div|span|table|ul|ol|h[1-6]|br)\b/i.test(text)) return text;
  return escapeXmlText(text)
    .split(/\r?\n/)
    .map((line) => `<p>${line}</p>`)
    .join("");
}

/** The HTML part of a web archive (RFC 2557). */
function htmlOfMessage(text: string): string | undefined {
  const header = /Content-Type:\s*text\/html/i.exec(text);
  if (!header) return undefined;
  const gap = /\r?\n\r?\n/g;
  gap.lastIndex = header.index;
  if (!gap.test(text)) return undefined;
  const start = gap.lastIndex;
  const end = text.indexOf("\n--", start);
  const body = text.slice(start, end < 0 ? undefined : end);
  const fields = text.slice(Math.max(0, header.index - MAX_FIELDS_LENGTH), start);
  if (/quoted-printable/i.test(fields)) return decodeQuotedPrintable(body);
  return /base64/i.test(fields) ? new TextDecoder().decode(bytesOfBase64(body)) : body;
}

function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replace(/[^A-Za-z0-9+/=]/g, "")), (character) => character.charCodeAt(0));
}

/** Archives are ASCII, with other bytes as `=` and two digits. */
function decodeQuotedPrintable(text: string): string {
  const source = text.replace(/=\r?\n/g, "");
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let index = 0; index < source.length; index++) {
    const digits = source[index] === "=" ? source.slice(index + 1, index + 3) : "";
    if (/^[0-9a-f]{2}$/i.test(digits)) {
      bytes[length++] = Number.parseInt(digits, 16);
      index += 2;
    } else bytes[length++] = source.charCodeAt(index) & 0xff;
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}
