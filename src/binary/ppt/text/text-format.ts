/** Formatting of text as PowerPoint stores it: what is not said comes from a lower layer. */

/** Bytes red, green, blue and an index: 0 to 7 into the color scheme, 0xFE for the color itself (MS-PPT 2.12.2). */
type TextColor = number;

export interface TabStop {
  /** From the left edge of the text, in master units (1/576 inch). */
  position: number;
  /** 0 left, 1 center, 2 right, 3 decimal. */
  kind: number;
}

interface AutoNumber {
  /** TextAutoNumberSchemeEnum (MS-PPT 2.13.32). */
  scheme: number;
  start: number;
}

/** TextPFException (MS-PPT 2.9.20) and TextPFException9 (2.9.26). Lengths in master units. */
export interface ParagraphFormat {
  hasBullet?: boolean;
  bulletHasFont?: boolean;
  bulletHasColor?: boolean;
  bulletHasSize?: boolean;
  bulletChar?: number;
  bulletFont?: number;
  /** 25 to 400: percent of the text; below 0: a size in points. */
  bulletSize?: number;
  bulletColor?: TextColor;
  /** Index into the picture bullets; -1 or 0xFFFF if there is none. */
  bulletPicture?: number;
  isNumbered?: boolean;
  autoNumber?: AutoNumber;
  alignment?: number;
  /** 0 and more: percent of the line; below 0: master units. */
  lineSpacing?: number;
  spaceBefore?: number;
  spaceAfter?: number;
  leftMargin?: number;
  /** Of the first line (or of the bullet), from the left edge of the text. */
  indent?: number;
  defaultTab?: number;
  tabs?: TabStop[];
  isRightToLeft?: boolean;
}

/** TextCFException (MS-PPT 2.9.13). Fonts are indices into the font collection. */
export interface CharacterFormat {
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  shadow?: boolean;
  emboss?: boolean;
  /** Which item of the extended properties belongs to the run. */
  extension?: number;
  font?: number;
  eastAsianFont?: number;
  ansiFont?: number;
  symbolFont?: number;
  sizePoints?: number;
  color?: TextColor;
  /** Percent of the size above the baseline. */
  position?: number;
}

export interface LevelFormat {
  paragraph: ParagraphFormat;
  character: CharacterFormat;
}

/** Formats of the five levels. */
export type TextStyle = readonly LevelFormat[];

export const LEVELS = 5;

export function layered<Format extends object>(lower: Format, upper: Format | undefined): Format {
  return upper ? { ...lower, ...upper } : lower;
}
