/** Old Office files locked by tests: RC4 with keys of 40 bits, RC4 of the CryptoAPI, and XOR (MS-OFFCRYPTO 2.3.5 to 2.3.7). */
import { CompoundFile } from "../../../office/compound-file.ts";
import { rc4 } from "../../../pdf/crypt/rc4.ts";
import { digest, numberBytes, passwordBytes } from "../password-hash.ts";
import { xorKey } from "../xor-key.ts";

export type StreamMethod = "rc4-office97" | "rc4-40" | "rc4-128" | "xor";
type Keys = (block: number) => Uint8Array;

const SALT = Uint8Array.from({ length: 16 }, (_, index) => 5 * index + 1);
const VERIFIER = Uint8Array.from({ length: 16 }, (_, index) => 7 * index + 3);

/** EncryptionHeader as files have it, and the keys. */
export function rc4Header(method: Exclude<StreamMethod, "xor">, password: string): { info: Uint8Array; keys: Keys } {
  if (method === "rc4-office97") {
    const short = digest("md5", passwordBytes(password)).subarray(0, 5);
    const base = digest("md5", Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([short, SALT])))).subarray(
      0,
      5,
    );
    const keys = (block: number) => digest("md5", base, numberBytes(block));
    const verifier = rc4(keys(0), Buffer.concat([VERIFIER, digest("md5", VERIFIER)]));
    return { info: Buffer.concat([Buffer.from([1, 0, 1, 0]), SALT, verifier]), keys };
  }
  const bits = method === "rc4-40" ? 40 : 128;
  const base = digest("sha1", SALT, passwordBytes(password));
  const keys = (block: number) =>
    Buffer.concat([digest("sha1", base, numberBytes(block)).subarray(0, bits / 8), Buffer.alloc(16)]).subarray(0, 16);
  const verifier = rc4(keys(0), Buffer.concat([VERIFIER, digest("sha1", VERIFIER)]));
  const provider = Buffer.from("Microsoft Enhanced Cryptographic Provider v1.0\0", "utf16le");
  const header = Buffer.concat([...[4, 0, 0x6801, 0x8004, bits, 1, 0, 0].map(numberBytes), provider]);
  const info = Buffer.concat([
    Buffer.from([2, 0, 2, 0]),
    ...[4, header.length].map(numberBytes),
    header,
    numberBytes(16),
    SALT,
    verifier.subarray(0, 16),
    numberBytes(20),
    verifier.subarray(16),
  ]);
  return { info, keys };
}

function inBlocks(stream: Uint8Array, keys: Keys, blockBytes: number): Uint8Array {
  const places = [...stream.keys()].filter((at) => at % blockBytes === 0);
  return Buffer.concat(places.map((at, block) => rc4(keys(block), stream.subarray(at, at + blockBytes))));
}

/** A stream of a workbook with FilePass after its first record; bodies that are never encrypted stay as they are. */
export function lockedWorkbook(stream: Uint8Array, method: StreamMethod, password: string): Uint8Array {
  const key = xorKey(password);
  const rc4Parts = method === "xor" ? undefined : rc4Header(method, password);
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const pass = rc4Parts
    ? Buffer.concat([Buffer.from([1, 0]), rc4Parts.info])
    : Buffer.from(Uint16Array.of(0, key.key, key.verifier).buffer);
  const firstEnd = 4 + view.getUint16(2, true);
  const plain = Buffer.concat([
    stream.subarray(0, firstEnd),
    Buffer.from(Uint16Array.of(0x2f, pass.length).buffer),
    pass,
    stream.subarray(firstEnd),
  ]);
  const encrypted = rc4Parts ? inBlocks(plain, rc4Parts.keys, 1_024) : new Uint8Array(plain.length);
  const result = Buffer.from(plain);
  for (let at = 0; at + 4 <= plain.length; ) {
    const type = plain.readUInt16LE(at);
    const end = at + 4 + plain.readUInt16LE(at + 2);
    const from = at + 4 + (type === 0x85 ? 4 : 0);
    // what lies behind has moved by the record that was put in
    if (type === 0x85) result.writeUInt32LE(plain.readUInt32LE(at + 4) + 4 + pass.length, at + 4);
    if (type !== 0x809 && type !== 0x2f && type !== 0xe1) {
      for (let place = from; place < end; place++) {
        const byte = plain[place] ?? 0;
        const rotated = ((byte << 5) | (byte >> 3)) & 0xff;
        result[place] = rc4Parts ? (encrypted[place] ?? 0) : rotated ^ (key.bytes[(end + place - at - 4) % 16] ?? 0);
      }
    }
    at = end;
  }
  return new Uint8Array(result);
}

/** A document; its table begins with the header, so it has to have room for it. */
export function lockedDocument(
  file: Uint8Array,
  method: StreamMethod,
  password: string,
  compound: Compound,
): Uint8Array {
  const container = new CompoundFile(file);
  const main = Buffer.from(container.stream("WordDocument") ?? []);
  const name = main.readUInt16LE(10) & 0x200 ? "1Table" : "0Table";
  const table = container.stream(name) ?? new Uint8Array();
  if (method === "xor") {
    const { key, verifier, bytes } = xorKey(password);
    const xored = (stream: Uint8Array) =>
      stream.map((byte, index) => (byte === 0 || byte === bytes[index % 16] ? byte : byte ^ (bytes[index % 16] ?? 0)));
    const locked = Buffer.concat([main.subarray(0, 68), xored(main).subarray(68)]);
    locked.writeUInt16LE(locked.readUInt16LE(10) | 0x8100, 10);
    locked.writeUInt16LE(verifier, 14);
    locked.writeUInt16LE(key, 16);
    return compound({ WordDocument: locked, [name]: xored(table) });
  }
  const { info, keys } = rc4Header(method, password);
  const moved = Buffer.concat([info, table]);
  for (let pair = 0; pair < 93; pair++) movePair(main, pair, info.length);
  const lockedTable = Buffer.concat([info, inBlocks(moved, keys, 512).subarray(info.length)]);
  const lockedMain = Buffer.concat([main.subarray(0, 68), inBlocks(main, keys, 512).subarray(68)]);
  lockedMain.writeUInt16LE(lockedMain.readUInt16LE(10) | 0x100, 10);
  lockedMain.writeUInt32LE(info.length, 14);
  return compound({ WordDocument: lockedMain, [name]: lockedTable });
}

type Compound = (streams: Readonly<Record<string, Uint8Array>>) => Uint8Array;

/** Tables of the table stream lie behind the header now (MS-DOC 2.5.6). */
function movePair(main: Buffer, pair: number, by: number): void {
  const longsAt = 34 + 2 * main.readUInt16LE(32) + 2;
  const pairsAt = longsAt + 4 * main.readUInt16LE(longsAt - 2) + 2;
  if (pair >= main.readUInt16LE(pairsAt - 2) || main.readUInt32LE(pairsAt + 8 * pair + 4) === 0) return;
  main.writeUInt32LE(main.readUInt32LE(pairsAt + 8 * pair) + by, pairsAt + 8 * pair);
}

/**
 * The stream of a presentation of one edit, and where its UserEditAtom lies: a record with the encryption comes before it,
 * and each object is encrypted with the key of its number.
 */
export function lockedPresentation(
  { bytes, editAt }: { bytes: Uint8Array; editAt: number },
  password: string,
): { bytes: Uint8Array; editAt: number; keys: Keys } {
  const { info, keys } = rc4Header("rc4-128", password);
  const stream = Buffer.from(bytes);
  const directoryAt = stream.readUInt32LE(editAt + 8 + 12);
  const directory = stream.subarray(directoryAt, editAt);
  const count = (directory.length - 12) / 4;
  const objects = Buffer.from(stream.subarray(0, directoryAt));
  for (let index = 0; index < count; index++) {
    const at = directory.readUInt32LE(12 + 4 * index);
    const end = at + 8 + objects.readUInt32LE(at + 4);
    objects.set(rc4(keys(index + 1), bytes.subarray(at, end)), at);
  }
  const session = recordOf(0x2f14, info);
  const entries = directory.subarray(12);
  const newDirectory = recordOf(
    0x1772,
    Buffer.concat([numberBytes(((count + 1) << 20) | 1), entries, numberBytes(objects.length)]),
  );
  const edit = Buffer.from(stream.subarray(editAt + 8, editAt + 8 + 28));
  edit.writeUInt32LE(objects.length + session.length, 12);
  const locked = Buffer.concat([
    objects,
    session,
    newDirectory,
    recordOf(0x0ff5, Buffer.concat([edit, numberBytes(count + 1)])),
  ]);
  return { bytes: locked, editAt: objects.length + session.length + newDirectory.length, keys };
}

function recordOf(type: number, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(Uint16Array.of(0xf, type).buffer), numberBytes(body.length), body]);
}
