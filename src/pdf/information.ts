import type { PdfDocument } from "./document.ts";
import { decodeText } from "./text-strings.ts";

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

/** Metadata of an open document; entries it does not have are absent. */
export function readMetadata(document: PdfDocument): PdfMetadata {
  const info = document.dict(document.trailer.get("Info"));
  const metadata: PdfMetadata = {};
  for (const [member, key] of Object.entries(INFO_KEYS)) {
    const value = document.string(info?.get(key));
    if (value) metadata[member as keyof PdfMetadata] = decodeText(value);
  }
  return metadata;
}

/** A date as PDF writes it (7.9.4), in UTC. */
export function formatDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`;
}

/** A date as PDF writes it (ISO 32000-2, 7.9.4), without a zone as UTC; null if it is none. */
export function parseDate(text: string | undefined): Date | null {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(text ?? "");
  if (!parts) return null;
  const [
    ,
    year,
    month = "01",
    day = "01",
    hour = "00",
    minute = "00",
    second = "00",
    sign,
    hours = "00",
    minutes = "00",
  ] = parts;
  const zone = sign ? `${sign}${hours}:${minutes}` : "Z";
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date;
}
