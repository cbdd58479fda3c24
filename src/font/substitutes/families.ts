/** Which families stand in for the fonts that documents name, and the vertical metrics of the originals. */

/** Share of the em above and below the baseline as Word computes lines, leading included in the ascent. */
export interface VerticalMetrics {
  ascent: number;
  descent: number;
}

interface KnownFont extends VerticalMetrics {
  /** Families to try after the font's own name. */
  fallback: readonly string[];
  /** Size of the substitute that makes its text as wide as the original's; 1 for metric-compatible ones. */
  sizeFactor: number;
  /** The same for text in a complex script: Hebrew, Thai. */
  complexFactor: number;
}

const SANS = ["Arimo", "Arial", "Liberation Sans", "Noto Sans"];
const SERIF = ["Tinos", "Times New Roman", "Liberation Serif", "Noto Serif"];
const MONO = ["Cousine", "Courier New", "Liberation Mono", "Noto Sans Mono"];
const CALIBRI = ["Calibri", "Carlito", ...SANS];
const SYMBOLS = ["Noto Sans Symbols 2", "Noto Sans Symbols", "Noto Sans Math", "Noto Color Emoji", "Noto Emoji"];
const CJK_JP = ["Noto Sans JP", "Noto Sans CJK JP", "Noto Sans SC", "Noto Sans TC", "Noto Sans KR"];
const CJK_SC = ["Noto Sans SC", "Noto Sans CJK SC", "Noto Sans TC", "Noto Sans JP", "Noto Sans KR"];
const CJK_TC = ["Noto Sans TC", "Noto Sans CJK TC", "Noto Sans SC", "Noto Sans JP"];
const CJK_KR = ["Noto Sans KR", "Noto Sans CJK KR", "Noto Sans JP", "Noto Sans SC"];
/** Before the symbols: the math font has Arabic letters that do not join. */
const OTHER_SCRIPTS = [
  "Noto Sans Arabic",
  "Noto Sans Hebrew",
  "Noto Sans Thai",
  "Noto Sans Devanagari",
  "Noto Sans Bengali",
  "Noto Sans Tamil",
];

const font = (
  ascent: number,
  descent: number,
  fallback: readonly string[],
  sizeFactor = 1,
  complexFactor = sizeFactor,
): KnownFont => ({ ascent, descent, fallback, sizeFactor, complexFactor });

/** Fonts of Windows and Office, and some that are common on the web, with the ascent and descent of their own tables. */
const KNOWN: Readonly<Record<string, KnownFont>> = {
  calibri: font(0.952, 0.269, CALIBRI),
  "calibri light": font(0.952, 0.269, CALIBRI),
  carlito: font(0.952, 0.269, CALIBRI),
  cambria: font(0.95, 0.222, ["Caladea", ...SERIF], 1.04),
  "cambria math": font(0.95, 0.222, ["Cambria", "Caladea", "Noto Sans Math", ...SERIF]),
  caladea: font(0.95, 0.222, SERIF),
  arial: font(0.938, 0.212, SANS),
  helvetica: font(0.938, 0.212, SANS),
  arimo: font(0.938, 0.212, SANS),
  "liberation sans": font(0.938, 0.212, SANS),
  "arial unicode ms": font(1.069, 0.271, SANS),
  "segoe ui semilight": font(1.079, 0.251, SANS, 0.99),
  "segoe ui black": font(1.079, 0.251, SANS, 1.12),
  "tw cen mt": font(0.864, 0.227, SANS, 0.87),
  sylfaen: font(0.95, 0.37, SERIF, 1.02),
  "aptos light": font(0.939, 0.282, SANS, 0.98),
  "aptos semibold": font(0.939, 0.282, SANS, 1.02),
  "aptos narrow": font(0.939, 0.282, SANS, 0.87),
  "leelawadee ui": font(1.079, 0.251, SANS),
  "nirmala ui": font(1.079, 0.251, SANS),
  lato: font(0.987, 0.213, SANS, 0.97),
  montserrat: font(0.968, 0.251, SANS, 1.13),
  "source sans pro": font(0.984, 0.273, SANS, 0.93),
  "source sans 3": font(1.024, 0.4, SANS, 0.93),
  poppins: font(1.15, 0.35, SANS, 1.1),
  raleway: font(0.94, 0.234, SANS, 1.03),
  inter: font(0.969, 0.241, SANS, 1.06),
  nunito: font(1.011, 0.353, SANS),
  "pt sans": font(1.018, 0.276, SANS, 0.96),
  "pt serif": font(1.039, 0.286, SERIF, 1.09),
  merriweather: font(0.984, 0.273, SERIF, 1.18),
  ubuntu: font(0.96, 0.189, SANS, 1.01),
  oswald: font(1.193, 0.289, SANS, 0.8),
  "playfair display": font(1.082, 0.251, SERIF, 1.07),
  "noto serif": font(1.069, 0.293, SERIF, 1.12),
  "eb garamond": font(1.007, 0.298, SERIF, 0.97),
  "ibm plex sans": font(1.025, 0.275, SANS, 1.01),
  "dejavu sans mono": font(0.928, 0.236, MONO, 1.003),
  "roboto mono": font(1.048, 0.271, MONO),
  "source code pro": font(0.984, 0.273, MONO),
  "microsoft sans serif": font(0.922, 0.21, SANS),
  "ms sans serif": font(0.922, 0.21, SANS),
  "arial narrow": font(0.936, 0.212, SANS, 0.82),
  "arial black": font(1.1, 0.31, SANS, 1.13),
  "times new roman": font(0.933, 0.217, SERIF),
  times: font(0.933, 0.217, SERIF),
  tinos: font(0.933, 0.217, SERIF),
  "liberation serif": font(0.933, 0.217, SERIF),
  "courier new": font(0.833, 0.3, MONO),
  courier: font(0.833, 0.3, MONO),
  cousine: font(0.833, 0.3, MONO),
  "liberation mono": font(0.833, 0.3, MONO),
  consolas: font(0.92, 0.251, MONO, 0.916),
  "lucida console": font(0.789, 0.211, MONO, 1.004),
  georgia: font(0.917, 0.219, ["Gelasio", ...SERIF]),
  gelasio: font(0.917, 0.219, SERIF),
  verdana: font(1.005, 0.21, SANS, 1.151),
  tahoma: font(1.0, 0.207, SANS, 1.008),
  "segoe ui": font(1.079, 0.251, SANS, 1.0),
  "segoe ui light": font(1.079, 0.251, SANS, 0.98),
  "segoe ui semibold": font(1.079, 0.251, SANS, 1.03),
  "trebuchet ms": font(0.939, 0.222, SANS, 1.02),
  "century gothic": font(1.006, 0.22, SANS, 1.025),
  "comic sans ms": font(1.102, 0.291, SANS, 1.07),
  impact: font(1.009, 0.21, SANS, 0.95),
  aptos: font(0.939, 0.282, SANS, 1.0),
  "aptos display": font(0.939, 0.282, SANS, 0.97),
  candara: font(0.952, 0.269, CALIBRI, 1.02),
  corbel: font(0.952, 0.269, CALIBRI, 1.03),
  constantia: font(0.952, 0.269, SERIF, 1.08),
  garamond: font(0.862, 0.263, SERIF, 0.94),
  "book antiqua": font(0.923, 0.283, SERIF, 1.08),
  "palatino linotype": font(1.05, 0.283, SERIF, 1.08),
  "bookman old style": font(0.94, 0.23, SERIF, 1.17),
  "century schoolbook": font(0.98, 0.22, SERIF, 1.12),
  century: font(0.98, 0.22, SERIF, 1.12),
  "franklin gothic book": font(0.91, 0.22, SANS, 0.95),
  "franklin gothic medium": font(0.91, 0.22, SANS, 0.98),
  "gill sans mt": font(0.918, 0.231, SANS, 0.92),
  "lucida sans unicode": font(1.1, 0.44, SANS, 1.07),
  "lucida sans": font(0.96, 0.22, SANS, 1.07),
  "open sans": font(1.069, 0.293, SANS),
  "noto sans": font(1.069, 0.293, SANS),
  roboto: font(0.928, 0.244, SANS),
  "roboto condensed": font(0.928, 0.244, SANS),
  "dejavu sans": font(0.928, 0.236, SANS, 1.155),
  "dejavu serif": font(0.939, 0.236, SERIF, 1.22),
  "bitstream vera sans": font(0.928, 0.236, SANS, 1.155),
  "bitstream vera serif": font(0.939, 0.236, SERIF, 1.22),
  "lucida grande": font(0.967, 0.211, SANS, 1.07),
  "lucida fax": font(0.97, 0.21, SERIF, 1.27),
  "arial nova": font(0.985, 0.223, SANS),
  "arial rounded mt bold": font(0.946, 0.211, SANS, 1.1),
  david: font(0.77, 0.213, CALIBRI, 1, 0.89),
  "angsana new": font(0.952, 0.269, SERIF, 0.68, 0.726),
  "th sarabun new": font(0.952, 0.269, CALIBRI, 0.715, 0.677),
  perpetua: font(0.9, 0.27, SERIF, 0.9),
  rockwell: font(0.92, 0.25, SERIF, 1.12),
  "cmu serif": font(1.15, 0.244, SERIF, 1.07),
  "cmu serif roman": font(1.15, 0.244, SERIF, 1.07),
  "cmu serif bold extended roman": font(1.196, 0.254, SERIF, 1.16),
  "cmu sans serif": font(1.104, 0.25, SANS, 0.96),
  symbol: font(1.005, 0.22, SYMBOLS),
  "segoe ui symbol": font(1.079, 0.251, SYMBOLS),
  "segoe ui emoji": font(1.079, 0.251, SYMBOLS),
  wingdings: font(0.898, 0.211, SYMBOLS),
  webdings: font(0.898, 0.211, SYMBOLS),
  "ms mincho": font(0.859, 0.141, CJK_JP),
  "ms pmincho": font(0.859, 0.141, CJK_JP),
  "ms gothic": font(0.859, 0.141, CJK_JP),
  "ms pgothic": font(0.859, 0.141, CJK_JP),
  "yu mincho": font(1.0, 0.287, CJK_JP),
  "yu gothic": font(1.0, 0.287, CJK_JP),
  meiryo: font(1.061, 0.44, CJK_JP),
  simsun: font(0.859, 0.141, CJK_SC),
  nsimsun: font(0.859, 0.141, CJK_SC),
  simhei: font(0.859, 0.141, CJK_SC),
  kaiti: font(0.859, 0.141, CJK_SC),
  fangsong: font(0.859, 0.141, CJK_SC),
  dengxian: font(0.857, 0.2, CJK_SC),
  "microsoft yahei": font(1.058, 0.262, CJK_SC),
  mingliu: font(0.801, 0.2, CJK_TC),
  pmingliu: font(0.801, 0.2, CJK_TC),
  "microsoft jhenghei": font(1.064, 0.262, CJK_TC),
  batang: font(0.859, 0.141, CJK_KR, 1.087),
  // Their syllables take a whole em, those of the substitute 0.92.
  gulim: font(0.859, 0.141, CJK_KR, 1.087),
  dotum: font(0.859, 0.141, CJK_KR, 1.087),
  "malgun gothic": font(1.088, 0.242, CJK_KR),
};

/** Native names of East Asian fonts. */
const ALIASES: Readonly<Record<string, string>> = {
  "ｍｓ 明朝": "ms mincho",
  "ms 明朝": "ms mincho",
  "ｍｓ ゴシック": "ms gothic",
  "ｍｓ ｐゴシック": "ms pgothic",
  游明朝: "yu mincho",
  游ゴシック: "yu gothic",
  宋体: "simsun",
  黑体: "simhei",
  楷体: "kaiti",
  仿宋: "fangsong",
  等线: "dengxian",
  微软雅黑: "microsoft yahei",
  新細明體: "pmingliu",
  細明體: "mingliu",
  微軟正黑體: "microsoft jhenghei",
  "맑은 고딕": "malgun gothic",
  바탕: "batang",
  굴림: "gulim",
  굴림체: "gulim",
  돋움: "dotum",
  돋움체: "dotum",
  바탕체: "batang",
  궁서: "batang",
  궁서체: "batang",
  "ｍｓ ｐ明朝": "ms pmincho",
  "ms ｐゴシック": "ms pgothic",
  "ms ゴシック": "ms gothic",
  メイリオ: "meiryo",
  楷体_gb2312: "kaiti",
  仿宋_gb2312: "fangsong",
  標楷體: "pmingliu",
  "th sarabunpsk": "th sarabun new",
  "th sarabun": "th sarabun new",
  angsanaupc: "angsana new",
};

/** Japanese in the name, or the mark of the Japanese fonts that came with Office. */
const JAPANESE_NAME = /[\u3040-\u30ff\uff66-\uff9f]|^hg[a-z]?[^a-z]/;
const JAPANESE_SUBSTITUTE = "ms pgothic";

/**
 * The name by which a font is known here; for Japanese fonts that are not, the name of the one that stands in for them.
 */
export function knownName(family: string): string {
  const key = family.trim().toLowerCase();
  const name = ALIASES[key] ?? key;
  return !KNOWN[name] && JAPANESE_NAME.test(name) ? JAPANESE_SUBSTITUTE : name;
}

function lookUp(family: string): KnownFont | undefined {
  return KNOWN[knownName(family)];
}

/** Whether a font is known to have only letters of alphabets. */
export function isAlphabetic(family: string): boolean {
  const fallback = lookUp(family)?.fallback;
  return fallback !== undefined && ![CJK_JP, CJK_SC, CJK_TC, CJK_KR].some((fonts) => fonts === fallback);
}

const WITH_SYMBOLS: ReadonlySet<string> = new Set([
  "arial unicode ms",
  "cambria math",
  "dejavu sans",
  "lucida sans unicode",
]);

/** Whether a font has shapes, marks and dingbats besides its letters, as far as it is known. */
export function hasSymbols(family: string): boolean {
  const known = lookUp(family);
  return !isAlphabetic(family) || known?.fallback === SYMBOLS || WITH_SYMBOLS.has(knownName(family));
}

/** Metrics of the named font itself; undefined when only measuring its substitute can tell. */
export function knownMetrics(family: string): VerticalMetrics | undefined {
  return lookUp(family);
}

/** Fonts under whose name one with other widths is served. */
const SERVED_BY_OTHERS: ReadonlySet<string> = new Set(["cambria", "calibri light"]);

/**
 * Whether the family served under this name is another one, whose letters have to be fitted into the original's room.
 */
export function isServedByOther(family: string): boolean {
  return SERVED_BY_OTHERS.has(family.trim().toLowerCase());
}

/** Whether a font is made for Chinese, Japanese or Korean text. */
export function isEastAsianFont(family: string): boolean {
  const fallback = lookUp(family)?.fallback;
  return fallback === CJK_JP || fallback === CJK_SC || fallback === CJK_TC || fallback === CJK_KR;
}

/** How much larger (or smaller) the substitute of a font is set. */
export function substituteSize(family: string, isComplex = false): number {
  const known = lookUp(family);
  return (isComplex ? known?.complexFactor : known?.sizeFactor) ?? 1;
}

/** The family and what may stand in for it, best first. */
function familyChain(family: string): string[] {
  const known = lookUp(family);
  const chain = [family, ...(known?.fallback ?? guess(family)), ...OTHER_SCRIPTS, ...SYMBOLS, ...CJK_JP, "Noto Sans"];
  return [...new Set(chain.map((name) => name.replace(/["\\;{}]/g, "")))];
}

/** Unknown fonts by what their names say. */
function guess(family: string): readonly string[] {
  if (/mono|courier|consol|typewriter|code/i.test(family)) return MONO;
  if (/sans|gothic|grotesk|helvet|arial|segoe|ui\b/i.test(family)) return SANS;
  if (/serif|times|roman|garamond|palat|book|georgia|minion|caslon|baskerville|bodoni|mincho|ming|song/i.test(family))
    return SERIF;
  return [...CALIBRI];
}

/** Known fonts that come with neither Windows nor Office. */
const ELSEWHERE =
  /^(?:roboto|open sans|noto |lato$|montserrat|source |poppins|raleway|inter$|nunito|ubuntu|oswald|dejavu|bitstream|liberation|carlito|caladea|arimo|tinos)/;

/** Whether a font is known to be missing on most machines that have Office. */
export function isOftenMissing(family: string): boolean {
  return ELSEWHERE.test(knownName(family));
}

/** By family: each style of text asks for one, and documents name the same families. */
const lists = new Map<string, string>();
const MAX_LISTS = 200;
const MAX_NAME_LENGTH = 100;

/** A CSS `font-family` value. */
export function familyList(family: string): string {
  let list = lists.get(family);
  if (list === undefined) {
    list = `${familyChain(family)
      .map((name) => `"${name}"`)
      .join(",")},sans-serif`;
    if (lists.size >= MAX_LISTS) lists.clear();
    if (family.length <= MAX_NAME_LENGTH) lists.set(family, list);
  }
  return list;
}
