import { writeIndex } from "../cff/cff-structures.ts";

const END = 14;
const bytes = (...values: number[]) => Uint8Array.from(values);
const integer = (value: number) => [29, value >>> 24, value >> 16, value >> 8, value];

/** A name-keyed CFF font: .notdef, A (SID 34), B (35), own (391), with a local and a global subroutine. */
export function testCff(): Uint8Array {
  const charstrings = writeIndex([
    bytes(END),
    bytes(139 + 5, 139 - 107, 10, END), // calls local subroutine 0
    bytes(139 - 107, 29), // calls global subroutine 0, which ends
    bytes(139 + 1, 139 + 2, 21, END),
  ]);
  const head = bytes(1, 0, 4, 1);
  const names = writeIndex([Buffer.from("Test")]);
  const strings = writeIndex([Buffer.from("own")]);
  const globals = writeIndex([bytes(139 + 9, 22, END)]);
  const charset = bytes(0, 0, 34, 0, 35, 1, 135);
  const encoding = bytes(0, 3, 65, 66, 200);
  const priv = bytes(139 + 2, 19); // Subrs, 2 bytes on
  const locals = writeIndex([bytes(139 + 7, 4, 11)]);
  const top = (charsetAt: number, encodingAt: number, charstringsAt: number, privateAt: number) =>
    writeIndex([
      bytes(
        ...integer(charsetAt),
        15,
        28,
        encodingAt >> 8,
        encodingAt,
        16,
        ...integer(charstringsAt),
        17,
        ...integer(2),
        ...integer(privateAt),
        18,
      ),
    ]);
  const start = head.length + names.length + top(0, 0, 0, 0).length + strings.length + globals.length;
  const places = [start, start + charset.length, start + charset.length + encoding.length] as const;
  const privateAt = places[2] + charstrings.length;
  return new Uint8Array(
    Buffer.concat([
      head,
      names,
      top(...places, privateAt),
      strings,
      globals,
      charset,
      encoding,
      charstrings,
      priv,
      locals,
    ]),
  );
}
