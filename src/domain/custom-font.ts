/** What a font is called, and which style of its family it is. */
export interface FontStyle {
  family: string;
  /** What programs with four styles a family call it, such as `Brand Light`; undefined if that is the family. */
  styleFamily: string | undefined;
  postScriptName: string;
  /** 1 to 1000 */
  weight: number;
  /** One of the two bold styles of `styleFamily`. */
  isBold: boolean;
  isItalic: boolean;
}

/** A font that a workspace brought, as what draws text needs it. */
export interface CustomFont extends FontStyle {
  /** Where its bytes are, as an OpenType file. Never used for other bytes. */
  key: string;
}

/** A font under one of its names, with the weight that it has there. */
export interface NamedFont {
  name: string;
  weight: number;
  font: CustomFont;
}

/** The names under which documents may ask for a font. */
export function namesOf(font: CustomFont): NamedFont[] {
  const { family, styleFamily, weight, isBold } = font;
  const own = { name: family, weight, font };
  return styleFamily === undefined ? [own] : [own, { name: styleFamily, weight: isBold ? 700 : 400, font }];
}

/** Fonts of a workspace, and the way to their bytes. */
export interface CustomFonts {
  fonts: readonly CustomFont[];
  /** Undefined for a font that is gone by now. */
  read: (key: string) => Promise<Uint8Array | undefined>;
}
