import { describe, expect, it } from "vitest";
import { glyphsOfCodes, namedGlyphs } from "./cff-encoding.ts";
import { readCff } from "./cff-font.ts";
import { readDict, readIndex, writeIndex } from "./cff-structures.ts";
import { subsetCff } from "./cff-subset.ts";
import { inlineSubroutines } from "./charstring.ts";

const END = 14;
const bytes = (...values: number[]) => Uint8Array.from(values);
const integer = (value: number) => [29, value >>> 24, value >> 16, value >> 8, value];

/** A name-keyed font: .notdef, A (SID 34), B (35), own (391), with a local and a global subroutine. */
function font(): Uint8Array {
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

describe("subsetCff", () => {
  it("keeps glyphs with their names, codes and outlines, without subroutines", () => {
    const subset = readCff(subsetCff(readCff(font())!, new Set([0, 1, 3]), false)!)!;
    expect([...subset.charset]).toEqual([0, 34, 391]);
    expect(subset.charstrings.map((charstring) => [...charstring])).toEqual([
      [END],
      [144, 146, 4, END],
      [140, 141, 21, END],
    ]);
    expect(subset.encoding).toEqual([
      [65, 1],
      [200, 2],
    ]);
    expect(Buffer.from(subset.strings[0]!).toString()).toBe("own");
    expect(subset.globalSubroutines).toHaveLength(0);
    expect(subset.privates[0]!.subroutines).toHaveLength(0);
  });

  it("keeps glyph numbers where asked", () => {
    const original = readCff(font())!;
    const subset = readCff(
      subsetCff(
        { ...original, encoding: undefined, top: original.top.filter(({ operator }) => operator !== 16) },
        new Set([2]),
        true,
      )!,
    )!;
    expect(subset.charstrings.map((charstring) => [...charstring])).toEqual([[END], [END], [148, 22, END]]);
  });

  it("is refused for damaged fonts by RangeError, for foreign data by undefined", () => {
    expect(readCff(bytes(0, 1, 0, 0))).toBeUndefined();
    expect(() => readCff(font().subarray(0, 70))).toThrow(RangeError);
  });
});

describe("glyphsOfCodes", () => {
  const shown = (code: number) => Uint8Array.from({ length: 256 }, (_, index) => (index === code ? 1 : 0));
  it("finds glyphs by the font's encoding, by base encodings and by Differences", () => {
    const cff = namedGlyphs(readCff(font())!);
    expect([...glyphsOfCodes(cff, shown(65), new Map())]).toEqual([0, 1]);
    expect([...glyphsOfCodes(cff, shown(200), new Map())]).toEqual([0, 3]);
    expect([...glyphsOfCodes(cff, shown(1), new Map([[1, "B"]]))]).toEqual([0, 2]);
  });
});

describe("inlineSubroutines", () => {
  const none = { global: [], local: [] };
  it("counts hints to find the bytes of masks", () => {
    // two stems, then a mask of one byte that looks like a call, then the end
    const charstring = bytes(140, 141, 142, 143, 18, 19, 10, END);
    expect([...inlineSubroutines(charstring, none)!]).toEqual([...charstring]);
  });

  it("gives up on arithmetic, accents, endless and missing calls", () => {
    expect(inlineSubroutines(bytes(140, 141, 12, 10, END), none)).toBeUndefined();
    expect(inlineSubroutines(bytes(140, 141, 142, 143, END), none)).toBeUndefined();
    expect(inlineSubroutines(bytes(139 - 107, 10, END), none)).toBeUndefined();
    expect(inlineSubroutines(bytes(139 - 107, 10), { global: [], local: [bytes(139 - 107, 10)] })).toBeUndefined();
    expect(inlineSubroutines(bytes(140, 22), none)).toBeUndefined();
  });
});

describe("CFF structures", () => {
  it("round-trip an INDEX of any size", () => {
    for (const length of [0, 3, 300, 70_000]) {
      const entries = [new Uint8Array(length).fill(7), bytes(1, 2)];
      expect(readIndex(writeIndex(entries), 0).entries).toEqual(entries);
    }
    expect(readIndex(writeIndex([]), 0)).toEqual({ entries: [], end: 2 });
  });

  it("read the integers of a DICT", () => {
    const [entry] = readDict(bytes(139, 247, 0, 251, 0, 28, 255, 254, 29, 0, 1, 0, 0, 30, 0x1f, 12, 30));
    expect(entry!.operator).toBe(0x0c1e);
    expect(entry!.operands.slice(0, 5)).toEqual([0, 108, -108, -2, 65536]);
  });
});
