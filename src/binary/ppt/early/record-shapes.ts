/** Shapes of PowerPoint 95. */
import { ByteReader } from "../../../office/byte-reader.ts";
import type { Blip } from "../../officeart/blip.ts";
import type { ColorScheme } from "../color-scheme.ts";
import { arcGeometry, mixed, numberedGeometry, shade } from "./early-appearances.ts";
import type { EarlyColor, EarlyFill, EarlyGeometry, EarlyLine, EarlyShape } from "./early-presentation.ts";
import { MAX_EARLY_SHAPES } from "./read-budget.ts";
import { type RecordTables, readRecordText, recordColor } from "./record-text.ts";
import { EARLY, type EarlyRecord, earlyChild, earlyDescendant } from "./record-tree.ts";

const HIDDEN = [-1, 1];
const FILL = { solid: 1, background: 2, half: 3, pattern: 4, gradient: 5 };
const ONE_COLOR_PATTERN = { front: 0, back: 1 };
const LINE_POINTS = [1, 2, 3, 6, 8, 10, 3, 4, 4, 6];
const COMPOUNDS: Readonly<Record<number, string>> = { 6: "dbl", 7: "thinThick", 8: "thickThin", 9: "tri" };
const DASHES = ["solid", "sysDot", "sysDash", "dash", "dashDot"];
/** Shades that are known by name: their first and last colours. */
const NAMED_SHADES: readonly (readonly [EarlyColor, EarlyColor])[] = [
  ["0000FF", "FF0000"],
  ["0000FF", "FFFF00"],
  ["000000", "000080"],
  ["0000FF", "FFFFFF"],
  ["FFF8DC", "D284BC"],
  ["FFF8DC", "BF8F8F"],
  ["000080", "808080"],
  ["FFFFFF", "00FF00"],
  ["0000FF", "000080"],
  ["FFFF00", "FF0000"],
  ["FF00FF", "FFFF00"],
  ["FFFFFF", "FFFF00"],
  ["FFFF00", "808000"],
  ["FFFFFF", "808080"],
  ["FFFFFF", "808080"],
  ["0000FF", "000080"],
];
const NAMED = 2;
/** Directions count the other way round from PowerPoint 4. */
const QUARTER = 90;
const SIXTEENTHS = 16;
const ATOMS: Readonly<Record<number, number>> = {
  [EARLY.rectangle]: EARLY.rectangleAtom,
  [EARLY.placeholder]: EARLY.rectangleAtom,
  [EARLY.line]: EARLY.lineAtom,
  [EARLY.polygon]: EARLY.polygonAtom,
  [EARLY.arc]: EARLY.arcAtom,
};

export interface ShapeSources {
  scheme: ColorScheme;
  tables: RecordTables;
  images: ReadonlyMap<number, Blip>;
  /** Half of the slide: coordinates count from its middle. */
  centre: { x: number; y: number };
  /** Placeholders of masters are where slides have their own shapes. */
  isMaster: boolean;
}

/** The shapes within a record, those in groups included: they are placed on the slide themselves. */
export function readRecordShapes(owner: EarlyRecord | undefined, sources: ShapeSources): EarlyShape[] {
  const shapes: EarlyShape[] = [];
  const collect = (record: EarlyRecord) => {
    for (const child of record.children) {
      if (shapes.length >= MAX_EARLY_SHAPES) return;
      if (child.type === EARLY.group || child.type === EARLY.list || child.type === EARLY.shapes) collect(child);
      else if (ATOMS[child.type] !== undefined && !(sources.isMaster && child.type === EARLY.placeholder)) {
        const shape = readShape(child, sources);
        if (shape) shapes.push(shape);
      }
    }
  };
  if (owner) collect(owner);
  return shapes;
}

function readShape(record: EarlyRecord, sources: ShapeSources): EarlyShape | undefined {
  const atom = earlyChild(record, ATOMS[record.type] ?? 0);
  if (!atom) return undefined;
  const reader = new ByteReader(atom.body);
  const isRectangle = ATOMS[record.type] === EARLY.rectangleAtom;
  const boxAt = isRectangle ? 12 : 0;
  const { centre, scheme } = sources;
  const edges = {
    left: reader.i32(boxAt) + centre.x,
    top: reader.i32(boxAt + 4) + centre.y,
    right: reader.i32(boxAt + 8) + centre.x,
    bottom: reader.i32(boxAt + 12) + centre.y,
  };
  const appearances = new ByteReader(earlyChild(record, EARLY.appearances)?.body ?? NO_APPEARANCES);
  const flips = appearances.u8(52);
  const isLine = record.type === EARLY.line;
  const rotation = isRectangle ? reader.i16(28) : record.type === EARLY.arc ? reader.i16(24) : 0;
  const image = imageOf(record, sources);
  return {
    edges,
    geometry: geometryOf(record, reader),
    rotationDegrees: -rotation / SIXTEENTHS,
    flipsHorizontally: isLine ? edges.right < edges.left : (flips & 1) !== 0,
    flipsVertically: isLine ? edges.bottom < edges.top : (flips & 2) !== 0,
    fill: isLine || record.type === EARLY.arc ? undefined : recordFill(appearances, scheme),
    line: lineOf(appearances, scheme, new ByteReader(earlyChild(record, EARLY.lineEnds)?.body ?? NO_APPEARANCES)),
    shadow:
      appearances.length > 0 && appearances.u8(28) === 0
        ? {
            color: recordColor(appearances, 30, scheme),
            rightUnits: appearances.i32(36),
            downUnits: appearances.i32(40),
          }
        : undefined,
    image,
    text: readRecordText(record, sources.tables),
    // Which placeholder is the title is not known.
    isTitle: false,
  };
}

const NO_APPEARANCES = new Uint8Array(0);

function imageOf(record: EarlyRecord, { images }: ShapeSources): Blip | undefined {
  const reference = earlyDescendant(earlyChild(record, EARLY.object), EARLY.imageId);
  return reference && images.get(new ByteReader(reference.body).i32(0));
}

function geometryOf(record: EarlyRecord, atom: ByteReader): EarlyGeometry {
  if (record.type === EARLY.line) return { kind: "preset", name: "line" };
  if (record.type === EARLY.arc) return arcGeometry(atom.i32(16) / SIXTEENTHS, atom.i32(20) / SIXTEENTHS);
  if (record.type !== EARLY.polygon) {
    const number = (atom.u8(0) << 24) >> 24;
    return numberedGeometry(number);
  }
  const list = earlyChild(record, EARLY.points)?.body ?? NO_APPEARANCES;
  const reader = new ByteReader(list);
  const count = Math.max(0, Math.min(reader.i16(0), Math.floor((list.length - 2) / 8)));
  const points = Array.from({ length: count }, (_, index): readonly [number, number] => [
    reader.i32(2 + index * 8),
    reader.i32(6 + index * 8),
  ]);
  const [first, last] = [points[0], points.at(-1)];
  const isClosed = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
  return { kind: "polygon", points, isClosed };
}

/** The surface of a shape, or of a slide. */
export function recordFill(appearances: ByteReader, scheme: ColorScheme): EarlyFill | undefined {
  if (appearances.length < 28 || HIDDEN.includes((appearances.u8(12) << 24) >> 24)) return undefined;
  const front = recordColor(appearances, 20, scheme);
  const back = recordColor(appearances, 24, scheme);
  const solid = (color: EarlyColor, opacity = 1): EarlyFill => ({ kind: "solid", color, opacity });
  const number = appearances.u8(16);
  switch (appearances.u8(13)) {
    case FILL.background:
      return solid(scheme[0] ?? front);
    case FILL.half:
      return solid(front, 0.5);
    case FILL.pattern:
      if (number === ONE_COLOR_PATTERN.front) return solid(front);
      return solid(number === ONE_COLOR_PATTERN.back ? back : mixed(front, back, 0.5));
    case FILL.gradient: {
      const named = appearances.u8(19) === NAMED ? NAMED_SHADES[appearances.u8(18)] : undefined;
      return shade(number, appearances.u8(17), named ?? [front, back], number <= 2 ? QUARTER : 0);
    }
    default:
      return solid(front);
  }
}

function lineOf(appearances: ByteReader, scheme: ColorScheme, ends: ByteReader): EarlyLine | undefined {
  if (appearances.length < 12 || HIDDEN.includes((appearances.u8(0) << 24) >> 24)) return undefined;
  const type = appearances.u8(3);
  return {
    color: recordColor(appearances, 4, scheme),
    widthPoints: LINE_POINTS[type] ?? 1,
    dash: DASHES[appearances.u8(1)] ?? "solid",
    compound: COMPOUNDS[type],
    hasHead: ends.u8(0) !== 0,
    hasTail: ends.u8(1) !== 0,
  };
}
