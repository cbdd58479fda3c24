import { describe, expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";
import { combineStyleLevels, StyleSheet } from "./styles.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function sheet(body: string): StyleSheet {
  return new StyleSheet(readXml(`<w:styles ${W}>${body}</w:styles>`), new Theme(undefined));
}

function paragraphStyle(id: string, basedOn: string | undefined, run: string): string {
  const parent = basedOn ? `<w:basedOn w:val="${basedOn}"/>` : "";
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/>${parent}<w:rPr>${run}</w:rPr></w:style>`;
}

describe("StyleSheet", () => {
  it("inherits what a style does not say itself", () => {
    const styles = sheet(
      paragraphStyle("Base", undefined, '<w:sz w:val="24"/><w:b/>') +
        paragraphStyle("Child", "Base", '<w:sz w:val="30"/>'),
    );
    expect(styles.characterOf("Child")).toMatchObject({ sizePt: 15, bold: true });
  });

  it("ends a chain of styles based on each other", () => {
    const styles = sheet(paragraphStyle("A", "B", "<w:b/>") + paragraphStyle("B", "A", "<w:i/>"));
    expect(styles.characterOf("A")).toMatchObject({ bold: true, italic: true });
    expect(styles.layers("A")).toHaveLength(2);
  });

  it("ends at a style based on itself", () => {
    expect(sheet(paragraphStyle("A", "A", "<w:b/>")).layers("A")).toHaveLength(1);
  });

  it("merges the conditional parts of a table style with those it is based on", () => {
    const styles = sheet(
      '<w:style w:type="table" w:styleId="T1"><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>' +
        '<w:style w:type="table" w:styleId="T2"><w:basedOn w:val="T1"/><w:tblStylePr w:type="firstRow"><w:rPr><w:i/></w:rPr></w:tblStylePr></w:style>',
    );
    expect(styles.tablePart("T2", "firstRow")?.character).toMatchObject({ bold: true, italic: true });
    expect(styles.tablePart("T2", "lastRow")).toBeUndefined();
  });

  it("has for a whole table what the style says, and what it says again of all of it", () => {
    const part = '<w:tblStylePr w:type="wholeTable"><w:rPr><w:i/></w:rPr><w:tcPr><w:noWrap/></w:tcPr></w:tblStylePr>';
    const style = `<w:style w:type="table" w:styleId="T"><w:rPr><w:b/></w:rPr><w:tcPr><w:vAlign w:val="center"/></w:tcPr>${part}</w:style>`;
    const whole = sheet(style).tablePart("T", "wholeTable");
    expect(whole?.character).toMatchObject({ bold: true, italic: true });
    expect(whole?.cell).toEqual({ noWrap: true, verticalAlign: "center" });
  });
});

describe("combineStyleLevels", () => {
  it("lets toggles of two style levels cancel out", () => {
    expect(combineStyleLevels({ bold: true }, { bold: true }).bold).toBe(false);
    expect(combineStyleLevels({ bold: true }, { bold: false }).bold).toBe(true);
    expect(combineStyleLevels({}, { bold: true }).bold).toBe(true);
  });

  it("replaces properties other than toggles", () => {
    expect(combineStyleLevels({ sizePt: 10 }, { sizePt: 12 }).sizePt).toBe(12);
  });
});
