import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { plainOutline, writeCidFont } from "../subset/cff-cid-font.ts";
import { subsetCff } from "../subset/cff-subset.ts";
import { testCff } from "../testing/cff-font.ts";
import { glyphsOfCodes, namedGlyphs } from "./cff-encoding.ts";
import { readCff } from "./cff-font.ts";
import { readDict, readIndex, writeIndex } from "./cff-structures.ts";
import { inlineSubroutines } from "./charstring.ts";

const END = 14;
const bytes = (...values: number[]) => Uint8Array.from(values);

describe("subsetCff", () => {
  it("keeps glyphs with their names, codes and outlines, without subroutines", () => {
    const subset = present(readCff(present(subsetCff(present(readCff(testCff())), new Set([0, 1, 3]), false))));
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
    expect(Buffer.from(present(subset.strings[0])).toString()).toBe("own");
    expect(subset.globalSubroutines).toHaveLength(0);
    expect(present(subset.privates[0]).subroutines).toHaveLength(0);
  });

  it("keeps glyph numbers where asked", () => {
    const original = present(readCff(testCff()));
    const subset = present(
      readCff(
        present(
          subsetCff(
            { ...original, encoding: undefined, top: original.top.filter(({ operator }) => operator !== 16) },
            new Set([2]),
            true,
          ),
        ),
      ),
    );
    expect(subset.charstrings.map((charstring) => [...charstring])).toEqual([[END], [END], [148, 22, END]]);
  });

  it("is refused for damaged fonts by RangeError, for foreign data by undefined", () => {
    expect(readCff(bytes(0, 1, 0, 0))).toBeUndefined();
    expect(() => readCff(testCff().subarray(0, 70))).toThrow(RangeError);
  });
});

describe("writeCidFont", () => {
  const original = present(readCff(testCff()));

  it("finds glyphs by codes of its own, several of one glyph too", () => {
    const written = present(
      readCff(
        writeCidFont(
          original,
          new Map([
            [1, 1],
            [700, 3],
            [701, 1],
          ]),
        ),
      ),
    );
    expect(written.isCid).toBe(true);
    expect([...written.charset]).toEqual([0, 1, 700, 701]);
    expect(written.charstrings.map((charstring) => [...charstring])).toEqual([
      [END],
      [144, 146, 4, END],
      [140, 141, 21, END],
      [144, 146, 4, END],
    ]);
    expect([...written.fontDictOf]).toEqual([0, 0, 0, 0]);
    expect(written.privates).toHaveLength(1);
  });

  it("takes one with CIDs again", () => {
    const once = present(readCff(writeCidFont(original, new Map([[5, 2]]))));
    const twice = present(readCff(writeCidFont(once, new Map([[9, 1]]))));
    expect([...twice.charset]).toEqual([0, 9]);
    expect([...present(twice.charstrings[1])]).toEqual([148, 22, END]);
  });

  it("has no outline for glyphs that are not there", () => {
    expect([1, 3, 4].map((glyph) => plainOutline(original, glyph) !== undefined)).toEqual([true, true, false]);
  });
});

describe("glyphsOfCodes", () => {
  const shown = (code: number) => Uint8Array.from({ length: 256 }, (_, index) => (index === code ? 1 : 0));
  it("finds glyphs by the font's encoding, by base encodings and by Differences", () => {
    const cff = namedGlyphs(present(readCff(testCff())));
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
    expect([...present(inlineSubroutines(charstring, none))]).toEqual([...charstring]);
  });

  it("gives up on arithmetic, accents, endless and missing calls", () => {
    expect(inlineSubroutines(bytes(140, 141, 12, 10, END), none)).toBeUndefined();
    expect(inlineSubroutines(bytes(140, 141, 142, 143, END), none)).toBeUndefined();
    expect(inlineSubroutines(bytes(139 - 107, 10, END), none)).toBeUndefined();
    expect(inlineSubroutines(bytes(139 - 107, 10), { global: [], local: [bytes(139 - 107, 10)] })).toBeUndefined();
    expect(inlineSubroutines(bytes(140, 22), none)).toBeUndefined();
    // each of nine subroutines calls the next one twenty times
    const calls = Array.from({ length: 9 }, (_, index) =>
      bytes(...Array.from({ length: 20 }, () => [139 - 107 + index + 1, 10]).flat()),
    );
    expect(inlineSubroutines(bytes(139 - 107, 10, END), { global: [], local: [...calls, bytes()] })).toBeUndefined();
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
    expect(present(entry).operator).toBe(0x0c1e);
    expect(present(entry).operands.slice(0, 5)).toEqual([0, 108, -108, -2, 65536]);
  });
});
