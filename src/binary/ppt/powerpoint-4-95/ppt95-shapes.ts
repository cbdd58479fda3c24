/** Shapes of PowerPoint 95. */
import { ByteReader } from "../../../office/byte-reader.ts";
import type { Blip } from "../../officeart/blip.ts";
import type { ColorScheme } from "../color-scheme.ts";
import { arcGeometry, mixed, numberedGeometry, shade } from "./legacy-appearances.ts";
import type { LegacyColor, LegacyFill, LegacyGeometry, LegacyLine, LegacyShape } from "./legacy-presentation.ts";
import { PPT95, type Ppt95Record, ppt95Child, ppt95Descendant } from "./ppt95-records.ts";
import { type RecordTables, readRecordText, recordColor } from "./ppt95-text.ts";
import { MAX_LEGACY_SHAPES } from "./read-budget.ts";

const HIDDEN = [-1, 1];
const FILL = { solid: 1, background: 2, half: 3, pattern: 4, gradient: 5 };
const ONE_COLOR_PATTERN = { front: 0, back: 1 };
const LINE_POINTS = [1, 2, 3, 6, 8, 10, 3, 4, 4, 6];
const COMPOUNDS: Readonly<Record<number, string>> = { 6: "dbl", 7: "thinThick", 8: "thickThin", 9: "tri" };
const DASHES = ["solid", "sysDot", "sysDash", "dash", "dashDot"];
/** Shades that are known by name: their first and last colors. */
const NAMED_SHADES: readonly (readonly [LegacyColor, LegacyColor])[] = [
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
  [PPT95.rectangle]: PPT95.rectangleAtom,
  [PPT95.placeholder]: PPT95.rectangleAtom,
  [PPT95.line]: PPT95.lineAtom,
  [PPT95.polygon]: PPT95.polygonAtom,
  [PPT95.arc]: PPT95.arcAtom,
};

export interface ShapeSources {
  scheme: ColorScheme;
  tables: RecordTables;
  images: ReadonlyMap<number, Blip>;
  /** Half of the slide: coordinates count from its middle. */
  center: { x: number; y: number };
  /** Placeholders of masters are where slides have their own shapes. */
  isMaster: boolean;
}

/** The shapes within a record, those in groups included: they are placed on the slide themselves. */
export function readRecordShapes(owner: Ppt95Record | undefined, sources: ShapeSources): LegacyShape[] {
  const shapes: LegacyShape[] = [];
  const collect = (record: Ppt95Record) => {
    for (const child of record.children) {
      if (shapes.length >= MAX_LEGACY_SHAPES) return;
      if (child.type === PPT95.group || child.type === PPT95.list || child.type === PPT95.shapes) collect(child);
      else if (ATOMS[child.type] !== undefined && !(sources.isMaster && child.type === PPT95.placeholder)) {
        const shape = readShape(child, sources);
        if (shape) shapes.push(shape);
      }
    }
  };
  if (owner) collect(owner);
  return shapes;
}

function readShape(record: Ppt95Record, sources: ShapeSources): LegacyShape | undefined {
  const atom = ppt95Child(record, ATOMS[record.type] ?? 0);
  if (!atom) return undefined;
  const reader = new ByteReader(atom.body);
  const isRectangle = ATOMS[record.type] === PPT95.rectangleAtom;
  const boxAt = isRectangle ? 12 : 0;
  const { center, scheme } = sources;
  const edges = {
    left: reader.i32(boxAt) + center.x,
    top: reader.i32(boxAt + 4) + center.y,
    right: reader.i32(boxAt + 8) + center.x,
    bottom: reader.i32(boxAt + 12) + center.y,
  };
  const appearances = new ByteReader(ppt95Child(record, PPT95.appearances)?.body ?? NO_APPEARANCES);
  const flips = appearances.u8(52);
  const isLine = record.type === PPT95.line;
  const rotation = isRectangle ? reader.i16(28) : record.type === PPT95.arc ? reader.i16(24) : 0;
  const image = imageOf(record, sources);
  return {
    edges,
    geometry: geometryOf(record, reader),
    rotationDegrees: -rotation / SIXTEENTHS,
    flipsHorizontally: isLine ? edges.right < edges.left : (flips & 1) !== 0,
    flipsVertically: isLine ? edges.bottom < edges.top : (flips & 2) !== 0,
    fill: isLine || record.type === PPT95.arc ? undefined : recordFill(appearances, scheme),
    line: lineOf(appearances, scheme, new ByteReader(ppt95Child(record, PPT95.lineEnds)?.body ?? NO_APPEARANCES)),
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

function imageOf(record: Ppt95Record, { images }: ShapeSources): Blip | undefined {
  const reference = ppt95Descendant(ppt95Child(record, PPT95.object), PPT95.imageId);
  return reference && images.get(new ByteReader(reference.body).i32(0));
}

function geometryOf(record: Ppt95Record, atom: ByteReader): LegacyGeometry {
  if (record.type === PPT95.line) return { kind: "preset", name: "line" };
  if (record.type === PPT95.arc) return arcGeometry(atom.i32(16) / SIXTEENTHS, atom.i32(20) / SIXTEENTHS);
  if (record.type !== PPT95.polygon) {
    const number = (atom.u8(0) << 24) >> 24;
    return numberedGeometry(number);
  }
  const list = ppt95Child(record, PPT95.points)?.body ?? NO_APPEARANCES;
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
export function recordFill(appearances: ByteReader, scheme: ColorScheme): LegacyFill | undefined {
  if (appearances.length < 28 || HIDDEN.includes((appearances.u8(12) << 24) >> 24)) return undefined;
  const front = recordColor(appearances, 20, scheme);
  const back = recordColor(appearances, 24, scheme);
  const solid = (color: LegacyColor, opacity = 1): LegacyFill => ({ kind: "solid", color, opacity });
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

function lineOf(appearances: ByteReader, scheme: ColorScheme, ends: ByteReader): LegacyLine | undefined {
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
