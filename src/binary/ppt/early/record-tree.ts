/** Records of PowerPoint 95: headers of 16 bytes, some with further records inside. */
import { ByteReader } from "../../../office/byte-reader.ts";

export interface EarlyRecord {
  type: number;
  /** The byte after the length: which one of several of a kind. */
  instance: number;
  body: Uint8Array;
  children: readonly EarlyRecord[];
}

const HEADER_BYTES = 16;
const MAX_RECORDS = 400_000;
const DEEPEST = 40;

/** The types that are read here, by what they are. */
export const EARLY = {
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
  ...[EARLY.root, EARLY.document, EARLY.slide, EARLY.notes, EARLY.environment, EARLY.colorScheme, EARLY.master],
  ...[EARLY.bitmapContainer, EARLY.list, EARLY.fontCollection, EARLY.pictureCollection, EARLY.fieldCollection],
  ...[EARLY.textParts, EARLY.shapes, EARLY.group, EARLY.rectangle, EARLY.placeholder, EARLY.line, EARLY.polygon],
  ...[EARLY.arc, EARLY.textInShape, EARLY.text, EARLY.object, EARLY.rulers, EARLY.font, EARLY.image],
  ...[EARLY.metafileContainer, EARLY.embeddedObject, EARLY.imageReference, EARLY.headersFooters, EARLY.textBody],
  ...[EARLY.metaText, EARLY.rulerContainer],
]);

/** Lengths are cut at the end of what is there. */
export function readEarlyRecords(bytes: Uint8Array): EarlyRecord[] {
  let left = MAX_RECORDS;
  const read = (part: Uint8Array, depth: number): EarlyRecord[] => {
    const reader = new ByteReader(part);
    const found: EarlyRecord[] = [];
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

export function earlyChild(record: EarlyRecord | undefined, type: number, instance?: number): EarlyRecord | undefined {
  return record?.children.find(
    (child) => child.type === type && (instance === undefined || child.instance === instance),
  );
}

export function earlyChildren(record: EarlyRecord | undefined, type: number): EarlyRecord[] {
  return record?.children.filter((child) => child.type === type) ?? [];
}

/** The first record of a type at any depth. */
export function earlyDescendant(record: EarlyRecord | undefined, type: number): EarlyRecord | undefined {
  for (const child of record?.children ?? []) {
    const found = child.type === type ? child : earlyDescendant(child, type);
    if (found) return found;
  }
  return undefined;
}
