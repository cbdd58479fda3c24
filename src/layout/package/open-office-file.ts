import { docToParts } from "../doc/doc-to-parts.ts";
import { pptToParts } from "../ppt/ppt-to-parts.ts";
import { xlsToParts } from "../xls/xls-to-parts.ts";
import { OpcPackage } from "./opc.ts";

/** The kinds of files that the page lays out, by content, not by name. */
export type OfficeKind = keyof typeof READERS;

/** How a file becomes a package. Binary files of Office 97-2003 are turned into parts of the same content. */
const READERS = {
  doc: (bytes) => new OpcPackage(docToParts(bytes)),
  docx: OpcPackage.fromZip,
  pptx: OpcPackage.fromZip,
  xlsx: OpcPackage.fromZip,
  ppt: (bytes: Uint8Array) => new OpcPackage(pptToParts(bytes)),
  xls: (bytes: Uint8Array) => new OpcPackage(xlsToParts(bytes)),
} satisfies Record<string, (bytes: Uint8Array) => OpcPackage>;

/** Opens an Office file. Throws a plain `Error` with a sentence for people when it cannot be read. */
export function openOfficeFile(kind: OfficeKind, bytes: Uint8Array): OpcPackage {
  return READERS[kind](bytes);
}
