/**
 * The fonts of one document: which face draws a character (as CSS chooses among @font-face rules with unicode ranges), how
 * wide text is, how high lines are. What is not at hand is noted as wanted: layout runs again once it was fetched.
 */
import { knownMetrics } from "../fonts/families.ts";
import type { Face } from "./face.ts";
import type { FaceFile, FaceRule, FaceStore } from "./face-store.ts";

/** One glyph of a text. Lengths are shares of the em. */
export interface Glyph {
  /** Undefined for what shows nothing. */
  face: Face | undefined;
  id: number;
  advance: number;
  /** The face is lighter, or more upright, than asked for: the painter thickens or slants it. */
  madeBold: boolean;
  madeItalic: boolean;
}

interface VerticalMetrics {
  ascent: number;
  descent: number;
}

/** A face that a document carries. */
export interface OwnFace {
  family: string;
  weight: number;
  italic: boolean;
  face: Face;
}

const SPACE = 0x20;
/** Controls, joiners, marks of direction, selectors of variants: they take no room. */
const INVISIBLE =
  /^(?:[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Variation_Selector})$/u;
/** Characters that fonts lack -> others that look the same. */
const ALIKE: ReadonlyMap<number, number> = new Map([
  [0x09, SPACE],
  [0x0a, SPACE],
  [0xa0, SPACE],
  [0x2010, 0x2d],
  [0x2011, 0x2d],
  [0x202f, SPACE],
  [0x2212, 0x2013],
]);
/** Spaces by their widths, where a font lacks them. */
const SPACES: ReadonlyMap<number, number> = new Map([
  [0x2000, 0.5],
  [0x2001, 1],
  [0x2002, 0.5],
  [0x2003, 1],
  [0x2004, 0.333],
  [0x2005, 0.25],
  [0x2006, 0.167],
  [0x2008, 0.25],
  [0x2009, 0.2],
  [0x200a, 0.1],
  [0x205f, 0.222],
  [0x3000, 1],
]);
/** The last of every list: fonts of symbols and of Han lack letters. */
const GENERIC = "sans-serif";
const GENERIC_FAMILY = "Arimo";
/** Files of one character that are tried one after the other. */
const MAX_ROUNDS = 4;
/** From here on a face counts as bold. */
const LEAST_BOLD = 600;

export class FontLibrary {
  readonly #store: FaceStore;
  readonly #own = new Map<string, FaceRule[]>();
  readonly #faces = new Map<FaceFile, Face | null>();
  readonly #stacks = new Map<string, FontStack>();
  readonly #wanted = new Set<FaceFile>();
  readonly #missing = new Set<number>();

  constructor(store: FaceStore, own: readonly OwnFace[] = []) {
    this.#store = store;
    for (const { family, face, weight, italic } of own) {
      const file: FaceFile = { path: "" };
      this.#faces.set(file, face);
      const key = family.toLowerCase();
      this.#own.set(key, [...(this.#own.get(key) ?? []), { weight, italic, ranges: undefined, file }]);
    }
  }

  has(family: string): boolean {
    return this.#own.has(family.toLowerCase()) || this.#store.has(family);
  }

  /** Characters that were asked for and that no font has. */
  get missing(): ReadonlySet<number> {
    return this.#missing;
  }

  /** `fontKey` as a `TextStyle` has it: `italic 700 |"Calibri","Carlito",...`. */
  stack(fontKey: string): FontStack {
    let stack = this.#stacks.get(fontKey);
    if (!stack) {
      stack = this.#makeStack(fontKey);
      this.#stacks.set(fontKey, stack);
    }
    return stack;
  }

  /** Font key -> text: what layout will need, as far as it is known. */
  async prepare(textByFont: ReadonlyMap<string, string>): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      for (const [fontKey, text] of textByFont) this.stack(fontKey).width(text, false);
      if (!(await this.fetchWanted())) return;
    }
  }

  /** Fetches what was missed; false when nothing was. */
  async fetchWanted(): Promise<boolean> {
    if (this.#wanted.size === 0) return false;
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    this.#missing.clear();
    for (const [file, face] of await this.#store.load(wanted)) this.#faces.set(file, face);
    // A fetched file may lack what its range promised: whoever comes next in the list is asked only now.
    for (const stack of this.#stacks.values()) stack.forget();
    return true;
  }

  /** Advance of a text, as a share of the em. */
  readonly width = (text: string, fontKey: string, kerning: boolean): number =>
    this.stack(fontKey).width(text, kerning);

  /** Word's own metrics of a font where they are known, else those of the face that stands in for it. */
  readonly metrics = (family: string, familyCss: string): VerticalMetrics => {
    const known = knownMetrics(family);
    if (known) return known;
    const { face } = this.stack(`400 |${familyCss}`).glyph(SPACE);
    if (!face) return { ascent: 0.9, descent: 0.25 };
    return { ascent: face.ascent + face.lineGap / 2, descent: face.descent + face.lineGap / 2 };
  };

  #makeStack(fontKey: string): FontStack {
    const [style = "", families = ""] = fontKey.split("|");
    const isBold = style.includes("700");
    const isItalic = style.includes("italic");
    const rules = families
      .split(",")
      .map((family) => nearestRules(this.#rulesOf(family.replaceAll('"', "").trim()), isBold, isItalic))
      .filter((list) => list.length > 0);
    return new FontStack(rules, isBold, isItalic, this.#faces, this.#wanted, this.#missing);
  }

  #rulesOf(name: string): readonly FaceRule[] {
    const family = name === GENERIC ? GENERIC_FAMILY : name;
    return this.#own.get(family.toLowerCase()) ?? this.#store.family(family);
  }
}

/** The faces of a family that come nearest to a style, as CSS picks them; where ranges overlap the later rule wins. */
function nearestRules(all: readonly FaceRule[], isBold: boolean, isItalic: boolean): FaceRule[] {
  const styled = all.filter((rule) => rule.italic === isItalic);
  const candidates = styled.length > 0 ? styled : all;
  const weighted = candidates.filter((rule) => rule.weight >= LEAST_BOLD === isBold);
  return (weighted.length > 0 ? weighted : candidates).toReversed();
}

/** The families of a font key, best first. */
export class FontStack {
  readonly #families: readonly (readonly FaceRule[])[];
  readonly #isBold: boolean;
  readonly #isItalic: boolean;
  readonly #faces: ReadonlyMap<FaceFile, Face | null>;
  readonly #wanted: Set<FaceFile>;
  readonly #missing: Set<number>;
  readonly #known = new Map<number, Glyph>();

  constructor(
    families: readonly (readonly FaceRule[])[],
    isBold: boolean,
    isItalic: boolean,
    faces: ReadonlyMap<FaceFile, Face | null>,
    wanted: Set<FaceFile>,
    missing: Set<number>,
  ) {
    this.#families = families;
    this.#isBold = isBold;
    this.#isItalic = isItalic;
    this.#faces = faces;
    this.#wanted = wanted;
    this.#missing = missing;
  }

  forget(): void {
    this.#known.clear();
  }

  glyph(codePoint: number): Glyph {
    let glyph = this.#known.get(codePoint);
    if (!glyph) {
      glyph = this.#find(codePoint);
      this.#known.set(codePoint, glyph);
    }
    return glyph;
  }

  width(text: string, kerning: boolean): number {
    let width = 0;
    let before: Glyph | undefined;
    for (const character of text) {
      const glyph = this.glyph(character.codePointAt(0) ?? SPACE);
      width += glyph.advance;
      if (kerning && before?.face && before.face === glyph.face) width += before.face.kern(before.id, glyph.id);
      before = glyph;
    }
    return width;
  }

  #find(codePoint: number): Glyph {
    if (INVISIBLE.test(String.fromCodePoint(codePoint))) return nothing(0);
    const found = this.#search(codePoint) ?? this.#search(ALIKE.get(codePoint));
    if (found) return found;
    const width = SPACES.get(codePoint);
    if (width !== undefined) return nothing(width);
    this.#missing.add(codePoint);
    // The box that fonts have for what they lack.
    const space = this.#search(SPACE);
    return space?.face ? { ...space, id: 0, advance: space.face.advance(0) } : nothing(0.5);
  }

  #search(codePoint: number | undefined): Glyph | undefined {
    if (codePoint === undefined) return undefined;
    for (const family of this.#families) {
      for (const rule of family) {
        if (rule.ranges && !isWithin(rule.ranges, codePoint)) continue;
        const face = this.#faces.get(rule.file);
        if (face === undefined) {
          this.#wanted.add(rule.file);
          // Nearly as wide as most: the text is measured again once the face is there.
          return nothing(0.5);
        }
        const id = face?.glyph(codePoint) ?? 0;
        if (!face || id === 0) continue;
        const madeBold = this.#isBold && rule.weight < LEAST_BOLD;
        return { face, id, advance: face.advance(id), madeBold, madeItalic: this.#isItalic && !rule.italic };
      }
    }
    return undefined;
  }
}

function nothing(advance: number): Glyph {
  return { face: undefined, id: 0, advance, madeBold: false, madeItalic: false };
}

function isWithin(ranges: readonly number[], codePoint: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (ranges[2 * middle] ?? 0)) high = middle - 1;
    else if (codePoint > (ranges[2 * middle + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}
