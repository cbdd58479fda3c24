import { attributesOf } from "../office/xml-edits.ts";
import type { XmlElement } from "../office/xml-tree.ts";

/** Names of `clrSchemeMapping`'s attributes with the colors they stand for by default (ECMA-376 Part 1, 17.15.1.20). */
const DEFAULT_MAPPING: Readonly<Record<string, string>> = {
  bg1: "lt1",
  tx1: "dk1",
  bg2: "lt2",
  tx2: "dk2",
};
/** What the mapping in settings calls the names that it maps (CT_ColorSchemeMapping). */
const MAPPED_NAMES: Readonly<Record<string, string>> = {
  t1: "tx1",
  t2: "tx2",
  hyperlink: "hlink",
  followedHyperlink: "folHlink",
};
/** What it calls the colors of a theme. */
const SCHEME_NAMES: Readonly<Record<string, string>> = {
  light1: "lt1",
  dark1: "dk1",
  light2: "lt2",
  dark2: "dk2",
  hyperlink: "hlink",
  followedHyperlink: "folHlink",
};

/** The colors and fonts that a document's theme gives to what refers to them (ECMA-376 Part 1, 14.2.7, 20.1.6). */
export class Theme {
  readonly #colors = new Map<string, string>();
  readonly #fonts = new Map<string, string>();
  readonly #mapping = new Map<string, string>(Object.entries(DEFAULT_MAPPING));

  /**
   * @param theme root of the theme part
   * @param settings root of the settings part, which may map colors anew
   */
  constructor(theme: XmlElement | undefined, settings: XmlElement | undefined) {
    const elements = theme?.child("a:themeElements");
    for (const color of elements?.child("a:clrScheme")?.elements() ?? []) {
      const [value] = color.elements();
      const rgb = value?.attribute(value.name === "a:sysClr" ? "lastClr" : "val");
      if (rgb !== undefined) this.#colors.set(color.name.slice(2), rgb.toUpperCase());
    }
    for (const kind of ["major", "minor"])
      for (const font of elements?.child("a:fontScheme")?.child(`a:${kind}Font`)?.elements() ?? []) {
        const typeface = font.attribute("typeface") ?? "";
        if (typeface !== "") this.#fonts.set(`${kind}/${font.attribute("script") ?? font.name.slice(2)}`, typeface);
      }
    const mapping = settings?.child("w:clrSchemeMapping");
    for (const { name, value } of mapping ? attributesOf(mapping) : []) {
      const mapped = name.replace(/^w:/, "");
      this.#mapping.set(MAPPED_NAMES[mapped] ?? mapped, SCHEME_NAMES[value] ?? value);
    }
  }

  /** What distinguishes themes that look different. */
  get fingerprint(): string {
    return [this.#colors, this.#fonts, this.#mapping]
      .map((map) => [...map].map((pair) => pair.join("=")).sort())
      .join("|");
  }

  /** Color of a name such as `accent1` or `tx1`, as RRGGBB. */
  color(name: string): string | undefined {
    return this.#colors.get(this.#mapping.get(name) ?? name);
  }

  /** Font that an attribute such as `asciiTheme="minorHAnsi"` stands for (ECMA-376 Part 1, 17.18.96). */
  runFont(reference: string): string | undefined {
    const [, kind, script] = /^(major|minor)(Ascii|HAnsi|EastAsia|Bidi)$/.exec(reference) ?? [];
    if (kind === undefined) return undefined;
    if (script === "EastAsia") return this.#fonts.get(`${kind}/ea`);
    return this.#fonts.get(`${kind}/${script === "Bidi" ? "cs" : "latin"}`);
  }

  /** Font that a drawing's `typeface="+mn-lt"` stands for (ECMA-376 Part 1, 20.1.4.1.16). */
  drawingFont(reference: string): string | undefined {
    const [, kind, script] = /^\+(mj|mn)-(lt|ea|cs)$/.exec(reference) ?? [];
    if (kind === undefined) return undefined;
    return this.#fonts.get(`${kind === "mj" ? "major" : "minor"}/${script === "lt" ? "latin" : script}`);
  }
}
