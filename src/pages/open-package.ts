import { docToParts } from "../binary/doc/doc-to-parts.ts";
import { pptToParts } from "../binary/ppt/ppt-to-parts.ts";
import { xlsToParts } from "../binary/xls/xls-to-parts.ts";
import { Failure } from "../domain/failure.ts";
import { UnreadableFile } from "../domain/unreadable-file.ts";
import { odpToParts } from "../exchange/odp/odp-to-parts.ts";
import { odsToParts } from "../exchange/ods/ods-to-parts.ts";
import { odtToParts } from "../exchange/odt/odt-to-parts.ts";
import type { ReadParts } from "../exchange/read-parts.ts";
import { rtfToParts } from "../exchange/rtf/rtf-to-parts.ts";
import { tableToParts } from "../exchange/table-to-parts.ts";
import { textToParts } from "../exchange/text-to-parts.ts";
import { xlsbToParts } from "../exchange/xlsb/xlsb-to-parts.ts";
import { inflateNatively } from "../office/inflate-native.ts";
import { OpcPackage } from "../office/package.ts";

/** What other programs write becomes parts, and sentences about what is not read of it. */
const ofParts = ({ parts, warnings }: ReadParts) => OpcPackage.ofParts(parts, warnings);
const openZip = (bytes: Uint8Array) => OpcPackage.ofZip(bytes, inflateNatively);

/** How a file becomes a package: what programs before 2007 and others wrote is turned into parts with the same content. */
const READERS = {
  docx: openZip,
  xlsx: openZip,
  pptx: openZip,
  doc: (bytes: Uint8Array) => OpcPackage.ofParts(docToParts(bytes)),
  xls: (bytes: Uint8Array) => OpcPackage.ofParts(xlsToParts(bytes)),
  xlsb: (bytes: Uint8Array) => ofParts(xlsbToParts(bytes)),
  ppt: (bytes: Uint8Array) => OpcPackage.ofParts(pptToParts(bytes)),
  ods: (bytes: Uint8Array) => ofParts(odsToParts(bytes)),
  odp: (bytes: Uint8Array) => ofParts(odpToParts(bytes)),
  odt: (bytes: Uint8Array) => ofParts(odtToParts(bytes)),
  rtf: (bytes: Uint8Array) => ofParts(rtfToParts(bytes)),
  txt: (bytes: Uint8Array) => ofParts(textToParts(bytes)),
  csv: (bytes: Uint8Array) => ofParts(tableToParts(bytes)),
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
