/** Signs of the height or width that is asked for: larger glyphs first, then parts put together. */
import type { MathAssembly, MathBox } from "../text/math-box.ts";
import { together } from "./boxes.ts";
import type { AssemblyPart, Direction } from "./math-face.ts";
import type { MathStyle } from "./math-style.ts";
import { glyphBox, type MathSetter } from "./setter.ts";

export interface Stretched {
  box: MathBox;
  /** The glyph that it is; undefined for a sign that is put together. */
  glyph: number | undefined;
}

const MAX_PARTS = 400;

/** The sign as it is. */
export function plainSymbol(setter: MathSetter, symbol: string, style: MathStyle): Stretched {
  return stretched(setter, symbol, 0, "vertical", style);
}

/**
 * The smallest form that is at least as high, or as wide, as asked; the largest if there is none. Its lower or left end
 * is where the glyph has it.
 */
export function stretched(
  setter: MathSetter,
  symbol: string,
  targetPt: number,
  direction: Direction,
  style: MathStyle,
): Stretched {
  const { face } = setter;
  const sizePt = setter.sizePt(style);
  const glyph = face.glyph(symbol.codePointAt(0) ?? 0);
  if (glyph === 0) return { box: setter.text(symbol, undefined, sizePt), glyph: undefined };
  const target = targetPt / sizePt;
  const box = (id: number): Stretched => ({ box: glyphBox(setter, id, sizePt, symbol), glyph: id });
  if (target <= lengthOf(setter, glyph, direction)) return box(glyph);
  const found = face.stretched(glyph, direction);
  if (!found) return box(glyph);
  const fitting = found.variants.find(({ length }) => length >= target);
  if (fitting) return box(fitting.glyph);
  if (found.assembly.length > 0) {
    return { box: assembled(setter, symbol, found.assembly, target, direction, sizePt), glyph: undefined };
  }
  return box(found.variants.at(-1)?.glyph ?? glyph);
}

/** The largest form that is no wider than asked, as accents have it. */
export function fittingAccent(setter: MathSetter, glyph: number, widthPt: number, sizePt: number): number {
  const variants = setter.face.stretched(glyph, "horizontal")?.variants ?? [];
  return variants.findLast(({ length }) => length * sizePt <= widthPt)?.glyph ?? glyph;
}

function lengthOf({ face }: MathSetter, glyph: number, direction: Direction): number {
  const [left, bottom, right, top] = face.glyphBox(glyph) ?? [0, 0, 0, 0];
  return direction === "vertical" ? top - bottom : right - left;
}

/** Parts from the bottom or the left, each overlapping the one before; extenders as often as it takes. */
function assembled(
  setter: MathSetter,
  symbol: string,
  assembly: readonly AssemblyPart[],
  target: number,
  direction: Direction,
  sizePt: number,
): MathBox {
  const { parts, overlaps } = arrangement(assembly, target, setter.face.minOverlap);
  const glyphs: MathAssembly["glyphs"][number][] = [];
  let at = 0;
  let [acrossPt, lowestPt, highestPt] = [0, 0, 0];
  for (const [index, { glyph, length }] of parts.entries()) {
    at -= overlaps[index - 1] ?? 0;
    const [left, bottom, , top] = setter.face.glyphBox(glyph) ?? [0, 0, 0, 0];
    if (direction === "vertical") {
      glyphs.push({ glyph, rightPt: 0, downPt: (bottom - at) * sizePt });
      acrossPt = Math.max(acrossPt, setter.face.advance(glyph) * sizePt);
    } else {
      glyphs.push({ glyph, rightPt: (at - left) * sizePt, downPt: 0 });
      lowestPt = Math.max(lowestPt, -bottom * sizePt);
      highestPt = Math.max(highestPt, top * sizePt);
    }
    at += length;
  }
  const lengthPt = at * sizePt;
  const part = { kind: "assembly", glyphs, sizePt, text: symbol, color: setter.color } as const;
  const whole = { kind: "box", parts: [{ rightPt: 0, downPt: 0, part }] } as const;
  return direction === "vertical"
    ? { ...whole, widthPt: acrossPt, ascentPt: lengthPt, descentPt: 0 }
    : { ...whole, widthPt: lengthPt, ascentPt: highestPt, descentPt: lowestPt };
}

/** How often extenders are repeated, and how far each part overlaps the one before it. */
function arrangement(
  assembly: readonly AssemblyPart[],
  target: number,
  minOverlap: number,
): { parts: AssemblyPart[]; overlaps: number[] } {
  const repeated = (times: number) =>
    assembly.flatMap((part) => (part.isExtender ? Array.from({ length: times }, () => part) : [part]));
  const longest = (parts: readonly AssemblyPart[]) =>
    parts.reduce((sum, { length }) => sum + length, 0) - minOverlap * Math.max(0, parts.length - 1);
  let parts = repeated(1);
  for (let times = 2; longest(parts) < target; times++) {
    const more = repeated(times);
    // Extenders that are no longer than their overlap would be repeated for ever.
    if (more.length > MAX_PARTS || longest(more) <= longest(parts)) break;
    parts = more;
  }
  const spare = Math.max(0, longest(parts) - target) / Math.max(1, parts.length - 1);
  const overlaps = parts.slice(1).map(({ startConnector, length }, index) => {
    const before = parts[index];
    const room = Math.min(startConnector, before?.endConnector ?? 0, length, before?.length ?? 0);
    return Math.max(minOverlap, Math.min(room, minOverlap + spare));
  });
  return { parts, overlaps };
}

/** The middle of it on the axis, where the signs of operators have theirs. */
export function axisBox(box: MathBox, axisPt: number): MathBox {
  return together(box.widthPt, [{ box, rightPt: 0, raisedPt: axisPt - (box.ascentPt - box.descentPt) / 2 }]);
}
