import { expect, it } from "vitest";
import { pdfSettings, pdfValues } from "./pdf-values.ts";
import { changesOf, valuesOf } from "./setting-values.ts";

const FULL = { title: "Invoice {$Number}", author: "Sales", picture_dpi: "150", pdf_a: "3a" };

it("keeps what is set", () => {
  const settings = { ...FULL, picture_dpi: 150, signature: { identity: "Sales" } };
  expect(pdfSettings(pdfValues(settings))).toEqual({ ...FULL, signature: { identity: "Sales" } });
});

it("has empty texts for what is not set", () => {
  const none = { title: "", author: "", picture_dpi: "", pdf_a: "", signature: "" };
  expect(pdfSettings(pdfValues({}))).toEqual(none);
});

it("sends only the changed settings of a document", () => {
  const invoice = { e_invoice: "xrechnung", e_invoice_record: "bill" };
  const saved = valuesOf({
    name: "Bill",
    output: "pdf",
    output_name: "",
    active: "1",
    size_width: "8.27",
    size_height: "11.69",
    retention_days: "",
    settings: { ...FULL, ...invoice, show_warnings: 1 },
  });
  expect(changesOf({ ...saved, e_invoice: "", picture_dpi: 300 }, saved)).toEqual({
    settings: { e_invoice: "", picture_dpi: "300" },
  });
  expect([saved.show_warnings, saved.keep_comments]).toEqual([true, false]);
  expect(changesOf({ ...saved, show_warnings: false, keep_comments: true }, saved)).toEqual({
    settings: { show_warnings: false, keep_comments: true },
  });
});
