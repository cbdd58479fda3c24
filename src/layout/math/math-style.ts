/** How large and how tight a part of an equation is: TeX's styles. */
import type { MathConstants } from "./math-face.ts";

export interface MathStyle {
  /** The equation, or this part of it, has a line of its own: signs and fractions are large. */
  isDisplay: boolean;
  /** Scripts of scripts: 0 is full size, 2 the smallest. */
  level: 0 | 1 | 2;
  /** Beneath something: superscripts rise less. */
  isCramped: boolean;
}

export function scriptStyle({ level }: MathStyle, isCramped: boolean): MathStyle {
  return { isDisplay: false, level: level === 0 ? 1 : 2, isCramped };
}

/** Above or below the bar of a fraction. */
export function fractionStyle(style: MathStyle, isCramped: boolean): MathStyle {
  return style.isDisplay ? { isDisplay: false, level: 0, isCramped } : scriptStyle(style, isCramped);
}

export function crampedStyle(style: MathStyle): MathStyle {
  return style.isCramped ? style : { ...style, isCramped: true };
}

/** An argument that asks for another size (`m:argSz`). */
export function resized(style: MathStyle, steps: number): MathStyle {
  if (steps === 0) return style;
  const level = Math.max(0, Math.min(2, style.level - steps));
  return { ...style, level: level === 0 ? 0 : level === 1 ? 1 : 2 };
}

export function scaleOf({ level }: MathStyle, { scriptScale, scriptScriptScale }: MathConstants): number {
  return level === 0 ? 1 : level === 1 ? scriptScale : scriptScriptScale;
}
