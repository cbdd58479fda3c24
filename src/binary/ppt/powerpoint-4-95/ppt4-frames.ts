/** The shapes of a slide of PowerPoint 4: records of 32 bytes. */
import type { Blip } from "../../officeart/blip.ts";
import { arcGeometry, mixed, numberedGeometry, shade } from "./legacy-appearances.ts";
import type {
  LegacyColor,
  LegacyFill,
  LegacyGeometry,
  LegacyLine,
  LegacyShape,
  LegacyText,
} from "./legacy-presentation.ts";
import { type LegacyTextSource, legacyParagraphs } from "./legacy-text.ts";
import type { Ppt4BlockReader } from "./ppt4-file.ts";
import { type Ppt4Tables, ppt4Color } from "./ppt4-text.ts";

const FRAME_BYTES = 32;
const MAX_FRAMES = 4_000;
const TYPE = { line: 0, shape: 1, polygon: 2, arc: 3, group: 4 };
const FLAG = { wraps: 2, fitsShape: 4, arrowAtStart: 8, arrowAtEnd: 0x10, format: 0x20, image: 0x40, text: 0x80 };
const FILL = { solid: 1, background: 2, pattern: 3, gradient: 4 };
const FORMAT_BYTES = { three: 20, four: 26 };
const DEFAULT_INSET = { x: 58, y: 29 };
const SHADOW_UNITS = 48;
const LINE_POINTS = [0, 1, 2, 3, 6, 12, 16, 3, 4, 4, 6];
const COMPOUNDS: Readonly<Record<number, string>> = { 7: "dbl", 8: "thinThick", 9: "thickThin", 10: "tri" };
/** By the number of the dash; below 3 the line is solid. */
const DASHES: Readonly<Record<number, string>> = { 3: "sysDot", 4: "sysDash", 5: "dash", 6: "dashDot" };
const ANCHORS: readonly LegacyText["anchor"][] = ["t", "ctr", "b"];
const SOLID_PATTERN = 1;
const EMPTY_PATTERN = 2;

export interface FrameSources {
  frames: Ppt4BlockReader | undefined;
  formats: Ppt4BlockReader | undefined;
  polygons: Ppt4BlockReader | undefined;
  texts: readonly LegacyTextSource[];
  /** Places of the title and the body among the frames; -1 if there is none. */
  main: readonly [title: number, body: number];
  scheme: number;
  tables: Ppt4Tables;
  version: number;
  image(id: number): Blip | undefined;
  /** Of the slide in the coordinates of the frames. */
  origin: { x: number; y: number };
  isMaster: boolean;
}

interface FrameFormat {
  /** -10 (black) to 10 (white): the second color of shades. */
  shadeOffset: number;
  insetX: number;
  insetY: number;
  shadowRight: number;
  shadowDown: number;
}

/** On masters title and body are only where slides have theirs, and are left out. */
export function readFrames(sources: FrameSources): LegacyShape[] {
  const { frames } = sources;
  if (!frames) return [];
  const formats = readFormats(sources);
  const polygons = readPolygons(sources.polygons);
  const count = Math.min(MAX_FRAMES, Math.floor(frames.length / FRAME_BYTES));
  const hasText = (index: number) => (frames.flags(index * FRAME_BYTES + 2) & FLAG.text) !== 0;
  const mains = sources.main.filter((index) => index >= 0 && index < count && hasText(index));
  const shapes: LegacyShape[] = [];
  let [format, polygon, text] = [0, 0, 0];
  for (let index = 0; index < count; index++) {
    const at = index * FRAME_BYTES;
    const flags = frames.flags(at + 2);
    const kind = readKind(frames, at, sources.version);
    const appearances = flags & FLAG.format ? formats[format++] : undefined;
    const points = kind.type === TYPE.polygon ? polygons[polygon++] : undefined;
    const place = mains.indexOf(index);
    const textIndex = place >= 0 ? sources.texts.length - mains.length + place : text;
    const source = flags & FLAG.text ? sources.texts[textIndex] : undefined;
    if (flags & FLAG.text && place < 0) text += 1;
    // Groups name a stretch of frames, which are placed on the slide themselves.
    if (kind.type === TYPE.group || (sources.isMaster && place >= 0)) continue;
    const shape = readFrame({ frames, at, flags, kind, appearances, points, source }, sources);
    shapes.push({ ...shape, isTitle: index === sources.main[0] && source !== undefined });
  }
  return shapes;
}

interface FrameKind {
  type: number;
  fill: number;
  dash: number;
  hasLine: boolean;
  hasShadow: boolean;
}

function readKind(frames: Ppt4BlockReader, at: number, version: number): FrameKind {
  if (version <= 3) {
    const nibbles = (offset: number) => {
      const value = frames.u8(at + offset);
      return frames.isMac ? value : ((value >> 4) | (value << 4)) & 255;
    };
    const [first, second] = [nibbles(0), nibbles(1)];
    const line = (second >> 4) & 3;
    return { type: (first >> 4) & 7, fill: first & 7, dash: line, hasLine: line !== 0, hasShadow: (second & 1) !== 0 };
  }
  const word = frames.u16(at);
  const dash = (word >> 6) & 7;
  const rest = frames.isMac
    ? { type: word >> 13, fill: (word >> 10) & 7, hasShadow: ((word >> 4) & 1) !== 0 }
    : { type: word & 7, fill: (word >> 3) & 7, hasShadow: ((word >> 10) & 1) !== 0 };
  return { ...rest, dash, hasLine: dash !== 0 };
}

interface Frame {
  frames: Ppt4BlockReader;
  at: number;
  flags: number;
  kind: FrameKind;
  appearances: FrameFormat | undefined;
  points: Polygon | undefined;
  source: LegacyTextSource | undefined;
}

function readFrame(frame: Frame, sources: FrameSources): Omit<LegacyShape, "isTitle"> {
  const { frames, at, flags, kind, appearances, source } = frame;
  const { origin, tables, scheme } = sources;
  const color = (offset: number, fallback: LegacyColor) =>
    ppt4Color(frames.u8(at + offset), scheme, tables) ?? fallback;
  const edges = frames.edges(at + 4);
  const placed = {
    left: edges.left - origin.x,
    right: edges.right - origin.x,
    top: edges.top - origin.y,
    bottom: edges.bottom - origin.y,
  };
  const number = frames.i16(at + 24);
  const rotations = kind.type === TYPE.shape && number >= 0 ? number >> 12 : 0;
  const isLine = kind.type === TYPE.line;
  const image = kind.type === TYPE.shape && flags & FLAG.image ? sources.image(frames.u16(at + 28)) : undefined;
  return {
    edges: placed,
    geometry: isLine ? { kind: "preset", name: "line" } : geometryOf(frame, number),
    rotationDegrees: (rotations & 3) * -90,
    flipsHorizontally: isLine ? placed.right < placed.left : (rotations & 4) !== 0,
    flipsVertically: isLine && placed.bottom < placed.top,
    fill: isLine ? undefined : fillOf(frame, color, ppt4Color(0, scheme, tables) ?? "FFFFFF"),
    line: lineOf(frame, color),
    shadow: kind.hasShadow
      ? {
          color: color(19, "808080"),
          rightUnits: appearances?.shadowRight || SHADOW_UNITS,
          downUnits: appearances?.shadowDown || SHADOW_UNITS,
        }
      : undefined,
    image,
    text: source && source.bytes.length > 0 ? textOf(frame, source, tables) : undefined,
  };
}

function geometryOf({ frames, at, kind, points }: Frame, number: number): LegacyGeometry {
  if (points) return points;
  if (kind.type === TYPE.arc) return arcGeometry(number / 16, frames.i16(at + 26) / 16);
  if (kind.type === TYPE.shape) return numberedGeometry(number < 0 ? number : number & 255);
  return { kind: "preset", name: "rect" };
}

function fillOf(
  { frames, at, kind, appearances }: Frame,
  color: (offset: number, fallback: LegacyColor) => LegacyColor,
  background: LegacyColor,
): LegacyFill | undefined {
  const solid = (value: LegacyColor): LegacyFill => ({ kind: "solid", color: value, opacity: 1 });
  const pattern = frames.u8(at + 12);
  const front = color(13, "000000");
  const back = color(14, "FFFFFF");
  switch (kind.fill) {
    case FILL.solid:
      return solid(front);
    case FILL.background:
      return solid(background);
    case FILL.pattern:
      if (pattern === SOLID_PATTERN) return solid(front);
      return solid(pattern === EMPTY_PATTERN ? back : mixed(front, back, 0.5));
    case FILL.gradient: {
      const offset = Math.max(-10, Math.min(10, appearances?.shadeOffset ?? 0)) / 10;
      const other = offset < 0 ? mixed("000000", front, -offset) : mixed("FFFFFF", front, offset);
      return shade(pattern >> 4, pattern & 15, [front, other]);
    }
    default:
      return undefined;
  }
}

function lineOf(
  { frames, at, flags, kind }: Frame,
  color: (offset: number, fallback: LegacyColor) => LegacyColor,
): LegacyLine | undefined {
  const type = frames.u8(at + 15);
  const widthPoints = LINE_POINTS[type] ?? 1;
  if (!kind.hasLine || widthPoints === 0) return undefined;
  return {
    color: color(17, "000000"),
    widthPoints,
    dash: DASHES[kind.dash] ?? "solid",
    compound: COMPOUNDS[type],
    hasHead: (flags & FLAG.arrowAtStart) !== 0,
    hasTail: (flags & FLAG.arrowAtEnd) !== 0,
  };
}

function textOf({ frames, at, flags, appearances }: Frame, source: LegacyTextSource, tables: Ppt4Tables): LegacyText {
  // Pairs of bits, in the other order on the Mac.
  const stored = frames.u8(at + 3);
  const vertical = frames.isMac ? (stored >> 4) & 3 : (stored >> 2) & 3;
  const wraps = (flags & FLAG.wraps) !== 0;
  const isLeft = (frames.isMac ? stored >> 6 : stored) & 2;
  return {
    paragraphs: legacyParagraphs(source, tables),
    anchor: ANCHORS[vertical] ?? "t",
    // Text that wraps fills the shape from left to right.
    isCentered: !isLeft && !wraps,
    wraps,
    fitsShape: (flags & FLAG.fitsShape) !== 0,
    insetX: appearances?.insetX ?? DEFAULT_INSET.x,
    insetY: appearances?.insetY ?? DEFAULT_INSET.y,
  };
}

function readFormats({ formats, version }: FrameSources): FrameFormat[] {
  if (!formats) return [];
  const size = version <= 3 ? FORMAT_BYTES.three : FORMAT_BYTES.four;
  const count = Math.min(MAX_FRAMES, Math.floor(formats.length / size));
  return Array.from({ length: count }, (_, index) => {
    const pair = (offset: number) => {
      const [first, second] = [formats.i16(index * size + offset), formats.i16(index * size + offset + 2)];
      return formats.isMac ? { x: second, y: first } : { x: first, y: second };
    };
    const inset = pair(12);
    const shadow = pair(16);
    return {
      shadeOffset: formats.i16(index * size + 10),
      insetX: Math.max(0, inset.x),
      insetY: Math.max(0, inset.y),
      shadowRight: shadow.x,
      shadowDown: shadow.y,
    };
  });
}

type Polygon = Extract<LegacyGeometry, { kind: "polygon" }>;

const CLOSED = 1;

/** Each: the number of points, whether the last one is joined to the first, a box, the points. */
function readPolygons(block: Ppt4BlockReader | undefined): Polygon[] {
  const polygons: Polygon[] = [];
  if (!block) return polygons;
  for (let at = 0; at + 12 <= block.length && polygons.length < MAX_FRAMES; ) {
    const count = block.u16(at);
    const start = at + 12;
    if (start + count * 4 > block.length) break;
    const points = Array.from({ length: count }, (_, index): readonly [number, number] => {
      const [first, second] = [block.i16(start + index * 4), block.i16(start + index * 4 + 2)];
      return block.isMac ? [second, first] : [first, second];
    });
    polygons.push({ kind: "polygon", points, isClosed: block.u16(at + 2) === CLOSED });
    at = start + count * 4;
  }
  return polygons;
}
