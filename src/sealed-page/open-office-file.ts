import { docToParts } from "../binary/doc/doc-to-parts.ts";
import { pptToParts } from "../binary/ppt/ppt-to-parts.ts";
import { xlsToParts } from "../binary/xls/xls-to-parts.ts";
import { inflateWithFflate } from "../office/inflate.ts";
import { OpcPackage } from "../office/package.ts";

/** The kinds of files that the page lays out, by content, not by name. */
export type OfficeKind = keyof typeof READERS;

const openPackage = (bytes: Uint8Array) => OpcPackage.ofZip(bytes, inflateWithFflate);

/** How a file becomes a package. Binary files of Office 97-2003 are turned into parts with the same content. */
const READERS = {
  doc: (bytes) => OpcPackage.ofParts(docToParts(bytes)),
  docx: openPackage,
  pptx: openPackage,
  xlsx: openPackage,
  ppt: (bytes: Uint8Array) => OpcPackage.ofParts(pptToParts(bytes)),
  xls: (bytes: Uint8Array) => OpcPackage.ofParts(xlsToParts(bytes)),
} satisfies Record<string, (bytes: Uint8Array) => OpcPackage>;

/** Opens an Office file. Throws a plain `Error` with a sentence for people if it cannot be read. */
export function openOfficeFile(kind: OfficeKind, bytes: Uint8Array): OpcPackage {
  return READERS[kind](bytes);
}
