import { describe, expect, it } from "vitest";
import { found, pageOf, shortly, words } from "../testing/detect-page.ts";

const LABELS = "0 g ";

/** Pale bands below each other, as programs paint fields without a line about them. */
const bands = (count: number) =>
  `0.9 g ${Array.from({ length: count }, (_, row) => `20 ${250 - 30 * row} 300 18 re f`).join(" ")} ${LABELS}`;

describe("fields in tints", () => {
  it("begin after their labels, which end in a colon", () => {
    const file = pageOf(`${bands(4)}${words(24, 165, "Street:")}`);
    expect(shortly(file).map(([, , box]) => box)).toEqual([
      [20, 250, 320, 268],
      [20, 220, 320, 238],
      [20, 190, 320, 208],
      [55, 160, 320, 178],
    ]);
  });

  it("are none where the words in a tint are a heading", () => {
    const file = pageOf(`${bands(4)}${words(24, 165, "Your household")}`);
    expect(found(file)).toHaveLength(3);
  });

  it("are what is left white, also if its padding is painted as pieces of its own", () => {
    const white = "1 g 100 200 4 14 re f 104 200 150 14 re f 254 200 4 14 re f ";
    const tint = "0.9 g 20 198 80 18 re f 258 198 60 18 re f ";
    expect(shortly(pageOf(`${tint}${white}${LABELS}${words(24, 204, "Road")}`))).toEqual([
      ["text", "Road", [100, 200, 258, 214]],
    ]);
    // white without a tint beside it is paper
    expect(found(pageOf(`${white}${LABELS}${words(24, 204, "Road")}`))).toEqual([]);
  });

  it("go on after a tick that is named before its cell, and not after one that is named in it", () => {
    const cell = `80 200 220 16 re S ${words(84, 204, "o", "Z")}`;
    expect(shortly(pageOf(`${cell}${words(24, 204, "Exchange")}`))).toEqual([
      ["check", "Exchange", [84, 203, 92, 212]],
      ["text", "Exchange_2", [95, 200, 300, 216]],
    ]);
    expect(found(pageOf(`${cell}${words(100, 204, "I agree")}`)).map(({ kind, name }) => [kind, name])).toEqual([
      ["check", "I agree"],
    ]);
  });

  it("are none in strips that are too narrow to write in", () => {
    const strips = `0.9 g ${[0, 1, 2, 3, 4].map((step) => `${20 + 40 * step} 100 8 60 re f`).join(" ")} ${LABELS}`;
    const frame = `240 200 100 16 re S `;
    expect(shortly(pageOf(`${strips}${frame}${words(180, 204, "Amount")}`))).toEqual([
      ["text", "Amount", [240, 200, 340, 216]],
    ]);
  });
});
