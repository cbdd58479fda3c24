import { describe, expect, it } from "vitest";
import { OpcPackage } from "../../office/package.ts";
import { paragraph, section, wordDocument } from "../testing/word-document.ts";
import { FontUsage } from "../text/font-usage.ts";
import { TextStyles } from "../text/text-style.ts";
import { embeddedFaces } from "./embedded-fonts.ts";

/** The characters that a document sets in each face, by family and weight. */
function usage(body: string, parts: Parameters<typeof wordDocument>[1] = {}) {
  const byFont = new FontUsage(new TextStyles()).ofDocument(wordDocument(body, parts));
  return (family: string, weight = "") => {
    const [, text = ""] = [...byFont].find(([key]) => key.includes(family) && key.startsWith(weight)) ?? [];
    return [...text].sort().join("").trim();
  };
}

const run = (text: string, properties: string) => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const courier = '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>';
const A4 = section(40, 40);

describe("FontUsage", () => {
  it("keeps the characters of each face apart, whichever story they are in", () => {
    const table = `<w:tbl><w:tr><w:tc><w:p>${run("cell", courier)}</w:p></w:tc></w:tr></w:tbl>`;
    const footnotes = `<w:footnote w:id="1">${paragraph("note")}</w:footnote>`;
    const reference = '<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>';
    const used = usage(`${paragraph("body")}${table}${reference}${A4}`, { footnotes });
    expect(used("Courier")).toBe("cel");
    expect(used("Arial")).toBe("1bdenoty");
  });

  it("has capitals for text that is shown in them, and not for other text", () => {
    const text = `<w:p>${run("ab", `${courier}<w:caps/>`)}${run("cd", courier)}</w:p>`;
    expect(usage(`${text}${A4}`)("Courier")).toBe("ABabcd");
  });

  it("has the figures that a page number may come to", () => {
    const field = '<w:p><w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>';
    expect(usage(`${field}${A4}`)("Arial")).toContain("0123456789");
  });

  it("knows bold text for a face of its own", () => {
    const text = `<w:p>${run("bold", "<w:b/>")}${run("plain", "")}</w:p>`;
    const used = usage(`${text}${A4}`);
    expect(used("Arial", "700")).toBe("bdlo");
    expect(used("Arial", "400")).toBe("ailnp");
  });
});

describe("embeddedFaces", () => {
  const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const encode = (xml: string) => new TextEncoder().encode(xml);
  const relationships = (...items: [id: string, type: string, target: string][]) =>
    encode(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items
        .map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`)
        .join("")}</Relationships>`,
    );
  const KEY = "{00112233-4455-6677-8899-AABBCCDDEEFF}";
  /** The key's bytes from the last to the first, as they are laid over the file. */
  const MASK = [0xff, 0xee, 0xdd, 0xcc, 0xbb, 0xaa, 0x99, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x00];
  const plain = Uint8Array.from({ length: 40 }, (_, index) => index);
  const hidden = plain.map((byte, index) => (index < 32 ? byte ^ (MASK[index % 16] ?? 0) : byte));

  function faces(fonts: string) {
    return embeddedFaces(
      OpcPackage.ofParts([
        ["_rels/.rels", relationships(["r", "officeDocument", "word/document.xml"])],
        ["word/_rels/document.xml.rels", relationships(["t", "fontTable", "fontTable.xml"])],
        ["word/fontTable.xml", encode(`<w:fonts xmlns:w="${W}" xmlns:r="${TYPES}">${fonts}</w:fonts>`)],
        ["word/_rels/fontTable.xml.rels", relationships(["f1", "font", "fonts/f1.odttf"])],
        ["word/fonts/f1.odttf", hidden],
      ]),
    );
  }

  it("reveals the first 32 bytes by the key", () => {
    const [face] = faces(`<w:font w:name="Own"><w:embedBoldItalic r:id="f1" w:fontKey="${KEY}"/></w:font>`);
    expect(face).toEqual({ family: "Own", weight: "700", style: "italic", bytes: plain });
  });

  it("takes a font without a key as it is", () => {
    expect(faces('<w:font w:name="Own"><w:embedRegular r:id="f1"/></w:font>')[0]?.bytes).toEqual(hidden);
  });

  it.each([
    ["without a name", '<w:font><w:embedRegular r:id="f1"/></w:font>'],
    ["whose part is missing", '<w:font w:name="Own"><w:embedRegular r:id="f9"/></w:font>'],
    ["of a kind that is unknown", '<w:font w:name="Own"><w:embedThin r:id="f1"/></w:font>'],
  ])("leaves out a font %s", (_, font) => {
    expect(faces(font)).toEqual([]);
  });

  it("carries forty faces at the most", () => {
    const one = '<w:font w:name="Own"><w:embedRegular r:id="f1"/></w:font>';
    expect(faces(one.repeat(50))).toHaveLength(40);
  });
});
