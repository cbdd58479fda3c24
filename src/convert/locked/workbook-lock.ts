/** Workbooks of Excel 5.0 to 2003 under a password (MS-XLS 2.2.10): bodies of records are encrypted. */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import type { Metered } from "../../domain/work-meter.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import type { CompoundFile } from "../../office/compound-file.ts";
import type { Lock } from "./lock.ts";
import { decryptStream, rc4Keys } from "./rc4-key.ts";
import { rotatedRight, xorKey } from "./xor-key.ts";

const BLOCK_BYTES = 1_024;
const HEAD_BYTES = 4;
const FILE_PASS = 0x2f;
const BOUND_SHEET = 0x85;
/** Where a sheet begins, at the beginning of BoundSheet8, is not encrypted. */
const SHEET_PLACE_BYTES = 4;
/** BOF, FilePass, UsrExcl, FileLock, InterfaceHdr, RRDInfo, RRDHead. */
const PLAIN_RECORDS: ReadonlySet<number> = new Set([0x809, FILE_PASS, 0x194, 0x195, 0xe1, 0x196, 0x138]);
/** A type that no reader knows takes the place of FilePass: whatever it says is no longer so. */
const NO_RECORD = 0xffff;
const METHOD_RC4 = 1;
/** FilePass of Excel 95 has a key and a verifier, and no method. */
const EXCEL_95_BYTES = 4;

interface RecordPlace {
  type: number;
  at: number;
  bodyAt: number;
  end: number;
}

/** Undefined for a workbook without a password. */
export function workbookLock(file: CompoundFile, meter: Metered): Lock | undefined {
  const path = file.stream("workbook", 1) ? "workbook" : "book";
  const stream = file.stream(path);
  if (!stream) return undefined;
  const pass = filePass(stream);
  if (!pass) return undefined;
  const info = stream.subarray(pass.bodyAt, pass.end);

  return {
    usualPasswords: ["VelvetSweatshop"],
    open(password) {
      const decrypted = decryptBodies(stream, info, password, meter);
      if (!decrypted) return undefined;
      const plain = stream.slice();
      for (const record of records(stream)) {
        if (PLAIN_RECORDS.has(record.type)) continue;
        const from = record.bodyAt + (record.type === BOUND_SHEET ? SHEET_PLACE_BYTES : 0);
        plain.set(decrypted(record).subarray(from - record.bodyAt), Math.min(from, record.end));
      }
      new DataView(plain.buffer).setUint16(pass.at, NO_RECORD, true);
      return file.withStreams(new Map([[path, plain]]));
    },
  };
}

/** How the body of a record is decrypted. */
type DecryptBody = (record: RecordPlace) => Uint8Array;

function decryptBodies(
  stream: Uint8Array,
  info: Uint8Array,
  password: string,
  meter: Metered,
): DecryptBody | undefined {
  const isExcel95 = info.length === EXCEL_95_BYTES;
  const method = new ByteReader(info).u16(0);
  if (!isExcel95 && method === METHOD_RC4) {
    const keys = rc4Keys(info.subarray(2), password, meter);
    if (!keys) return undefined;
    // what is not encrypted takes up keys, too
    const plain = decryptStream(stream, keys, BLOCK_BYTES);
    return ({ bodyAt, end }) => plain.subarray(bodyAt, end);
  }
  if (!isExcel95 && method !== 0)
    throw new UnreadableFile("what it says of its encryption is damaged: its method is unknown.");
  return xorBodies(stream, isExcel95 ? info : info.subarray(2), password, meter);
}

function xorBodies(stream: Uint8Array, info: Uint8Array, password: string, meter: Metered): DecryptBody | undefined {
  const { key, verifier, bytes } = xorKey(password);
  const reader = new ByteReader(info);
  if (info.length < EXCEL_95_BYTES)
    throw new UnreadableFile("what it says of its encryption is damaged: it is cut off.");
  if (reader.u16(0) !== key || reader.u16(2) !== verifier) return undefined;
  meter.charge("encryptedByte", stream.length);
  // where a body's key begins follows from its place and its length
  return ({ bodyAt, end }) =>
    stream
      .subarray(bodyAt, end)
      .map((byte, index) => rotatedRight(byte ^ (bytes[(end + index) % bytes.length] ?? 0), 5));
}

function* records(stream: Uint8Array): Generator<RecordPlace> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + HEAD_BYTES <= stream.length; ) {
    const bodyAt = at + HEAD_BYTES;
    const end = Math.min(stream.length, bodyAt + view.getUint16(at + 2, true));
    yield { type: view.getUint16(at, true), at, bodyAt, end };
    at = end;
  }
}

/** FilePass follows the first record, or the second (MS-XLS 2.1.7.20.3). */
function filePass(stream: Uint8Array): RecordPlace | undefined {
  for (const record of records(stream)) {
    if (record.type === FILE_PASS) return record;
    if (record.type !== 0x809 && record.type !== 0x86) return undefined;
  }
  return undefined;
}
