/**
 * The fonts of one document: which face draws a character (as CSS chooses among @font-face rules with unicode ranges),
 * how wide text is, how high lines are. What is not at hand is noted as wanted: layout runs again once it has been
 * fetched.
 */

import { smallestOf } from "../../domain/collections/long-lists.ts";
import { type CustomFonts, namesOf } from "../../domain/custom-font.ts";
import { isWithin } from "../code-point-ranges.ts";
import type { Face } from "../face.ts";
import { clustersOf, lettersJoin, needsShaping, scriptKey, shapingForm } from "../shape/complex-text.ts";
import { type Direction, mirrored, stretchesOf } from "../shape/directions.ts";
import { DocumentShaping } from "../shape/document-shaping.ts";
import type { Glyph, SetGlyph, SetRun } from "../shape/glyphs.ts";
import { kerningScript } from "../shape/kerning-script.ts";
import { placeMarks } from "../shape/mark-placing.ts";
import { MAX_SHAPED_LENGTH } from "../shape/shaper.ts";
import { isServedByOther, knownMetrics } from "../substitutes/families.ts";
import type { FaceFile, FaceSource, FaceStore } from "./face-store.ts";

interface VerticalMetrics {
  ascent: number;
  descent: number;
}

/** A face that a document carries. */
export interface CustomFace {
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
/** Spaces by their widths, for fonts that lack them. */
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
const EMOJI_FAMILY = "Noto Color Emoji";
/** What follows a character that is shown as an emoji, in colors. */
const AS_EMOJI = "\ufe0f";
const MARK = /^\p{M}$/u;
/** The box around a digit. */
const KEYCAP = 0x20e3;
/** Files of one character that are tried one after the other. */
const MAX_ROUNDS = 4;
/** From this weight on a face counts as bold. */
const MIN_BOLD = 600;
const REGULAR = 400;
const BOLD = 700;

export class FontLibrary {
  readonly #store: FaceStore;
  readonly #custom = new Map<string, FaceSource[]>();
  readonly #faces = new Map<FaceFile, Face | null>();
  readonly #stacks = new Map<string, FontStack>();
  readonly #distinctStacks = new Map<string, FontStack>();
  readonly #wanted = new Set<FaceFile>();
  readonly #missing = new Set<number>();
  readonly #shaping = new DocumentShaping();

  /** @param own those of the document, which take precedence over the workspace's of the same name */
  constructor(store: FaceStore, own: readonly CustomFace[] = [], customFonts?: CustomFonts) {
    this.#store = store;
    const inDocument = new Set(own.map(({ family }) => family.toLowerCase()));
    for (const font of customFonts?.fonts ?? []) {
      const read = async () => customFonts?.read(font.key);
      const file: FaceFile = { path: font.key, read, customFamily: font.family };
      for (const { name, weight } of namesOf(font)) {
        if (!inDocument.has(name.toLowerCase())) this.#addCustom(name, weight, font.isItalic, file);
      }
    }
    for (const { family, face, weight, italic } of own) {
      const file: FaceFile = { path: "", customFamily: family };
      this.#hold(file, face);
      this.#addCustom(family, weight, italic, file);
    }
  }

  #addCustom(family: string, weight: number, italic: boolean, file: FaceFile): void {
    const key = family.toLowerCase();
    this.#custom.set(key, [...(this.#custom.get(key) ?? []), { weight, italic, ranges: undefined, file }]);
  }

  #hold(file: FaceFile, face: Face | null): void {
    this.#faces.set(file, face);
    if (face && file.customFamily !== undefined) this.#shaping.addCustom(face, file.customFamily);
  }

  /** Whether the family itself is there, not one that stands in for it. */
  has(family: string): boolean {
    return this.#custom.has(family.toLowerCase()) || (this.#store.has(family) && !isServedByOther(family));
  }

  /** Characters that were asked for and that no font has. */
  get missing(): ReadonlySet<number> {
    return this.#missing;
  }

  /** Own families that draw no joined letters because of their rules -> the end of a sentence that says why. */
  get unusableLayoutTables(): ReadonlyMap<string, string> {
    return this.#shaping.unusable;
  }

  /** `fontKey` as a `TextStyle` has it: `italic 700 |"Calibri","Carlito",...`, and `|liga` where letters are joined. */
  stack(fontKey: string): FontStack {
    let stack = this.#stacks.get(fontKey);
    if (!stack) {
      stack = this.#sharedStack(fontKey);
      this.#stacks.set(fontKey, stack);
    }
    return stack;
  }

  /** Font key -> text: what layout will need, as far as it is known. */
  async prepare(textByFont: ReadonlyMap<string, string>): Promise<void> {
    const characters = new Map<FontStack, Set<string>>();
    for (const [fontKey, text] of textByFont) {
      const stack = this.stack(fontKey);
      const known = characters.get(stack);
      if (known) for (const character of text) known.add(character);
      else characters.set(stack, new Set(text));
    }
    for (let round = 0; round < MAX_ROUNDS; round++) {
      for (const [stack, asked] of characters) stack.ask([...asked].join(""));
      if (!(await this.fetchWanted())) return;
    }
  }

  /** Fetches what was missing; false if nothing was. */
  async fetchWanted(): Promise<boolean> {
    if (this.#wanted.size === 0 && !this.#shaping.isWanted) return false;
    await this.#shaping.load();
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    this.#missing.clear();
    for (const [file, face] of await this.#store.load(wanted)) this.#hold(file, face);
    // A fetched file may lack what its range promised: the next one in the list is tried only now.
    for (const stack of this.#distinctStacks.values()) stack.forget();
    return true;
  }

  /** Advance of a text, as a share of the em. */
  readonly width = (text: string, fontKey: string, kerning: boolean): number =>
    this.stack(fontKey).width(text, kerning);

  /** Word's own metrics of a font if they are known, else those of the face that stands in for it. */
  readonly metrics = (family: string, familyCss: string): VerticalMetrics => {
    const known = knownMetrics(family);
    if (known) return known;
    const { face } = this.stack(`400 |${familyCss}`).glyph(SPACE);
    if (!face) return { ascent: 0.9, descent: 0.25 };
    return { ascent: face.ascent + face.lineGap / 2, descent: face.descent + face.lineGap / 2 };
  };

  /** Families that are not there make no difference: documents may name thousands of them. */
  #sharedStack(fontKey: string): FontStack {
    const [style = "", families = "", ligatures] = fontKey.split("|");
    const names = families.split(",").map((family) => family.replaceAll('"', "").trim());
    const present = names.filter((name) => this.#sourcesOf(name).length > 0);
    const key = [style, present.join(), ...(ligatures === undefined ? [] : [ligatures])].join("|");
    let stack = this.#distinctStacks.get(key);
    if (!stack) {
      stack = this.#makeStack(style, present, ligatures);
      this.#distinctStacks.set(key, stack);
    }
    return stack;
  }

  #makeStack(style: string, names: readonly string[], ligatures: string | undefined): FontStack {
    const isBold = style.includes("700");
    const isItalic = style.includes("italic");
    const sourcesOf = (name: string) => knownNearest(this.#sourcesOf(name), isBold, isItalic);
    const sources = names.map(sourcesOf).filter((list) => list.length > 0);
    const emoji = names.includes(EMOJI_FAMILY) ? [sourcesOf(EMOJI_FAMILY)] : [];
    return new FontStack(
      sources,
      emoji,
      ligatures !== undefined,
      isBold,
      isItalic,
      this.#faces,
      this.#wanted,
      this.#missing,
      this.#shaping,
    );
  }

  #sourcesOf(name: string): readonly FaceSource[] {
    const family = name === GENERIC ? GENERIC_FAMILY : name;
    return this.#custom.get(family.toLowerCase()) ?? this.#store.family(family);
  }
}

/** Those of each family, regular, bold, italic and both: a document asks for them of some two dozen families for each style. */
const nearest = new WeakMap<readonly FaceSource[], (readonly FaceSource[])[]>();

function knownNearest(all: readonly FaceSource[], isBold: boolean, isItalic: boolean): readonly FaceSource[] {
  let ofStyles = nearest.get(all);
  if (!ofStyles) {
    ofStyles = [];
    nearest.set(all, ofStyles);
  }
  const style = (isBold ? 1 : 0) + (isItalic ? 2 : 0);
  ofStyles[style] ??= nearestSources(all, isBold, isItalic);
  return ofStyles[style];
}

/** The faces of a family that come closest to a style, as CSS picks them; where ranges overlap the later rule wins. */
function nearestSources(all: readonly FaceSource[], isBold: boolean, isItalic: boolean): FaceSource[] {
  const styled = all.filter((source) => source.italic === isItalic);
  const candidates = styled.length > 0 ? styled : all;
  const weighted = candidates.filter((source) => source.weight >= MIN_BOLD === isBold);
  const fitting = weighted.length > 0 ? weighted : candidates;
  const distance = ({ weight }: FaceSource) => Math.abs(weight - (isBold ? BOLD : REGULAR));
  const least = smallestOf(fitting.map(distance));
  return fitting.filter((source) => distance(source) === least).toReversed();
}

/** Letters with their marks, in one face and script. */
interface Stretch {
  face: Face | undefined;
  glyph: Glyph;
  script: number;
  text: string;
}

const MAX_KNOWN_TEXTS = 20_000;

/** The families of a font key, best first. */
export class FontStack {
  readonly #families: readonly (readonly FaceSource[])[];
  /** The faces of emoji, if they are among the others. */
  readonly #emoji: readonly (readonly FaceSource[])[];
  readonly #hasLigatures: boolean;
  readonly #isBold: boolean;
  readonly #isItalic: boolean;
  readonly #faces: ReadonlyMap<FaceFile, Face | null>;
  readonly #wanted: Set<FaceFile>;
  readonly #missing: Set<number>;
  readonly #shaping: DocumentShaping;
  readonly #known = new Map<number, Glyph>();
  readonly #knownTexts = new Map<string, readonly SetRun[]>();

  constructor(
    families: readonly (readonly FaceSource[])[],
    emoji: readonly (readonly FaceSource[])[],
    hasLigatures: boolean,
    isBold: boolean,
    isItalic: boolean,
    faces: ReadonlyMap<FaceFile, Face | null>,
    wanted: Set<FaceFile>,
    missing: Set<number>,
    shaping: DocumentShaping,
  ) {
    this.#families = families;
    this.#emoji = emoji;
    this.#hasLigatures = hasLigatures;
    this.#isBold = isBold;
    this.#isItalic = isItalic;
    this.#faces = faces;
    this.#wanted = wanted;
    this.#missing = missing;
    this.#shaping = shaping;
  }

  /** Whether the text is more than its glyphs one after the other. */
  needsShaping(text: string): boolean {
    return this.#hasLigatures || needsShaping(text);
  }

  forget(): void {
    this.#known.clear();
    this.#knownTexts.clear();
  }

  /** Notes what the characters of a text need, in whatever order they come. */
  ask(text: string): void {
    if (this.needsShaping(text)) this.#shaping.want();
    for (const character of shapingForm(text)) this.glyph(character.codePointAt(0) ?? SPACE);
    for (const character of text) this.glyph(character.codePointAt(0) ?? SPACE);
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
    if (this.needsShaping(text)) {
      let sum = 0;
      for (const { glyphs } of this.set(text, kerning)) for (const { advance } of glyphs) sum += advance;
      return sum;
    }
    let width = 0;
    let before: Glyph | undefined;
    let codePointBefore = SPACE;
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? SPACE;
      const glyph = this.glyph(codePoint);
      width += glyph.advance;
      if (kerning && before?.face && before.face === glyph.face)
        width += before.face.kern(before.id, glyph.id, kerningScript(codePointBefore, codePoint));
      before = glyph;
      codePointBefore = codePoint;
    }
    return width;
  }

  /**
   * Text that needs shaping, as glyphs in their places from left to right.
   *
   * @param direction which way all of it runs; undefined finds that out
   */
  set(text: string, kerning: boolean, direction?: Direction): readonly SetRun[] {
    const key = `${kerning ? "k" : ""}${direction ?? ""}|${text}`;
    let runs = this.#knownTexts.get(key);
    if (!runs) {
      this.#shaping.want();
      const stretches = direction ? [{ start: 0, end: text.length, direction }] : stretchesOf(text, "auto");
      runs = stretches.flatMap((stretch) =>
        this.#stretch(text.slice(stretch.start, stretch.end), kerning, stretch.direction),
      );
      if (this.#knownTexts.size < MAX_KNOWN_TEXTS) this.#knownTexts.set(key, runs);
    }
    return runs;
  }

  /** One direction: letters that share face and script are shaped together. */
  #stretch(text: string, kerning: boolean, direction: Direction): SetRun[] {
    const form = shapingForm(direction === "rtl" ? mirrored(text) : text);
    const stretches: Stretch[] = [];
    for (const cluster of clustersOf(form)) {
      for (const part of this.#placed(cluster)) {
        const last = stretches.at(-1);
        if (last && goesOn(last, part)) {
          last.text += part.text;
        } else stretches.push(part);
      }
    }
    const runs = stretches.map((stretch) => this.#shaped(stretch, kerning, direction));
    if (direction === "rtl") return runs.reverse().flatMap(({ glyphs }) => lettersOf(glyphs));
    placeMarks(runs.flatMap(({ glyphs }) => glyphs));
    return runs.map(({ glyphs, text }) => ({ glyphs, text: readsAsItStands(glyphs, text) ? undefined : text }));
  }

  /** The face that has a letter and all of its marks, or one for each of them. */
  #placed(cluster: string): Stretch[] {
    const characters = [...cluster];
    const codePoints = characters.map((character) => character.codePointAt(0) ?? SPACE);
    const [first = SPACE] = codePoints;
    const script = scriptKey(cluster);
    const needed = codePoints.filter((_, index) => !INVISIBLE.test(characters[index] ?? ""));
    const together = needed.length > 1 || cluster.includes(AS_EMOJI) ? this.#together(cluster, needed) : undefined;
    const whole = together ?? this.glyph(needed[0] ?? first);
    const face = whole.face;
    if (together || !face || needed.every((codePoint) => face.glyph(codePoint) !== 0)) {
      return [{ face, glyph: whole, script, text: cluster }];
    }
    return characters.map((text, index) => {
      const glyph = this.glyph(codePoints[index] ?? SPACE);
      // A mark of another face is on the letter as that face draws it: left of the pen.
      return { face: glyph.face, glyph: MARK.test(text) ? { ...glyph, advance: 0 } : glyph, script, text };
    });
  }

  #shaped(
    { face, glyph, text }: Stretch,
    kerning: boolean,
    direction: Direction,
  ): { glyphs: SetGlyph[]; text: string } {
    const { madeBold, madeItalic } = glyph;
    const shaped =
      face && (this.needsShaping(text) || direction === "rtl")
        ? this.#shaping.shape(face, text, direction, kerning)
        : undefined;
    if (!shaped) {
      const glyphs = Array.from(text, (characters): SetGlyph => {
        const own = this.glyph(characters.codePointAt(0) ?? SPACE);
        return {
          ...own,
          advance: text === characters ? glyph.advance : own.advance,
          offsetX: 0,
          offsetY: 0,
          characters,
        };
      });
      return { glyphs: direction === "rtl" ? glyphs.reverse() : glyphs, text };
    }
    const glyphs = shaped.map((placed): SetGlyph => ({ ...placed, face, madeBold, madeItalic }));
    return { glyphs, text };
  }

  /** The face that has all of these. Emoji fonts are not used for digits, but have them for their keycaps. */
  #together(cluster: string, needed: readonly number[]): Glyph | undefined {
    const [first] = needed;
    const families = cluster.includes(AS_EMOJI) ? [...this.#emoji, ...this.#families] : this.#families;
    return needed.includes(KEYCAP)
      ? this.#search(KEYCAP, needed, [KEYCAP], families)
      : this.#search(first, needed, needed, families);
  }

  #find(codePoint: number): Glyph {
    if (INVISIBLE.test(String.fromCodePoint(codePoint))) return nothing(0);
    const found = this.#search(codePoint) ?? this.#search(ALIKE.get(codePoint));
    if (found) return found;
    const width = SPACES.get(codePoint);
    if (width !== undefined) return nothing(width);
    this.#missing.add(codePoint);
    // The box that fonts have for missing characters.
    const space = this.#search(SPACE);
    return space?.face ? { ...space, id: 0, advance: space.face.advance(0) } : nothing(0.5);
  }

  /**
   * @param others what the face must have, too
   * @param asked what it is needed for
   */
  #search(
    codePoint: number | undefined,
    others: readonly number[] = [],
    asked: readonly number[] = others,
    families = this.#families,
  ): Glyph | undefined {
    if (codePoint === undefined) return undefined;
    const joins = lettersJoin(String.fromCodePoint(codePoint));
    for (const family of families) {
      for (const source of family) {
        const { ranges } = source;
        if (ranges && ![codePoint, ...asked].every((code) => isWithin(ranges, code))) continue;
        const face = this.#faces.get(source.file);
        if (face === undefined) {
          this.#wanted.add(source.file);
          // About as wide as most: the text is measured again once the face is there.
          return nothing(0.5);
        }
        const id = face?.glyph(codePoint) ?? 0;
        if (!face || id === 0 || !others.every((code) => face.glyph(code) !== 0)) continue;
        if (joins && !this.#shaping.joins(face, codePoint)) continue;
        const madeBold = this.#isBold && source.weight < MIN_BOLD;
        return { face, id, advance: face.advance(id), madeBold, madeItalic: this.#isItalic && !source.italic };
      }
    }
    return undefined;
  }
}

/**
 * Readers of a PDF reverse right-to-left text themselves, character by character. A part of a letter comes after the
 * letter, and is not read.
 */
function lettersOf(glyphs: readonly SetGlyph[]): SetRun[] {
  const runs: { glyphs: SetGlyph[]; text: string | undefined }[] = [];
  let parts: SetGlyph[] = [];
  for (const glyph of glyphs) {
    if (glyph.characters === "") {
      parts.push(glyph);
      continue;
    }
    const last = runs.at(-1);
    if (last && last.text === undefined && last.glyphs[0]?.face === glyph.face) last.glyphs.push(glyph);
    else runs.push({ glyphs: [glyph], text: undefined });
    if (parts.length === 0) continue;
    let behind = glyph.advance;
    for (const part of parts) behind += part.advance;
    const moved = parts.map((part) => ({ ...part, offsetX: part.offsetX - behind, advance: 0 }));
    runs.push({ glyphs: moved, text: "" });
    parts = [];
  }
  if (parts.length > 0) runs.push({ glyphs: parts, text: "" });
  return runs;
}

/** Whether readers of a PDF find the text by the glyphs. */
function readsAsItStands(glyphs: readonly SetGlyph[], text: string): boolean {
  if (glyphs.some(({ offsetX, offsetY }) => offsetX !== 0 || offsetY !== 0)) return false;
  return glyphs.map(({ characters }) => characters).join("") === text;
}

/** Whether letters are set together with those before them. */
function goesOn(before: Stretch, part: Stretch): boolean {
  if (before.face !== part.face || before.script !== part.script || !sameLook(before.glyph, part.glyph)) return false;
  return before.text.length + part.text.length <= MAX_SHAPED_LENGTH;
}

function sameLook(a: Glyph, b: Glyph): boolean {
  return a.madeBold === b.madeBold && a.madeItalic === b.madeItalic;
}

function nothing(advance: number): Glyph {
  return { face: undefined, id: 0, advance, madeBold: false, madeItalic: false };
}
