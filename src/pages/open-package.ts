import { docToParts } from "../binary/doc/doc-to-parts.ts";
import { pptToParts } from "../binary/ppt/ppt-to-parts.ts";
import { xlsToParts } from "../binary/xls/xls-to-parts.ts";
import { Failure } from "../domain/failure.ts";
import { inflateNatively } from "../office/inflate-native.ts";
import { OpcPackage } from "../office/package.ts";

const openZip = (bytes: Uint8Array) => OpcPackage.ofZip(bytes, inflateNatively);

/** How a file becomes a package: what programs before 2007 wrote is turned into parts with the same content. */
const READERS = {
  docx: openZip,
  xlsx: openZip,
  pptx: openZip,
  doc: (bytes: Uint8Array) => OpcPackage.ofParts(docToParts(bytes)),
  xls: (bytes: Uint8Array) => OpcPackage.ofParts(xlsToParts(bytes)),
  ppt: (bytes: Uint8Array) => OpcPackage.ofParts(pptToParts(bytes)),
} satisfies Record<string, (bytes: Uint8Array) => OpcPackage>;

/**
 * Opens an Office file. The browser opens it by the same readers: what fails here fails there.
 * @throws Failure `file_not_readable` with the reader's own sentence
 */
export function openPackage(kind: keyof typeof READERS, bytes: Uint8Array): OpcPackage {
  try {
    return READERS[kind](bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new Failure("file_not_readable", `The file cannot be laid out: ${reason}`, { cause: error });
  }
}
