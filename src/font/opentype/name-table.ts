/** The names of a font (`name`; ISO/IEC 14496-22, 5.2.7). */
import type { FontStyle } from "../../domain/custom-font.ts";
import { viewOf } from "./sfnt.ts";

type FontNames = Pick<FontStyle, "family" | "styleFamily" | "postScriptName">;

const FAMILY = 1;
const POSTSCRIPT = 6;
const TYPOGRAPHIC_FAMILY = 16;
const UNICODE = 0;
const MACINTOSH = 1;
const WINDOWS = 3;
const ENGLISH = 0x0409;
const MAX_RECORDS = 2_000;
const MAX_NAME_LENGTH = 100;

export function readFontNames(table: Uint8Array | undefined): FontNames {
  const names = new Map<number, { text: string; rank: number }>();
  for (const { id, text, rank } of table ? records(table) : []) {
    if (text !== "" && rank > (names.get(id)?.rank ?? -1)) names.set(id, { text, rank });
  }
  const textOf = (id: number) => names.get(id)?.text ?? "";
  const styleFamily = textOf(FAMILY);
  const family = textOf(TYPOGRAPHIC_FAMILY) || styleFamily;
  return {
    family,
    styleFamily: styleFamily && styleFamily !== family ? styleFamily : undefined,
    postScriptName: textOf(POSTSCRIPT)
      .replace(/[^A-Za-z0-9-]/g, "")
      .slice(0, 63),
  };
}

function* records(table: Uint8Array): Generator<{ id: number; text: string; rank: number }> {
  if (table.length < 6) return;
  const view = viewOf(table);
  const strings = view.getUint16(4);
  const count = Math.min(view.getUint16(2), Math.floor((table.length - 6) / 12), MAX_RECORDS);
  for (let index = 0; index < count; index++) {
    const [platform = 0, , language = 0, id = 0, length = 0, offset = 0] = Array.from({ length: 6 }, (_, field) =>
      view.getUint16(6 + 12 * index + 2 * field),
    );
    if (![FAMILY, POSTSCRIPT, TYPOGRAPHIC_FAMILY].includes(id)) continue;
    const bytes = table.subarray(strings + offset, strings + offset + length);
    // English in its Windows form is what other programs show.
    const rank = platform === WINDOWS ? (language === ENGLISH ? 3 : 2) : platform === UNICODE ? 1 : 0;
    yield { id, text: cleaned(platform === MACINTOSH ? latin(bytes) : wide(bytes)), rank };
  }
}

function wide(bytes: Uint8Array): string {
  return new TextDecoder("utf-16be").decode(bytes.subarray(0, bytes.length & ~1));
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, MAX_NAME_LENGTH));
}

/** Without characters that have a meaning in style sheets. */
function cleaned(text: string): string {
  return text
    .replace(/[\p{C}"'\\;{}<>,|]/gu, "")
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trim();
}
