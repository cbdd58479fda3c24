/** Typed character and paragraph formatting (ECMA-376 part 1, 17.3). Every length is in points. */
import type { Glow, Shadow } from "./effects.ts";
import type { GradientFill } from "./fill.ts";

export type ToggleName =
  | "bold"
  | "boldComplex"
  | "italic"
  | "italicComplex"
  | "caps"
  | "smallCaps"
  | "strike"
  | "doubleStrike"
  | "emboss"
  | "imprint"
  | "outline"
  | "shadow"
  | "hidden";

export const TOGGLE_NAMES: readonly ToggleName[] = [
  "bold",
  "boldComplex",
  "italic",
  "italicComplex",
  "caps",
  "smallCaps",
  "strike",
  "doubleStrike",
  "emboss",
  "imprint",
  "outline",
  "shadow",
  "hidden",
];

export interface Border {
  /** `ST_Border`, e.g. `single`, `double`, `dashed`; `none` and `nil` draw nothing. */
  style: string;
  widthPt: number;
  /** `#rrggbb` or `auto`. */
  color: string;
  /** Distance to the text in points. */
  spacePt: number;
  shadow?: boolean;
}

export interface Shading {
  /** Resolved color `#rrggbb` of the filled area; undefined is transparent. */
  fill: string | undefined;
}

export interface FontNames {
  ascii?: string;
  highAnsi?: string;
  eastAsia?: string;
  complex?: string;
}

export interface CharacterFormat extends Record<ToggleName, boolean> {
  /** Along the letters; of outlined letters, their outline. */
  line?: { color: string; opacity: number; widthPt: number } | undefined;
  /** Takes the place of the color. */
  gradient?: GradientFill;
  /** Behind the letters, in place of the one that `shadow` means. */
  textShadow?: Shadow;
  glow?: Glow;
  fonts: FontNames;
  /** Symbol font whose characters the text stands for: its height counts in the line. */
  symbolFont?: string;
  /** `ST_Hint`: characters of doubtful script take the East Asian font. */
  fontHint: string | undefined;
  sizePt: number;
  sizeComplexPt: number;
  color: string;
  highlight: string | undefined;
  shading: Shading | undefined;
  underline: string | undefined;
  underlineColor: string | undefined;
  border: Border | undefined;
  verticalAlign: "baseline" | "superscript" | "subscript";
  /** Raised (positive) or lowered text. */
  positionPt: number;
  /** Extra space after each character. */
  spacingPt: number;
  /** Horizontal scale, 1 = 100 %. */
  scale: number;
  /** Pair kerning applies from this font size; undefined = never. */
  kerningFromPt: number | undefined;
  /** Letters are joined if the font has a sign for them, such as `fi`. */
  ligatures?: boolean;
  rightToLeft: boolean;
  complexScript: boolean;
  language: string | undefined;
  languageBidi: string | undefined;
  languageEastAsia: string | undefined;
}

export type PartialCharacterFormat = Partial<CharacterFormat>;

export type Alignment = "left" | "right" | "center" | "both" | "distribute" | "start" | "end";

export interface TabStop {
  positionPt: number;
  alignment: "left" | "center" | "right" | "decimal" | "bar" | "clear" | "num";
  leader: string;
}

export interface ParagraphBorders {
  top?: Border;
  bottom?: Border;
  left?: Border;
  right?: Border;
  between?: Border;
  bar?: Border;
}

export interface FrameProperties {
  widthPt: number | undefined;
  heightPt: number | undefined;
  heightRule: string;
  horizontalSpacePt: number;
  verticalSpacePt: number;
  wrap: string;
  horizontalAnchor: string;
  verticalAnchor: string;
  xPt: number | undefined;
  yPt: number | undefined;
  xAlign: string | undefined;
  yAlign: string | undefined;
  dropCap: string | undefined;
  lines: number;
}

export interface ParagraphFormat {
  alignment: Alignment;
  rightToLeft: boolean;
  indentLeftPt: number;
  indentRightPt: number;
  /** First line relative to the left indent; negative when hanging. */
  indentFirstPt: number;
  /** Hundredths of a character, which override the lengths above when present. */
  indentLeftChars: number | undefined;
  indentRightChars: number | undefined;
  indentFirstChars: number | undefined;
  spaceBeforePt: number;
  spaceAfterPt: number;
  spaceBeforeAuto: boolean;
  spaceAfterAuto: boolean;
  /** Hundredths of a line. */
  spaceBeforeLines: number | undefined;
  spaceAfterLines: number | undefined;
  /** 240ths of a line for `auto`, else points. */
  line: number;
  lineRule: "auto" | "exact" | "atLeast";
  contextualSpacing: boolean;
  keepNext: boolean;
  keepLines: boolean;
  pageBreakBefore: boolean;
  widowControl: boolean;
  snapToGrid: boolean;
  suppressHyphenation: boolean;
  suppressLineNumbers: boolean;
  /** Words of Latin letters and of Hangul stay whole. */
  wordWrap: boolean;
  /** A full stop or a comma at the end of a line may hang into the margin. */
  overflowPunctuation: boolean;
  /** Room between East Asian letters and those of other scripts. */
  autoSpaceDE: boolean;
  /** Room between East Asian letters and digits. */
  autoSpaceDN: boolean;
  mirrorIndents: boolean;
  tabs: TabStop[];
  borders: ParagraphBorders;
  shading: Shading | undefined;
  frame: FrameProperties | undefined;
  numberingId: string | undefined;
  numberingLevel: number | undefined;
  outlineLevel: number | undefined;
  textAlignment: string;
}

export type PartialParagraphFormat = Partial<ParagraphFormat>;

export const DEFAULT_CHARACTER_FORMAT: CharacterFormat = {
  fonts: {},
  fontHint: undefined,
  sizePt: 10,
  sizeComplexPt: 10,
  color: "auto",
  highlight: undefined,
  shading: undefined,
  underline: undefined,
  underlineColor: undefined,
  border: undefined,
  verticalAlign: "baseline",
  positionPt: 0,
  spacingPt: 0,
  scale: 1,
  kerningFromPt: undefined,
  rightToLeft: false,
  complexScript: false,
  language: undefined,
  languageBidi: undefined,
  languageEastAsia: undefined,
  bold: false,
  boldComplex: false,
  italic: false,
  italicComplex: false,
  caps: false,
  smallCaps: false,
  strike: false,
  doubleStrike: false,
  emboss: false,
  imprint: false,
  outline: false,
  shadow: false,
  hidden: false,
};

export const DEFAULT_PARAGRAPH_FORMAT: ParagraphFormat = {
  alignment: "left",
  rightToLeft: false,
  indentLeftPt: 0,
  indentRightPt: 0,
  indentFirstPt: 0,
  indentLeftChars: undefined,
  indentRightChars: undefined,
  indentFirstChars: undefined,
  spaceBeforePt: 0,
  spaceAfterPt: 0,
  spaceBeforeAuto: false,
  spaceAfterAuto: false,
  spaceBeforeLines: undefined,
  spaceAfterLines: undefined,
  line: 240,
  lineRule: "auto",
  contextualSpacing: false,
  keepNext: false,
  keepLines: false,
  pageBreakBefore: false,
  widowControl: true,
  snapToGrid: true,
  suppressHyphenation: false,
  suppressLineNumbers: false,
  wordWrap: true,
  overflowPunctuation: true,
  autoSpaceDE: true,
  autoSpaceDN: true,
  mirrorIndents: false,
  tabs: [],
  borders: {},
  shading: undefined,
  frame: undefined,
  numberingId: undefined,
  numberingLevel: undefined,
  outlineLevel: undefined,
  textAlignment: "auto",
};

/** Lays `over` on `base`: fonts merge by slot, tab stops merge by position, everything else replaces. */
export function mergeCharacter(base: PartialCharacterFormat, over: PartialCharacterFormat): PartialCharacterFormat {
  const merged: PartialCharacterFormat = { ...base, ...over };
  if (base.fonts && over.fonts) merged.fonts = { ...base.fonts, ...over.fonts };
  return merged;
}

export function mergeParagraph(base: PartialParagraphFormat, over: PartialParagraphFormat): PartialParagraphFormat {
  const merged: PartialParagraphFormat = { ...base, ...over };
  if (base.tabs && over.tabs) merged.tabs = mergeTabs(base.tabs, over.tabs);
  if (base.borders && over.borders) merged.borders = { ...base.borders, ...over.borders };
  if (over.indentFirstPt !== undefined && over.indentFirstChars === undefined) merged.indentFirstChars = undefined;
  if (over.indentLeftPt !== undefined && over.indentLeftChars === undefined) merged.indentLeftChars = undefined;
  return merged;
}

/** A stop at the same position replaces the inherited one; `clear` removes it (17.3.1.37). */
function mergeTabs(base: readonly TabStop[], over: readonly TabStop[]): TabStop[] {
  const same = (first: TabStop, second: TabStop) => Math.abs(first.positionPt - second.positionPt) < 0.2;
  const kept = base.filter((stop) => !over.some((candidate) => same(candidate, stop)));
  return [...kept, ...over].sort((first, second) => first.positionPt - second.positionPt);
}
