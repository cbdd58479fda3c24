/** Presentations of PowerPoint 2002 and 2003 under a password (MS-PPT 2.3.7): each object has a key by its number. */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import type { Metered } from "../../domain/work-meter.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import type { CompoundFile } from "../../office/compound-file.ts";
import type { Lock } from "./lock.ts";
import { decryptPictures } from "./locked-pictures.ts";
import { type BlockKeys, rc4Keys } from "./rc4-key.ts";

const DOCUMENT = "powerpoint document";
const CURRENT_USER = "current user";
const PICTURES = "pictures";
const HEAD_BYTES = 8;
const TOKEN_AT = 12;
const CURRENT_EDIT_AT = 16;
const TOKEN = { encrypted: 0xf3d1c4df, plain: 0xe391c05f } as const;
const TYPE = { userEdit: 0x0ff5, persistDirectory: 0x1772, cryptSession: 0x2f14 } as const;
/** Fields of a UserEditAtom (2.3.3), from its body on. */
const EDIT = { last: 8, directory: 12, cryptSession: 28, bytes: 32 } as const;
const MOST_EDITS = 10_000;
const MOST_OBJECTS = 200_000;

interface Edits {
  /** Where the body of each edit lies. */
  bodies: number[];
  /** Number of an object -> where it lies; of several edits the newest. */
  objects: Map<number, number>;
  cryptSession: number;
}

/** Undefined for a presentation without a password. */
export function presentationLock(file: CompoundFile, meter: Metered): Lock | undefined {
  const user = file.stream(CURRENT_USER);
  const document = file.stream(DOCUMENT);
  if (!user || !document || new ByteReader(user).u32(TOKEN_AT) !== TOKEN.encrypted) return undefined;
  const edits = readEdits(document, new ByteReader(user).u32(CURRENT_EDIT_AT));
  const session = recordAt(document, edits.objects.get(edits.cryptSession));
  if (session?.type !== TYPE.cryptSession)
    throw new UnreadableFile("what it says of its encryption is damaged: it cannot be found.");

  return {
    usualPasswords: ["01Hannes Ruescher/01"],
    open(password) {
      const keys = rc4Keys(session.body, password, meter);
      if (!keys) return undefined;
      const plain = new Map([
        [DOCUMENT, decryptObjects(document, edits, keys)],
        [CURRENT_USER, withNumber(user.slice(), TOKEN_AT, TOKEN.plain)],
      ]);
      const pictures = file.stream(PICTURES);
      if (pictures) plain.set(PICTURES, decryptPictures(pictures, keys));
      return file.withStreams(plain);
    },
  };
}

/** Edits and their directories are not encrypted. */
function readEdits(document: Uint8Array, newest: number): Edits {
  const edits: Edits = { bodies: [], objects: new Map(), cryptSession: 0 };
  for (let at = newest, seen = 0; seen < MOST_EDITS; seen++) {
    const edit = recordAt(document, at);
    if (edit?.type !== TYPE.userEdit) break;
    const reader = new ByteReader(edit.body);
    if (edit.body.length >= EDIT.bytes) {
      edits.bodies.push(at + HEAD_BYTES);
      edits.cryptSession ||= reader.u32(EDIT.cryptSession);
    }
    readDirectory(recordAt(document, reader.u32(EDIT.directory)), edits.objects);
    const last = reader.u32(EDIT.last);
    // an earlier edit lies before a later one
    if (last === 0 || last >= at) break;
    at = last;
  }
  return edits;
}

/** Runs of offsets, each after a word with the first number and the count (2.3.5). */
function readDirectory(directory: ReturnType<typeof recordAt>, objects: Map<number, number>): void {
  if (directory?.type !== TYPE.persistDirectory) return;
  const reader = new ByteReader(directory.body);
  for (let place = 0; place + 4 <= directory.body.length; ) {
    const head = reader.u32(place);
    place += 4;
    for (let index = 0; index < head >>> 20 && place + 4 <= directory.body.length; index++, place += 4) {
      const number = (head & 0xfffff) + index;
      if (objects.size < MOST_OBJECTS && !objects.has(number)) objects.set(number, reader.u32(place));
    }
  }
}

function decryptObjects(document: Uint8Array, edits: Edits, keys: BlockKeys): Uint8Array {
  const plain = document.slice();
  const done = new Set<number>();
  for (const [number, at] of edits.objects) {
    if (number === edits.cryptSession || done.has(at) || at + HEAD_BYTES > document.length) continue;
    done.add(at);
    const head = keys.decrypt(number, document.subarray(at, at + HEAD_BYTES));
    const length = HEAD_BYTES + new ByteReader(head).u32(4);
    plain.set(keys.decrypt(number, document.subarray(at, Math.min(document.length, at + length))), at);
  }
  for (const at of edits.bodies) withNumber(plain, at + EDIT.cryptSession, 0);
  return plain;
}

function recordAt(stream: Uint8Array, at: number | undefined): { type: number; body: Uint8Array } | undefined {
  if (at === undefined || at + HEAD_BYTES > stream.length) return undefined;
  const reader = new ByteReader(stream);
  return { type: reader.u16(at + 2), body: reader.bytes(at + HEAD_BYTES, reader.u32(at + 4)) };
}

function withNumber(bytes: Uint8Array, at: number, value: number): Uint8Array {
  if (at + 4 <= bytes.length) new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, value, true);
  return bytes;
}
