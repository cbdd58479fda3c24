import type { PdfDocument } from "../document.ts";
import { dict, name, PdfDict, PdfRef, PdfStream } from "../objects.ts";
import { decodeText, encodeText, latin1String } from "../text-strings.ts";
import { writePdf } from "../writer.ts";
import { openForChange } from "./open-for-change.ts";

/** Entries of the document information dictionary (ISO 32000-2, 14.3.3) as text. */
export interface PdfMetadata {
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string;
  creator?: string;
  producer?: string;
}

const INFO_KEYS: Readonly<Record<keyof PdfMetadata, string>> = {
  title: "Title",
  author: "Author",
  subject: "Subject",
  keywords: "Keywords",
  creator: "Creator",
  producer: "Producer",
};

/** Metadata of a document that is open; entries it does not have are absent. */
export function readMetadata(document: PdfDocument): PdfMetadata {
  const info = document.dict(document.trailer.get("Info"));
  const metadata: PdfMetadata = {};
  for (const [member, key] of Object.entries(INFO_KEYS)) {
    const value = document.string(info?.get(key));
    if (value) metadata[member as keyof PdfMetadata] = decodeText(value);
  }
  return metadata;
}

/**
 * Sets metadata; an empty text removes an entry, an absent one leaves it.
 * @param now time of the change; with it ModDate is set
 */
export function setMetadata(
  bytes: Uint8Array,
  metadata: PdfMetadata,
  options: { password?: string | undefined; now?: Date } = {},
): Uint8Array {
  const document = openForChange(bytes, options);
  const info = new PdfDict(document.dict(document.trailer.get("Info")));
  for (const [member, key] of Object.entries(INFO_KEYS)) {
    const value = metadata[member as keyof PdfMetadata];
    if (value === "") info.delete(key);
    else if (value !== undefined) info.set(key, encodeText(value));
  }
  if (options.now) info.set("ModDate", latin1String(formatDate(options.now)));
  const former = document.trailer.get("Info");
  if (former instanceof PdfRef) document.objects.set(former.number, info);
  else document.trailer.set("Info", document.add(info));
  writeXmp(document, { ...readMetadata(document) }, options.now);
  return writePdf(document);
}

/** A date as PDF writes it (7.9.4), in UTC. */
export function formatDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`;
}

/** XMP takes precedence over the information dictionary in PDF 2.0 viewers, so it has to say the same (14.3.2). */
function writeXmp(document: PdfDocument, metadata: PdfMetadata, now: Date | undefined): void {
  if (!document.catalog.has("Metadata")) return;
  const alternatives = (tag: string, text: string | undefined) =>
    text ? `<${tag}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></${tag}>` : "";
  const simple = (tag: string, text: string | undefined) => (text ? `<${tag}>${escapeXml(text)}</${tag}>` : "");
  const author = metadata.author
    ? `<dc:creator><rdf:Seq><rdf:li>${escapeXml(metadata.author)}</rdf:li></rdf:Seq></dc:creator>`
    : "";
  const body = [
    "<dc:format>application/pdf</dc:format>",
    alternatives("dc:title", metadata.title),
    author,
    alternatives("dc:description", metadata.subject),
    simple("pdf:Keywords", metadata.keywords),
    simple("pdf:Producer", metadata.producer),
    simple("xmp:CreatorTool", metadata.creator),
    now ? simple("xmp:ModifyDate", `${now.toISOString().slice(0, 19)}Z`) : "",
  ].join("");
  const xmp =
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">` +
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""` +
    ` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"` +
    ` xmlns:xmp="http://ns.adobe.com/xap/1.0/">${body}</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>`;
  const entries = dict({ Type: name("Metadata"), Subtype: name("XML") });
  document.catalog.set("Metadata", document.add(new PdfStream(entries, new TextEncoder().encode(xmp))));
}

function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
