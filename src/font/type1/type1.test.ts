import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { readCff } from "../cff/cff-font.ts";
import { subsetCff } from "../subset/cff-subset.ts";
import { runType1 } from "./type1-charstring.ts";
import { readType1 } from "./type1-font.ts";
import { type1ToCff } from "./type1-to-cff.ts";

function encrypt(bytes: Uint8Array, key: number): Uint8Array {
  let state = key;
  return Uint8Array.from([0, 0, 0, 0, ...bytes], (plain) => {
    const cipher = (plain ^ (state >> 8)) & 255;
    state = ((cipher + state) * 52845 + 22719) & 0xffff;
    return cipher;
  });
}

const n = (value: number) => value + 139;
const ESCAPE = 12;

/** A Type 1 program with these charstrings and subroutines. */
function program(charstrings: Record<string, number[]>, subroutines: number[][] = []): Uint8Array {
  const binary = (code: number[]) => Buffer.from(encrypt(Uint8Array.from(code), 4330)).toString("latin1");
  let text = `dup /Private 9 dict dup begin /BlueValues [-20 0 700 720] def /StdHW [31] def /lenIV 4 def\n`;
  text += `/Subrs ${subroutines.length} array\n`;
  for (const [index, code] of subroutines.entries()) text += `dup ${index} ${code.length + 4} RD ${binary(code)} NP\n`;
  text += `ND\n2 index /CharStrings ${Object.keys(charstrings).length} dict dup begin\n`;
  for (const [name, code] of Object.entries(charstrings)) text += `/${name} ${code.length + 4} RD ${binary(code)} ND\n`;
  text += "end end readonly put mark currentfile closefile";
  const head =
    "%!PS-AdobeFont-1.0: Test\n/FontName /Test def /PaintType 0 def /FontMatrix [0.001 0 0 0.001 0 0] readonly def\n" +
    "/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for dup 65 /A put dup 7 /odd put readonly def\n" +
    "/FontBBox {-10 -20 700 800} readonly def currentfile eexec\n";
  return Buffer.concat([Buffer.from(head), encrypt(Buffer.from(text, "latin1"), 55665), Buffer.from("0".repeat(64))]);
}

const notdef = [n(0), n(50), 13, 14];
const outline = (code: number[], subroutines: number[][] = []) => {
  const font = present(readType1(program({ ".notdef": notdef, A: code }, subroutines)));
  return runType1(font, present(font.charstrings.get("A")));
};

describe("readType1", () => {
  it("decrypts charstrings and reads encoding and numbers", () => {
    const font = present(readType1(program({ ".notdef": notdef, A: [1, 2, 14] }, [[11], [3, 11]])));
    expect(font.name).toBe("Test");
    expect([...present(font.charstrings.get("A"))]).toEqual([1, 2, 14]);
    expect(font.subroutines.map((code) => [...present(code)])).toEqual([[11], [3, 11]]);
    expect([...present(font.encoding)]).toEqual([
      [65, "A"],
      [7, "odd"],
    ]);
    expect(font.numbers.get("BlueValues")).toEqual([-20, 0, 700, 720]);
  });

  it("refuses other data", () => {
    expect(readType1(new Uint8Array(100))).toBeUndefined();
    expect(readType1(Buffer.from("%!PS-AdobeFont-1.0 eexec 1234"))).toBeUndefined();
  });
});

describe("runType1", () => {
  it("adds the side bearing to the first move and follows calls", () => {
    const glyph = present(outline([n(5), n(60), 13, n(10), n(20), 21, n(0), 10, 9, 14], [[n(30), 6, n(40), 7, 11]]));
    expect(glyph.width).toBe(60);
    expect(glyph.operations).toEqual([
      { operator: 21, operands: [15, 20] },
      { operator: 6, operands: [30] },
      { operator: 7, operands: [40] },
    ]);
  });

  it("turns a flex into two curves", () => {
    const move = (x: number, y: number) => [n(x), n(y), 21, n(2), 10];
    const flexSubroutines = [
      [n(3), n(0), ESCAPE, 16, ESCAPE, 17, ESCAPE, 17, ESCAPE, 33, 11],
      [n(0), n(1), ESCAPE, 16, 11],
      [n(0), n(2), ESCAPE, 16, 11],
    ];
    const moves = [move(10, 1), move(-5, 0), move(2, 2), move(3, 0), move(3, 0), move(2, -2), move(5, -1)].flat();
    const code = [n(0), n(9), 13, n(7), 22, n(1), 10, ...moves, n(50), n(20), n(0), n(0), 10, 9, 14];
    expect(present(outline(code, flexSubroutines)).operations).toEqual([
      { operator: 22, operands: [7] },
      { operator: 8, operands: [5, 1, 2, 2, 3, 0] },
      { operator: 8, operands: [3, 0, 2, -2, 5, -1] },
    ]);
  });

  it("says which stems apply where, and counts vertical ones from the side bearing", () => {
    const replace = [n(1), n(3), ESCAPE, 16, ESCAPE, 17, 10, 11];
    const glyph = present(
      outline(
        [
          n(8),
          n(9),
          13,
          n(0),
          n(20),
          1,
          n(10),
          n(5),
          3,
          n(1),
          22,
          n(4),
          6,
          n(1),
          n(1),
          ...replace.slice(1, 7),
          n(4),
          7,
          9,
          14,
        ],
        [[], [n(30), n(9), 1, 11]],
      ),
    );
    expect(glyph.stems).toEqual([
      { vertical: false, position: 0, width: 20 },
      { vertical: true, position: 18, width: 5 },
      { vertical: false, position: 30, width: 9 },
    ]);
    expect(glyph.operations.map(({ stems }) => stems)).toEqual([[0, 1], undefined, [2]]);
  });

  it("gives up on accents and unknown operators", () => {
    expect(outline([n(0), n(0), n(0), n(65), n(66), ESCAPE, 6])).toBeUndefined();
    expect(outline([15, 14])).toBeUndefined();
    expect(outline([n(9), 10, 14])).toBeUndefined();
  });
});

describe("type1ToCff", () => {
  it("keeps names, codes, widths and outlines", () => {
    const line = [n(0), n(77), 13, n(3), 22, n(4), n(5), 5, n(6), n(7), 5, 9, 14];
    const font = present(readType1(program({ ".notdef": notdef, A: line, odd: line, unused: line })));
    const cff = present(type1ToCff(font, (name) => name !== "unused"));
    const written = present(readCff(present(subsetCff(cff, new Set(cff.charstrings.keys()), false))));
    expect([...written.charset]).toEqual([0, 34, 391]);
    expect(written.encoding).toEqual([
      [65, 1],
      [7, 2],
    ]);
    // 77 is the default width, so it is not written; two lines have one operator
    expect([...present(written.charstrings[1])]).toEqual([n(3), 22, n(4), n(5), n(6), n(7), 5, 14]);
    expect([...present(written.charstrings[0])]).toEqual([n(50), 14]);
    const blues = present(present(written.privates[0]).entries.find(({ operator }) => operator === 6));
    expect(blues.operands).toEqual([-20, 20, 700, 20]);
  });
});
