/**
 * Adjustments of preset shapes: positions in a square of 21600 units that is stretched over the shape (MS-ODRAW 2.3.6.10)
 * -> DrawingML's, which mostly are shares (of 100000) of the shorter side.
 */
import { PROPERTY } from "./property-ids.ts";
import type { ShapeProperties } from "./shape-properties.ts";

const UNITS = 21_600;
const CENTER = UNITS / 2;
const SHARE = 100_000;
const ADJUSTMENTS = 8;

/** Sides of the shape in any unit. */
export interface ShapeSize {
  width: number;
  height: number;
}

type Convert = (values: readonly number[], size: ShapeSize) => number[];
interface Rule {
  defaults: readonly number[];
  convert: Convert;
}

const ofSquare = (value: number) => (value / UNITS) * SHARE;
const shorter = ({ width, height }: ShapeSize) => Math.min(width, height) || 1;
/** A horizontal or a vertical length as a share of the shorter side. */
const across = (value: number, size: ShapeSize) => (ofSquare(value) * size.width) / shorter(size);
const down = (value: number, size: ShapeSize) => (ofSquare(value) * size.height) / shorter(size);

const v = (values: readonly number[], index: number) => values[index] ?? 0;
const same = (...defaults: number[]): Rule => ({ defaults, convert: (values) => values.map(ofSquare) });
const rule = (defaults: readonly number[], convert: Convert): Rule => ({ defaults, convert });

/** A callout's point is counted from the center. */
const pointed = (...rest: number[]) =>
  rule([1_350, 25_920, ...rest], (values) => [
    ofSquare(v(values, 0) - CENTER),
    ofSquare(v(values, 1) - CENTER),
    ...rest.map((fallback) => ofSquare(fallback)),
  ]);
/** Lines of callouts: pairs of x and y from the far end on, DrawingML has y and x from the near end on. */
const callout = (...defaults: number[]) => rule(defaults, (values) => [...values].reverse().map(ofSquare));
const star = (inner: number) => rule([inner], (values) => [ofSquare(CENTER - v(values, 0))]);
const shaft = (edge: number) => ofSquare(2 * (CENTER - edge));

const arrowRight = rule([16_200, 5_400], (values, size) => [shaft(v(values, 1)), across(UNITS - v(values, 0), size)]);
const slanted = rule([5_400], (values, size) => [across(v(values, 0), size)]);
const pointRight = rule([16_200], (values, size) => [across(UNITS - v(values, 0), size)]);
const bracket = rule([1_800], (values, size) => [down(v(values, 0), size)]);
const brace = rule([1_800, CENTER], (values, size) => [down(v(values, 0), size), ofSquare(v(values, 1))]);
const ribbon = (upwards: boolean) =>
  rule([5_400, upwards ? 18_900 : 2_700], (values) => [
    ofSquare(upwards ? UNITS - v(values, 1) : v(values, 1)),
    ofSquare(UNITS - 2 * v(values, 0)),
  ]);
const wave = (height: number) =>
  rule([height, CENTER], (values) => [ofSquare(v(values, 0)), ofSquare(v(values, 1) - CENTER)]);

/** Arrows that start from a box; `length` and `box` measure along the arrow, from the side where it starts. */
function boxArrow(defaults: readonly number[], isVertical: boolean, isForward: boolean): Rule {
  return rule(defaults, (values, size) => {
    const along = isVertical ? down : across;
    const sideways = isVertical ? across : down;
    const fromStart = (value: number) => (isForward ? value : UNITS - value);
    return [
      sideways(2 * (CENTER - v(values, 3)), size),
      sideways(CENTER - v(values, 1), size),
      along(UNITS - fromStart(v(values, 2)), size),
      ofSquare(fromStart(v(values, 0))),
    ];
  });
}

const ANGLE_UNIT = 65_536;
const degrees = (value: number) => (((value / ANGLE_UNIT) % 360) + 360) % 360;

const RULES: Readonly<Record<number, Rule>> = {
  2: same(3_600),
  5: same(CENTER),
  7: slanted,
  8: slanted,
  9: slanted,
  10: same(6_326),
  11: same(5_400),
  13: arrowRight,
  14: arrowRight,
  15: pointRight,
  16: same(5_400),
  19: rule([-90 * ANGLE_UNIT, 0], (values) => values.map((value) => degrees(value) * 60_000)),
  21: same(3_600),
  22: rule([5_400], (values, size) => [down(v(values, 0), size)]),
  23: same(5_400),
  34: same(CENTER),
  35: same(CENTER, CENTER),
  36: same(CENTER, CENTER, CENTER),
  38: same(CENTER),
  39: same(CENTER, CENTER),
  40: same(CENTER, CENTER, CENTER),
  41: callout(-8_280, 24_300, -1_800, 4_050),
  42: callout(-10_080, 24_300, -3_600, 4_050, -1_800, 4_050),
  43: callout(23_400, 24_400, 25_200, 21_600, 25_200, 4_050, 23_400, 4_050),
  44: callout(-8_280, 24_300, -1_800, 4_050),
  45: callout(-10_080, 24_300, -3_600, 4_050, -1_800, 4_050),
  46: callout(23_400, 24_400, 25_200, 21_600, 25_200, 4_050, 23_400, 4_050),
  47: callout(-8_280, 24_300, -1_800, 4_050),
  48: callout(-10_080, 24_300, -3_600, 4_050, -1_800, 4_050),
  49: callout(23_400, 24_400, 25_200, 21_600, 25_200, 4_050, 23_400, 4_050),
  50: callout(-8_280, 24_300, -1_800, 4_050),
  51: callout(-10_080, 24_300, -3_600, 4_050, -1_800, 4_050),
  52: callout(23_400, 24_400, 25_200, 21_600, 25_200, 4_050, 23_400, 4_050),
  53: ribbon(false),
  54: ribbon(true),
  55: pointRight,
  57: same(4_050),
  58: star(2_700),
  59: star(2_700),
  60: star(2_700),
  61: pointed(),
  62: pointed(3_600),
  63: pointed(),
  64: wave(2_809),
  65: rule([18_900], (values) => [ofSquare(UNITS - v(values, 0))]),
  66: rule([5_400, 5_400], (values, size) => [shaft(v(values, 1)), across(v(values, 0), size)]),
  67: rule([16_200, 5_400], (values, size) => [shaft(v(values, 1)), down(UNITS - v(values, 0), size)]),
  68: rule([5_400, 5_400], (values, size) => [shaft(v(values, 1)), down(v(values, 0), size)]),
  69: rule([4_320, 5_400], (values, size) => [shaft(v(values, 1)), across(v(values, 0), size)]),
  70: rule([5_400, 4_320], (values, size) => [shaft(v(values, 0)), down(v(values, 1), size)]),
  76: rule([6_480, 8_640, 4_320], (values) => [
    shaft(v(values, 1)),
    ofSquare(CENTER - v(values, 0)),
    ofSquare(v(values, 2)),
  ]),
  77: boxArrow([7_200, 5_400, 3_600, 8_100], false, false),
  78: boxArrow([14_400, 5_400, 18_000, 8_100], false, true),
  79: boxArrow([7_200, 5_400, 3_600, 8_100], true, false),
  80: boxArrow([14_400, 5_400, 18_000, 8_100], true, true),
  84: same(2_700),
  85: bracket,
  86: bracket,
  87: brace,
  88: brace,
  92: star(2_700),
  93: arrowRight,
  94: arrowRight,
  95: rule([180 * ANGLE_UNIT, 5_400], (values) => [
    degrees(v(values, 0)) * 60_000,
    ((540 - degrees(v(values, 0))) % 360) * 60_000,
    ofSquare(CENTER - v(values, 1)),
  ]),
  // From a mouth that droops by 4653 to one that smiles by the same amount.
  96: rule([17_520], (values) => [((v(values, 0) - 16_515) / 1_005) * 4_653]),
  97: same(2_700),
  98: same(2_700),
  106: pointed(),
  178: callout(-1_800, 24_300, -1_800, 4_050),
  179: callout(-1_800, 24_300, -1_800, 4_050),
  180: callout(-1_800, 24_300, -1_800, 4_050),
  181: callout(-1_800, 24_300, -1_800, 4_050),
  183: same(5_400),
  184: same(CENTER),
  185: same(3_700),
  186: same(1_800),
  187: star(8_100),
  188: wave(1_404),
};

/** `a:gd` elements for a preset; empty if the preset's own defaults are what the shape has. */
export function adjustmentsXml(type: number, properties: ShapeProperties, size: ShapeSize): string {
  const found = RULES[type];
  if (!found) return "";
  const values = found.defaults.map((fallback, index) => adjustment(properties, index) ?? fallback);
  const converted = found.convert(values, size);
  const prefix = converted.length === 1 ? () => "adj" : (index: number) => `adj${index + 1}`;
  return converted
    .map(
      (value, index) => `<a:gd name="${prefix(index)}" fmla="val ${Math.round(Number.isFinite(value) ? value : 0)}"/>`,
    )
    .join("");
}

/** The adjustment of this place, counted from 0. */
export function adjustment(properties: ShapeProperties, index: number): number | undefined {
  return index < ADJUSTMENTS ? properties.signed(PROPERTY.firstAdjustment + index) : undefined;
}
