import { describe, expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";
import { Numbering } from "./numbering.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function level(index: number, text: string, extra = ""): string {
  return `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="decimal"/>${extra}<w:lvlText w:val="${text}"/></w:lvl>`;
}

function numbering(body: string): Numbering {
  return new Numbering(readXml(`<w:numbering ${W}>${body}</w:numbering>`), new Theme(undefined));
}

const OUTLINE = `<w:abstractNum w:abstractNumId="0">${level(0, "%1.")}${level(1, "%1.%2")}${level(2, "%1.%2.%3")}</w:abstractNum>`;

describe("Numbering", () => {
  it("counts levels and restarts the deeper ones", () => {
    const list = numbering(`${OUTLINE}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`);
    const labels = [0, 1, 1, 0, 1, 2].map((at) => list.next("1", at)?.label);
    expect(labels).toEqual(["1.", "1.1", "1.2", "2.", "2.1", "2.1.1"]);
  });

  it("starts missing higher levels at their first value", () => {
    const list = numbering(`${OUTLINE}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`);
    expect(list.next("1", 2)?.label).toBe("1.1.1");
  });

  it("goes on counting in another instance of the same definition", () => {
    const list = numbering(
      `${OUTLINE}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>`,
    );
    expect([list.next("1", 0)?.label, list.next("2", 0)?.label, list.next("1", 0)?.label]).toEqual(["1.", "2.", "3."]);
  });

  it("restarts where an instance overrides the start, once", () => {
    const list = numbering(
      `${OUTLINE}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>` +
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>',
    );
    expect([list.next("1", 0)?.label, list.next("2", 0)?.label, list.next("2", 0)?.label]).toEqual(["1.", "5.", "6."]);
  });

  it("never restarts a level that says so", () => {
    const definition = `<w:abstractNum w:abstractNumId="0">${level(0, "%1")}${level(1, "%2", '<w:lvlRestart w:val="0"/>')}</w:abstractNum>`;
    const list = numbering(`${definition}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`);
    expect([0, 1, 0, 1].map((at) => list.next("1", at)?.label)).toEqual(["1", "1", "2", "2"]);
  });

  it("shows higher levels as decimals in legal numbering", () => {
    const roman = '<w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1"/></w:lvl>';
    const definition = `<w:abstractNum w:abstractNumId="0">${roman}${level(1, "%1.%2", "<w:isLgl/>")}</w:abstractNum>`;
    const list = numbering(`${definition}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`);
    expect([list.next("1", 0)?.label, list.next("1", 1)?.label]).toEqual(["III", "3.1"]);
  });

  it("knows the level that a style is for", () => {
    const styled = (style: string) => `<w:pStyle w:val="${style}"/>`;
    const definition = `<w:abstractNum w:abstractNumId="0">${level(0, "%1", styled("One"))}${level(1, "%2", styled("Two"))}</w:abstractNum>`;
    const list = numbering(`${definition}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`);
    expect(["One", "Two", "Three"].map((style) => list.levelOfStyle("1", style))).toEqual([0, 1, undefined]);
    expect(list.levelOfStyle("9", "One")).toBeUndefined();
  });

  it("knows nothing about lists that are not there", () => {
    expect(numbering("").next("9", 0)).toBeUndefined();
  });
});
