import { Buffer } from "node:buffer";

const STATE_BYTES = 20;
const STATE_BITS = STATE_BYTES * 8;
const SHIFT_BITS = 11;

/** Microsoft's hash of files in OneDrive and SharePoint ("QuickXorHash Algorithm"), base64. */
export function quickXorHash(bytes: Uint8Array): string {
  const state = new Uint8Array(STATE_BYTES);
  const flip = (at: number, value: number): void => {
    state[at] = (state[at] ?? 0) ^ value;
  };
  for (const [index, column] of columnsOf(bytes).entries()) {
    const bit = (index * SHIFT_BITS) % STATE_BITS;
    const shifted = column << (bit & 7);
    flip(bit >> 3, shifted & 0xff);
    flip(((bit >> 3) + 1) % STATE_BYTES, shifted >> 8);
  }
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(bytes.length), true);
  for (let index = 0; index < 8; index++) flip(STATE_BYTES - 8 + index, length.getUint8(index));
  return Buffer.from(state).toString("base64");
}

/** Bytes that are shifted equally far, every 160th, in one: shifting comes after, once for each instead of for each byte. */
function columnsOf(bytes: Uint8Array): Uint8Array {
  const columns = new Uint8Array(STATE_BITS);
  for (let index = 0, column = 0; index < bytes.length; index++) {
    columns[column] = (columns[column] as number) ^ (bytes[index] as number);
    column = column + 1 === STATE_BITS ? 0 : column + 1;
  }
  return columns;
}
