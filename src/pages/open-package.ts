import { docToParts } from "../binary/doc/doc-to-parts.ts";
import { pptToParts } from "../binary/ppt/ppt-to-parts.ts";
import { xlsToParts } from "../binary/xls/xls-to-parts.ts";
import { Failure } from "../domain/failure.ts";
import { UnreadableFile } from "../domain/unreadable-file.ts";
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
 * Opens an Office file.
 * @throws UnreadableFile with the reader's own sentence; whatever else is thrown is a bug
 */
export function openPackage(kind: keyof typeof READERS, bytes: Uint8Array): OpcPackage {
  try {
    return READERS[kind](bytes);
  } catch (error) {
    // What points outside of a binary file ends in the platform's own refusal to read there.
    if (error instanceof RangeError) throw new UnreadableFile("it is damaged", { cause: error });
    if (error instanceof Failure) throw new UnreadableFile(error.message, { cause: error });
    throw error;
  }
}
