import { Buffer } from "node:buffer";
import { appendAll } from "../domain/collections/long-lists.ts";
import { type CustomFont, type NamedFont, namesOf } from "../domain/custom-font.ts";
import { present } from "../domain/present.ts";
import { type CodePointRanges, isWithin, rangesOf, readRanges, writeRanges } from "../font/code-point-ranges.ts";
import { SANDBOX_ORIGIN } from "./content-security-policy.ts";
import { codePointsBeyondLatin } from "./document-code-points.ts";
import { substitutesIn } from "./font-substitutes.ts";

/** One @font-face of public/fonts/faces.json, which scripts/build-fonts.ts writes. */
interface Face {
  file: string;
  weight: string;
  style: string;
  /** A CSS unicode-range. */
  range: string;
}

/** The fonts there are: families under the names documents use, and fonts for the scripts those lack. */
export interface FontIndex {
  families: { names: string[]; faces: Face[] }[];
  fallbacks: { name: string; script: string; faces: Face[] }[];
}

/** Faces of all weights and styles that serve the same code points. */
interface FaceGroup {
  faces: Face[];
  ranges: CodePointRanges;
}

/** The family of text that names none. */
const DEFAULT_FAMILY = "Times New Roman";
const SPACE = 0x20;
/** Joiners, selectors of variants, marks of direction, tags: they are not drawn. */
const UNDRAWN: ReadonlySet<number> = new Set([0x200b, 0x200c, 0x200d, 0x2060, 0xfe0e, 0xfe0f, 0x061c]);

/** Picks the faces a document needs. Made once for an index. */
export class DocumentFonts {
  readonly #families: { name: string; lowerName: string; groups: FaceGroup[] }[];
  readonly #fallbacks: { script: string; groups: FaceGroup[] }[];
  readonly #fontsUrl: string;
  readonly #inlined = new Map<string, string>();

  /** @param fontsUrl absolute address of the folder the faces' files are in, with a slash at its end */
  constructor(index: FontIndex, fontsUrl: string) {
    this.#fontsUrl = fontsUrl;
    this.#families = index.families.flatMap(({ names, faces }) => {
      const groups = grouped(faces);
      return names.map((name) => ({ name, lowerName: name.toLowerCase(), groups }));
    });
    this.#fallbacks = index.fallbacks.map(({ script, faces }) => ({
      script,
      groups: grouped(faces).map(withAllStyles),
    }));
  }

  /** The files nearly every document of these families needs: upright Latin, regular and bold. */
  commonFiles(): string[] {
    const latin = this.#families.flatMap(({ groups }) => groups.filter((group) => holds(group, SPACE)));
    return [...new Set(latin.flatMap(({ faces }) => faces.filter(isUpright).map(({ file }) => file)))];
  }

  /** From now on a file is written into the rules themselves, which saves the document a request for it. */
  inline(file: string, bytes: Uint8Array): void {
    this.#inlined.set(file, Buffer.from(bytes).toString("base64"));
  }

  /**
   * Style rules that put the bundled fonts under the names a document uses, for the characters it holds, and make the
   * default family one of them, so that a document looks the same on every machine.
   */
  styleRules(html: string, customFonts: readonly CustomFont[] = []): string {
    const lowerHtml = html.toLowerCase();
    const own = namedFonts(customFonts, lowerHtml);
    const taken = new Set(own.map(({ name }) => name.toLowerCase()));
    const points = codePointsBeyondLatin(html);
    const fallbacks = this.#byPreference(points, lowerHtml);
    const rules = this.#families
      .map((family) => ({ ...family, named: lowerHtml.includes(family.lowerName) }))
      .filter(({ name, named, lowerName }) => (named && !taken.has(lowerName)) || name === DEFAULT_FAMILY)
      .flatMap(({ name, groups, named }) =>
        this.#wantedFaces(groups, fallbacks, points).map((face) => this.#rule(name, face, named)),
      );
    const isKnown = (name: string) => taken.has(name) || this.#families.some(({ lowerName }) => lowerName === name);
    for (const [name, like] of substitutesIn(html, isKnown)) {
      const groups = this.#families.find((family) => family.name === like)?.groups ?? [];
      appendAll(
        rules,
        this.#wantedFaces(groups, fallbacks, points).map((face) => this.#rule(name, face, true)),
      );
    }
    for (const named of own) appendAll(rules, [...this.#fillingRules(named, fallbacks, points), ownRule(named)]);

    return `${rules.join("")}:where(html){font-family:"${DEFAULT_FAMILY}"}`;
  }

  /** Rules for a family that has some characters, whatever they are; how many files that takes; what no font has. */
  fallbackRules(
    family: string,
    points: ReadonlySet<number>,
    html: string,
  ): { rules: string; files: number; lacking: number[] } {
    const fallbacks = this.#byPreference(points, html.toLowerCase());
    const candidates = [...(this.#families[0]?.groups ?? []), ...fallbacks];
    const drawn = new Map<FaceGroup, number[]>();
    const lacking: number[] = [];
    for (const point of points) {
      const group = candidates.find((candidate) => holds(candidate, point));
      if (group) drawn.set(group, (drawn.get(group) ?? []).concat(point));
      else if (!UNDRAWN.has(point)) lacking.push(point);
    }
    // Only what is shown: a face of symbols has letters, too, and the family may come before others.
    const faces = [...drawn].flatMap(([group, held]) =>
      group.faces.map((face) => ({
        ...face,
        range: writeRanges(rangesOf(held.toSorted((left, right) => left - right)), "U+"),
      })),
    );
    const files = new Set(faces.map(({ file }) => file)).size;
    return { rules: faces.map((face) => this.#rule(family, face, false)).join(""), files, lacking };
  }

  /** The families of the service that a document names, in lower case; each has what the document's source shows. */
  namesIn(html: string): string[] {
    const lowerHtml = html.toLowerCase();
    return this.#families.map(({ lowerName }) => lowerName).filter((name) => lowerHtml.includes(name));
  }

  #wantedFaces(own: FaceGroup[], fallbacks: FaceGroup[], points: ReadonlySet<number>): Face[] {
    const wanted = new Set<FaceGroup>(own.filter((group) => holds(group, SPACE)));
    for (const point of points) {
      const group = own.find((candidate) => holds(candidate, point)) ?? fallbacks.find((other) => holds(other, point));
      if (group) wanted.add(group);
    }
    // Where ranges overlap the later rule wins: the family's own faces come last, the preferred fallback before them.
    return [...fallbacks.toReversed(), ...own].filter((group) => wanted.has(group)).flatMap(({ faces }) => faces);
  }

  /**
   * What a font of the workspace lacks is drawn by the fallbacks, under its name, and just as heavy: a face of another
   * weight would be chosen before it.
   */
  #fillingRules({ name, weight, font }: NamedFont, fallbacks: FaceGroup[], points: ReadonlySet<number>): string[] {
    const style = font.isItalic ? "italic" : "normal";
    const drawn = weight >= 600 ? "700" : "400";
    return this.#wantedFaces([], fallbacks, points)
      .filter((face) => face.weight === drawn && face.style === style)
      .map((face) => this.#rule(name, { ...face, weight: String(weight) }, false));
  }

  #rule(name: string, { file, weight, style, range }: Face, named: boolean): string {
    const inlined = named ? this.#inlined.get(file) : undefined;
    const address = inlined === undefined ? this.#fontsUrl + file : `data:font/woff2;base64,${inlined}`;

    return (
      `@font-face{font-family:"${name}";font-style:${style};font-weight:${weight};font-display:block;` +
      `src:url(${address}) format("woff2");unicode-range:${range}}`
    );
  }

  /** Han characters are shared by four languages and look different in each: the document says which it is in. */
  #byPreference(points: ReadonlySet<number>, lowerHtml: string): FaceGroup[] {
    const language = hanLanguage(points, lowerHtml);
    const rank = (script: string): number => (script === "other" ? 0 : script === language ? 1 : 2);

    return this.#fallbacks
      .toSorted((left, right) => rank(left.script) - rank(right.script))
      .flatMap(({ groups }) => groups);
  }
}

/** Where the page finds a font of the workspace. */
export function customFontPath({ key }: CustomFont): string {
  return `/own-fonts/${key}`;
}

/** The fonts of a workspace that a document names, by the names it may name them with. */
function namedFonts(fonts: readonly CustomFont[], lowerHtml: string): NamedFont[] {
  return fonts.flatMap(namesOf).filter(({ name }) => lowerHtml.includes(name.toLowerCase()));
}

/** The fonts of a workspace that a document names. */
export function customFontsIn(html: string, fonts: readonly CustomFont[]): CustomFont[] {
  return [...new Set(namedFonts(fonts, html.toLowerCase()).map(({ font }) => font))];
}

function ownRule({ name, weight, font }: NamedFont): string {
  return (
    `@font-face{font-family:"${name}";font-style:${font.isItalic ? "italic" : "normal"};font-weight:${weight};` +
    `font-display:block;src:url(${SANDBOX_ORIGIN}${customFontPath(font)})}`
  );
}

function isUpright({ style, weight }: Face): boolean {
  return style === "normal" && (weight === "400" || weight === "700");
}

function hanLanguage(points: ReadonlySet<number>, lowerHtml: string): string {
  const declared = /\blang\s*=\s*["']?(ja|ko|zh(?:-[a-z-]+)?)/.exec(lowerHtml)?.[1] ?? "";
  if (declared === "ja") return "japanese";
  if (declared === "ko") return "korean";
  if (/^zh-(hant|tw|hk|mo)/.test(declared)) return "chinese-traditional";
  if (declared !== "") return "chinese-simplified";
  for (const point of points) {
    if (point >= 0x3040 && point <= 0x30ff) return "japanese";
    if (point >= 0xac00 && point <= 0xd7a3) return "korean";
  }
  return "chinese-simplified";
}

function grouped(faces: readonly Face[]): FaceGroup[] {
  const groups = new Map<string, FaceGroup>();
  for (const face of faces) {
    const group = groups.get(face.range) ?? { faces: [], ranges: readRanges(face.range) };
    group.faces.push(face);
    groups.set(face.range, group);
  }
  return [...groups.values()];
}

/**
 * Browsers first choose the weight and style of a family and only then the face that has the character: a fallback
 * that is missing in one of them would leave boxes there. So each is offered in all, drawn with what it has.
 */
function withAllStyles({ faces, ranges }: FaceGroup): FaceGroup {
  const styles = ["400", "700"].flatMap((weight) => {
    const face = faces.find((candidate) => candidate.weight === weight) ?? present(faces[0]);
    return ["normal", "italic"].map((style) => ({ ...face, weight, style }));
  });
  return { faces: styles, ranges };
}

function holds({ ranges }: FaceGroup, point: number): boolean {
  return isWithin(ranges, point);
}
