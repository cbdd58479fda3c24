import { describe, expect, it } from "vitest";
import { openPdf, type PdfDocument } from "../document.ts";
import { buildPages } from "../testing/build-file.ts";
import { pdfaFile } from "../validate/testing/pdfa-file.ts";
import { validatePdf } from "../validate/validate-pdf.ts";
import { writePdf } from "../writer.ts";
import { fillForm } from "./fill-form.ts";
import { calculationOrder, listFormFields } from "./list-fields.ts";
import type { NewField } from "./new-field.ts";
import { addFields } from "./new-fields.ts";
import { placeFields, type WantedField } from "./place-fields.ts";
import { listPlacedFields, type PlacedField } from "./placed-fields.ts";

const field = (name: string, more: Partial<NewField> = {}): NewField => ({
  page: 1,
  box: [20, 20, 120, 40],
  kind: "text",
  name,
  ...more,
});

const reopened = (document: PdfDocument): PdfDocument => openPdf(writePdf(document));

function withFields(fields: readonly NewField[], file = buildPages(2)): PdfDocument {
  const document = openPdf(file);
  addFields(document, fields, {});
  return reopened(document);
}

/** The form with its fields changed. */
function placed(document: PdfDocument, change: (fields: PlacedField[]) => readonly WantedField[]): PdfDocument {
  placeFields(document, change(listPlacedFields(document)), {});
  return reopened(document);
}

const names = (document: PdfDocument) => listFormFields(document).map(({ name }) => name);

function refusal(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

const EVERY_KIND = [
  field("Name", { required: true, maxLength: 40, tooltip: "Your name", text: "{$First} {$Last}", align: "center" }),
  field("Notes", { kind: "multiline", box: [20, 50, 120, 90], fontSizePoints: 9, font: "Times", color: [1, 0, 0] }),
  field("Number", { kind: "comb", count: 6 }),
  field("Agreed", { kind: "check", box: [20, 100, 30, 110], value: "agreed", condition: "$Age >= 18" }),
  field("Pay", { kind: "radio", box: [20, 120, 30, 130], value: "card", condition: "$Total < 100" }),
  field("Pay", { kind: "radio", box: [40, 120, 50, 130], value: "bill, später" }),
  field("Country", { kind: "choice", options: ["Kenya", "Peru"] }),
  field("Logo", { kind: "image", page: 2 }),
  field("Signed", { kind: "signature", page: 2 }),
];

/** A form of Acrobat's kind: a field that is its widget with a format and a border, a group, buttons with export values. */
const ACROBAT = buildPages(1, {
  catalog:
    "/AcroForm<</Fields[50 0 R 52 0 R 60 0 R 70 0 R]/CO[50 0 R]/DA(/F1 9 Tf 0 g)/DR<</Font<</F1 3 0 R/Own 4 0 R>>>>>>",
  page: () => "/Annots[50 0 R 53 0 R 61 0 R 62 0 R 70 0 R 80 0 R]",
  objects: {
    4: "<</Type/Font/Subtype/Type1/BaseFont/Palatino-Roman>>",
    50: "<</Type/Annot/Subtype/Widget/FT/Tx/T(Total)/Rect[10 10 90 30]/DA(/Own 11 Tf 0 0 1 rg)/MK<</BC[1 0 0]>>/F 4/P 10 0 R/AA<</C 51 0 R>>>>",
    51: '<</S/JavaScript/JS(AFSimple_Calculate\\("SUM", new Array\\("a"\\)\\);)>>',
    52: "<</T(Buyer)/Kids[53 0 R]>>",
    53: "<</Type/Annot/Subtype/Widget/FT/Tx/T(City)/Parent 52 0 R/Rect[10 40 90 60]/DV({$Town})/F 4/P 10 0 R>>",
    60: "<</FT/Btn/Ff 32768/T(Pay)/Kids[61 0 R 62 0 R]/Opt[(card)(cash)]/V/0>>",
    61: "<</Type/Annot/Subtype/Widget/Parent 60 0 R/Rect[10 70 20 80]/AS/0/AP<</N<</0 90 0 R/Off 91 0 R>>>>/F 4>>",
    62: "<</Type/Annot/Subtype/Widget/Parent 60 0 R/Rect[30 70 40 80]/AS/Off/AP<</N<</1 90 0 R/Off 91 0 R>>>>/F 4>>",
    70: "<</Type/Annot/Subtype/Widget/FT/Tx/T(Hidden)/Rect[10 90 90 110]/F 2/P 10 0 R>>",
    80: "<</Type/Annot/Subtype/Link/Rect[0 0 5 5]>>",
    90: { entries: "/Type/XObject/Subtype/Form/BBox[0 0 10 10]", bytes: "1 1 8 8 re f" },
    91: { entries: "/Type/XObject/Subtype/Form/BBox[0 0 10 10]", bytes: "" },
  },
});

describe("listPlacedFields", () => {
  it("gives what addFields was given, page by page", () => {
    const listed = listPlacedFields(withFields(EVERY_KIND));
    expect(new Set(listed.map(({ id }) => id)).size).toBe(EVERY_KIND.length);
    const given = EVERY_KIND.map((one) => ({
      ...one,
      ...(one.kind === "signature" || one.kind === "image" ? {} : { font: one.font ?? "Helvetica" }),
    }));
    expect(listed.map(({ id: _id, ...shown }) => JSON.parse(JSON.stringify(shown)))).toEqual(
      given.map((one) => expect.objectContaining(one)),
    );
  });

  it("reads forms of others: templates as defaults, export values, fonts that new fields have not; not what is hidden", () => {
    const listed = listPlacedFields(openPdf(ACROBAT));
    expect(listed.map(({ name, kind, value, text, font, color }) => [name, kind, value, text, font, color])).toEqual([
      ["Total", "text", undefined, undefined, undefined, [0, 0, 1]],
      ["Buyer.City", "text", undefined, "{$Town}", "Helvetica", undefined],
      ["Pay", "radio", "card", undefined, "Helvetica", undefined],
      ["Pay", "radio", "cash", undefined, "Helvetica", undefined],
    ]);
  });
});

describe("placeFields", () => {
  it("changes nothing of a form whose fields come back as they are", () => {
    for (const file of [writePdf(withFields(EVERY_KIND)), ACROBAT]) {
      const before = listPlacedFields(openPdf(file));
      const after = placed(openPdf(file), (fields) => fields);
      expect(listPlacedFields(after)).toEqual(before);
    }
  });

  it("keeps scripts, borders, fonts and hidden fields of what is moved, renamed and described anew", () => {
    const after = placed(openPdf(ACROBAT), (fields) =>
      fields.map((one) =>
        one.name === "Total"
          ? { ...one, name: "Sum", box: [100, 10, 190, 40], tooltip: "The sum", required: true, color: [0, 1, 0] }
          : one,
      ),
    );
    expect(names(after)).toEqual(["Sum", "Buyer.City", "Pay", "Hidden"]);
    expect(calculationOrder(after)).toEqual(["Sum"]);
    const [sum] = listFormFields(after);
    expect([sum?.required, sum?.scripts.calculate]).toEqual([true, expect.stringContaining("AFSimple_Calculate")]);
    const [widget] = after.array(after.pages[0]?.dict.get("Annots")) ?? [];
    const entries = after.dict(widget);
    expect(after.array(after.dict(entries?.get("MK"))?.get("BC"))).toEqual([1, 0, 0]);
    expect(Buffer.from(after.string(entries?.get("DA"))?.bytes ?? []).toString()).toBe("/Own 11 Tf 0 1 0 rg");
    expect(listPlacedFields(after)[0]).toMatchObject({ box: [100, 10, 190, 40], tooltip: "The sum" });
  });

  it("removes what is not listed, with the groups that it leaves empty", () => {
    const after = placed(openPdf(ACROBAT), (fields) => fields.filter(({ name }) => name === "Pay").slice(0, 1));
    expect(names(after)).toEqual(["Pay", "Hidden"]);
    expect(calculationOrder(after)).toEqual([]);
    expect(after.array(after.pages[0]?.dict.get("Annots"))).toHaveLength(3);
    // what it stands for is still its own
    expect(listPlacedFields(after).map(({ value }) => value)).toEqual(["card"]);
    fillForm(after, { Pay: "card" }, { flatten: false });
    expect(listFormFields(after)[0]?.value).toBe("card");
  });

  it("gives a field more places, and a group more buttons", () => {
    const after = placed(openPdf(ACROBAT), (fields) => [
      ...fields,
      field("Total", { box: [20, 200, 120, 220] }),
      field("Pay", { kind: "radio", box: [50, 70, 60, 80], value: "later" }),
    ]);
    expect(names(after)).toEqual(["Total", "Buyer.City", "Pay", "Hidden"]);
    expect(listFormFields(after)[2]?.options.map(({ value }) => value)).toEqual(["card", "cash", "later"]);
    expect(listFormFields(after)[0]?.scripts.calculate).toBeDefined();
    expect(calculationOrder(after)).toEqual(["Total"]);
    fillForm(after, { Total: "12", Pay: "later" }, { flatten: false });
    expect(listFormFields(after).map(({ value }) => value)).toEqual(["12", undefined, "later", undefined]);
    expect(listPlacedFields(reopened(after)).filter(({ name }) => name === "Total")).toHaveLength(2);
  });

  it("moves fields to other pages, makes other kinds of them, and swaps their names", () => {
    const after = placed(withFields(EVERY_KIND), (fields) =>
      fields.map((one) => {
        if (one.name === "Notes") return { ...one, page: 2, kind: "text" as const };
        if (one.name === "Name") return { ...one, name: "Country", kind: "check" as const, text: undefined };
        return one.name === "Country" ? { ...one, name: "Name" } : one;
      }),
    );
    const shown = listPlacedFields(after).map(({ name, kind, page }) => `${page} ${name} ${kind}`);
    expect(shown).toEqual([
      "1 Country check",
      "1 Number comb",
      "1 Agreed check",
      "1 Pay radio",
      "1 Pay radio",
      "1 Name choice",
      "2 Notes text",
      "2 Logo image",
      "2 Signed signature",
    ]);
    const notes = listPlacedFields(after).find(({ name }) => name === "Notes");
    expect([notes?.font, notes?.fontSizePoints, notes?.color]).toEqual(["Times", 9, [1, 0, 0]]);
  });

  it("puts the tab key's order as they are listed", () => {
    const after = placed(withFields([field("a"), field("b"), field("c")]), (fields) => fields.toReversed());
    expect(listPlacedFields(after).map(({ name }) => name)).toEqual(["c", "b", "a"]);
  });

  it("changes conditions, values, options and texts in their place", () => {
    const after = placed(withFields(EVERY_KIND), (fields) =>
      fields.map((one) => {
        if (one.kind === "check")
          return { ...one, condition: "$Age > 20", value: "yes, I do", box: [20, 100, 40, 120] };
        if (one.kind === "choice") return { ...one, options: [] };
        return one.name === "Name" ? { ...one, text: "{$Name}", maxLength: undefined } : one;
      }),
    );
    const [name, , , agreed, , , country] = listPlacedFields(after);
    expect([name?.text, name?.maxLength, agreed?.condition, agreed?.value, country?.options]).toEqual([
      "{$Name}",
      undefined,
      "$Age > 20",
      "yes, I do",
      [],
    ]);
    expect(fillForm(after, { Agreed: "yes, I do", Country: "Peru" }, { flatten: false }).notAChoice).toEqual([
      { field: "Country", value: "Peru" },
    ]);
    expect(listFormFields(after)[3]?.value).toBe("yes, I do");
  });

  it("stays PDF/UA while fields come and go", () => {
    const file = pdfaFile({
      identification: "<pdfuaid:part>1</pdfuaid:part>",
      properties: "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Form</rdf:li></rdf:Alt></dc:title>",
    });
    const before = validatePdf(file, "ua1").problems.map(({ message }) => message);
    const made = withFields([field("a"), field("b", { kind: "check" })], file);
    const after = placed(made, (fields) => [...fields.slice(1), field("c", { tooltip: "See" })]);
    expect(validatePdf(writePdf(after), "ua1").problems.map(({ message }) => message)).toEqual(before);
    const none = placed(after, () => []);
    expect(validatePdf(writePdf(none), "ua1").problems.map(({ message }) => message)).toEqual(before);
    expect(listFormFields(none)).toEqual([]);
  });

  it("names what cannot be", () => {
    const document = withFields([field("a"), field("b")]);
    const [a, b] = listPlacedFields(document);
    if (!a || !b) throw new Error("two fields were added");
    const wrong = (fields: readonly WantedField[]) =>
      refusal(() => placeFields(openPdf(writePdf(document)), fields, {}));
    expect(wrong([{ ...a, id: "9.9" }])).toMatchObject({ errors: [{ pointer: "/fields/0/id" }] });
    expect(wrong([a, a])).toMatchObject({ errors: [{ pointer: "/fields/1/id" }] });
    expect(wrong([a, { ...b, box: [0, 0, 1, 1] }])).toMatchObject({ errors: [{ pointer: "/fields/1/box" }] });
    expect(wrong([a, { ...b, page: 7 }])).toMatchObject({ code: "pdf_page_out_of_range" });
    expect(wrong([a, { ...b, name: "a", kind: "check" }])).toMatchObject({ errors: [{ pointer: "/fields/1/name" }] });
  });
});
