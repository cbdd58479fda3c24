import type { Metered } from "../../domain/work-meter.ts";
import { visitOperations } from "../content/operations.ts";
import { type PdfObject, PdfString } from "../objects.ts";

/** The longest text of one code, in UTF-16 units. Ligatures have three, and the standard allows 256. */
const MAX_TEXT_UNITS = 16;

/** What a ToUnicode CMap says (ISO 32000-2, 9.10.3). */
export interface ToUnicode {
  /** Code as a number -> text. */
  readonly texts: ReadonlyMap<number, string>;
  /** How many bytes a code has; 0 if the CMap does not say, or has codes of several lengths. */
  readonly codeBytes: number;
}

/** @throws Failure `pdf_too_complex` */
export function readToUnicode(cmap: Uint8Array, work: Metered): ToUnicode {
  const texts = new Map<number, string>();
  const lengths = new Set<number>();
  work.charge("programByte", cmap.length);

  visitOperations(cmap, {
    operation(operator, operands) {
      if (operator === "endcodespacerange") {
        for (const code of operands) if (code instanceof PdfString) lengths.add(code.bytes.length);
      } else if (operator === "endbfchar") {
        for (let at = 0; at + 1 < operands.length; at += 2) {
          const code = codeOf(operands[at]);
          const text = textOf(operands[at + 1]);
          if (code !== undefined && text !== undefined) texts.set(code, text);
        }
      } else if (operator === "endbfrange") {
        for (let at = 0; at + 2 < operands.length; at += 3) {
          addRange(texts, codeOf(operands[at]), codeOf(operands[at + 1]), operands[at + 2], work);
        }
      }
    },
  });

  const [codeBytes = 0] = lengths.size === 1 ? lengths : [];
  return { texts, codeBytes };
}

function addRange(
  texts: Map<number, string>,
  first: number | undefined,
  last: number | undefined,
  target: PdfObject | undefined,
  work: Metered,
): void {
  if (first === undefined || last === undefined) return;
  if (Array.isArray(target)) {
    for (const [index, item] of target.entries()) {
      const text = textOf(item);
      if (text !== undefined && first + index <= last) texts.set(first + index, text);
    }
    return;
  }

  const text = textOf(target);
  if (text === undefined || text === "") return;
  // The last unit counts up, and ranges do not go beyond a byte.
  const count = Math.min(last - first, 0xff) + 1;
  work.charge("object", Math.max(0, count));
  const stem = text.slice(0, -1);
  const unit = text.charCodeAt(text.length - 1);
  for (let index = 0; index < count; index++) texts.set(first + index, stem + String.fromCharCode(unit + index));
}

/** A code as one number, which distinguishes codes of the same length. */
function codeOf(object: PdfObject | undefined): number | undefined {
  if (!(object instanceof PdfString) || object.bytes.length > 4) return undefined;
  return object.bytes.reduce((code, byte) => code * 256 + byte, 0);
}

/** UTF-16, big end first. */
function textOf(object: PdfObject | undefined): string | undefined {
  if (!(object instanceof PdfString)) return undefined;
  const { bytes } = object;
  let text = "";
  for (let at = 0; at + 1 < bytes.length && text.length < MAX_TEXT_UNITS; at += 2) {
    text += String.fromCharCode((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0));
  }
  return text;
}
