import type { PdfDocument } from "../document.ts";
import { name } from "../objects.ts";
import { everyDictionary } from "./every-dictionary.ts";

/**
 * Takes out of pictures, forms, graphics states and fonts what PDF/A does not allow and no page needs: smoothing,
 * alternates, prepress hints, transfer functions of a device, lists of a font's glyphs, which may be wrong
 * (ISO 19005-2, 6.2.5, 6.2.8, 6.2.9, 6.2.11.4.2).
 */
export function mendGraphics(document: PdfDocument): void {
  everyDictionary(document, (entries) => {
    switch (document.name(entries.get("Subtype"))) {
      case "Image":
        for (const key of ["Interpolate", "Alternates", "OPI"]) entries.delete(key);
        break;
      case "Form":
        for (const key of ["OPI", "PS"]) entries.delete(key);
        if (document.name(entries.get("Subtype2")) === "PS") entries.delete("Subtype2");
        break;
      case "CIDFontType2":
        if (!entries.has("CIDToGIDMap")) entries.set("CIDToGIDMap", name("Identity"));
        break;
    }
    if (entries.has("FontDescriptor") || entries.has("DescendantFonts")) entries.set("Type", name("Font"));
    if (document.name(entries.get("Type")) === "FontDescriptor") {
      for (const key of ["CIDSet", "CharSet"]) entries.delete(key);
    }
    // the keys of a graphics state, which need not say that it is one
    for (const key of ["TR", "HTP"]) entries.delete(key);
    if (entries.has("TR2") && document.name(entries.get("TR2")) !== "Default") entries.delete("TR2");
  });
}
