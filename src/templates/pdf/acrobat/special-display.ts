import type { ScriptConstant } from "./script-call.ts";

const DIGIT = /\d/;

/**
 * `AFSpecial_Format(kind)`: a zip code, one with four more digits, a telephone number, a social security number. Digits fill
 * the mask from the left, and nothing is padded.
 * @returns undefined for a text with more digits than the mask takes, or without any
 */
export function shownSpecial(text: string, kind: ScriptConstant | undefined): string | undefined {
  const digits = text.replace(/\D/g, "");
  const mask = maskOf(kind, digits.length);
  if (mask === undefined || digits === "" || digits.length > mask.replace(/[^9]/g, "").length) return undefined;
  let shown = "";
  let at = 0;
  for (const character of mask) {
    if (at >= digits.length) break;
    shown += character === "9" ? digits[at++] : character;
  }
  return DIGIT.test(shown) ? shown : undefined;
}

function maskOf(kind: ScriptConstant | undefined, digits: number): string | undefined {
  switch (kind) {
    case 0:
      return "99999";
    case 1:
      return "99999-9999";
    case 2:
      return digits >= 10 ? "(999) 999-9999" : "999-9999";
    case 3:
      return "999-99-9999";
    default:
      return undefined;
  }
}
