import { Failure } from "../domain/failure.ts";
import type { ZipLimits } from "./limits.ts";

/** One file of a ZIP archive as its central directory declares it (APPNOTE 4.3.12). */
export interface ZipEntry {
  name: string;
  /** 0 stored, 8 deflated; archives with other methods are refused. */
  method: 0 | 8;
  crc32: number;
  compressedSize: number;
  size: number;
  /** Offset of the local file header. */
  headerOffset: number;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const MAX_COMMENT_LENGTH = 0xffff;
const ENCRYPTED_FLAG = 1;
const UTF8_FLAG = 0x800;

const refuse = (message: string): never => {
  throw new Failure("archive_invalid", message);
};

/** Offset of the end-of-central-directory record, searched from the end over the longest comment. */
function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT_LENGTH);
  for (let offset = view.byteLength - END_LENGTH; offset >= lowest; offset--)
    if (view.getUint32(offset, true) === END_SIGNATURE) return offset;
  return refuse("The file is not a ZIP archive: its central directory is missing.");
}

function decodeName(bytes: Uint8Array, utf8: boolean): string {
  const name = utf8 ? new TextDecoder().decode(bytes) : String.fromCharCode(...bytes);
  // Some programs on Windows separate folders as Windows does; Office opens their files.
  return name.replaceAll("\\", "/");
}

/**
 * Reads the central directory without inflating anything and checks it against the limits. Throws `archive_invalid` if
 * it is not a sound archive and `archive_too_large` if it would not fit.
 */
export function readZipDirectory(bytes: Uint8Array, limits: ZipLimits): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < END_LENGTH) refuse("The file is too short to be a ZIP archive.");
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let offset = view.getUint32(end + 16, true);
  if (count > limits.entries)
    throw new Failure("archive_too_large", `The archive has ${count} parts; ${limits.entries} are allowed.`);

  const entries: ZipEntry[] = [];
  const seen = new Set<string>();
  let total = 0;
  for (let index = 0; index < count; index++) {
    if (offset + ENTRY_LENGTH > end || view.getUint32(offset, true) !== ENTRY_SIGNATURE)
      refuse("The archive's central directory is damaged.");
    const flags = view.getUint16(offset + 8, true);
    const method = view.getUint16(offset + 10, true);
    const nameLength = view.getUint16(offset + 28, true);
    const next =
      offset + ENTRY_LENGTH + nameLength + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
    if (next > end) refuse("The archive's central directory is damaged.");
    const entry = {
      name: decodeName(
        bytes.subarray(offset + ENTRY_LENGTH, offset + ENTRY_LENGTH + nameLength),
        (flags & UTF8_FLAG) !== 0,
      ),
      crc32: view.getUint32(offset + 16, true),
      compressedSize: view.getUint32(offset + 20, true),
      size: view.getUint32(offset + 24, true),
      headerOffset: view.getUint32(offset + 42, true),
    };
    offset = next;
    if (entry.name.endsWith("/")) continue;
    if (flags & ENCRYPTED_FLAG) refuse(`The part "${entry.name}" is encrypted.`);
    if (method !== 0 && method !== 8)
      return refuse(`The part "${entry.name}" uses the unknown compression method ${method}.`);
    // OPC 7.3: part names are compared without regard to case.
    const identity = entry.name.toLowerCase();
    if (seen.has(identity)) refuse(`The archive holds two parts named "${entry.name}".`);
    seen.add(identity);
    total += entry.size;
    checkSize(entry, total, limits);
    entries.push({ ...entry, method });
  }
  return entries;
}

function checkSize(entry: Omit<ZipEntry, "method">, total: number, limits: ZipLimits): void {
  const tooLarge = (message: string): never => {
    throw new Failure("archive_too_large", message);
  };
  if (entry.size > limits.partBytes)
    tooLarge(`The part "${entry.name}" unpacks to ${entry.size} bytes; ${limits.partBytes} are allowed.`);
  if (total > limits.totalBytes) tooLarge(`The archive unpacks to more than ${limits.totalBytes} bytes.`);
  if (entry.size > limits.ratioFromBytes && entry.size > limits.ratio * entry.compressedSize)
    tooLarge(`The part "${entry.name}" unpacks to more than ${limits.ratio} times its size.`);
}
