import { describe, expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import type { ValidationProfile } from "./profiles.ts";
import { accessibleFile, iccProfile, metadata, type PdfaParts, pdfaFile } from "./testing/pdfa-file.ts";
import { validatePdf } from "./validate-pdf.ts";

const clausesOf = (file: Uint8Array, profile: ValidationProfile) => [
  ...new Set(validatePdf(file, profile).problems.map(({ clause }) => clause)),
];

const tagged = (content: string) => `/P <</MCID 0>> BDC ${content} EMC`;

/** What breaks PDF/A-2a, by the clause of ISO 19005-2. */
const PDFA: readonly (readonly [clause: string, what: string, parts: PdfaParts])[] = [
  ["6.1.2", "a header of PDF 2.0", { header: "%PDF-2.0\n%\xe2\xe3\xcf\xd3\n" }],
  ["6.1.2", "no binary comment", { header: "%PDF-1.7\n" }],
  ["6.1.3", "no ID", { trailer: "/Root 1 0 R" }],
  ["6.1.6", "an odd hexadecimal string", { catalog: "/X<abc>" }],
  ["6.1.7.1", "bytes in another file", { objects: { 30: { entries: "/F(a)", bytes: "" } } }],
  ["6.1.7.2", "LZW", { objects: { 30: { entries: "/Filter/LZWDecode", bytes: "\x80\x0b" } } }],
  ["6.1.10", "LZW within content", { content: tagged("BI /W 1 /H 1 /BPC 8 /CS /G /F /LZW ID \x80 EI") }],
  ["6.1.13", "an integer out of range", { catalog: "/X 2147483648" }],
  ["6.1.13", "a long name", { catalog: `/X/${"n".repeat(128)}` }],
  ["6.1.13", "a long string", { catalog: `/X(${"s".repeat(32_768)})` }],
  ["6.1.13", "deep graphics states", { content: tagged("q ".repeat(29) + "Q ".repeat(29)) }],
  ["6.1.13", "a page too small", { page: "/TrimBox[0 0 2 2]" }],
  ["6.2.2", "an unknown operator", { content: tagged("1 foo") }],
  ["6.2.3", "a profile of the wrong class", { objects: { 7: { entries: "/N 3", bytes: iccProfile("RGB ", "link") } } }],
  [
    "6.2.4.2",
    "a profile with other components",
    {
      resources: "/ColorSpace<</C[/ICCBased 30 0 R]>>",
      content: tagged("/C cs 0 scn 0 0 9 9 re f"),
      objects: { 30: { entries: "/N 1", bytes: iccProfile("RGB ") } },
    },
  ],
  ["6.2.4.3", "CMYK under an RGB intent", { content: tagged("0 0 0 1 k 0 0 9 9 re f") }],
  [
    "6.2.4.4",
    "a spot colour that is not described",
    {
      resources: "/ColorSpace<</C[/DeviceN[/Gold]/DeviceRGB 30 0 R]>>",
      content: tagged("/C cs 1 scn 0 0 9 9 re f"),
      objects: { 30: { entries: "/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]", bytes: "{dup dup}" } },
    },
  ],
  ["6.2.5", "a transfer function", { resources: "/ExtGState<</G<</TR/Identity>>>>", content: tagged("/G gs") }],
  ["6.2.6", "an unknown intent", { content: tagged("/Vivid ri") }],
  [
    "6.2.8.1",
    "interpolation",
    {
      resources: "/XObject<</I 30 0 R>>",
      content: tagged("/I Do"),
      objects: {
        30: {
          entries: "/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Interpolate true",
          bytes: "a",
        },
      },
    },
  ],
  [
    "6.2.9.2",
    "a reference to another file",
    {
      resources: "/XObject<</I 30 0 R>>",
      content: tagged("/I Do"),
      objects: { 30: { entries: "/Subtype/Form/BBox[0 0 1 1]/Resources<<>>/Ref<</F(a)/Page 0>>", bytes: "" } },
    },
  ],
  ["6.2.10", "an unknown blend mode", { resources: "/ExtGState<</G<</BM/Glow>>>>", content: tagged("/G gs") }],
  [
    "6.2.11.2",
    "too few widths",
    {
      objects: {
        8: "<</Type/Font/Subtype/Type3/FirstChar 65/LastChar 66/Widths[600]/CharProcs<<>>/Encoding<<>>/ToUnicode 10 0 R>>",
      },
    },
  ],
  [
    "6.2.11.4.1",
    "a font that is not embedded",
    {
      objects: { 8: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 10 0 R>>" },
    },
  ],
  [
    "6.2.11.7.2",
    "a character without a meaning",
    {
      objects: {
        8: "<</Type/Font/Subtype/Type3/FirstChar 65/LastChar 65/Widths[600]/CharProcs<</g1 9 0 R>>/Encoding<</Differences[65/g1]>>>>",
      },
    },
  ],
  ["6.2.11.8", "a character without a glyph", { content: tagged("BT /F 9 Tf (B) Tj ET") }],
  ["6.3.1", "a sound", { page: "/Annots[<</Subtype/Sound/F 4/Rect[0 0 0 0]>>]" }],
  ["6.3.2", "an annotation that is not printed", { page: "/Annots[<</Subtype/Link/F 0/Rect[0 0 9 9]>>]" }],
  ["6.3.3", "an annotation without a picture", { page: "/Annots[<</Subtype/Square/F 4/Rect[0 0 9 9]>>]" }],
  [
    "6.4.1",
    "a widget with an action",
    {
      page: "/Annots[<</Subtype/Widget/F 4/Rect[0 0 0 0]/A<</S/GoTo>>>>]",
    },
  ],
  ["6.4.2", "XFA", { catalog: "/AcroForm<</Fields[]/XFA(x)>>" }],
  ["6.5.1", "a script", { catalog: "/OpenAction<</S/JavaScript/JS(1)>>" }],
  ["6.5.2", "actions of a page", { page: "/AA<</O<</S/Named/N/NextPage>>>>" }],
  [
    "6.6.2.1",
    "metadata that are not XML",
    { objects: { 5: { entries: "/Type/Metadata/Subtype/XML", bytes: "<a><b></a>" } } },
  ],
  [
    "6.6.2.1",
    "metadata with an entity",
    {
      objects: { 5: { entries: "/Type/Metadata/Subtype/XML", bytes: "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>" } },
    },
  ],
  ["6.6.2.3.1", "a property of the wrong type", { properties: "<dc:title>Report</dc:title>" }],
  ["6.6.2.3.1", "a property that is not described", { properties: `<a:b xmlns:a="http://example.com/">x</a:b>` }],
  [
    "6.6.4",
    "another part",
    {
      identification: "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>",
    },
  ],
  [
    "6.7.2.2",
    "no mark of tags",
    {
      objects: { 1: "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/OutputIntents[6 0 R]/StructTreeRoot 12 0 R>>" },
    },
  ],
  ["6.7.3.4", "a type without a meaning", { objects: { 14: "<</Type/StructElem/S/Chart/P 13 0 R/Pg 3 0 R/K 0>>" } }],
  [
    "6.7.4",
    "a language that is none",
    { objects: { 14: "<</Type/StructElem/S/P/P 13 0 R/Pg 3 0 R/K 0/Lang(en-US@posix)>>" } },
  ],
  [
    "6.8",
    "an attached file that is not PDF/A",
    {
      objects: { 30: "<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 31 0 R>>>>", 31: { entries: "", bytes: "text" } },
    },
  ],
  ["6.9", "layers without a name", { catalog: "/OCProperties<</OCGs[]/D<<>>>>" }],
  ["6.10", "presentation steps", { page: "/PresSteps<<>>" }],
  ["6.11", "requirements", { catalog: "/Requirements[]" }],
];

/** What breaks PDF/UA-1, by the clause of ISO 14289-1. */
const ACCESSIBLE: readonly (readonly [clause: string, what: string, parts: PdfaParts])[] = [
  [
    "5",
    "no identification",
    { identification: `<dc:title><rdf:Alt><rdf:li xml:lang="en">R</rdf:li></rdf:Alt></dc:title>` },
  ],
  ["7.1", "no title", { identification: "<pdfuaid:part>1</pdfuaid:part>" }],
  ["7.1", "content without a tag", { content: "0 0 9 9 re f" }],
  ["7.1", "an artifact within a paragraph", { content: tagged("/Artifact BMC 0 0 9 9 re f EMC") }],
  ["7.2", "a row outside of a table", { objects: { 14: "<</Type/StructElem/S/TR/P 13 0 R/Pg 3 0 R/K 0>>" } }],
  [
    "7.2",
    "rows of different lengths",
    {
      objects: {
        14: "<</Type/StructElem/S/Table/P 13 0 R/K[15 0 R 16 0 R]>>",
        15: "<</Type/StructElem/S/TR/P 14 0 R/K[17 0 R 18 0 R]>>",
        16: "<</Type/StructElem/S/TR/P 14 0 R/K[19 0 R]>>",
        17: "<</Type/StructElem/S/TD/P 15 0 R>>",
        18: "<</Type/StructElem/S/TD/P 15 0 R>>",
        19: "<</Type/StructElem/S/TD/P 16 0 R>>",
      },
    },
  ],
  ["7.3", "a figure without a text", { objects: { 14: "<</Type/StructElem/S/Figure/P 13 0 R/Pg 3 0 R/K 0>>" } }],
  [
    "7.4.2",
    "a heading of the second level first",
    { objects: { 14: "<</Type/StructElem/S/H2/P 13 0 R/Pg 3 0 R/K 0>>" } },
  ],
  [
    "7.5",
    "a cell without a header",
    {
      objects: {
        14: "<</Type/StructElem/S/Table/P 13 0 R/K[15 0 R 16 0 R]>>",
        15: "<</Type/StructElem/S/TR/P 14 0 R/K[17 0 R]>>",
        16: "<</Type/StructElem/S/TR/P 14 0 R/K[18 0 R]>>",
        17: "<</Type/StructElem/S/TH/P 15 0 R>>",
        18: "<</Type/StructElem/S/TD/P 16 0 R/Pg 3 0 R/K 0>>",
      },
    },
  ],
  ["7.9", "a note without an ID", { objects: { 14: "<</Type/StructElem/S/Note/P 13 0 R/Pg 3 0 R/K 0>>" } }],
  ["7.18.1", "an annotation without a description", { page: "/Tabs/S/Annots[<</Subtype/Square/Rect[0 0 9 9]>>]" }],
  ["7.18.3", "another tab order", { page: "/Annots[<</Subtype/Popup/Rect[0 0 9 9]>>]" }],
  ["7.18.5", "a link without a description", { page: "/Tabs/S/Annots[<</Subtype/Link/Rect[0 0 9 9]>>]" }],
  [
    "7.21.4.1",
    "a font that is not embedded",
    {
      objects: { 8: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>" },
    },
  ],
];

describe("PDF/A", () => {
  it("accepts a file that conforms", () => {
    const report = validatePdf(pdfaFile(), "2a");
    expect(report).toEqual({ profile: "2a", valid: true, problems: [] });
  });

  it.each(PDFA)("names clause %s for %s", (clause, _, parts) => {
    expect(clausesOf(pdfaFile(parts), "2a")).toContain(clause);
  });

  it("requires of a level what the level requires", () => {
    const untagged = pdfaFile({
      identification: "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>",
      objects: { 1: "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/OutputIntents[6 0 R]>>" },
    });
    expect(clausesOf(untagged, "2b")).toEqual([]);
    expect(clausesOf(untagged, "2u")).toEqual(["6.6.4"]);
    expect(clausesOf(untagged, "2a")).toEqual(["6.6.4", "6.7.2.2", "6.7.3.3"]);
  });

  it("lets PDF/A-3 hold any file that says what it is", () => {
    const identification = "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>";
    const objects = {
      30: "<</Type/Filespec/F(a.xml)/UF(a.xml)/AFRelationship/Data/EF<</F 31 0 R>>>>",
      31: { entries: "/Type/EmbeddedFile/Subtype/text#2Fxml", bytes: "<a/>" },
    };
    expect(clausesOf(pdfaFile({ identification, catalog: "/AF[30 0 R]", objects }), "3a")).toEqual([]);
    expect(clausesOf(pdfaFile({ identification, objects }), "3a")).toEqual(["6.8"]);
  });

  it("knows extension schemas and their types", () => {
    const schema = (valueType: string) =>
      `<e:schemas xmlns:e="http://www.aiim.org/pdfa/ns/extension/" xmlns:s="http://www.aiim.org/pdfa/ns/schema#"` +
      ` xmlns:p="http://www.aiim.org/pdfa/ns/property#"><rdf:Bag><rdf:li rdf:parseType="Resource">` +
      `<s:schema>Ours</s:schema><s:namespaceURI>http://example.com/</s:namespaceURI><s:prefix>a</s:prefix><s:property>` +
      `<rdf:Seq><rdf:li rdf:parseType="Resource"><p:name>b</p:name><p:valueType>${valueType}</p:valueType>` +
      `<p:category>internal</p:category><p:description>d</p:description></rdf:li></rdf:Seq></s:property></rdf:li></rdf:Bag>` +
      `</e:schemas><a:b xmlns:a="http://example.com/">12</a:b>`;
    const prefixed = (text: string) =>
      text
        .replaceAll(/(<\/?|xmlns:)e(?=[:=])/g, "$1pdfaExtension")
        .replaceAll(/(<\/?|xmlns:)s(?=[:=])/g, "$1pdfaSchema")
        .replaceAll(/(<\/?|xmlns:)p(?=[:=])/g, "$1pdfaProperty");
    expect(clausesOf(pdfaFile({ properties: prefixed(schema("Integer")) }), "2a")).toEqual([]);
    expect(clausesOf(pdfaFile({ properties: prefixed(schema("Boolean")) }), "2a")).toEqual(["6.6.2.3.1"]);
    expect(clausesOf(pdfaFile({ properties: prefixed(schema("Colour")) }), "2a")).toContain("6.6.2.3.3");
    expect(clausesOf(pdfaFile({ properties: schema("Integer") }), "2a")).toEqual(["6.6.2.3.3"]);
  });

  it("says where a problem is", () => {
    const [problem] = validatePdf(pdfaFile({ content: tagged("0 0 0 1 k 0 0 9 9 re f") }), "2a").problems;
    expect(problem).toMatchObject({ clause: "6.2.4.3", page: 1, object: 3 });
  });
});

describe("PDF/UA", () => {
  it("accepts a file that conforms", () => {
    expect(validatePdf(accessibleFile(), "ua1")).toEqual({ profile: "ua1", valid: true, problems: [] });
  });

  it.each(ACCESSIBLE)("names clause %s for %s", (clause, _, parts) => {
    expect(clausesOf(accessibleFile(parts), "ua1")).toContain(clause);
  });
});

describe("hostile files", () => {
  const deep = "<a xmlns='http://example.com/'>".repeat(600);
  const forms = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      40 + index,
      {
        entries: `/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</A ${41 + (index % 29)} 0 R/B ${41 + (index % 29)} 0 R>>>>`,
        bytes: "/A Do /B Do",
      },
    ]),
  );
  it.each<[string, PdfaParts]>([
    ["metadata nested without end", { objects: { 5: { entries: "/Subtype/XML", bytes: deep } } }],
    [
      "metadata with a type within types",
      {
        properties: `<xmp:Label>${"x".repeat(100_000)}</xmp:Label>`,
        objects: { 30: metadata("") },
      },
    ],
    ["forms that draw each other", { resources: "/XObject<</A 40 0 R>>", content: tagged("/A Do"), objects: forms }],
    ["a structure that leads to itself", { objects: { 14: "<</Type/StructElem/S/P/P 13 0 R/K[13 0 R 14 0 R]>>" } }],
    [
      "a role map in a circle",
      {
        objects: {
          12: "<</Type/StructTreeRoot/K 13 0 R/RoleMap<</A/B/B/A>>>>",
          13: "<</Type/StructElem/S/A/P 12 0 R>>",
        },
      },
    ],
    [
      "a table that claims a million places",
      {
        objects: {
          14: "<</Type/StructElem/S/Table/P 13 0 R/K[15 0 R]>>",
          15: "<</Type/StructElem/S/TR/P 14 0 R/K[16 0 R]>>",
          16: "<</Type/StructElem/S/TD/P 15 0 R/A<</O/Table/RowSpan 1000000/ColSpan 1000000>>>>",
        },
      },
    ],
    [
      "actions that follow each other",
      {
        catalog: "/OpenAction 30 0 R",
        objects: { 30: "<</S/GoTo/Next[31 0 R 30 0 R]>>", 31: "<</S/GoTo/Next 30 0 R>>" },
      },
    ],
    [
      "a signature whose range lies",
      {
        objects: { 30: "<</Type/Sig/ByteRange[0 -5 999999999999 7]/Contents<00>>>" },
      },
    ],
    [
      "a colour space within itself",
      {
        resources: "/ColorSpace<</C 30 0 R>>",
        content: tagged("/C cs 0 scn 0 0 9 9 re f"),
        objects: { 30: "[/Indexed 30 0 R 1 <00>]" },
      },
    ],
    [
      "a field that is its own parent",
      {
        catalog: "/AcroForm<</Fields[30 0 R]>>",
        page: "/Annots[30 0 R]",
        objects: { 30: "<</Subtype/Widget/Rect[0 0 9 9]/Parent 30 0 R/Kids[30 0 R]>>" },
      },
    ],
  ])("with %s terminate", (_, parts) => {
    for (const profile of ["2a", "3b", "ua1"] as const) {
      let outcome: string;
      try {
        outcome = validatePdf(pdfaFile(parts), profile).valid ? "valid" : "invalid";
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        outcome = error.code;
      }
      expect(["valid", "invalid", "pdf_too_complex"]).toContain(outcome);
    }
  });
});
