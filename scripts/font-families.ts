/** A font family with the metrics of one that documents name, published under that name too. */
export interface NamedFamily {
  /** Name below @fontsource. */
  package: string;
  /** Its own name and those it stands in for. */
  names: readonly string[];
  /** Package that fills in the code points that this one lacks. */
  companion?: string;
}

/** A font that is used for one script, whatever family the document names. */
export interface FallbackFamily {
  package: string;
  name: string;
  /** Han characters look different in each language: this distinguishes their four fonts. */
  script: "other" | "japanese" | "korean" | "chinese-simplified" | "chinese-traditional";
  /** Style sheets of the package: one for each weight. */
  sheets: readonly string[];
  /** Draws emoji, which the others leave to it. */
  hasEmoji?: true;
  /** Files that only repeat what the named families have. */
  skip?: RegExp;
}

export const NAMED_FAMILIES: readonly NamedFamily[] = [
  { package: "arimo", names: ["Arimo", "Arial", "Helvetica", "Helvetica Neue", "Liberation Sans", "Arial Unicode MS"] },
  { package: "tinos", names: ["Tinos", "Times New Roman", "Times", "Liberation Serif"] },
  { package: "cousine", names: ["Cousine", "Courier New", "Courier", "Liberation Mono"] },
  { package: "carlito", names: ["Carlito", "Calibri", "Calibri Light"], companion: "arimo" },
  { package: "caladea", names: ["Caladea", "Cambria"], companion: "tinos" },
  { package: "gelasio", names: ["Gelasio", "Georgia"], companion: "tinos" },
  { package: "open-sans", names: ["Open Sans"] },
  { package: "noto-sans", names: ["Noto Sans"] },
];

const REGULAR_AND_BOLD = ["400.css", "700.css"] as const;
const LATIN_FILES = /-(latin|latin-ext|greek|greek-ext|cyrillic|cyrillic-ext|vietnamese)-/;

/** In order of preference: a code point is drawn with the first that has it. */
export const FALLBACK_FAMILIES: readonly FallbackFamily[] = [
  script("noto-sans-hebrew", "Noto Sans Hebrew"),
  script("noto-sans-arabic", "Noto Sans Arabic", /-(latin|latin-ext|math|symbols)-/),
  script("noto-sans-devanagari", "Noto Sans Devanagari"),
  script("noto-sans-bengali", "Noto Sans Bengali"),
  script("noto-sans-tamil", "Noto Sans Tamil"),
  script("noto-sans-thai", "Noto Sans Thai"),
  script("noto-sans-symbols", "Noto Sans Symbols"),
  { ...script("noto-sans-symbols-2", "Noto Sans Symbols 2"), sheets: ["400.css"] },
  { ...script("noto-sans-math", "Noto Sans Math"), sheets: ["400.css"], skip: undefined },
  { ...variable("noto-emoji", "Noto Emoji"), script: "other", hasEmoji: true },
  { ...variable("noto-sans-jp", "Noto Sans JP"), script: "japanese" },
  { ...variable("noto-sans-kr", "Noto Sans KR"), script: "korean" },
  { ...variable("noto-sans-sc", "Noto Sans SC"), script: "chinese-simplified" },
  { ...variable("noto-sans-tc", "Noto Sans TC"), script: "chinese-traditional" },
];

/** Replaces the emoji fallback on Office pages: the browser omits color glyphs when it prints. */
export const EMOJI_OF_PAGES: FallbackFamily = {
  ...script("noto-color-emoji", "Noto Color Emoji"),
  sheets: ["400.css"],
  hasEmoji: true,
};

function script(name: string, family: string, skip = LATIN_FILES): FallbackFamily {
  return { package: `@fontsource/${name}`, name: family, script: "other", sheets: REGULAR_AND_BOLD, skip };
}

/** Fonts of thousands of glyphs come as one variable font: their static packages are fifteen times the size. */
function variable(name: string, family: string): Omit<FallbackFamily, "script"> {
  return { package: `@fontsource-variable/${name}`, name: family, sheets: ["wght.css"], skip: LATIN_FILES };
}
