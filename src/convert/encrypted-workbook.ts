import type { StreamReader } from "../office/compound-file.ts";

const FILE_PASS = 0x2f;
const WRITE_PROTECT = 0x86;
const BEGINNING_OF_FILE = 0x809;
/** The records before FilePass are short. */
const BEGINNING_BYTES = 256;

/** True for a workbook (MS-XLS) whose records are encrypted: FilePass follows the first record (2.1.7.20.3). */
export function isEncryptedWorkbook(stream: StreamReader): boolean {
  const bytes = stream("Workbook", BEGINNING_BYTES) ?? stream("Book", BEGINNING_BYTES);
  if (!bytes) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 4 <= bytes.length; at += 4 + view.getUint16(at + 2, true)) {
    const type = view.getUint16(at, true);
    if (type === FILE_PASS) return true;
    if (type !== BEGINNING_OF_FILE && type !== WRITE_PROTECT) return false;
  }
  return false;
}
