import type { StreamReader } from "../office/compound-file.ts";

const HEAD_BYTES = 12;
/** `wIdent` of Word 6 and 95; Word 97 and later write 0xA5EC (MS-DOC 2.5.2). */
const OLD_IDENTS: ReadonlySet<number> = new Set([0xa5dc, 0xa5db]);
const IDENT = 0xa5ec;
const OLDEST_VERSION = 0xc1;
const ENCRYPTED = 0x0100;

/** The head of a .doc as a view; undefined when the stream is missing or too short. */
function headOf(stream: StreamReader): DataView | undefined {
  const bytes = stream("WordDocument", HEAD_BYTES);
  return bytes?.length === HEAD_BYTES ? new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES) : undefined;
}

/** True for a Word document under a password, by `fEncrypted` (MS-DOC 2.5.2). */
export function isEncryptedDocument(stream: StreamReader): boolean {
  const head = headOf(stream);
  return head?.getUint16(0, true) === IDENT && (head.getUint16(10, true) & ENCRYPTED) !== 0;
}

/** True for documents of Word 6 and Word 95, whose streams bear the same name but are built otherwise. */
export function isDocumentBefore97(stream: StreamReader): boolean {
  const head = headOf(stream);
  if (!head) return false;
  const ident = head.getUint16(0, true);
  return OLD_IDENTS.has(ident) || (ident === IDENT && head.getUint16(2, true) < OLDEST_VERSION);
}
