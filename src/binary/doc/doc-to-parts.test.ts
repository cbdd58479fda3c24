import { describe, expect, it } from "vitest";
import { OpcPackage } from "../../office/package.ts";
import { findAll, type XmlNode } from "../../office/xml-node.ts";
import { docToParts } from "./doc-to-parts.ts";
import { type BuiltDocument, buildDoc, paragraph, sprm, u16, u32 } from "./testing/doc-builder.ts";

function parts(document: BuiltDocument): OpcPackage {
  return OpcPackage.ofParts(docToParts(buildDoc(document)));
}

function part(pack: OpcPackage, name: string): XmlNode {
  const root = pack.xml(name);
  if (!root) throw new Error(`no ${name}`);
  return root;
}

const body = (document: BuiltDocument) => part(parts(document), "word/document.xml");
const textOf = (element: XmlNode) =>
  findAll(element, "w:t")
    .map((text) => text.text)
    .join("");
const values = (element: XmlNode, name: string) => findAll(element, name).map((found) => found.attributes["w:val"]);

describe("docToParts", () => {
  it.each([false, true])("reads paragraphs (one byte for a character: %s)", (compressed) => {
    const root = body({ paragraphs: [paragraph("First line"), paragraph("Größe & <Zahl>")], compressed });
    expect(findAll(root, "w:p").map(textOf)).toEqual(["First line", "Größe & <Zahl>"]);
  });

  it("reads the formatting of runs and keeps it apart", () => {
    const root = body({
      paragraphs: [
        {
          runs: [
            { text: "plain " },
            {
              text: "bold",
              modifiers: [...sprm(0x0835, 1), ...sprm(0x4a43, ...u16(28)), ...sprm(0x6870, 255, 0, 0, 0)],
            },
            { text: " plain\r" },
          ],
        },
      ],
    });
    const bold = findAll(root, "w:r").filter((run) => findAll(run, "w:b").length > 0);
    expect(bold.map(textOf)).toEqual(["bold"]);
    expect(values(root, "w:sz")).toEqual(["28"]);
    expect(values(root, "w:color")).toEqual(["FF0000"]);
  });

  it("takes a toggle that is the opposite of the style from the style", () => {
    const styles = [
      { name: "Normal", kind: 1, builtIn: 0 } as const,
      { name: "Loud", kind: 1, base: 0, character: sprm(0x0835, 1) } as const,
    ];
    const runs = [{ text: "quiet\r", modifiers: sprm(0x0835, 0x81) }];
    const root = body({
      styles,
      paragraphs: [
        { runs, style: 1 },
        { runs, style: 0 },
      ],
    });
    expect(findAll(root, "w:r").flatMap((run) => values(run, "w:b"))).toEqual(["0", undefined]);
    expect(values(root, "w:pStyle")).toEqual(["s1", "s0"]);
  });

  it("reads indents, spacing, tabs and alignment", () => {
    const modifiers = [
      ...sprm(0x845e, ...u16(720)),
      ...sprm(0x8460, ...u16(0x10000 - 360)),
      ...sprm(0x6412, ...u16(0x10000 - 300), 0, 0),
      ...sprm(0xa414, ...u16(120)),
      ...sprm(0x2461, 3),
      ...sprm(0xc60d, 7, 1, ...u16(500), 1, ...u16(2000), 2 | (1 << 3)),
    ];
    const root = body({ paragraphs: [paragraph("text", modifiers)] });
    const attributes = (name: string) => findAll(root, name).map((found) => ({ ...found.attributes }));
    expect(attributes("w:ind")).toEqual([{ "w:left": "720", "w:hanging": "360" }]);
    expect(attributes("w:spacing")).toEqual([{ "w:after": "120", "w:line": "300", "w:lineRule": "exact" }]);
    expect(attributes("w:tab")).toEqual([
      { "w:val": "clear", "w:pos": "500" },
      { "w:val": "right", "w:leader": "dot", "w:pos": "2000" },
    ]);
    expect(values(root, "w:jc")).toEqual(["both"]);
  });

  it("names built-in styles as the specification does", () => {
    const pack = parts({
      styles: [
        { name: "Standard", kind: 1, builtIn: 0, character: sprm(0x4a43, ...u16(24)) },
        { name: "Überschrift 1", kind: 1, builtIn: 1, base: 0 },
      ],
      paragraphs: [paragraph("text")],
    });
    const styles = part(pack, "word/styles.xml");
    expect(values(styles, "w:name")).toEqual(["Normal", "heading 1"]);
    expect(values(styles, "w:basedOn")).toEqual(["s0"]);
  });

  const inTable = sprm(0x2416, 1);
  const border = [4, 1, 1, 0];
  const row = (edges: number[], flags: number[] = []) => {
    const cells = edges
      .slice(1)
      .flatMap((_, index) => [...u16(flags[index] ?? 0), ...u16(0), ...border, ...border, ...border, ...border]);
    const definition = [edges.length - 1, ...edges.flatMap(u16), ...cells];
    return [...inTable, ...sprm(0x2417, 1), ...sprm(0xd608, ...u16(definition.length + 1), ...definition)];
  };

  it("reads tables with columns of different rows on one grid", () => {
    const root = body({
      paragraphs: [
        paragraph("a\x07", inTable),
        paragraph("b\x07", inTable),
        paragraph("\x07", row([0, 2000, 4000])),
        paragraph("wide\x07", inTable),
        paragraph("\x07", row([0, 4000])),
        paragraph("after"),
      ],
    });
    expect(findAll(root, "w:tr").map((found) => findAll(found, "w:tc").map(textOf))).toEqual([["a", "b"], ["wide"]]);
    expect(findAll(root, "w:gridCol").map((column) => column.attributes["w:w"])).toEqual(["2000", "2000"]);
    expect(values(root, "w:gridSpan")).toEqual(["2"]);
    expect(textOf(findAll(root, "w:p").at(-1) ?? root)).toBe("after");
  });

  it("reads merged cells", () => {
    const root = body({
      paragraphs: [
        paragraph("a\x07", inTable),
        paragraph("\x07", inTable),
        paragraph("c\x07", inTable),
        paragraph("\x07", row([0, 1000, 2000, 3000], [1, 2, 0x60])),
        paragraph("d\x07", inTable),
        paragraph("e\x07", inTable),
        paragraph("\x07", inTable),
        paragraph("\x07", row([0, 1000, 2000, 3000], [0, 0, 0x20])),
      ],
    });
    expect(values(root, "w:gridSpan")).toEqual(["2"]);
    expect(values(root, "w:vMerge")).toEqual(["restart", "continue"]);
  });

  it("puts tables into cells", () => {
    const inner = [...inTable, ...sprm(0x6649, ...u32(2))];
    const root = body({
      paragraphs: [
        paragraph("inner", [...inner, ...sprm(0x244b, 1)]),
        paragraph("", [...inner, ...sprm(0x244b, 1), ...sprm(0x244c, 1), ...row([0, 900]).slice(inTable.length + 3)]),
        paragraph("outer\x07", [...inTable, ...sprm(0x6649, ...u32(1))]),
        paragraph("\x07", [...row([0, 2000]), ...sprm(0x6649, ...u32(1))]),
      ],
    });
    const [outer] = findAll(root, "w:tc");
    expect(findAll(outer ?? root, "w:tbl").map(textOf)).toEqual(["inner"]);
    expect(textOf(outer ?? root)).toBe("innerouter");
  });

  it("writes lists with their levels", () => {
    const text = [...u16(3), ...u16(0x28), ...u16(0), ...u16(0x29)];
    const level = [...u32(3), 2, 0, ...new Array(9).fill(0), 0, ...u32(0), ...u32(0), 0, 0, 0, 0, ...text];
    const definitions = [...u16(1), ...u32(77), ...u32(0), ...new Array(18).fill(0xff), 1, 0, ...level];
    const instances = [...u32(1), ...u32(77), ...u32(0), ...u32(0), 0, 0, 0, 0, ...u32(0xffffffff)];
    const list = [...sprm(0x260a, 0), ...sprm(0x460b, ...u16(1))];
    const pack = parts({ paragraphs: [paragraph("item", list)], lists: { definitions, instances } });
    const numbering = part(pack, "word/numbering.xml");
    expect(values(numbering, "w:lvlText")).toEqual(["(%1)"]);
    expect(values(numbering, "w:numFmt")).toEqual(["lowerRoman"]);
    expect(values(numbering, "w:start")).toEqual(["3"]);
    expect(values(part(pack, "word/document.xml"), "w:numId")).toEqual(["1"]);
  });

  it("writes headers and footers of a section", () => {
    const none: never[] = [];
    const headers = [
      none,
      none,
      none,
      none,
      none,
      none,
      none,
      [paragraph("Head")],
      none,
      [paragraph("Foot")],
      none,
      none,
    ];
    const pack = parts({ paragraphs: [paragraph("text")], headers });
    expect(textOf(part(pack, "word/header1-default.xml"))).toBe("Head");
    expect(textOf(part(pack, "word/footer1-default.xml"))).toBe("Foot");
    const references = findAll(part(pack, "word/document.xml"), "w:headerReference");
    expect(
      references.map((found) => pack.relationships("word/document.xml").get(found.attributes["r:id"] ?? "")?.target),
    ).toEqual(["word/header1-default.xml"]);
  });

  it("writes footnotes", () => {
    const mark = { text: "\x02", modifiers: sprm(0x0855, 1) };
    const pack = parts({
      paragraphs: [{ runs: [{ text: "word" }, mark, { text: "\r" }] }],
      footnotes: [{ runs: [mark, { text: " note\r" }] }, paragraph("")],
      tables: { 2: [...u32(4), ...u32(6), ...u16(1)], 3: [...u32(0), ...u32(7), ...u32(8)] },
    });
    const [reference] = findAll(part(pack, "word/document.xml"), "w:footnoteReference");
    const [note] = findAll(part(pack, "word/footnotes.xml"), "w:footnote");
    expect(reference?.attributes["w:id"]).toBe(note?.attributes["w:id"]);
    expect(note && textOf(note)).toBe(" note");
    expect(note && findAll(note, "w:footnoteRef")).toHaveLength(1);
  });

  it("writes the separators of notes that the document has", () => {
    const mark = { text: "\x02", modifiers: sprm(0x0855, 1) };
    const separator = { runs: [{ text: "\x03", modifiers: sprm(0x0855, 1) }, { text: "\r" }] };
    const pack = parts({
      paragraphs: [{ runs: [{ text: "word" }, mark, { text: "\r" }] }],
      footnotes: [{ runs: [mark, { text: " note\r" }] }, paragraph("")],
      headers: [[separator], [], [], [], [], [], [], [], [], [], [], []],
      tables: { 2: [...u32(4), ...u32(6), ...u16(1)], 3: [...u32(0), ...u32(7), ...u32(8)] },
    });
    const [first, second] = findAll(part(pack, "word/footnotes.xml"), "w:footnote");
    expect(first?.attributes["w:type"]).toBe("separator");
    expect(first && findAll(first, "w:separator")).toHaveLength(1);
    expect(second?.attributes["w:id"]).toBe("0");
  });

  it("reads sections", () => {
    const section = [...sprm(0xb01f, ...u16(11906)), ...sprm(0x500b, ...u16(1)), ...sprm(0x300a, 1)];
    const root = body({ paragraphs: [paragraph("text")], section });
    expect(findAll(root, "w:pgSz")[0]?.attributes["w:w"]).toBe("11906");
    expect(findAll(root, "w:cols")[0]?.attributes["w:num"]).toBe("2");
    expect(findAll(root, "w:titlePg")).toHaveLength(1);
  });

  it("keeps instructions of fields apart from their results", () => {
    const mark = (text: string) => ({ text, modifiers: sprm(0x0855, 1) });
    const runs = [mark("\x13"), { text: " PAGE " }, mark("\x14"), { text: "1" }, mark("\x15"), { text: "\r" }];
    const root = body({ paragraphs: [{ runs }] });
    expect(findAll(root, "w:fldChar").map((found) => found.attributes["w:fldCharType"])).toEqual([
      "begin",
      "separate",
      "end",
    ]);
    expect(
      findAll(root, "w:instrText")
        .map((found) => found.text)
        .join(""),
    ).toBe(" PAGE ");
    expect(textOf(root)).toBe("1");
  });

  it("leaves deleted text out and writes symbols", () => {
    const runs = [
      { text: "gone", modifiers: sprm(0x0800, 1) },
      { text: "(", modifiers: [...sprm(0x6a09, ...u16(1), ...u16(0xf0b7)), ...sprm(0x0855, 1)] },
      { text: "kept\r" },
    ];
    const root = body({ paragraphs: [{ runs }], fonts: ["Times New Roman", "Symbol"] });
    expect(textOf(root)).toBe("kept");
    expect({ ...findAll(root, "w:sym")[0]?.attributes }).toEqual({ "w:font": "Symbol", "w:char": "f0b7" });
  });

  it("shows the chosen entry of a list field and the state of a check box", () => {
    const name = [...u16(1), ...u16(0x41), ...u16(0)];
    const none = [...u16(0), ...u16(0)];
    const entries = [
      ...u16(0xffff),
      ...u16(2),
      ...u16(0),
      ...u16(1),
      ...u16(0x58),
      ...u16(2),
      ...u16(0x59),
      ...u16(0x5a),
    ];
    const list = [...u32(0xffffffff), ...u16(2 | (1 << 2)), ...u16(0), ...u16(0), ...name, ...u16(0)];
    const box = [...u32(0xffffffff), ...u16(1 | (25 << 2)), ...u16(0), ...u16(0), ...name, ...u16(1)];
    const stored = (field: number[]) => [...u32(68 + field.length), ...u16(68), ...new Array(62).fill(0), ...field];
    const first = stored([...list, ...none, ...none, ...none, ...none, ...none, ...entries]);
    const field = (name: string, at: number) => [
      { text: `\x13 ${name} `, modifiers: sprm(0x0855, 1) },
      { text: "\x01", modifiers: [...sprm(0x6a03, ...u32(at)), ...sprm(0x0806, 1), ...sprm(0x0855, 1)] },
      { text: "\x15", modifiers: sprm(0x0855, 1) },
    ];
    const runs = [...field("FORMDROPDOWN", 0), ...field("FORMCHECKBOX", first.length), { text: "\r" }];
    const root = body({ paragraphs: [{ runs }], data: [...first, ...stored(box)] });
    expect(textOf(root)).toBe("YZ");
    expect(values(root, "w:checked")).toEqual(["1"]);
  });

  it("applies the modifiers of pieces after those of the text", () => {
    const runs = [{ text: "text\r", modifiers: sprm(0x0835, 0) }];
    const bold = (0x55 << 1) | (1 << 8);
    expect(values(body({ paragraphs: [{ runs }], pieceModifier: bold }), "w:b")).toContain(undefined);
    const centered = body({ paragraphs: [{ runs }], pieceModifier: 1, propertyList: sprm(0x2461, 1) });
    expect(values(centered, "w:jc")).toEqual(["center"]);
  });

  it("makes no frames of the cells of a table that floats", () => {
    const placed = [...sprm(0x8418, ...u16(2880)), ...sprm(0x2423, 2)];
    const root = body({
      paragraphs: [
        paragraph("a\x07", [...inTable, ...placed]),
        paragraph("\x07", row([0, 2000])),
        paragraph("b", placed),
      ],
    });
    expect(findAll(root, "w:tblpPr")[0]?.attributes["w:tblpX"]).toBe("2879");
    expect(findAll(root, "w:framePr")).toHaveLength(1);
  });

  it("reads the text of a file whose piece table is damaged", () => {
    expect(textOf(body({ paragraphs: [paragraph("still there")], tables: { 33: [9, 9, 9] } }))).toBe("still there");
  });

  it("takes the other name of a font that nobody has", () => {
    const pack = parts({ paragraphs: [paragraph("text")], fonts: ["Nobody Has It|Arial", "Helvetica"] });
    expect(findAll(part(pack, "word/styles.xml"), "w:rFonts")[0]?.attributes["w:ascii"]).toBe("Arial");
  });

  it("refuses what it cannot read with a sentence", () => {
    const paragraphs = [paragraph("text")];
    expect(() => parts({ paragraphs, flags: 0x100 })).toThrow("password-protected");
    expect(() => parts({ paragraphs, version: 0x68 })).toThrow("Word 95 or older");
    expect(() => parts({ paragraphs, ident: 0xa5dc })).toThrow("Word 95 or older");
    expect(() => parts({ paragraphs, ident: 0x1234 })).toThrow("not a Word document");
  });
});
