/** XOR obfuscation of Office 95 and 97 (MS-OFFCRYPTO 2.3.7): sixteen bytes, made of the password. */

const MOST_CHARACTERS = 15;
const KEY_BYTES = 16;
/** What fills a password up to the key's length. */
const FILL = [0xbb, 0xff, 0xff, 0xba, 0xff, 0xff, 0xb9, 0x80, 0x00, 0xbe, 0x0f, 0x00, 0xbf, 0x0f, 0x00];
const VERIFIER_END = 0xce4b;
/** Feedback of the registers whose states the specification lists as tables (X.25's polynomial). */
const FEEDBACK = 0x1021;

export interface XorKey {
  /** 16 bits, as the file has them to compare with. */
  readonly key: number;
  readonly verifier: number;
  readonly bytes: Uint8Array;
}

/** The key of a password: its first 15 characters count, as one byte each. */
export function xorKey(password: string): XorKey {
  const characters = singleBytes(password);
  const key = baseKey(characters);
  const bytes = new Uint8Array(KEY_BYTES);
  for (let index = 0; index < KEY_BYTES; index++) {
    const filled = characters[index] ?? FILL[index - characters.length] ?? 0;
    bytes[index] = rotatedRight(filled ^ (index % 2 === 0 ? key & 0xff : key >> 8), 1);
  }
  return { key, verifier: verifierOf(characters), bytes };
}

/** Of a character of two bytes the low one, or the high one if that is 0. */
function singleBytes(password: string): number[] {
  return Array.from(password.slice(0, MOST_CHARACTERS), (character) => {
    const unit = character.charCodeAt(0);
    return unit & 0xff || unit >> 8;
  });
}

/** CreateXorKey_Method1 (2.3.7.2). */
function baseKey(characters: readonly number[]): number {
  let key = 0;
  let state = 0x8000;
  let end = 0xffff;
  for (const character of characters.toReversed()) {
    for (let bit = 0; bit < 8; bit++) {
      state = shifted(state);
      end = shifted(end);
      if (bit < 7 && character & (1 << bit)) key ^= state;
    }
  }
  return characters.length === 0 ? 0 : key ^ end;
}

function shifted(state: number): number {
  return state & 0x8000 ? ((state << 1) & 0xffff) ^ FEEDBACK : state << 1;
}

/** CreatePasswordVerifier_Method1 (2.3.7.1). */
function verifierOf(characters: readonly number[]): number {
  let verifier = 0;
  for (const byte of [characters.length, ...characters].toReversed())
    verifier = (((verifier >> 14) & 1) | ((verifier << 1) & 0x7fff)) ^ byte;
  return verifier ^ VERIFIER_END;
}

/** A byte, its bits moved around to the right. */
export function rotatedRight(byte: number, by: number): number {
  return ((byte >> by) | (byte << (8 - by))) & 0xff;
}
