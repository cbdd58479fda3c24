/** Looks that PowerPoint 4 and 95 know by number. */
import type { LegacyColor, LegacyFill, LegacyGeometry } from "./legacy-presentation.ts";

/** Shapes that the versions know by number. */
const PRESETS: readonly (readonly [name: string, adjustments?: Readonly<Record<string, number>>])[] = [
  ["diamond"],
  ["triangle"],
  ["rtTriangle"],
  ["parallelogram"],
  ["trapezoid"],
  ["hexagon"],
  ["octagon"],
  ["plus", { adj: 20_000 }],
  ["star5"],
  ["rightArrow", { adj1: 33_333 }],
  ["rightArrow", { adj1: 60_000 }],
  ["homePlate"],
  ["cube", { adj: 20_000 }],
  ["wedgeRoundRectCallout"],
  ["star12"],
];

/** The same of shapes that are numbered below 0. */
const BASIC = ["ellipse", "roundRect", "rect"];

/** `number`: -1 to -3 or 0 to 14; others are rectangles. */
export function numberedGeometry(number: number): LegacyGeometry {
  if (number < 0) return { kind: "preset", name: BASIC[-number - 1] ?? "rect" };
  const [name, adjustments] = PRESETS[number] ?? ["rect"];
  return adjustments ? { kind: "preset", name, adjustments } : { kind: "preset", name };
}

/** Part of a circle, from an angle on, both counterclockwise from three o'clock. */
export function arcGeometry(startDegrees: number, sweepDegrees: number): LegacyGeometry {
  const angle = (degrees: number) => Math.round((((degrees % 360) + 360) % 360) * 60_000);
  const [from, to] =
    sweepDegrees < 0 ? [startDegrees + sweepDegrees, startDegrees] : [startDegrees, startDegrees + sweepDegrees];
  return { kind: "preset", name: "arc", adjustments: { adj1: angle(-to), adj2: angle(-from) } };
}

const LINEAR_ANGLES = [0, 90, 45, 315];

/** Shades by their direction (1 to 4 straight, others from the middle) and variant. */
export function shade(
  direction: number,
  variant: number,
  colors: readonly [LegacyColor, LegacyColor],
  turnedBy = 0,
): LegacyFill {
  const [first, second] = colors;
  const pick = (isFirst: boolean) => (isFirst ? first : second);
  const angle = LINEAR_ANGLES[direction - 1];
  if (angle === undefined) {
    const isInside = variant % 2 === 0;
    return {
      kind: "centred",
      stops: [
        { at: 0, color: pick(isInside) },
        { at: 1, color: pick(!isInside) },
      ],
    };
  }
  const stops =
    variant < 2
      ? [0, 1].map((at) => ({ at, color: pick(at === variant) }))
      : [0, 1, 2].map((place) => ({ at: place / 2, color: pick(place % 2 === variant % 2) }));
  return { kind: "linear", stops, angleDegrees: (angle + turnedBy) % 360 };
}

/** Shares of two colors mixed. */
export function mixed(first: LegacyColor, second: LegacyColor, shareOfFirst: number): LegacyColor {
  const part = (color: LegacyColor, at: number) => Number.parseInt(color.slice(at, at + 2), 16) || 0;
  return [0, 2, 4]
    .map((at) => Math.round(part(first, at) * shareOfFirst + part(second, at) * (1 - shareOfFirst)))
    .map((value) => Math.max(0, Math.min(255, value)).toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}
