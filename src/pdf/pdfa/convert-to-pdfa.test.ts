import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import type { Failure } from "../../domain/failure.ts";
import { allAtOnce } from "../../domain/steps.ts";
import { pageContent } from "../content/page-content.ts";
import { openPdf } from "../document.ts";
import { fillForm } from "../form/fill-form.ts";
import { latin1 } from "../lexer.ts";
import { decodeWithin } from "../metered-walk.ts";
import { openForChange } from "../operations/open-for-change.ts";
import type { FileObject } from "../testing/build-file.ts";
import { iccProfile, type PdfaParts, pdfaFile } from "../validate/testing/pdfa-file.ts";
import { validatePdf } from "../validate/validate-pdf.ts";
import { pdfaSteps } from "./convert-to-pdfa.ts";
import type { PdfaProfile } from "./pdfa-profile.ts";

const arimo = new Uint8Array(
  readFileSync(createRequire(import.meta.url).resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf")),
);

const now = new Date("2026-11-21T03:04:05Z");
const both: PdfaProfile = { pdfA: "3a", pdfUa: true };

function conformed(parts: PdfaParts, profile = both) {
  const options = { now, title: "Report", language: "en", profile, substitutes: () => [arimo] };
  const { bytes, warnings } = allAtOnce(pdfaSteps(openForChange(pdfaFile(parts), {}), options));
  const document = openPdf(bytes);
  return { bytes, warnings, document, content: latin1(pageContent(document, document.pages[0]?.dict ?? new Map())) };
}

/** The file's own structure: a Document with a paragraph, and what a test adds. */
const structure = (kids: string, objects: Record<number, FileObject>): PdfaParts => ({
  objects: { 13: `<</S/Document/P 12 0 R/K[14 0 R ${kids}]>>`, ...objects },
});

const annotation = (entries: string): PdfaParts => ({ page: "/Annots[20 0 R]", objects: { 20: `<<${entries}>>` } });

const appearance = { entries: "/Subtype/Form/BBox[0 0 9 9]", bytes: "" };

describe("archiveSteps", () => {
  it.each([["2b"], ["2u"], ["2a"], ["3b"], ["3u"], ["3a"]] as const)(
    "makes PDF/A-%s with and without PDF/UA",
    (pdfA) => {
      for (const pdfUa of [false, true]) {
        const { bytes } = conformed({ identification: "" }, { pdfA, pdfUa });
        expect(validatePdf(bytes, pdfA).valid).toBe(true);
        expect(validatePdf(bytes, "ua1").valid).toBe(pdfUa);
      }
    },
  );

  it.each<PdfaProfile>([both, { pdfA: "2a", pdfUa: false }])("maps structure types of PDF 2.0: %o", (profile) => {
    const parts = structure("20 0 R", {
      20: "<</S/P/P 13 0 R/K[21 0 R 22 0 R]>>",
      21: "<</S/Em/P 20 0 R>>",
      22: "<</S/Strong/P 20 0 R>>",
    });
    const { document } = conformed(parts, profile);
    const root = document.dict(document.catalog.get("StructTreeRoot"));
    expect([...(document.dict(root?.get("RoleMap"))?.keys() ?? [])]).toEqual(expect.arrayContaining(["Em", "Strong"]));
  });

  it("refuses unknown structure types", () => {
    const parts = structure("20 0 R", { 20: "<</S/Headline/P 13 0 R>>" });
    expect(() => conformed(parts)).toThrow("The structure type Headline is not mapped to a standard type.");
  });

  it("makes only PDF/UA", () => {
    const { bytes, document } = conformed({}, { pdfA: undefined, pdfUa: true });
    expect(validatePdf(bytes, "ua1").valid).toBe(true);
    expect(validatePdf(bytes, "3a").valid).toBe(false);
    expect(document.catalog.has("ViewerPreferences")).toBe(true);
  });

  it.each<[what: string, parts: PdfaParts, warning?: RegExp]>([
    ["events of the document", { catalog: "/AA<</WC 20 0 R>>", objects: { 20: "<</S/JavaScript/JS(x)>>" } }, /events/],
    ["an action at the opening", { catalog: "/OpenAction<</S/Launch/F(x)>>" }, /Launch actions/],
    ["scripts by name", { catalog: "/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>>" }, /scripts/],
    [
      "what follows an action",
      annotation("/Subtype/Link/F 4/Rect[0 0 0 0]/A<</S/URI/URI(https://example.com)/Next<</S/JavaScript/JS(x)>>>>"),
      /scripts/,
    ],
    ["a bookmark's action", { catalog: "/Outlines<</First 20 0 R>>", objects: { 20: "<</A<</S/Sound>>>>" } }, /Sound/],
    ["events of a page", { page: "/AA<</O<</S/JavaScript/JS(x)>>>>/PresSteps<<>>" }, /events/],
    ["a form's XFA", { catalog: "/AcroForm<</XFA 20 0 R/NeedAppearances true>>", objects: { 20: "(x)" } }, /XFA/],
    ["a film", annotation("/Subtype/Movie/Rect[0 0 9 9]"), /1 hidden or not allowed annotations \(Movie\)/],
    ["a hidden note", annotation("/Subtype/Text/F 2/Rect[0 0 9 9]"), /\(Text\)/],
    ["a colour intent for print alone", { catalog: "/OutputIntents[<</S/GTS_PDFX>>]" }],
    ["metadata of a page", { page: "/Metadata 20 0 R", objects: { 20: { entries: "", bytes: "<a>" } } }],
    [
      "layers without a name",
      { catalog: "/OCProperties<</OCGs[20 0 R]/D<</Order[]/AS[]>>>>", objects: { 20: "<</Type/OCG/Name(a)>>" } },
    ],
    [
      "an attached file without its type",
      {
        catalog: "/Names<</EmbeddedFiles<</Names[(a)20 0 R]>>>>",
        objects: { 20: "<</Type/Filespec/F(a)/EF<</F 21 0 R>>>>", 21: { entries: "", bytes: "x" } },
      },
    ],
    [
      "fonts that are not embedded",
      {
        objects: { 8: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[66/Euro/bullet]>>>>" },
        content: "/P <</MCID 0>> BDC BT /F 20 Tf 20 150 Td (A BC!) Tj ET EMC",
      },
      /Arimo replaces Helvetica/,
    ],
    [
      "fonts by their names in Windows, with widths of their own",
      {
        objects: {
          8: "<</Subtype/TrueType/BaseFont/Arial,BoldItalic/Encoding/WinAnsiEncoding/FirstChar 65/LastChar 65/Widths[900]>>",
        },
      },
      /Arimo-BoldItalic replaces Arial,BoldItalic/,
    ],
    [
      "pictures, forms and graphics states",
      {
        content: "/P <</MCID 0>> BDC /S gs BT /F 20 Tf (A) Tj ET /I Do /X Do EMC",
        resources: "/XObject<</I 20 0 R/X 21 0 R>>/ExtGState<</S<</TR/Identity/TR2/Identity/HTP[0 0]>>>>",
        objects: {
          20: {
            entries:
              "/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Interpolate true/Alternates[]/OPI<<>>",
            bytes: "x",
          },
          21: { entries: "/Subtype/Form/BBox[0 0 9 9]/OPI<<>>/Subtype2/PS", bytes: "" },
        },
      },
    ],
    [
      "fields that readers would draw",
      {
        catalog: "/AcroForm<</Fields[20 0 R 21 0 R]/NeedAppearances true/DA(/Helv 9 Tf)>>",
        page: "/Annots[20 0 R 21 0 R]",
        objects: {
          20: "<</Subtype/Widget/FT/Tx/T(a)/V(Name)/Rect[0 0 90 20]/F 4/DA(/Helv 9 Tf)>>",
          21: "<</Subtype/Widget/FT/Sig/T(b)/Rect[0 30 90 50]/F 4>>",
        },
      },
      /Arimo replaces Helvetica/,
    ],
    ["unknown properties", { properties: '<a:b xmlns:a="http://example.com/">c</a:b>' }],
  ])("repairs %s", (_, parts, warning) => {
    const { bytes, warnings } = conformed(parts, { pdfA: "3a", pdfUa: false });
    expect(validatePdf(bytes, "3a").problems).toEqual([]);
    if (warning) expect(warnings).toEqual([expect.stringMatching(warning)]);
    else expect(warnings).toEqual([]);
  });

  it.each<[what: string, parts: PdfaParts, warning?: string]>([
    [
      "levels of headings",
      structure("15 0 R 16 0 R 17 0 R 18 0 R", {
        15: "<</S/H2/P 13 0 R>>",
        16: "<</S/H5/P 13 0 R>>",
        17: "<</S/H5/P 13 0 R>>",
        18: "<</S/H2/P 13 0 R>>",
      }),
    ],
    [
      "rows of different length, and spans beyond the table",
      structure("15 0 R", {
        15: "<</S/Table/P 13 0 R/K[16 0 R 17 0 R]>>",
        16: "<</S/TR/P 15 0 R/K[18 0 R 19 0 R]>>",
        17: "<</S/TR/P 15 0 R/K 20 0 R>>",
        18: "<</S/TD/P 16 0 R>>",
        19: "<</S/TD/P 16 0 R/A<</O/Table/ColSpan 2>>>>",
        20: "<</S/TD/P 17 0 R/A[<</O/Table/RowSpan 4>>0]>>",
      }),
    ],
    [
      "cells without a header, and cells that overlap",
      structure("15 0 R", {
        15: "<</S/Table/P 13 0 R/K[16 0 R 17 0 R 18 0 R]>>",
        16: "<</S/TR/P 15 0 R/K[19 0 R 20 0 R]>>",
        17: "<</S/TR/P 15 0 R/K[22 0 R 23 0 R]>>",
        18: "<</S/TR/P 15 0 R/K[24 0 R 25 0 R]>>",
        19: "<</S/TD/P 16 0 R/K 30 0 R>>",
        20: "<</S/TD/P 16 0 R/A<</O/Table/RowSpan 2>>>>",
        22: "<</S/TH/P 17 0 R/A<</O/Table/ColSpan 2>>>>",
        23: "<</S/TD/P 17 0 R>>",
        24: "<</S/TD/P 18 0 R/K 31 0 R>>",
        25: "<</S/TD/P 18 0 R/K 32 0 R>>",
        30: "<</S/P/P 19 0 R>>",
        31: "<</S/P/P 24 0 R>>",
        32: "<</S/P/P 25 0 R>>",
      }),
    ],
    [
      "lists of boxes",
      structure("15 0 R 21 0 R", {
        15: "<</S/L/P 13 0 R/K[16 0 R 20 0 R]>>",
        16: "<</S/LI/P 15 0 R/K[17 0 R 18 0 R]>>",
        17: "<</S/Lbl/P 16 0 R>>",
        18: "<</S/NonStruct/P 16 0 R/K[19 0 R]>>",
        19: "<</S/P/P 18 0 R>>",
        20: "<</S/P/P 15 0 R>>",
        21: "<</S/LI/P 13 0 R/K 22 0 R>>",
        22: "<</S/LBody/P 21 0 R>>",
      }),
    ],
    [
      "tables of boxes",
      structure("15 0 R 24 0 R", {
        15: "<</S/Table/P 13 0 R/K[16 0 R 23 0 R]>>",
        16: "<</S/NonStruct/P 15 0 R/K[17 0 R 20 0 R]>>",
        17: "<</S/THead/P 16 0 R/K 18 0 R>>",
        18: "<</S/TR/P 17 0 R/K 19 0 R>>",
        19: "<</S/TD/P 18 0 R>>",
        20: "<</S/TR/P 16 0 R/K[21 0 R]>>",
        21: "<</S/NonStruct/P 20 0 R/K[22 0 R]>>",
        22: "<</S/TD/P 21 0 R>>",
        23: "<</S/P/P 15 0 R>>",
        24: "<</S/TD/P 13 0 R>>",
      }),
    ],
    [
      "pictures without a text",
      structure("15 0 R", { 15: "<</S/Figure/P 13 0 R/Pg 3 0 R/T(Logo)>>" }),
      'Picture 1 ("Logo") on page 1 has no alternative text. Say what it shows: in Word, PowerPoint and Excel by View Alt Text of its context menu (or mark it as decorative there), in html by alt of the img (empty where it is decoration).',
    ],
    ["elements in a language of POSIX", structure("15 0 R", { 15: "<</S/P/P 13 0 R/Lang(en-US@posix)>>" })],
    [
      "links without a description, and the order of tabs",
      {
        page: "/Annots[20 0 R]",
        objects: {
          12: "<</Type/StructTreeRoot/K 13 0 R/ParentTree<</Nums[0[14 0 R]1 15 0 R]>>>>",
          13: "<</S/Document/P 12 0 R/K[14 0 R 15 0 R]>>",
          15: "<</S/Link/P 13 0 R/K<</Type/OBJR/Obj 20 0 R/Pg 3 0 R>>>>",
          20: "<</Subtype/Link/Rect[0 0 9 9]/StructParent 1/A<</S/URI/URI(https://example.com)>>>>",
        },
      },
    ],
  ])("repairs %s for PDF/UA", (_, parts, warning) => {
    const { bytes, warnings } = conformed(parts);
    expect(validatePdf(bytes, "ua1").problems).toEqual([]);
    expect(warnings).toEqual(warning ? [warning] : []);
  });

  it("marks what is outside of the structure as artifacts, and only that", () => {
    const { content } = conformed({
      content:
        "0 0 9 9 re f 0 0 9 9 re W n q /P <</MCID 0>> BDC BT /F 20 Tf (A) Tj ET EMC 1 1 m 2 2 l S Q " +
        "/Artifact BMC 0 0 1 1 re f EMC BI /W 1 /H 1 /BPC 8 /CS /G ID x EI /OC /L BDC BT (A) Tj ET EMC",
      resources: "/Properties<</L 30 0 R>>",
    });
    const marked = content.replaceAll(/\s+/g, " ");
    expect(marked).toContain("/Artifact BMC 0 0 9 9 re f EMC 0 0 9 9 re W n");
    expect(marked).toContain("BDC BT /F 20 Tf (A) Tj ET EMC /Artifact BMC 1 1 m 2 2 l S EMC Q /Artifact BMC 0 0 1 1");
    expect(marked).toContain("/Artifact BMC BI /W 1 /H 1 /BPC 8 /CS /G ID x EI EMC");
    expect(marked).toContain("/OC /L BDC BT /Artifact BMC (A) Tj EMC ET EMC");
  });

  it("goes into forms that have content of the structure", () => {
    const form = { entries: "/Subtype/Form/BBox[0 0 9 9]/StructParents 1", bytes: "0 0 1 1 re f" };
    const { content, bytes } = conformed({
      content: "/P <</MCID 0>> BDC BT /F 20 Tf (A) Tj ET EMC /X Do /Y Do",
      resources: "/XObject<</X 20 0 R/Y 21 0 R>>",
      objects: { 20: form, 21: { entries: "/Subtype/Form/BBox[0 0 9 9]", bytes: "0 0 1 1 re f" } },
    });
    expect(content.replaceAll(/\s+/g, " ")).toContain("EMC /X Do /Artifact BMC /Y Do EMC");
    expect(validatePdf(bytes, "ua1").problems).toEqual([]);
  });

  it("keeps an output intent for PDF/A", () => {
    const { document } = conformed({});
    const [intent] = document.array(document.catalog.get("OutputIntents")) ?? [];
    const profile = document.stream(document.dict(intent)?.get("DestOutputProfile"));
    expect(profile && latin1(profile.bytes())).toBe(iccProfile("RGB "));
  });

  it("leaves one appearance, of the state that is shown", () => {
    const parts: PdfaParts = {
      page: "/Annots[20 0 R]",
      objects: {
        20: "<</Subtype/Stamp/Rect[0 0 9 9]/AS/On/AP<</N<</On 21 0 R/Off 22 0 R>>/D 22 0 R>>>>",
        21: appearance,
        22: appearance,
      },
    };
    const { bytes } = conformed(parts, { pdfA: "3b", pdfUa: false });
    expect(validatePdf(bytes, "3b").problems).toEqual([]);
  });

  it.each<[what: string, parts: PdfaParts, profile: PdfaProfile, message: RegExp]>([
    [
      "a font is not embedded",
      { objects: { 8: "<</Type/Font/Subtype/Type1/BaseFont/Frutiger>>" } },
      both,
      /6\.2\.11\.4\.1/,
    ],
    ["there is no structure", { objects: { 12: "null" } }, both, /6\.7\.3\.3/],
    [
      "a file is attached to PDF/A-2",
      {
        catalog: "/Names<</EmbeddedFiles<</Names[(a)20 0 R]>>>>",
        objects: { 20: "<</F(a)/UF(a)/EF<</F 21 0 R>>>>", 21: { entries: "", bytes: "x" } },
      },
      { pdfA: "2b", pdfUa: false },
      /6\.8/,
    ],
  ])("refuses with the clauses where %s", (_, parts, profile, message) => {
    try {
      conformed(parts, profile);
      expect.fail("made it");
    } catch (error) {
      const failure = error as Failure;
      expect([failure.code, failure.message]).toEqual(["pdf_not_conforming", expect.stringMatching(message)]);
      expect(failure.errors[0]?.message).toMatch(/^\d[.\d]*: /);
    }
  });

  it("makes equal bytes of equal files", () => {
    expect(conformed({}).bytes).toEqual(conformed({}).bytes);
  });

  it("has in its structure the values of a form that was filled and flattened", () => {
    const file = pdfaFile({
      catalog: "/AcroForm<</Fields[20 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 21 0 R>>>>>>",
      page: "/Annots[20 0 R]",
      objects: {
        12: "<</Type/StructTreeRoot/K 13 0 R/ParentTree<</Nums[0[14 0 R]1 22 0 R]>>>>",
        13: "<</S/Document/P 12 0 R/K[14 0 R 22 0 R]>>",
        20: "<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/TU(Name)/Rect[10 10 90 30]/F 4/DA(/Helv 0 Tf 0 g)/StructParent 1>>",
        21: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        22: "<</S/Form/P 13 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 20 0 R>>>>",
      },
    });
    const document = openForChange(file, {});
    fillForm(document, { Name: "Ada" }, { flatten: true });
    const options = { now, title: "Form", language: "en", profile: both, substitutes: () => [arimo] };
    const { bytes } = allAtOnce(pdfaSteps(document, options));
    expect(validatePdf(bytes, "3a").problems).toEqual([]);
    const made = openPdf(bytes);
    const content = latin1(pageContent(made, made.pages[0]?.dict ?? new Map()));
    expect(content).toMatch(/\/Span <<\/MCID 1>> BDC\s+q[^Q]* Do Q/);
    expect(content).not.toContain("/Artifact");
  });

  it.each([
    ["a code", "2 beginbfchar <41> <0000> <42> <0041> endbfchar", "<41> <200D> <42> <0041>"],
    [
      "a range of one",
      "2 beginbfrange <41> <41> <FEFF> <42> <43> <0000> endbfrange",
      "<41> <41> <200D> <42> <43> <0000>",
    ],
  ])("maps %s that replaces no character to one that says nothing", (_, lines, expected) => {
    const bytes = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${lines} endcmap`;
    const { document } = conformed({ objects: { 10: { entries: "", bytes } } });
    const font = document.dict(document.dict(document.pages[0]?.dict.get("Resources"))?.get("Font"))?.get("F");
    const map = document.stream(document.dict(font)?.get("ToUnicode"));
    expect(latin1(map ? decodeWithin(document, map).bytes : new Uint8Array(0))).toContain(expected);
  });
});
