import { PDFDocument, PDFHexString } from "@cantoo/pdf-lib";
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { beforeAll, expect, it } from "vitest";
import { type FieldTexts, readFields, savedForm } from "./form-fields.ts";

/** A text field, a combo box, a list that allows several choices, a check box and a group of two buttons. */
let form: Uint8Array;

beforeAll(async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([300, 300]);
  const fields = pdf.getForm();
  const at = (y: number, height = 20) => ({ x: 10, y, width: 100, height });
  fields.createTextField("Name").addToPage(page, at(10));
  const plan = fields.createDropdown("Plan");
  plan.setOptions(["free", "pro"]);
  plan.select("free");
  plan.addToPage(page, at(40));
  plan.acroField.setOptions([
    { value: PDFHexString.fromText("free"), display: PDFHexString.fromText("No cost") },
    { value: PDFHexString.fromText("pro"), display: PDFHexString.fromText("Ten a month") },
  ]);
  const days = fields.createOptionList("Days");
  days.setOptions(["Mon", "Tue", "Wed"]);
  days.enableMultiselect();
  days.addToPage(page, at(70, 60));
  const size = fields.createRadioGroup("Size");
  size.addOptionToPage("Small", page, at(140));
  size.addOptionToPage("Large", page, at(170));
  fields.createCheckBox("Meal").addToPage(page, at(200));
  form = await pdf.save();
});

async function open(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  return await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
}

const fieldsOf = async (pdf: PDFDocumentProxy) => [...(await readFields(pdf)).values()].flat();

/** The form with texts typed into fields by their names, and what another program reads in it. */
async function filled(texts: Record<string, readonly string[]>) {
  const pdf = await open(form);
  const fields = await fieldsOf(pdf);
  const typed: FieldTexts = new Map(
    fields.flatMap(({ key, name }) => (texts[name] === undefined ? [] : [[key, texts[name]] as const])),
  );
  const bytes = await savedForm(pdf, fields, typed);
  const saved = (await PDFDocument.load(bytes)).getForm();

  return {
    bytes,
    values: {
      Plan: saved.getDropdown("Plan").getSelected(),
      Days: saved.getOptionList("Days").getSelected(),
      Size: saved.getRadioGroup("Size").getSelected(),
      Meal: saved.getCheckBox("Meal").isChecked(),
    },
  };
}

it("knows texts, lists, check boxes and the buttons of a group", async () => {
  const fields = await fieldsOf(await open(form));

  expect(fields).toMatchObject([
    { name: "Name", kind: "text", texts: [] },
    {
      name: "Plan",
      kind: "choice",
      texts: ["free"],
      isMultiple: false,
      choices: [
        { value: "free", label: "No cost" },
        { value: "pro", label: "Ten a month" },
      ],
    },
    { name: "Days", kind: "choice", texts: [], isMultiple: true },
    { name: "Size", kind: "radio", on: "Small", texts: ["Off"] },
    { name: "Size", kind: "radio", on: "Large", texts: ["Off"] },
    { name: "Meal", kind: "check", on: "Yes", texts: ["Off"] },
  ]);
  expect(fields[3]?.key).toBe(fields[4]?.key);
  expect(new Set(fields.map(({ key }) => key)).size).toBe(5);
});

it("writes what is chosen in groups and lists into the file", async () => {
  const { bytes, values } = await filled({ Plan: ["pro"], Days: ["Wed", "Mon"], Size: ["Large"], Meal: ["Yes"] });

  expect(values).toEqual({ Plan: ["pro"], Days: ["Mon", "Wed"], Size: "Large", Meal: true });
  const again = await fieldsOf(await open(bytes));
  expect(again.map(({ texts }) => texts)).toEqual([[], ["pro"], ["Mon", "Wed"], ["Large"], ["Large"], ["Yes"]]);
});

it("writes tags into lists, as one text", async () => {
  const { values } = await filled({ Plan: ["{$Customer.Plan}"], Days: ["{$Day}"] });

  expect(values).toEqual({ Plan: ["{$Customer.Plan}"], Days: ["{$Day}"], Size: undefined, Meal: false });
});

it("takes back a choice", async () => {
  expect((await filled({ Plan: [] })).values).toMatchObject({ Plan: [""] });
});
