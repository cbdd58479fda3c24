import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { buildPages, type FileObject } from "../testing/build-file.ts";
import { pageContent } from "../testing/read-pages.ts";
import { writePdf } from "../writer.ts";
import { type FieldValue, fillForm } from "./fill-form.ts";
import { listFormFields } from "./list-fields.ts";
import { layOutText, type TextBox } from "./text-layout.ts";

/** A one-page form; every field is an object and, unless `widgets` says otherwise, its own widget. */
function form(
  fields: Record<number, string>,
  more: { widgets?: number[]; form?: string; objects?: Record<number, FileObject> } = {},
) {
  const roots = Object.keys(fields)
    .map((number) => `${number} 0 R`)
    .join(" ");
  const widgets = (more.widgets ?? Object.keys(fields)).map((number) => `${number} 0 R`).join(" ");
  return openPdf(
    buildPages(1, {
      catalog: `/AcroForm<</Fields[${roots}]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 3 0 R>>>>${more.form ?? ""}>>`,
      page: () => `/Annots[${widgets}]`,
      objects: { ...fields, ...more.objects },
    }),
  );
}

const WIDGET = "/Type/Annot/Subtype/Widget/Rect[10 10 110 30]";
const textField = (name: string, entries = "") => `<<${WIDGET}/FT/Tx/T(${name})${entries}>>`;

/** The operators of a field's normal appearance. */
function appearance(document: PdfDocument, number: number): string {
  const annotation = document.objects.get(number);
  const stream = present(
    document.stream(present(document.dict(present(document.dict(annotation)).get("AP"))).get("N")),
  );
  return Buffer.from(decodeStream(stream, (object) => document.resolve(object)).bytes).toString("latin1");
}

const fill = (document: PdfDocument, values: Record<string, FieldValue>, fonts: Uint8Array[] = []) =>
  fillForm(document, values, { flatten: false, fonts: fonts.map((bytes) => ({ bytes })) });

describe("listing", () => {
  it("names fields by their path and describes them", () => {
    const document = form(
      {
        50: "<</T(a)/FT/Tx/Ff 3/MaxLen 5/Kids[51 0 R 52 0 R]>>",
        53: `<<${WIDGET}/FT/Ch/T(c)/Ff 131072/Opt[(x)[(y)(Why)]]/V(y)/DV(x)>>`,
        54: `<<${WIDGET}/FT/Btn/T(d)/AP<</N<</On 60 0 R/Off 60 0 R>>>>>>`,
      },
      {
        widgets: [51, 52, 53, 54],
        objects: {
          51: `<<${WIDGET}/T(b)/Parent 50 0 R/V(text)>>`,
          52: `<<${WIDGET}/T<feff0416>/Parent 50 0 R/Ff 4096>>`,
          60: { entries: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", bytes: "" },
        },
      },
    );
    const fields = listFormFields(document);
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ["a.b", "text"],
      ["a.Ж", "text"],
      ["c", "choice"],
      ["d", "checkbox"],
    ]);
    expect(fields[0]).toMatchObject({ value: "text", readOnly: true, required: true, maxLength: 5, multiline: false });
    expect(fields[1]).toMatchObject({ readOnly: false, multiline: true });
    expect(fields[2]).toMatchObject({
      value: "y",
      default: "x",
      options: [
        { value: "x", label: "x" },
        { value: "y", label: "Why" },
      ],
    });
    expect(fields[3]).toMatchObject({ value: "Off", options: [{ value: "On", label: "On" }] });
  });

  it("terminates in fields that are their own children", () => {
    const document = form(
      { 50: "<</T(a)/FT/Tx/Kids[51 0 R]>>" },
      { widgets: [], objects: { 51: "<</T(b)/Kids[50 0 R 51 0 R]>>" } },
    );
    expect(listFormFields(document)).toEqual([]);
  });
});

describe("text", () => {
  it("fills fields, read-only ones too, and keeps the others", () => {
    const document = form(
      { 50: textField("a", "/Ff 1"), 51: textField("b", "/V(kept)/AP<</N 60 0 R>>") },
      { objects: { 60: { entries: "/BBox[0 0 1 1]", bytes: "own" } } },
    );
    expect(fill(document, { a: "Hello (1)", nobody: "x" })).toMatchObject({ unknown: ["nobody"] });
    expect(appearance(document, 50)).toContain("(Hello \\(1\\)) Tj");
    expect(appearance(document, 51)).toBe("own");
    expect(listFormFields(openPdf(writePdf(document))).map(({ value }) => value)).toEqual(["Hello (1)", "kept"]);
  });

  it("draws values that have no picture yet", () => {
    const document = form(
      { 50: textField("a", "/V(shown)"), 51: textField("b", "/V(again)/AP<</N 60 0 R>>") },
      { form: "/NeedAppearances true", objects: { 60: { entries: "/BBox[0 0 1 1]", bytes: "old" } } },
    );
    fill(document, {});
    expect(appearance(document, 50)).toContain("(shown) Tj");
    expect(appearance(document, 51)).toContain("(again) Tj");
    expect(present(document.dict(document.catalog.get("AcroForm"))).has("NeedAppearances")).toBe(false);
  });

  it("draws background, border, colour and turn", () => {
    const looks = "/MK<</BG[1 1 0]/BC[0 0 1]/R 90>>/BS<</W 2/S/D>>/DA(/Helv 9 Tf 1 0 0 rg)";
    const document = form({ 50: textField("a", looks) });
    fill(document, { a: "x" });
    const drawn = appearance(document, 50);
    expect(drawn).toContain("1 1 0 rg 0 0 20 100 re f");
    expect(drawn).toContain("0 0 1 RG 2 w [3] 0 d 1 1 18 98 re S");
    expect(drawn).toMatch(/1 0 0 rg\n[\d. -]+ Tm \/F0 9 Tf/);
    const stream = present(
      document.stream(present(document.dict(present(document.dict(document.objects.get(50))).get("AP"))).get("N")),
    );
    expect(stream.dict.get("Matrix")).toEqual([0, 1, -1, 0, 100, 0]);
  });

  it("removes XFA, whose viewers would show the old values", () => {
    const document = form({ 50: textField("a") }, { form: "/XFA(x)" });
    fill(document, { a: "x" });
    expect(present(document.dict(document.catalog.get("AcroForm"))).has("XFA")).toBe(false);
  });

  it("reports characters that no font has", () => {
    const document = form({ 50: textField("a") });
    expect(fill(document, { a: "aЖ" }).missingCharacters).toEqual(["Ж"]);
    expect(appearance(document, 50)).toContain("(a?) Tj");
  });
});

describe("layout", () => {
  const font = {
    canShow: () => true,
    widthOf: (text: string) => text.length * 0.5,
    encode: (text: string) => text,
    ascent: 0.75,
    descent: -0.25,
    ref: null as never,
  };
  const box = (more: Partial<TextBox>): TextBox => ({
    text: "text",
    font,
    fontSizePoints: 0,
    widthPoints: 100,
    heightPoints: 20,
    insetPoints: 1,
    quadding: 0,
    multiline: false,
    ...more,
  });

  it("fits automatic sizes to height and width", () => {
    expect(layOutText(box({})).fontSizePoints).toBeCloseTo(18 / 1.15, 1);
    expect(layOutText(box({ text: "x".repeat(40) })).fontSizePoints).toBeCloseTo(96 / 20, 1);
  });

  it("sets text smaller rather than cutting it off", () => {
    expect(layOutText(box({ text: "x".repeat(20), fontSizePoints: 12 })).fontSizePoints).toBeCloseTo(9.6, 1);
  });

  it("aligns by quadding", () => {
    const starts = [0, 1, 2].map((quadding) => present(layOutText(box({ quadding, fontSizePoints: 10 })).lines[0]).x);
    expect(starts).toEqual([2, 40, 78]);
  });

  it("spreads a comb over its cells", () => {
    const { lines } = layOutText(box({ text: "abc", cells: 5, fontSizePoints: 10 }));
    expect(lines.map(({ text, x }) => [text, x])).toEqual([
      ["a", 7.5],
      ["b", 27.5],
      ["c", 47.5],
    ]);
    expect(layOutText(box({ text: "abcdefg", cells: 5, fontSizePoints: 10 })).lines).toHaveLength(7);
  });

  it("breaks lines at blanks and long words, and shrinks to the height", () => {
    const wide = layOutText(
      box({ text: "one two three\nfour", multiline: true, fontSizePoints: 10, widthPoints: 44, heightPoints: 80 }),
    );
    expect(wide.lines.map(({ text }) => text)).toEqual(["one two", "three", "four"]);
    const long = layOutText(
      box({ text: "x".repeat(20), multiline: true, fontSizePoints: 10, widthPoints: 44, heightPoints: 80 }),
    );
    expect(long.lines.map(({ text }) => text.length)).toEqual([8, 8, 4]);
    const much = layOutText(box({ text: "word ".repeat(40), multiline: true, heightPoints: 60 }));
    expect(much.fontSizePoints).toBeLessThan(12);
    expect(present(much.lines.at(-1)).baseline).toBeGreaterThan(0);
  });
});

describe("buttons", () => {
  const STATE = { entries: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", bytes: "0 0 9 9 re f" };
  const states = (...names: string[]) => `/AP<</N<<${names.map((name) => `/${name} 60 0 R`).join("")}>>>>`;
  const stateOf = (document: PdfDocument, number: number) =>
    document.name(present(document.dict(document.objects.get(number))).get("AS"));

  it.each([
    ["1", "Ja"],
    [true, "Ja"],
    ["on", "Ja"],
    ["Ja", "Ja"],
    ["ja", "Ja"],
    [0, "Off"],
    ["", "Off"],
    [false, "Off"],
    ["Off", "Off"],
  ])("a check box takes %j", (value, state) => {
    const document = form({ 50: `<<${WIDGET}/FT/Btn/T(a)/AS/Off${states("Ja", "Off")}>>` }, { objects: { 60: STATE } });
    expect(fill(document, { a: value }).notAChoice).toEqual([]);
    expect(stateOf(document, 50)).toBe(state);
  });

  it("radio buttons go by state or export value, and say when there is none", () => {
    const radios = () =>
      form(
        { 50: "<</FT/Btn/Ff 32768/T(a)/Opt[(red)(blue)]/Kids[51 0 R 52 0 R]>>" },
        {
          widgets: [51, 52],
          objects: {
            51: `<<${WIDGET}/Parent 50 0 R${states("0", "Off")}>>`,
            52: `<<${WIDGET}/Parent 50 0 R${states("1", "Off")}>>`,
            60: STATE,
          },
        },
      );
    for (const value of ["blue", "1"]) {
      const document = radios();
      fill(document, { a: value });
      expect([stateOf(document, 51), stateOf(document, 52)]).toEqual(["Off", "1"]);
    }
    expect(fill(radios(), { a: "green" }).notAChoice).toEqual([{ field: "a", value: "green" }]);
  });

  it("draws a mark where a check box has no appearance", () => {
    const document = form({ 50: `<<${WIDGET}/FT/Btn/T(a)>>` });
    fillForm(document, { a: "yes" });
    expect(pageContent(document, 0)).toContain("/Overlay1 Do");
  });

  it("shows a PNG in a button", () => {
    const chunk = (type: string, data: Uint8Array) =>
      Buffer.concat([Uint8Array.of(0, 0, 0, data.length), Buffer.from(type), data, new Uint8Array(4)]);
    const header = Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 1, 8, 6, 0, 0, 0);
    const rows = deflateSync(Uint8Array.of(0, 255, 0, 0, 128, 0, 0, 255, 64));
    const png = Buffer.concat([
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
      chunk("IHDR", header),
      chunk("IDAT", rows),
      chunk("IEND", new Uint8Array(0)),
    ]);
    const document = form({ 50: `<<${WIDGET}/FT/Btn/Ff 65536/T(a)>>` });
    fill(document, { a: new Uint8Array(png) });
    // 2 x 1 pixels in 98 x 18 points
    expect(appearance(document, 50)).toContain("36 0 0 18 32 1 cm /Image Do");
    const stream = present(
      document.stream(present(document.dict(present(document.dict(document.objects.get(50))).get("AP"))).get("N")),
    );
    const image = present(
      document.stream(
        present(document.dict(present(document.dict(stream.dict.get("Resources"))).get("XObject"))).get("Image"),
      ),
    );
    const decode = (number: typeof image) => [...decodeStream(number, (object) => document.resolve(object)).bytes];
    expect(decode(image)).toEqual([255, 0, 0, 0, 0, 255]);
    expect(decode(present(document.stream(image.dict.get("SMask"))))).toEqual([128, 64]);
    expect(fill(document, { a: Uint8Array.of(1, 2, 3) }).unreadableImages).toEqual([
      { field: "a", bytes: Uint8Array.of(1, 2, 3) },
    ]);
    const text = form({ 50: textField("b") });
    fill(text, { b: { image: new Uint8Array(png), text: "two pixels" } });
    expect(appearance(text, 50)).toContain("/Image Do");
    expect(present(listFormFields(text)[0]).value).toBe("two pixels");
  });
});

describe("choices", () => {
  it("store the export value and show the label", () => {
    const document = form({ 50: `<<${WIDGET}/FT/Ch/Ff 131072/T(a)/Opt[[(de)(Germany)][(fr)(France)]]>>` });
    fill(document, { a: "fr" });
    expect(appearance(document, 50)).toContain("(France) Tj");
    fill(document, { a: "Germany" });
    expect(present(listFormFields(document)[0]).value).toBe("de");
    expect(fill(document, { a: "Mars" }).notAChoice).toEqual([{ field: "a", value: "Mars" }]);
  });

  it("mark what is chosen of a list", () => {
    const document = form({
      50: `<</Type/Annot/Subtype/Widget/Rect[0 0 80 60]/FT/Ch/Ff 2097152/T(a)/Opt[(x)(y)(z)]/DA(/Helv 10 Tf)>>`,
    });
    fill(document, { a: ["x", "z"] });
    expect(present(listFormFields(document)[0]).value).toEqual(["x", "z"]);
    expect(appearance(document, 50).match(/0\.6 0\.757 0\.855 rg/g)).toHaveLength(2);
  });
});

describe("flattening", () => {
  it("turns fields into content by default", () => {
    const document = form({ 50: textField("a"), 51: textField("b", "/F 2") });
    fillForm(document, { a: "flat", b: "hidden" });
    const again = openPdf(writePdf(document));
    expect(again.catalog.has("AcroForm")).toBe(false);
    expect(present(again.pages[0]).dict.has("Annots")).toBe(false);
    expect(pageContent(again, 0).match(/Overlay\d Do/g)).toEqual(["Overlay1 Do"]);
    expect(pageContent(again, 0)).toContain("q 1 0 0 1 10 10 cm");
  });
});
