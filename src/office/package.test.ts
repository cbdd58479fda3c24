import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { inflateNatively } from "./inflate-native.ts";
import { OpcPackage } from "./package.ts";

const packageOf = (parts: Record<string, string>): OpcPackage =>
  OpcPackage.ofParts(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));

describe("a package that is read", () => {
  it("does without damaged parts, and says which and why", () => {
    const pack = packageOf({
      "a.xml": "<a>\n<b></a>",
      "_rels/a.xml.rels": "<Relationships",
      "c.xml": "<c/>",
      "never-read.xml": "<",
    });
    expect(pack.xml("a.xml")).toBeUndefined();
    expect(pack.xml("c.xml")?.name).toBe("c");
    expect(pack.relationships("a.xml").size).toBe(0);
    expect(pack.damageWarnings).toEqual([
      'The part "a.xml" is damaged. The XML closes <a> where <b> is open (line 2, column 4). The file is shown without it.',
      'The part "_rels/a.xml.rels" is damaged. The XML ends inside a tag (line 1, column 15). The file is shown without it.',
    ]);
  });

  it("does without parts that cannot be unpacked", () => {
    const text = `<a>${"words that differ from 1 to 2 ".repeat(9)}</a>`;
    const bytes = zipSync({ "a.xml": strToU8(text) });
    bytes.fill(0xff, 40, 60);
    const pack = OpcPackage.ofZip(bytes, inflateNatively);
    expect(pack.xml("a.xml")).toBeUndefined();
    expect(pack.damageWarnings).toEqual([
      'The part "a.xml" is damaged or not of its declared size. The file is shown without it.',
    ]);
  });

  it("is nothing without its main part", () => {
    const pack = packageOf({ "main.xml": "<a><b>", "pieces.xml": "<a><p>x</p>" });
    expect(() => pack.mainXml("main.xml")).toThrow(
      'The part "main.xml" is damaged. The XML ends before <b> is closed (line 1, column 7).',
    );
    expect(() => pack.mainXml("pieces.xml", new Set(["p"]))).toThrow("The XML ends before <a> is closed");
    expect(() => pack.mainXml("other.xml")).toThrow('The part "other.xml" is missing.');
  });
});
