/** Symbol fonts (Symbol, Wingdings, Webdings) address glyphs by code; these are their Unicode equivalents. */
import type { FontNames } from "./formatting.ts";

const SYMBOL_GREEK: Readonly<Record<number, string>> = Object.fromEntries(
  [..."ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"].map((letter, index) => [0x41 + index, letter]),
);
const SYMBOL_GREEK_SMALL: Readonly<Record<number, string>> = Object.fromEntries(
  [..."αβχδεφγηιϕκλμνοπθρστυϖωξψζ"].map((letter, index) => [0x61 + index, letter]),
);

const SYMBOL: Readonly<Record<number, string>> = {
  ...SYMBOL_GREEK,
  ...SYMBOL_GREEK_SMALL,
  0x22: "∀",
  0x24: "∃",
  0x27: "∋",
  0x2a: "∗",
  0x2d: "−",
  0x40: "≅",
  0x5c: "∴",
  0x5e: "⊥",
  0x7e: "∼",
  0xa1: "ϒ",
  0xa2: "′",
  0xa3: "≤",
  0xa4: "⁄",
  0xa5: "∞",
  0xa6: "ƒ",
  0xa7: "♣",
  0xa8: "♦",
  0xa9: "♥",
  0xaa: "♠",
  0xab: "↔",
  0xac: "←",
  0xad: "↑",
  0xae: "→",
  0xaf: "↓",
  0xb0: "°",
  0xb1: "±",
  0xb2: "″",
  0xb3: "≥",
  0xb4: "×",
  0xb5: "∝",
  0xb6: "∂",
  0xb7: "•",
  0xb8: "÷",
  0xb9: "≠",
  0xba: "≡",
  0xbb: "≈",
  0xbc: "…",
  0xbf: "↵",
  0xc0: "ℵ",
  0xc1: "ℑ",
  0xc2: "ℜ",
  0xc3: "℘",
  0xc4: "⊗",
  0xc5: "⊕",
  0xc6: "∅",
  0xc7: "∩",
  0xc8: "∪",
  0xc9: "⊃",
  0xca: "⊇",
  0xcb: "⊄",
  0xcc: "⊂",
  0xcd: "⊆",
  0xce: "∈",
  0xcf: "∉",
  0xd0: "∠",
  0xd1: "∇",
  0xd2: "®",
  0xd3: "©",
  0xd4: "™",
  0xd5: "∏",
  0xd6: "√",
  0xd7: "⋅",
  0xd8: "¬",
  0xd9: "∧",
  0xda: "∨",
  0xdb: "⇔",
  0xdc: "⇐",
  0xdd: "⇑",
  0xde: "⇒",
  0xdf: "⇓",
  0xe0: "◊",
  0xe2: "®",
  0xe3: "©",
  0xe4: "™",
  0xe5: "∑",
  0xf0: "",
  0xf2: "∫",
};

const WINGDINGS: Readonly<Record<number, string>> = {
  0x22: "✂",
  0x28: "☎",
  0x2a: "✉",
  0x36: "⌛",
  0x3f: "✍",
  0x41: "✌",
  0x45: "☜",
  0x46: "☞",
  0x47: "☝",
  0x48: "☟",
  0x4a: "☺",
  0x4c: "☹",
  0x52: "☼",
  0x54: "❄",
  0x58: "✠",
  0x6c: "●",
  0x6d: "❍",
  0x6e: "■",
  0x6f: "□",
  0x70: "◻",
  0x71: "❑",
  0x72: "❒",
  0x73: "◆",
  0x74: "◆",
  0x75: "◆",
  0x76: "❖",
  0x77: "◆",
  0x78: "⌧",
  0x7b: "❀",
  0x7c: "✿",
  0x80: "⓪",
  0x81: "①",
  0x82: "②",
  0x83: "③",
  0x84: "④",
  0x85: "⑤",
  0x86: "⑥",
  0x87: "⑦",
  0x88: "⑧",
  0x89: "⑨",
  0x8a: "⑩",
  0x9e: "·",
  0x9f: "•",
  0xa0: "▪",
  0xa1: "○",
  0xa2: "○",
  0xa3: "○",
  0xa4: "◉",
  0xa5: "◎",
  0xa7: "▪",
  0xa8: "◻",
  0xaa: "✦",
  0xab: "★",
  0xac: "✶",
  0xad: "✴",
  0xae: "✹",
  0xb2: "⟡",
  0xd5: "⌫",
  0xd6: "⌦",
  0xd8: "➢",
  0xdc: "➲",
  0xdf: "←",
  0xe0: "→",
  0xe1: "↑",
  0xe2: "↓",
  0xe8: "➔",
  0xef: "⇦",
  0xf0: "⇨",
  0xf1: "⇧",
  0xf2: "⇩",
  0xf3: "⬄",
  0xfb: "✗",
  0xfc: "✓",
  0xfd: "☒",
  0xfe: "☑",
  0xfc00: "✓",
};

const WEBDINGS: Readonly<Record<number, string>> = {
  0x3c: "▼",
  0x33: "◀",
  0x34: "▶",
  0x35: "▲",
  0x36: "▼",
  0x61: "✓",
  0x67: "■",
  0x6e: "●",
  0x72: "✗",
  0x63: "□",
};

const TABLES: readonly (readonly [RegExp, Readonly<Record<number, string>>])[] = [
  [/^symbol$/i, SYMBOL],
  [/^wingdings( [23])?$/i, WINGDINGS],
  [/^webdings$/i, WEBDINGS],
];

/** Whether text in this family is glyph codes rather than Unicode. */
export function isSymbolFont(family: string | undefined): boolean {
  return family !== undefined && TABLES.some(([pattern]) => pattern.test(family.trim()));
}

/** Rewrites text set in a symbol font; characters without an equivalent become a bullet. */
export function symbolText(family: string, text: string): string {
  const table = TABLES.find(([pattern]) => pattern.test(family.trim()))?.[1];
  if (!table) return text;
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      const low = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
      if (low > 0xff) return character;
      return table[low] ?? (low <= 0x20 ? " " : code >= 0xf000 ? "•" : character);
    })
    .join("");
}

/** `w:sym`: font and hexadecimal code -> text. */
export function symbolCharacter(font: string, hex: string): { text: string; fonts: FontNames | undefined } {
  const code = Number.parseInt(hex, 16);
  if (!Number.isFinite(code) || code < 1 || code > 0x10ffff) return { text: "", fonts: undefined };
  const character = String.fromCodePoint(code);
  if (isSymbolFont(font)) return { text: symbolText(font, character), fonts: undefined };
  const text = code >= 0xf000 && code <= 0xf0ff ? String.fromCodePoint(code - 0xf000) : character;
  return { text, fonts: font ? { ascii: font, highAnsi: font, eastAsia: font, complex: font } : undefined };
}
