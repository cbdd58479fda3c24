/** Records of OfficeArt drawings and of PowerPoint files, which share one header (MS-ODRAW 2.2.1, MS-PPT 2.3.1). */
import { ByteReader } from "../../office/byte-reader.ts";

const HEADER_BYTES = 8;
const CONTAINER_VERSION = 0xf;
const MAX_RECORDS = 400_000;
const DEEPEST = 40;

export interface ArtRecord {
  /** 0xF marks a container. */
  readonly version: number;
  readonly instance: number;
  readonly type: number;
  /** Of the header, counted from the beginning of the bytes that were read. */
  readonly offset: number;
  /** What follows the header, cut where the surrounding bytes end. */
  readonly body: Uint8Array;
}

/** A record with the records inside it, if it is a container. */
export interface ArtNode extends ArtRecord {
  readonly children: readonly ArtNode[];
}

/** The record whose header is at `offset`; undefined when not even a header fits. */
export function readRecord(bytes: Uint8Array, offset: number): ArtRecord | undefined {
  if (offset < 0 || offset + HEADER_BYTES > bytes.length) return undefined;
  const reader = new ByteReader(bytes);
  const options = reader.u16(offset);
  const start = offset + HEADER_BYTES;
  return {
    version: options & 0xf,
    instance: options >> 4,
    type: reader.u16(offset + 2),
    offset,
    body: bytes.subarray(start, Math.min(bytes.length, start + reader.u32(offset + 4))),
  };
}

/**
 * The records that lie one after the other in `bytes`; a length beyond the end is cut, a stray remainder is left out.
 */
export function* readRecords(bytes: Uint8Array): Generator<ArtRecord> {
  let offset = 0;
  for (let count = 0; count < MAX_RECORDS; count++) {
    const record = readRecord(bytes, offset);
    if (!record) return;
    yield record;
    offset += HEADER_BYTES + record.body.length;
  }
}

/** All records of `bytes` with those inside containers; offsets count from the beginning of `bytes`. */
export function readTree(bytes: Uint8Array): ArtNode[] {
  let left = MAX_RECORDS;
  const nodes = (part: Uint8Array, base: number, depth: number): ArtNode[] => {
    const found: ArtNode[] = [];
    for (const record of readRecords(part)) {
      if (left-- <= 0) break;
      const offset = base + record.offset;
      const opens = record.version === CONTAINER_VERSION && depth < DEEPEST;
      found.push({
        ...record,
        offset,
        children: opens ? nodes(record.body, offset + HEADER_BYTES, depth + 1) : [],
      });
    }
    return found;
  };
  return nodes(bytes, 0, 0);
}

/** One record with what it contains, e.g. a DgContainer found by its offset. */
export function readNode(bytes: Uint8Array, offset: number): ArtNode | undefined {
  const record = readRecord(bytes, offset);
  if (!record) return undefined;
  const [node] = readTree(bytes.subarray(offset, offset + HEADER_BYTES + record.body.length));
  return node && { ...node, offset };
}

/** The first child of a type, and of an instance if one is given. */
export function childOfType(node: ArtNode | undefined, type: number, instance?: number): ArtNode | undefined {
  return node?.children.find((child) => child.type === type && (instance === undefined || child.instance === instance));
}

export function childrenOfType(node: ArtNode | undefined, type: number): ArtNode[] {
  return node?.children.filter((child) => child.type === type) ?? [];
}
