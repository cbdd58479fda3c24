import { deflate } from "../../image/compression/flate.ts";
import type { PdfDocument } from "../document.ts";
import { latin1 } from "../lexer.ts";
import { decodeWithin } from "../metered-walk.ts";
import { name, PdfDict, PdfStream } from "../objects.ts";
import { everyDictionary } from "./every-dictionary.ts";

/** Maps of fonts are far below. */
const MAX_MAP_BYTES = 1024 * 1024;
/** U+0000, U+FEFF and U+FFFE. */
const NO_TEXT = /^<(?:0000|FEFF|FFFE)>$/i;
/** A character that is invisible, ignored in searches, and keeps letters joined (ZERO WIDTH JOINER). */
const UNSEEN = "<200D>";

/**
 * Gives glyphs without a character of their own one that says nothing: browsers map parts of shaped letters, whose text
 * is stated separately (ActualText), to U+0000, which PDF/A and PDF/UA do not allow (ISO 19005-2, 6.2.11.7.2).
 */
export function mendCharacterTexts(document: PdfDocument): void {
  const seen = new Set<PdfStream>();
  everyDictionary(document, (entries) => {
    const map = document.stream(entries.get("ToUnicode"));
    if (!map || seen.has(map)) return;
    seen.add(map);
    const { bytes, remaining } = decodeWithin(document, map);
    if (remaining.length > 0 || bytes.length > MAX_MAP_BYTES) return;
    const written = latin1(bytes);
    const mended = mendedMap(written);
    if (mended === written) return;
    const mendedEntries = new PdfDict(map.dict);
    mendedEntries.set("Filter", name("FlateDecode"));
    mendedEntries.delete("DecodeParms");
    entries.set("ToUnicode", document.add(new PdfStream(mendedEntries, deflate(Buffer.from(mended, "latin1")))));
  });
}

function mendedMap(map: string): string {
  let mended = "";
  let at = 0;
  for (;;) {
    const start = map.indexOf("beginbf", at);
    const end = start < 0 ? -1 : map.indexOf("endbf", start);
    if (end < 0) return mended + map.slice(at);
    mended += map.slice(at, start) + mendedLines(map.slice(start, end));
    at = end;
  }
}

/** Lines of a code, or of a range of codes, and what they are mapped to (9.10.3). */
function mendedLines(lines: string): string {
  const members = lines.startsWith("beginbfrange") ? 3 : 2;
  let line: string[] = [];
  return lines.replace(/<[^<>]*>|\[[^[\]]*\]/g, (member) => {
    line.push(member);
    if (line.length < members) return member;
    const [low, high] = line;
    line = [];
    const isOne = members === 2 || low === high;
    return isOne && NO_TEXT.test(member) ? UNSEEN : member;
  });
}
