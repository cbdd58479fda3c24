/** Icons of conditional formats (`ST_IconSetType`) as simple shapes in a box of ten by ten. */
import type { IconChoice } from "../model/conditional-format.ts";

const GREEN = "#63be7b";
const YELLOW = "#ffc000";
const RED = "#e8504c";
const GRAY = "#7f7f7f";
const BLUE = "#4472c4";
const PINK = "#f4b6b5";
const BLACK = "#404040";
const ARROW = "M5 0L9.5 4.6H6.6V10H3.4V4.6H.5Z";
const CIRCLE = "M5 .4A4.6 4.6 0 1 1 5 9.6A4.6 4.6 0 1 1 5 .4Z";
const FLAG = "M1.5 0H2.6V10H1.5ZM2.8 .4L9 3L2.8 5.8Z";

const HALF_STAR = "M5 .2L3.5 3.5L0 3.9L2.6 6.3L1.9 9.8L5 8.1Z";
const STAR = "M5 .2L6.5 3.5L10 3.9L7.4 6.3L8.1 9.8L5 8.1L1.9 9.8L2.6 6.3L0 3.9L3.5 3.5Z";

/** A part of an icon. */
export interface IconMark {
  /** SVG path data; may be empty. */
  d: string;
  color: string;
  /** About the middle of the box. */
  rotationDeg?: number;
  /** A line on top of it: white, or in the color if there is nothing below. */
  sign?: string;
}

export const ICON_UNITS = 10;
export const ICON_SYMBOL_WIDTH = 1.5;

const ramp = (count: number, gray = false): string[] => {
  if (gray) return Array<string>(count).fill(GRAY);
  if (count === 3) return [RED, YELLOW, GREEN];
  if (count === 4) return [RED, YELLOW, YELLOW, GREEN];
  return [RED, YELLOW, YELLOW, YELLOW, GREEN];
};
const ROTATIONS: Readonly<Record<number, readonly number[]>> = {
  3: [180, 90, 0],
  4: [180, 135, 45, 0],
  5: [180, 135, 90, 45, 0],
};

export function iconMarks({ set, index }: IconChoice): IconMark[] {
  const count = Number(set[0]) || 3;
  const colors = ramp(count, /Gray/.test(set));
  const color = colors[index] ?? GRAY;
  if (/Arrows/.test(set)) return [{ d: ARROW, color, rotationDeg: ROTATIONS[count]?.[index] ?? 0 }];
  if (/Triangles/.test(set)) {
    return (
      [[{ d: "M.5 2.5H9.5L5 8.5Z", color }], [{ d: "M.5 4H9.5V6.2H.5Z", color }], [{ d: "M.5 8H9.5L5 2Z", color }]][
        index
      ] ?? []
    );
  }
  if (/Stars/.test(set)) {
    const empty = { d: STAR, color: "#d0d0d0" };
    if (index === 0) return [empty];
    return index === 1 ? [empty, { d: HALF_STAR, color: YELLOW }] : [{ d: STAR, color: YELLOW }];
  }
  if (/Flags/.test(set)) return [{ d: FLAG, color }];
  if (/Rating/.test(set)) {
    return [0, 1, 2, 3].map((bar) => ({
      d: `M${bar * 2.5 + 0.3} ${7.5 - bar * 2.3}H${bar * 2.5 + 2.2}V10H${bar * 2.5 + 0.3}Z`,
      color: bar <= index - (count === 4 ? 0 : 1) ? BLUE : "#d0d0d0",
    }));
  }
  if (/Boxes/.test(set)) {
    return [0, 1, 2, 3].map((box) => ({
      d: `M${(box % 2) * 5 + 0.3} ${box < 2 ? 0.3 : 5.3}h4.4v4.4h-4.4z`,
      color: box < index ? BLUE : "#d0d0d0",
    }));
  }
  if (/Quarters/.test(set)) {
    const end = -Math.PI / 2 + ((4 - index) / 4) * 2 * Math.PI;
    const x = 5 + 4 * Math.cos(end);
    const y = 5 + 4 * Math.sin(end);
    const pie =
      index === 0
        ? CIRCLE
        : index === 4
          ? ""
          : `M5 5V1A4 4 0 ${4 - index > 2 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`;
    return [{ d: CIRCLE, color: "#c8c8c8" }, ...(pie ? [{ d: pie, color: BLACK }] : [])];
  }
  if (/RedToBlack/.test(set)) return [{ d: CIRCLE, color: [BLACK, GRAY, PINK, RED][index] ?? GRAY }];
  if (/TrafficLights/.test(set))
    return [{ d: CIRCLE, color: count === 4 ? ([BLACK, RED, YELLOW, GREEN][index] ?? GRAY) : color }];
  if (/Signs/.test(set)) {
    return (
      [
        [{ d: "M5 0L10 5L5 10L0 5Z", color: RED }],
        [{ d: "M5 .5L9.8 9.5H.2Z", color: YELLOW }],
        [{ d: CIRCLE, color: GREEN }],
      ][index] ?? []
    );
  }
  const signs = ["M3 3L7 7M7 3L3 7", "M5 2.2V5.8M5 7.2V8", "M2.6 5L4.4 7L7.4 3"];
  return [{ d: set.endsWith("2") ? "" : CIRCLE, color, sign: signs[index] ?? "" }];
}
