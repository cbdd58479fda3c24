import { describe, expect, it } from "vitest";
import { openPdf, type PdfDocument } from "../document.ts";
import type { PdfDict } from "../objects.ts";
import { buildPages } from "../testing/build-file.ts";
import { pdfaFile } from "../validate/testing/pdfa-file.ts";
import { validatePdf } from "../validate/validate-pdf.ts";
import { writePdf } from "../writer.ts";
import { fillForm } from "./fill-form.ts";
import { listFormFields } from "./list-fields.ts";
import type { NewField } from "./new-field.ts";
import { addFields } from "./new-fields.ts";

const box = [20, 20, 120, 40];
const text = (name: string, more: Partial<NewField> = {}): NewField => ({ page: 1, box, kind: "text", name, ...more });

function added(fields: readonly NewField[], file = buildPages(2)): PdfDocument {
  const document = openPdf(file);
  addFields(document, fields, {});
  return openPdf(writePdf(document));
}

const widgetsOf = (document: PdfDocument, page: number): PdfDict[] =>
  (document.array(document.pages[page - 1]?.dict.get("Annots")) ?? []).flatMap((ref) => document.dict(ref) ?? []);

function refusal(fields: readonly NewField[], file = buildPages(2)): unknown {
  try {
    addFields(openPdf(file), fields, {});
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("addFields", () => {
  it("adds fields of every kind, which are listed and filled as any form's", () => {
    const document = added([
      text("Name", { required: true, maxLength: 40, tooltip: "Your name" }),
      text("Notes", { kind: "multiline", box: [20, 50, 120, 90] }),
      text("Number", { kind: "comb", count: 6 }),
      text("Agreed", { kind: "check", box: [20, 100, 30, 110] }),
      text("Pay", { kind: "radio", box: [20, 120, 30, 130], value: "card" }),
      text("Pay", { kind: "radio", box: [40, 120, 50, 130], value: "bill, später" }),
      text("Country", { kind: "choice", options: ["Kenya", "Peru"] }),
      text("Signed", { kind: "signature", page: 2 }),
    ]);
    expect(
      listFormFields(document).map(({ name, type, required, multiline, comb, maxLength, options }) => [
        name,
        type,
        [required && "required", multiline && "multiline", comb && "comb"].filter(Boolean).join(),
        maxLength,
        options.map(({ value }) => value).join("|"),
      ]),
    ).toEqual([
      ["Name", "text", "required", 40, ""],
      ["Notes", "text", "multiline", undefined, ""],
      ["Number", "text", "comb", 6, ""],
      ["Agreed", "checkbox", "", undefined, "Yes"],
      ["Pay", "radio", "", undefined, "card|bill, später"],
      ["Country", "choice", "", undefined, "Kenya|Peru"],
      ["Signed", "signature", "", undefined, ""],
    ]);
    const values = { Name: "Ann", Notes: "a\nb", Number: "123456", Agreed: true, Pay: "bill, später", Country: "Peru" };
    const report = fillForm(document, values, { flatten: false });
    expect([report.unknown, report.notAChoice, report.missingCharacters]).toEqual([[], [], []]);
    expect(listFormFields(document).map(({ value }) => value)).toEqual([
      "Ann",
      "a\nb",
      "123456",
      "Yes",
      "bill, später",
      "Peru",
      undefined,
    ]);
  });

  it("gives every widget an appearance, a description and its page, in the order given", () => {
    const document = added([
      text("b", { tooltip: "Second letter" }),
      text("a", { kind: "check" }),
      text("s", { kind: "signature" }),
    ]);
    const widgets = widgetsOf(document, 1);
    const described = widgets.map((widget) => document.string(document.dict(widget.get("Parent"))?.get("TU")));
    expect(described.map((tooltip) => Buffer.from(tooltip?.bytes ?? []).toString())).toEqual([
      "Second letter",
      "a",
      "s",
    ]);
    expect(widgets.every((widget) => document.dict(widget.get("AP"))?.has("N") === true)).toBe(true);
    expect(document.name(widgets[1]?.get("AS"))).toBe("Off");
    expect(widgets.map((widget) => document.number(widget.get("F")))).toEqual([4, 4, 4]);
  });

  it("makes groups of names with periods, and one field of widgets with the same name", () => {
    const document = added([text("Buyer.Name"), text("Buyer.City"), text("Buyer.Name", { page: 2 })]);
    expect(listFormFields(document).map(({ name }) => name)).toEqual(["Buyer.Name", "Buyer.City"]);
    fillForm(document, { "Buyer.Name": "Ann" }, { flatten: false });
    expect([1, 2].map((page) => widgetsOf(document, page).length)).toEqual([2, 1]);
    const again = openPdf(writePdf(document));
    addFields(again, [text("Buyer.Zip")], {});
    expect(listFormFields(again).map(({ name }) => name)).toEqual(["Buyer.Name", "Buyer.City", "Buyer.Zip"]);
    expect(again.array(again.dict(again.catalog.get("AcroForm"))?.get("Fields"))).toHaveLength(1);
  });

  it("turns what fields show with the page", () => {
    const document = added([text("a")], buildPages(1, { page: () => "/Rotate 90" }));
    expect(document.number(document.dict(widgetsOf(document, 1)[0]?.get("MK"))?.get("R"))).toBe(90);
  });

  it("makes fields part of a tagged document's structure, which stays PDF/UA", () => {
    const file = pdfaFile({
      identification: "<pdfuaid:part>1</pdfuaid:part>",
      properties: "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Form</rdf:li></rdf:Alt></dc:title>",
    });
    const before = validatePdf(file, "ua1").problems.map(({ message }) => message);
    const document = openPdf(file);
    addFields(
      document,
      [
        text("Name", { tooltip: "Your name" }),
        text("Agreed", { kind: "check" }),
        text("Signed", { kind: "signature" }),
      ],
      {},
    );
    const after = validatePdf(writePdf(document), "ua1").problems.map(({ message }) => message);
    expect(after).toEqual(before);
    expect(document.name(document.pages[0]?.dict.get("Tabs"))).toBe("S");
  });

  it.each<[string, NewField[], string, string]>([
    ["a page that is not there", [text("a", { page: 3 })], "/fields/0/page", "there is no page 3: the file has 2"],
    ["a box outside the page", [text("a"), text("b", { box: [700, 20, 800, 40] })], "/fields/1/box", "outside page 1"],
    ["a box without an area", [text("a", { box: [20, 20, 21, 40] })], "/fields/0/box", "at least 3 points"],
    ["a name of another kind", [text("a"), text("a", { kind: "check" })], "/fields/1/name", "of the kind text"],
    ["a field below a field", [text("a"), text("a.b")], "/fields/1/name", '"a" is a field'],
    ["a field in place of a group", [text("a.b"), text("a")], "/fields/1/name", "a group of fields"],
    ["an empty part of a name", [text("a..b")], "/fields/0/name", "a part of the name is empty"],
    [
      "two buttons that stand for the same",
      [text("a", { kind: "radio", value: "x" }), text("a", { kind: "radio", value: "x" })],
      "/fields/1/value",
      'stands for "x"',
    ],
    ["a button that stands for Off", [text("a", { kind: "check", value: "Off" })], "/fields/0/value", "Off"],
  ])("refuses %s", (_, fields, pointer, message) => {
    expect(refusal(fields)).toMatchObject({ errors: [{ pointer, message: expect.stringContaining(message) }] });
  });

  it("refuses the name of a field that the file has", () => {
    const file = writePdf(added([text("Name")]));
    expect(refusal([text("Name")], file)).toMatchObject({
      message: expect.stringContaining("has a field of this name already"),
    });
  });
});

it("adds fields to a document whose form and structure lead to themselves", () => {
  const file = buildPages(2, {
    catalog: "/AcroForm 52 0 R/StructTreeRoot 53 0 R",
    objects: {
      52: "<</Fields[52 0 R]/Kids[52 0 R]/DR 52 0 R/DA(/F 0 Tf)>>",
      53: "<</K 53 0 R/ParentTree 53 0 R/Kids[53 0 R]>>",
    },
  });

  expect(listFormFields(added([text("Name")], file)).map(({ name }) => name)).toEqual(["Name"]);
});
