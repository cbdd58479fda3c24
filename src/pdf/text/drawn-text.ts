/** Characters that would compose to differently shaped ones: names are written with them on purpose. */
const COMPATIBILITY_IDEOGRAPHS = /([\uf900-\ufaff\u{2f800}-\u{2fa1f}]+)/u;
const VARIATION_SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** A text in the characters that fonts have glyphs for: composed (NFC), without selectors of variants. */
export function drawnText(text: string): string {
  return text
    .replace(VARIATION_SELECTORS, "")
    .split(COMPATIBILITY_IDEOGRAPHS)
    .map((part, index) => (index % 2 === 1 ? part : part.normalize("NFC")))
    .join("");
}
