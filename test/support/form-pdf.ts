import { buildPages } from "../../src/pdf/testing/build-file.ts";

/** A page with one text field, `Name`. */
export function formPdf(): Uint8Array {
  const bytes = buildPages(1, {
    catalog: "/AcroForm<</Fields[50 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 3 0 R>>>>>>",
    page: () => "/Annots[50 0 R]",
    objects: { 50: "<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/Rect[10 10 190 40]/DA(/Helv 0 Tf 0 g)/F 4/P 10 0 R>>" },
  });

  return new Uint8Array(bytes);
}
