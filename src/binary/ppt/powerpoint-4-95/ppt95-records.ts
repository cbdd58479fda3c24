/** Records of PowerPoint 95: headers of 16 bytes, some with further records inside. */
import { ByteReader } from "../../../office/byte-reader.ts";

export interface Ppt95Record {
  type: number;
  /** The byte after the length: which one of several of a kind. */
  instance: number;
  body: Uint8Array;
  children: readonly Ppt95Record[];
}

const HEADER_BYTES = 16;
const MAX_RECORDS = 400_000;
const DEEPEST = 40;

/** The types that are read here, by what they are. */
export const PPT95 = {
  root: 3,
  document: 1_000,
  documentAtom: 1_001,
  slideInformation: 1_005,
  slide: 1_006,
  slideAtom: 1_007,
  notes: 1_008,
  environment: 1_010,
  colorScheme: 1_012,
  master: 1_016,
  bitmapContainer: 1_027,
  list: 2_000,
  fontCollection: 2_005,
  pictureCollection: 2_006,
  bitmap: 2_012,
  identifier: 2_017,
  fieldCollection: 2_027,
  textParts: 2_028,
  textPart: 2_030,
  colors: 2_031,
  shapes: 3_000,
  group: 3_001,
  appearances: 3_005,
  lineEnds: 3_007,
  rectangle: 3_008,
  rectangleAtom: 3_009,
  placeholder: 3_010,
  line: 3_014,
  lineAtom: 3_015,
  polygon: 3_016,
  polygonAtom: 3_017,
  arc: 3_018,
  arcAtom: 3_019,
  points: 3_035,
  textInShape: 4_001,
  textLayout: 4_000,
  text: 4_002,
  object: 4_014,
  rulers: 4_016,
  ruler: 4_019,
  rulerOfText: 4_021,
  font: 4_022,
  fontAtom: 4_023,
  string: 4_026,
  image: 4_028,
  metafile: 4_033,
  imageId: 4_036,
  metafileContainer: 4_037,
  embeddedObject: 4_044,
  imageReference: 4_053,
  fieldAtom: 4_056,
  headersFooters: 4_057,
  textBody: 4_064,
  metaText: 4_068,
  rulerContainer: 4_069,
  rulerTabs: 4_070,
} as const;

const CONTAINERS = new Set<number>([
  ...[PPT95.root, PPT95.document, PPT95.slide, PPT95.notes, PPT95.environment, PPT95.colorScheme, PPT95.master],
  ...[PPT95.bitmapContainer, PPT95.list, PPT95.fontCollection, PPT95.pictureCollection, PPT95.fieldCollection],
  ...[PPT95.textParts, PPT95.shapes, PPT95.group, PPT95.rectangle, PPT95.placeholder, PPT95.line, PPT95.polygon],
  ...[PPT95.arc, PPT95.textInShape, PPT95.text, PPT95.object, PPT95.rulers, PPT95.font, PPT95.image],
  ...[PPT95.metafileContainer, PPT95.embeddedObject, PPT95.imageReference, PPT95.headersFooters, PPT95.textBody],
  ...[PPT95.metaText, PPT95.rulerContainer],
]);

/** Lengths are cut at the end of what is there. */
export function readPpt95Records(bytes: Uint8Array): Ppt95Record[] {
  let left = MAX_RECORDS;
  const read = (part: Uint8Array, depth: number): Ppt95Record[] => {
    const reader = new ByteReader(part);
    const found: Ppt95Record[] = [];
    for (let at = 0; at + HEADER_BYTES <= part.length && left > 0; left--) {
      const type = reader.u16(at);
      const start = at + HEADER_BYTES;
      const body = part.subarray(start, Math.min(part.length, start + reader.u32(at + 8)));
      const children = CONTAINERS.has(type) && depth < DEEPEST ? read(body, depth + 1) : [];
      found.push({ type, instance: reader.u8(at + 12), body, children });
      at = start + body.length;
    }
    return found;
  };
  return read(bytes, 0);
}

export function ppt95Child(record: Ppt95Record | undefined, type: number, instance?: number): Ppt95Record | undefined {
  return record?.children.find(
    (child) => child.type === type && (instance === undefined || child.instance === instance),
  );
}

export function ppt95Children(record: Ppt95Record | undefined, type: number): Ppt95Record[] {
  return record?.children.filter((child) => child.type === type) ?? [];
}

/** The first record of a type at any depth. */
export function ppt95Descendant(record: Ppt95Record | undefined, type: number): Ppt95Record | undefined {
  for (const child of record?.children ?? []) {
    const found = child.type === type ? child : ppt95Descendant(child, type);
    if (found) return found;
  }
  return undefined;
}
