/** Character classes of PDF syntax (ISO 32000-2, 7.2.3). */

/** Class of a byte that may occur inside a token. */
export const REGULAR = 0;
/** Class of NUL, TAB, LF, FF, CR and SPACE. */
export const WHITESPACE = 1;
/** Class of `( ) < > [ ] { } / %`. */
export const DELIMITER = 2;

/** The class of every byte value. */
export const CHARACTER_CLASS: Uint8Array = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) CHARACTER_CLASS[byte] = WHITESPACE;
for (const character of "()<>[]{}/%") CHARACTER_CLASS[character.charCodeAt(0)] = DELIMITER;

/** The value of a hexadecimal digit, -1 for every other byte. */
export const HEX_VALUE: Int8Array = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  HEX_VALUE[digit.charCodeAt(0)] = value;
  HEX_VALUE[digit.toUpperCase().charCodeAt(0)] = value;
}

/** True for the six white-space bytes; false for `undefined`, i.e. past the end. */
export function isWhitespace(byte: number | undefined): boolean {
  return byte !== undefined && CHARACTER_CLASS[byte] === WHITESPACE;
}

/** True for bytes that continue a token. */
export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && CHARACTER_CLASS[byte] === REGULAR;
}

/** True for `0` to `9`. */
export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}
