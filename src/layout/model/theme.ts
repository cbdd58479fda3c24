/** The document theme (ECMA-376 part 1, 20.1.6.9): colors and fonts by their theme names. */
import { child, descend, type XmlNode } from "../../office/xml-node.ts";
import { normalizeHex, wordTintShade } from "./color.ts";

/** `ST_ThemeColor` names of WordprocessingML -> slots of the color scheme, before `clrSchemeMapping`. */
const WORD_SLOTS: Readonly<Record<string, string>> = {
  dark1: "dk1",
  light1: "lt1",
  dark2: "dk2",
  light2: "lt2",
  text1: "tx1",
  text2: "tx2",
  background1: "bg1",
  background2: "bg2",
  hyperlink: "hlink",
  followedHyperlink: "folHlink",
};

/** `w:clrSchemeMapping` and `a:clrMap` defaults. */
const DEFAULT_MAPPING: Readonly<Record<string, string>> = { tx1: "dk1", bg1: "lt1", tx2: "dk2", bg2: "lt2" };

const DEFAULT_COLORS: Readonly<Record<string, string>> = {
  dk1: "#000000",
  lt1: "#ffffff",
  dk2: "#1f497d",
  lt2: "#eeece1",
  accent1: "#4f81bd",
  accent2: "#c0504d",
  accent3: "#9bbb59",
  accent4: "#8064a2",
  accent5: "#4bacc6",
  accent6: "#f79646",
  hlink: "#0000ff",
  folHlink: "#800080",
};

const SYSTEM_COLORS: Readonly<Record<string, string>> = { windowText: "#000000", window: "#ffffff" };

export interface ThemeFontSet {
  latin?: string;
  eastAsian?: string;
  complex?: string;
  scripts: Map<string, string>;
}

export class Theme {
  readonly #colors: Map<string, string>;
  readonly #mapping: Record<string, string>;
  readonly major: ThemeFontSet;
  readonly minor: ThemeFontSet;

  readonly #script: string | undefined;
  readonly #complexScript: string | undefined;

  /**
   * `eastAsianLanguage` and `complexLanguage`: whose fonts stand for East Asian and complex text if the theme names none
   * for all of it.
   */
  constructor(
    root: XmlNode | undefined,
    mapping: Readonly<Record<string, string>> = {},
    { eastAsianLanguage = "", complexLanguage = "" } = {},
  ) {
    this.#script = eastAsianScript(eastAsianLanguage);
    this.#complexScript = complexScript(complexLanguage);
    this.#colors = new Map(Object.entries(DEFAULT_COLORS));
    this.#mapping = { ...DEFAULT_MAPPING, ...mapping };
    // Overrides hold the schemes without a wrapper.
    const elements = root?.name === "a:themeOverride" ? root : child(root, "a:themeElements");
    for (const slot of child(elements, "a:clrScheme")?.children ?? []) {
      const value = slot.children[0];
      const color =
        normalizeHex(value?.attributes.lastClr) ??
        normalizeHex(value?.attributes.val) ??
        SYSTEM_COLORS[value?.attributes.val ?? ""];
      if (color) this.#colors.set(slot.name.replace("a:", ""), color);
    }
    this.major = readFontSet(descend(elements, "a:fontScheme", "a:majorFont"));
    this.minor = readFontSet(descend(elements, "a:fontScheme", "a:minorFont"));
  }

  /** Color of a theme slot by its DrawingML (`accent1`, `tx1`) or WordprocessingML (`text1`) name. */
  color(name: string | undefined): string | undefined {
    if (!name || name === "none") return undefined;
    const slot = WORD_SLOTS[name] ?? name;
    return this.#colors.get(this.#mapping[slot] ?? slot);
  }

  /** `w:themeColor` with its hexadecimal `w:themeTint` / `w:themeShade`. */
  wordColor(name: string, tint: string | undefined, shade: string | undefined): string | undefined {
    const base = this.color(name);
    if (!base) return undefined;
    const byte = (text: string | undefined) => (text === undefined ? undefined : Number.parseInt(text, 16));
    return wordTintShade(base, byte(tint), byte(shade));
  }

  /** `ST_Theme` font reference such as `minorHAnsi` -> family name. `script` is the ISO 15924 code for East Asian text. */
  font(reference: string | undefined, script = this.#script): string | undefined {
    if (!reference) return undefined;
    const set = reference.startsWith("major") ? this.major : this.minor;
    if (/EastAsia$/.test(reference)) return set.eastAsian || (script ? set.scripts.get(script) : undefined);
    if (/Bidi$/.test(reference)) {
      return set.complex || (this.#complexScript ? set.scripts.get(this.#complexScript) : undefined) || undefined;
    }
    return set.latin || undefined;
  }
}

/** The ISO 15924 code by which themes name the fonts of an East Asian language. */
export function eastAsianScript(language: string): string | undefined {
  if (/^ja\b/i.test(language)) return "Jpan";
  if (/^ko\b/i.test(language)) return "Hang";
  if (/^zh-(?:hant|tw|hk|mo)\b/i.test(language)) return "Hant";
  return /^zh\b/i.test(language) ? "Hans" : undefined;
}

const COMPLEX_SCRIPTS: Readonly<Record<string, string>> = {
  ...{ ar: "Arab", fa: "Arab", ur: "Arab", ps: "Arab", sd: "Arab", ug: "Uigh", he: "Hebr", iw: "Hebr", yi: "Hebr" },
  ...{ th: "Thai", km: "Khmr", lo: "Laoo", hi: "Deva", mr: "Deva", ne: "Deva", sa: "Deva", bn: "Beng", gu: "Gujr" },
  ...{ pa: "Guru", ta: "Taml", te: "Telu", kn: "Knda", ml: "Mlym", or: "Orya", si: "Sinh", dv: "Thaa", syr: "Syrc" },
};

/** The ISO 15924 code by which themes name the fonts of a language of complex script. */
function complexScript(language: string): string | undefined {
  return COMPLEX_SCRIPTS[/^[a-z]+/i.exec(language)?.[0].toLowerCase() ?? ""];
}

function readFontSet(element: XmlNode | undefined): ThemeFontSet {
  const scripts = new Map<string, string>();
  for (const font of element?.children ?? []) {
    if (font.name === "a:font") scripts.set(font.attributes.script ?? "", font.attributes.typeface ?? "");
  }
  return {
    latin: child(element, "a:latin")?.attributes.typeface,
    eastAsian: child(element, "a:ea")?.attributes.typeface,
    complex: child(element, "a:cs")?.attributes.typeface,
    scripts,
  };
}
