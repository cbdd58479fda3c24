import { describe, expect, it, vi } from "vitest";
import type { MergeData } from "../../domain/merge-data.ts";
import { jpeg, png } from "../../image/testing/image-files.ts";
import { WEBP_FILES } from "../../image/testing/webp-files.ts";
import { openPdf } from "../../pdf/document.ts";
import { listFormFields } from "../../pdf/form/list-fields.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import type { RenderEnvironment } from "../template-engine.ts";
import { pdfEngine } from "./pdf-engine.ts";

const WIDGET = "/Type/Annot/Subtype/Widget/Rect[10 10 110 30]";
const field = (name: string, entries = "/FT/Tx") => `<<${WIDGET}/T(${name})${entries}>>`;

/** A one-page form whose fields are given by their dictionaries. */
function form(...fields: string[]): Uint8Array {
  const numbers = fields.map((_, index) => `${50 + index} 0 R`).join(" ");
  return buildPages(1, {
    catalog: `/AcroForm<</Fields[${numbers}]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 3 0 R>>>>>>`,
    page: () => `/Annots[${numbers}]`,
    objects: Object.fromEntries(fields.map((body, index) => [50 + index, body])),
  });
}

const environment = (more: Partial<RenderEnvironment> = {}): RenderEnvironment => ({
  now: new Date("2024-06-01T12:00:00Z"),
  locale: "en-US",
  timeZone: "UTC",
  currency: "USD",
  settings: { flatten: false },
  test: false,
  trace: false,
  load: async () => ({ problem: "e.test did not answer." }),
  fonts: { fonts: [], read: async () => undefined },
  asset: async () => undefined,
  ...more,
});

async function filled(bytes: Uint8Array, data: MergeData, more: Partial<RenderEnvironment> = {}) {
  const source = { versionKey: "v", bytes: async () => bytes };
  const rendered = await pdfEngine.render(source, data, environment(more));
  const values = listFormFields(openPdf(rendered.bytes)).map(({ name, value }) => [name, value]);
  return { ...rendered, values: Object.fromEntries(values) };
}

describe("inspect", () => {
  it("lists fields by name, dots as members, and the fields of templates in texts", async () => {
    const { fields, errors } = await pdfEngine.inspect(
      form(
        field("First"),
        field("Customer.Email"),
        field("Customer.Name", "/FT/Tx/Ff 2"),
        field("Total", "/FT/Tx/V({$Amount|number_format:2} {$Customer.Name})"),
        field("page[0].line[1]"),
        field("Plan", "/FT/Ch/Ff 131072/Opt[(free)(pro)]"),
      ),
      {},
    );
    expect(errors).toEqual([]);
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ["First", "text"],
      ["Customer", "object"],
      ["Amount", "number"],
      ["page[0].line[1]", "text"],
      ["Plan", "choice"],
    ]);
    expect(fields[1]?.fields?.map(({ name, required }) => [name, required])).toEqual([
      ["Email", false],
      ["Name", true],
    ]);
    expect(fields[4]?.options).toEqual(["free", "pro"]);
  });

  it("reports errors of default texts with the field", async () => {
    const { errors } = await pdfEngine.inspect(form(field("Total", "/FT/Tx/V({$a|uper})")), {});
    expect(errors).toMatchObject([
      { part: "field Total", tag: "{$a|uper}", message: expect.stringContaining("upper") },
    ]);
  });
});

describe("render", () => {
  const bytes = form(
    field("First"),
    field("Customer.Email"),
    field("Total", "/FT/Tx/V({$Amount|number_format:2})"),
    field("Kept", "/FT/Tx/V(as it was)"),
  );

  it("fills names, paths and templates, and keeps what has no value", async () => {
    const { values, templateFields } = await filled(bytes, {
      First: "Ola",
      Customer: { Email: "o@ex.no" },
      Amount: "1234.5",
    });
    expect(values).toEqual({ First: "Ola", "Customer.Email": "o@ex.no", Total: "1,234.50", Kept: "as it was" });
    expect(templateFields.names).toEqual(["First", "Customer", "Amount", "Kept"]);
  });

  it("tries the whole name as a key before the path", async () => {
    const { values } = await filled(bytes, { "Customer.Email": "flat", Customer: { Email: "nested" } });
    expect(values["Customer.Email"]).toBe("flat");
  });

  it("does not reach members of prototypes", async () => {
    const { values } = await filled(form(field("constructor.name"), field("__proto__")), {});
    expect(values).toEqual({ "constructor.name": undefined, __proto__: undefined });
  });

  it("reads a font only when a value needs one", async () => {
    const asset = vi.fn(async () => undefined);
    await filled(bytes, { First: "Grüße – 5 €" }, { asset });
    expect(asset).not.toHaveBeenCalled();
    const { warnings } = await filled(bytes, { First: "Привет" }, { asset });
    expect(asset).toHaveBeenCalledWith("/form-fonts/arimo.ttf");
    expect(warnings.join()).toContain("No font has these characters");
  });

  it("flattens unless the settings say otherwise, and is deterministic", async () => {
    const first = await filled(bytes, { First: "x" }, { settings: {} });
    const second = await filled(bytes, { First: "x" }, { settings: {} });
    expect(first.values).toEqual({});
    expect(second.bytes).toEqual(first.bytes);
  });

  it("warns of choices that do not exist", async () => {
    const choice = form(field("Plan", "/FT/Ch/Ff 131072/Opt[(free)(pro)]"));
    expect((await filled(choice, { Plan: "gold" })).warnings).toEqual([
      '"gold" is not one of the choices of the field "Plan".',
    ]);
  });

  it("draws codes and pictures that the text of a field asks for, and those of barcode fields", async () => {
    const codes = form(
      field("Code", "/FT/Tx/V({qrcode value=$id})"),
      field("Bars", "/FT/Tx/V({barcode value=$id type='code128'})"),
      field("Stamp", "/FT/Tx/V({image src=$url})"),
      field("Matrix", "/FT/Tx/PMD<</Symbology/DataMatrix>>"),
      field("Wrong", "/FT/Tx/V({barcode value=$id type='ean13'})"),
      field("Tick", "/FT/Tx/V({checkbox $yes} {link url='https://e.test' text='here'})"),
    );
    const bytes = Uint8Array.from(
      atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
      (character) => character.charCodeAt(0),
    );
    const load = async () => ({ bytes, contentType: "image/png" });
    const data = { id: "A-1", url: "https://e.test/a.png", Matrix: "text", yes: 1 };
    const { values, warnings, bytes: merged } = await filled(codes, data, { load });
    expect(values).toEqual({ Code: "A-1", Bars: "A-1", Stamp: "", Matrix: "text", Wrong: "", Tick: "X here" });
    expect(new TextDecoder("latin1").decode(merged).match(/\/Subtype\s?\/Image/g)?.length).toBeGreaterThanOrEqual(4);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/\(\{barcode value=\$id type='ean13'\} in the field "Wrong"\)$/);
    const { warnings: allWarnings } = await filled(
      codes,
      { ...data, id: "4006381333931", Matrix: "x".repeat(4_000) },
      { load },
    );
    expect(allWarnings[0]).toMatch(/does not fit a barcode of type datamatrix: .* \(the field "Matrix"\)$/);
  });

  it("asks for the fonts of the scripts that values are in, and draws right to left", async () => {
    const asset = vi.fn(async () => undefined);
    await filled(bytes, { First: "\u0645\u0631\u062d\u0628\u0627 \u0e2a" }, { asset });
    expect(asset.mock.calls.flat()).toEqual([
      "/form-fonts/arimo.ttf",
      "/form-fonts/noto-sans-arabic.ttf",
      "/form-fonts/noto-sans-thai.ttf",
    ]);
  });

  it("says when a text does not fit, and continues in the next field of its name", async () => {
    const note = (name: string, entries = "") => field(name, `/FT/Tx/Ff 4096${entries}`);
    const text = Array.from({ length: 90 }, (_, index) => `word${index}`).join(" ");
    const alone = await filled(form(note("Note")), { Note: text });
    expect(alone.warnings).toEqual([
      expect.stringMatching(/^The text of the field "Note" does not fit even at the smallest size: its last \d+ char/),
    ]);
    expect(alone.values).toEqual({ Note: text });

    const two = await filled(form(note("Note"), note("Note_2"), note("Note_3")), { Note: text });
    expect(two.warnings[0]).toBe(
      'The text of the field "Note" does not fit even at the smallest size: it continues in "Note_2".',
    );
    expect(two.values.Note).toMatch(/^word0 .*\d$/s);
    expect(`${two.values.Note} ${two.values.Note_2}${two.values.Note_3 ? ` ${two.values.Note_3}` : ""}`).toBe(text);

    const own = await filled(form(note("Note"), note("Note_2")), { Note: text, Note_2: "mine" });
    expect(own.values).toEqual({ Note: text, Note_2: "mine" });
    expect(own.warnings).toHaveLength(1);
    expect((await filled(form(note("Note")), { Note: "short" })).warnings).toEqual([]);
  });

  it("refuses a picture in a field of text", async () => {
    const image = `data:image/png;base64,${btoa("x".repeat(60))}`;
    const template = form(field("Name", "/FT/Tx"), field("Text", "/FT/Tx/V({$Photo})"));
    const { values, warnings } = await filled(template, { Name: image, Photo: image });
    expect(values).toEqual({ Name: undefined, Text: "" });
    expect(warnings).toEqual([
      expect.stringContaining('The field "Name" takes text, and the data give it a picture'),
      expect.stringContaining('The field "Text" takes text'),
    ]);
  });

  it("takes a WebP for an image field", async () => {
    const [{ base64 } = { base64: "" }] = WEBP_FILES;
    const data = { Logo: `data:image/webp;base64,${base64}` };
    const { warnings, bytes: merged } = await filled(form(field("Logo", "/FT/Btn/Ff 65536")), data);
    expect(warnings).toEqual([]);
    expect(new TextDecoder("latin1").decode(merged)).toMatch(/\/Width 53\b/);
  });

  it("continues without a picture that cannot be read", async () => {
    const load = async () => ({ bytes: Uint8Array.of(1, 2, 3), contentType: "image/png" });
    const { warnings } = await filled(form(field("Logo", "/FT/Btn/Ff 65536")), { Logo: "https://e.test/a" }, { load });
    const isNone = 'The picture of the field "Logo" could not be read: it is not a picture. What works is PNG, JPEG';
    expect(warnings).toEqual([expect.stringContaining(isNone)]);
    const logoOf = async (Logo: string) => (await filled(form(field("Logo", "/FT/Btn/Ff 65536")), { Logo })).warnings;
    expect(await logoOf("https://e.test/a.png")).toEqual([
      'The picture of the field "Logo" (https://e.test/a.png) could not be read: e.test did not answer.',
    ]);
    expect(await logoOf("logo.png")).toEqual([
      'The picture of the field "Logo" could not be read: “logo.png” is neither an address that begins with http:// or https:// nor a picture in base64.',
    ]);
    const gif = `data:image/gif;base64,${Buffer.from("GIF89a".padEnd(20, "\0")).toString("base64")}`;
    expect((await logoOf(gif))[0]).toMatch(/it is a GIF\. What works is PNG, JPEG, BMP, TIFF or WebP\.$/);
  });

  it.each([
    [{ Name: "Ada", City: "Berlin" }, "an object (Name, City): it is not filled.", "such as {$Customer.Name}."],
    [{ a: 1, b: 2, c: 3, d: 4 }, "an object (a, b, c, ...)", "such as {$Customer.a}."],
    [{ "first name": "Ada" }, "an object (first name)", "as the field's default value."],
    [[{ name: "Chair" }], "a list of objects: it stays empty.", "with {foreach}."],
    [["Chair", { name: "Desk" }], "a list of objects: 1 of its 2 items are left out.", "with {foreach}."],
  ])("says that a field takes one value: %j", async (Customer, found, remedy) => {
    const { warnings } = await filled(form(field("Customer")), { Customer });
    expect(warnings).toEqual([
      expect.stringContaining(`The field "Customer" takes one value, and the data give it ${found}`),
    ]);
    expect(warnings[0]?.endsWith(remedy)).toBe(true);
  });

  it.each([[["red", "blue"]], [[]], [{}], [null]])("takes %j without a word", async (Colours) => {
    expect((await filled(form(field("Colours")), { Colours })).warnings).toEqual([]);
  });

  it("says that a value is longer than its field takes", async () => {
    const limited = form(field("Code", "/FT/Tx/MaxLen 5"), field("Zip", "/FT/Tx/Ff 16777216/MaxLen 8"));
    const fits = await filled(limited, { Code: "12345", Zip: "12345678" });
    expect(fits.warnings).toEqual([]);
    const { warnings, values } = await filled(limited, { Code: "1234567", Zip: "123456789" });
    expect(values).toEqual({ Code: "1234567", Zip: "123456789" });
    expect(warnings).toEqual([
      'The field "Code" takes at most 5 characters, and its value has 7: it is filled in full. Acrobat lets nobody type more than 5. Shorten the value, or raise the field\'s limit.',
      'The field "Zip" has cells for 8 characters, and its value has 9: it is drawn in 9 narrower cells. Acrobat lets nobody type more than 8. Shorten the value, or raise the field\'s limit.',
    ]);
  });

  it("says that a picture is cut off", async () => {
    const allWarnings = async (type: string, bytes: Uint8Array) => {
      const Logo = `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;
      return (await filled(form(field("Logo", "/FT/Btn/Ff 65536")), { Logo })).warnings;
    };
    const whole = png({ width: 30, height: 30, rows: new Uint8Array(91 * 30) });
    expect(await allWarnings("png", whole)).toEqual([]);
    expect(await allWarnings("png", whole.subarray(0, -30))).toEqual([
      'The picture of the field "Logo" could not be read: the end of the PNG is missing. Send the whole file.',
    ]);
    expect(await allWarnings("jpeg", jpeg({ width: 8, height: 8 }).subarray(0, -2))).toEqual([
      expect.stringContaining('The picture of the field "Logo" is cut off: the end of the JPEG is missing'),
    ]);
  });

  it("says in which field data differ from what its template reads", async () => {
    const names = field("Names", "/FT/Tx/V({foreach $Items as $i}{$i.name} {/foreach})");
    const allWarnings = async (Items: unknown) => (await filled(form(names), { Items })).warnings;
    expect(await allWarnings([{ nmae: "Chair", price: 1 }])).toEqual([
      "In field Names: {$i.name} finds nothing: no row of Items has “name”. They have nmae, price; did you mean nmae?",
    ]);
    expect(await allWarnings("Chair")).toEqual([
      expect.stringContaining("In field Names: {foreach $Items as $i} repeats the items"),
    ]);
    expect(await allWarnings([{ name: "Chair" }])).toEqual([]);
  });

  it("says that the signatures of a signed template are not valid", async () => {
    const signed = field("Seal", "/FT/Sig/V<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>");
    const { warnings } = await filled(form(field("Name"), signed), { Name: "Ada" });
    expect(warnings).toEqual([expect.stringContaining("signatures do not hold")]);
  });
});
