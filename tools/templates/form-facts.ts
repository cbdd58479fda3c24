import { PDFCheckBox, PDFDocument, PDFDropdown, PDFOptionList, PDFRadioGroup, PDFTextField } from "@cantoo/pdf-lib";
import type { Facts, Verdict } from "./facts.ts";

/** Facts of a filled form that was not flattened. */
export async function checkForm(
  facts: Facts,
  bytes: Uint8Array,
  fields: readonly string[],
  verdict: Verdict,
): Promise<void> {
  for (const name of facts.mergeFields ?? []) verdict.expect(fields.includes(name), `no merge field ${name}`);
  const form = (await PDFDocument.load(bytes)).getForm();
  const names = form.getFields().map((field) => field.getName());
  for (const name of facts.fieldNames ?? []) verdict.expect(names.includes(name), `no form field ${name}`);
  for (const [name, expected] of Object.entries(facts.filled ?? {})) {
    const field = form.getFieldMaybe(name);
    const value =
      field instanceof PDFTextField
        ? field.getText()
        : field instanceof PDFCheckBox
          ? field.isChecked()
          : field instanceof PDFRadioGroup
            ? field.getSelected()
            : field instanceof PDFDropdown || field instanceof PDFOptionList
              ? field.getSelected()[0]
              : undefined;
    verdict.expect(value === expected, `${name} is ${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`);
  }
}
