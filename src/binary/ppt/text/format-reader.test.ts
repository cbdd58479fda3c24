import { describe, expect, it } from "vitest";
import { ByteCursor } from "../../../office/byte-reader.ts";
import { bytesOf, u16, u32 } from "../../officeart/testing/art-records.ts";
import { readCharacterFormat, readParagraphFormat } from "./format-reader.ts";
import { readMasterLevels, readMasterLevels9 } from "./master-levels.ts";
import { readExtensions } from "./text-body.ts";

const paragraph = (masks: number, ...fields: number[]) =>
  readParagraphFormat(new ByteCursor(bytesOf(u32(masks), u16(...fields))));
const character = (masks: number, ...fields: number[]) =>
  readCharacterFormat(new ByteCursor(bytesOf(u32(masks), u16(...fields))));

describe("readParagraphFormat", () => {
  it.each([
    ["nothing that no mask announces", [0, 99, 99], {}],
    ["flags of the bullet that are said, and no others", [0x5, 0x1], { hasBullet: true, bulletHasColor: false }],
    [
      "the bullet's character, font, size and colour in the order of the record, not of the masks",
      [0xf0, 0x2022, 3, -24, 0x1234, 0x0100],
      { bulletChar: 0x2022, bulletFont: 3, bulletSize: -24, bulletColor: 0x0100_1234 },
    ],
    [
      "spacing behind the alignment, margins behind the spacing",
      [0x7d00, 2, 90, -8, 4, 216, -27],
      { alignment: 2, lineSpacing: 90, spaceBefore: -8, spaceAfter: 4, leftMargin: 216, indent: -27 },
    ],
    [
      "tabs with their number before them",
      [0x100000, 2, 100, 1, 200, 3],
      {
        tabs: [
          { position: 100, kind: 1 },
          { position: 200, kind: 3 },
        ],
      },
    ],
    ["the direction behind the line breaking that is passed over", [0x2f0000, 7, 7, 1], { isRightToLeft: true }],
  ])("has %s", (_, [masks = 0, ...fields], expected) => {
    expect(paragraph(masks, ...fields)).toEqual(expected);
  });

  it("takes no more than a hundred tabs, whatever the count says", () => {
    expect(paragraph(0x100000, 0xffff).tabs).toHaveLength(100);
  });
});

describe("readCharacterFormat", () => {
  it.each([
    ["what is switched off as well as on", [0x7, 0x5], { bold: true, italic: false, underline: true }],
    ["the number of the extended properties", [0x3c00, 0x2400], { extension: 9 }],
    [
      "fonts of scripts before size, colour and position",
      [0xef0000, 1, 2, 3, 4, 32, 0x80, 0xfe00, -25],
      {
        font: 1,
        eastAsianFont: 2,
        ansiFont: 3,
        symbolFont: 4,
        sizePoints: 32,
        color: 0xfe00_0080,
        position: -25,
      },
    ],
  ])("has %s", (_, [masks = 0, ...fields], expected) => {
    expect(character(masks, ...fields)).toEqual(expected);
  });
});

describe("levels of masters", () => {
  const level = (size: number) => bytesOf(u32(0), u32(0x20000), u16(size));

  it("come one after the other", () => {
    const levels = readMasterLevels(bytesOf(u16(2), level(40), level(30)), 1);
    expect(levels.map(({ character }) => character.sizePoints)).toEqual([40, 30]);
  });

  it("name their level from type 5 on", () => {
    const levels = readMasterLevels(bytesOf(u16(1), u16(3), level(12)), 5);
    expect(levels).toHaveLength(4);
    expect(levels[3]?.character.sizePoints).toBe(12);
  });

  it("end where the record ends", () => {
    expect(readMasterLevels(bytesOf(u16(5), level(40)), 1)).toHaveLength(1);
  });

  it("are numbered by the later record", () => {
    const numbered = bytesOf(u32(0x3000000), u16(1, 6, 4), u32(0x100000), u32(7));
    const plain = bytesOf(u32(0), u32(0));
    expect(readMasterLevels9(bytesOf(u16(2), numbered, plain), 1)).toEqual([
      { isNumbered: true, autoNumber: { scheme: 6, start: 4 } },
      {},
    ]);
  });
});

describe("readExtensions", () => {
  it("passes over what is not seen: languages, spelling, smart tags", () => {
    const unseen = bytesOf(u32(0x267), u16(0, 1033, 0, 0), u32(9), u32(2), u32(5, 6));
    const image = bytesOf(u32(0x800000), u16(2), u32(0), unseen);
    const none = bytesOf(u32(0), u32(0), u32(0));
    expect(readExtensions(bytesOf(image, none))).toEqual([{ bulletPicture: 2 }, {}]);
  });
});
