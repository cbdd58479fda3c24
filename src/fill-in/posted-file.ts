import { Buffer } from "node:buffer";

/** A file that was sent with a page. */
export interface PostedFile {
  name: string;
  bytes: Uint8Array;
}

/** Finds the file in what a body holds; undefined for all else. */
export type FileOf = (value: unknown) => PostedFile | undefined;

/** What a file may be, told by how it begins: what a browser says of it is not believed. */
const SIGNATURES: readonly [mediaType: string, start: string][] = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF8"],
  ["application/pdf", "%PDF-"],
];
/** Office files are archives, whose parts say which they are. */
const OFFICE_PARTS: readonly [mediaType: string, part: string][] = [
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "word/document"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xl/workbook"],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "ppt/presentation"],
];

/** In bytes. */
export const MAX_FILE_BYTES = { picture: 8_000_000, file: 10_000_000, signature: 2_000_000 } as const;

/** The media type of a file that a page takes: a picture, a PDF or an Office file; undefined for all others. */
export function mediaTypeOf({ bytes }: PostedFile): string | undefined {
  const start = latin(bytes.subarray(0, 12));
  const found = SIGNATURES.find(([, signature]) => start.startsWith(signature));
  if (found) return found[0];
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  if (!start.startsWith("PK\x03\x04")) return undefined;
  // names of parts are in the directory at the end, as they are written
  const directory = latin(bytes.subarray(Math.max(0, bytes.length - 64_000)));
  if (directory.includes("vbaProject")) return undefined;
  return OFFICE_PARTS.find(([, part]) => directory.includes(part))?.[0];
}

const latin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

export const dataUri = (mediaType: string, { bytes }: PostedFile): string =>
  `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64")}`;

/** A signature drawn in the browser: a PNG of a size that a pad can have. */
export const isDrawn = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length < 400_000 &&
  /^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+=*$/.test(value);
