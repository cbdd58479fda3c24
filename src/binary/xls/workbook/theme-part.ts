/** The workbook's theme: a small package within records (MS-XLS 2.4.326). */
import { joinBytes } from "../../../domain/join-bytes.ts";
import { inflateWithFflate } from "../../../office/inflate.ts";
import { OpcPackage } from "../../../office/package.ts";
import type { BiffRecord } from "../biff/record-stream.ts";
import { RecordType } from "../biff/record-type.ts";

const FRT_HEADER_BYTES = 12;
/** The theme that every Excel since 2007 comes with; it is not stored. */
const DEFAULT_THEME_VERSION = 124_226;
const THEME_XML = "theme/theme/theme1.xml";

/** The XML of the theme; undefined for the default one and for a damaged one. */
export function themePart(records: readonly BiffRecord[]): Uint8Array | undefined {
  const first = records.findIndex((record) => record.type === RecordType.Theme);
  const pieces = records.slice(first < 0 ? records.length : first).flatMap((record) => [...record.pieces]);
  const [head, ...rest] = pieces.map((piece) => piece.subarray(FRT_HEADER_BYTES));
  if (!head || head.length < 4) return undefined;
  const version = new DataView(head.buffer, head.byteOffset).getUint32(0, true);
  if (version === DEFAULT_THEME_VERSION) return undefined;
  try {
    return OpcPackage.ofZip(joinBytes([head.subarray(4), ...rest]), inflateWithFflate).bytes(THEME_XML);
  } catch {
    return undefined;
  }
}
