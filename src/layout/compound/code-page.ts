/** Texts of one byte per character (or two, in the Far East) by their code page (MS-XLS 2.4.52, MS-OLEPS 2.18.2). */

const ENCODINGS: Readonly<Record<number, string>> = {
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  1200: "utf-16le",
  10000: "macintosh",
  10007: "x-mac-cyrillic",
  32768: "macintosh",
  65001: "utf-8",
};
const WESTERN = "windows-1252";

/** Code pages that no browser knows, those of DOS above all, are read as western European. */
export function codePageDecoder(codePage: number): TextDecoder {
  const isWindows = codePage >= 1250 && codePage <= 1258;
  return new TextDecoder(isWindows ? `windows-${codePage}` : (ENCODINGS[codePage] ?? WESTERN));
}
