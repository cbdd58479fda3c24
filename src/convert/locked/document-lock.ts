/** Word 97 to 2003 under a password (MS-DOC 2.2.6). */
import type { Metered } from "../../domain/work-meter.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import type { CompoundFile } from "../../office/compound-file.ts";
import type { Lock } from "./lock.ts";
import { decryptStream, rc4Keys } from "./rc4-key.ts";
import { xorKey } from "./xor-key.ts";

const MAIN = "worddocument";
const DATA = "data";
const BLOCK_BYTES = 512;
/** The head of the main stream (FibBase and the counts after it) is not encrypted. */
const PLAIN_HEAD_BYTES = 68;
const FLAGS_AT = 10;
const KEY_AT = 14;
const FLAG = { encrypted: 0x0100, table1: 0x0200, obfuscated: 0x8000 } as const;

/** Undefined for a document without a password. */
export function documentLock(file: CompoundFile, meter: Metered): Lock | undefined {
  const main = file.stream(MAIN);
  if (!main) return undefined;
  const head = new ByteReader(main);
  const flags = head.u16(FLAGS_AT);
  if ((flags & FLAG.encrypted) === 0) return undefined;
  const table = flags & FLAG.table1 ? "1table" : "0table";

  return {
    usualPasswords: [],
    open(password) {
      const decrypt = flags & FLAG.obfuscated ? xorDecryptor(head, password, meter) : rc4Decryptor(password);
      if (!decrypt) return undefined;
      const plain = new Map<string, Uint8Array>();
      for (const path of [MAIN, table, DATA]) {
        const stream = path === MAIN ? main : file.stream(path);
        if (stream) plain.set(path, decrypt(stream));
      }
      plain.set(MAIN, withPlainHead(plain.get(MAIN) ?? main, main, flags));
      return file.withStreams(plain);
    },
  };

  /** The table stream begins with what is said of the encryption; `lKey` is its length. */
  function rc4Decryptor(password: string): ((stream: Uint8Array) => Uint8Array) | undefined {
    const keys = rc4Keys(file.stream(table, head.u32(KEY_AT)) ?? new Uint8Array(), password, meter);
    return keys && ((stream) => decryptStream(stream, keys, BLOCK_BYTES));
  }
}

/** `lKey` holds the password's verifier and key. Zeros, and what would become zero, are as they are. */
function xorDecryptor(
  head: ByteReader,
  password: string,
  meter: Metered,
): ((stream: Uint8Array) => Uint8Array) | undefined {
  const { key, verifier, bytes } = xorKey(password);
  if (head.u16(KEY_AT) !== verifier || head.u16(KEY_AT + 2) !== key) return undefined;
  return (stream) => {
    meter.charge("encryptedByte", stream.length);
    return stream.map((byte, index) => {
      const plain = byte ^ (bytes[index % bytes.length] ?? 0);
      return byte === 0 || plain === 0 ? byte : plain;
    });
  };
}

/** The main stream as one that was never encrypted. */
function withPlainHead(plain: Uint8Array, encrypted: Uint8Array, flags: number): Uint8Array {
  plain.set(encrypted.subarray(0, PLAIN_HEAD_BYTES));
  if (plain.length < PLAIN_HEAD_BYTES) return plain;
  const view = new DataView(plain.buffer, plain.byteOffset, PLAIN_HEAD_BYTES);
  view.setUint16(FLAGS_AT, flags & ~(FLAG.encrypted | FLAG.obfuscated), true);
  view.setUint32(KEY_AT, 0, true);
  return plain;
}
