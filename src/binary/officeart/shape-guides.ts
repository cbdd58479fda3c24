/** Formulas of free forms (SG records of pGuides, MS-ODRAW 2.2.58). */
import { ByteReader } from "../../office/byte-reader.ts";
import { adjustment } from "./adjustments.ts";
import { PROPERTY } from "./property-ids.ts";
import type { ShapeProperties } from "./shape-properties.ts";

const GUIDE_BYTES = 8;
const MAX_GUIDES = 2_000;
const FIRST_GUIDE = 0x400;
const ANGLE_UNIT = 65_536;
const DEFAULT_SIDE = 21_600;

type Formula = (a: number, b: number, c: number) => number;

const radians = (angle: number) => (angle / ANGLE_UNIT) * (Math.PI / 180);
const angleOf = (value: number) => ((value * 180) / Math.PI) * ANGLE_UNIT;

const FORMULAS: readonly Formula[] = [
  (a, b, c) => a + b - c,
  (a, b, c) => (c === 0 ? 0 : (a * b) / c),
  (a, b) => (a + b) / 2,
  (a) => Math.abs(a),
  (a, b) => Math.min(a, b),
  (a, b) => Math.max(a, b),
  (a, b, c) => (a > 0 ? b : c),
  (a, b, c) => Math.hypot(a, b, c),
  (a, b) => angleOf(Math.atan2(b, a)),
  (a, b) => a * Math.sin(radians(b)),
  (a, b) => a * Math.cos(radians(b)),
  (a, b, c) => a * Math.cos(Math.atan2(c, b)),
  (a, b, c) => a * Math.sin(Math.atan2(c, b)),
  (a) => Math.sqrt(Math.max(0, a)),
  (a, b, c) => a + (b - c) * ANGLE_UNIT,
  (a, b, c) => (b === 0 ? 0 : c * Math.sqrt(Math.max(0, 1 - (a / b) ** 2))),
  (a, b) => a * Math.tan(radians(b)),
];

/** Results of all formulas, in order: each may use adjustments, edges of the coordinate space and earlier results. */
export function guideResults(properties: ShapeProperties): number[] {
  const guides = properties.array(PROPERTY.guides);
  if (!guides || guides.elementBytes < GUIDE_BYTES) return [];
  const reader = new ByteReader(guides.bytes);
  const results: number[] = [];
  for (let index = 0; index < Math.min(guides.count, MAX_GUIDES); index++) {
    const at = index * guides.elementBytes;
    const head = reader.u16(at);
    const parameters = [0, 1, 2].map((place) => {
      const raw = reader.u16(at + 2 + place * 2);
      const isCalculated = (head & (0x2000 << place)) !== 0;
      return isCalculated ? calculated(raw, properties, results) : (raw << 16) >> 16;
    });
    const formula = FORMULAS[head & 0x1fff];
    const result = formula?.(parameters[0] ?? 0, parameters[1] ?? 0, parameters[2] ?? 0) ?? 0;
    results.push(Number.isFinite(result) ? result : 0);
  }
  return results;
}

function calculated(id: number, properties: ShapeProperties, results: readonly number[]): number {
  if (id >= FIRST_GUIDE) return results[id - FIRST_GUIDE] ?? 0;
  const place = id - PROPERTY.firstAdjustment;
  if (place >= 0 && place < 8) return adjustment(properties, place) ?? 0;
  const isEnd = id === PROPERTY.geometryRight || id === PROPERTY.geometryBottom;
  return properties.signed(id) ?? (isEnd ? DEFAULT_SIDE : 0);
}
