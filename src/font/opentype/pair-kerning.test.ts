import { describe, expect, it } from "vitest";
import { words } from "../testing/small-font.ts";
import { PairKernings } from "./pair-kerning.ts";

const tagWords = (tag: string) => [0, 2].map((at) => tag.charCodeAt(at) * 0x100 + tag.charCodeAt(at + 1));

/** Each script has a feature `kern` of its own, whose lookup has that many tables of pairs, all of them one: glyph 1 before glyph 2. */
function positioning(scripts: Readonly<Record<string, number>>, tables = 1): Uint8Array {
  const all = Object.entries(scripts);
  const count = all.length;
  const [scriptBytes, featureBytes, lookupBytes, pairBytes] = [12, 6, 6 + 2 * tables, 24];
  const records = 2 + 6 * count;
  const scriptsAt = 10;
  const featuresAt = scriptsAt + records + scriptBytes * count;
  const lookupsAt = featuresAt + records + featureBytes * count;
  const offsets = Array.from({ length: tables }, () => lookupBytes);
  return Uint8Array.from([
    ...words(1, 0, scriptsAt, featuresAt, lookupsAt),
    ...words(count, ...all.flatMap(([tag], index) => [...tagWords(tag), records + scriptBytes * index])),
    ...words(...all.flatMap((_, index) => [4, 0, 0, 0xffff, 1, index])),
    ...words(count, ...all.flatMap((_, index) => [...tagWords("kern"), records + featureBytes * index])),
    ...words(...all.flatMap((_, index) => [0, 1, index])),
    ...words(count, ...all.map((_, index) => 2 + 2 * count + (lookupBytes + pairBytes) * index)),
    ...all.flatMap(([, value]) => [
      ...words(2, 0, tables, ...offsets),
      ...words(1, 12, 4, 0, 1, 18, 1, 1, 1, 1, 2, value & 0xffff),
    ]),
  ]);
}

describe("kerning of GPOS", () => {
  it("is that of the text's script, else of the default one, else of Latin", () => {
    const kerned = (scripts: Readonly<Record<string, number>>) => {
      const kernings = new PairKernings(positioning(scripts));
      return ["cyrl", "latn", "grek"].map((script) => kernings.ofScript(script)?.(1, 2));
    };
    expect(kerned({ cyrl: -50, latn: 30 })).toEqual([-50, 30, 30]);
    expect(kerned({ DFLT: -7, cyrl: -50 })).toEqual([-50, -7, -7]);
    expect(kerned({ cyrl: -50 })).toEqual([-50, undefined, undefined]);
  });

  it("asks some hundred tables for each pair, and none where there are more", () => {
    const kern = (tables: number) => new PairKernings(positioning({ DFLT: -50 }, tables)).ofScript("latn")?.(1, 2);
    expect([1, 400, 20_000].map(kern)).toEqual([-50, -50, undefined]);
  });
});
