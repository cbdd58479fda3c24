/** Pictures of a document (OfficeArtBStoreContainer and OfficeArtBlip*, MS-ODRAW 2.2.20 to 2.2.32). */

import { LIMITS } from "../../domain/limits.ts";
import { imageFormat } from "../../image/image-format.ts";
import { dibFile } from "../../metafile/dib.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import type { Blip } from "./blip.ts";
import { readMetafileBlip } from "./metafile-blip.ts";
import { ART } from "./record-types.ts";
import { type ArtNode, type ArtRecord, childOfType, readRecord } from "./records.ts";

const ENTRY_BYTES = 36;
const UID_BYTES = 16;
const TAG_BYTES = 1;
const NO_OFFSET = 0xffff_ffff;

/** The pictures of a DggContainer by their one-based index, which properties such as `picture` name. Read when asked for. */
export class BlipStore {
  readonly #entries: readonly ArtNode[];
  readonly #delayed: Uint8Array | undefined;
  readonly #blips = new Map<number, Blip | undefined>();
  #bytes = 0;

  /** `delayed`: the stream in which entries without a picture of their own keep it (`Pictures`, `WordDocument`). */
  constructor(drawingGroup: ArtNode | undefined, delayed?: Uint8Array) {
    this.#entries = childOfType(drawingGroup, ART.blipStoreContainer)?.children ?? [];
    this.#delayed = delayed;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Undefined for an empty place and for one that cannot be read. */
  blip(index: number): Blip | undefined {
    if (!this.#blips.has(index)) this.#blips.set(index, this.#read(this.#entries[index - 1]));
    return this.#blips.get(index);
  }

  #read(entry: ArtNode | undefined): Blip | undefined {
    if (!entry || this.#bytes > LIMITS.storedImageBytes.most) return undefined;
    const blip = entry.type === ART.blipStoreEntry ? readStoreEntry(entry, this.#delayed) : readBlip(entry);
    this.#bytes += blip?.bytes.length ?? 0;
    return blip;
  }
}

/** Reads the picture whose record (a blip, or a store entry with one inside) begins at `offset`. */
export function readBlipAt(bytes: Uint8Array, offset: number, delayed?: Uint8Array): Blip | undefined {
  const record = readRecord(bytes, offset);
  if (!record) return undefined;
  return record.type === ART.blipStoreEntry ? readStoreEntry(record, delayed) : readBlip(record);
}

function readStoreEntry(entry: ArtRecord, delayed: Uint8Array | undefined): Blip | undefined {
  const reader = new ByteReader(entry.body);
  const embedded = readRecord(entry.body, ENTRY_BYTES + reader.u8(33));
  if (embedded && embedded.body.length > 0) return readBlip(embedded);
  const offset = reader.u32(28);
  if (!delayed || offset === NO_OFFSET) return undefined;
  const record = readRecord(delayed, offset);
  return record && readBlip(record);
}

/** A picture from its own record; undefined when its type is unknown or it is damaged. */
function readBlip(record: ArtRecord): Blip | undefined {
  // The odd one of each pair of instances says that a second identifier follows the first.
  const dataAt = UID_BYTES * (record.instance & 1 ? 2 : 1);
  switch (record.type) {
    case ART.blipEmf:
    case ART.blipWmf:
    case ART.blipPict:
      return readMetafileBlip(record.type, record.body.subarray(dataAt));
    case ART.blipJpeg:
    case ART.blipJpegCmyk:
      return bitmap(record.body, dataAt + TAG_BYTES, "jpeg");
    case ART.blipPng:
      return bitmap(record.body, dataAt + TAG_BYTES, "png");
    case ART.blipTiff:
      return bitmap(record.body, dataAt + TAG_BYTES, "tiff");
    case ART.blipDib: {
      const bytes = dibFile(record.body.subarray(dataAt + TAG_BYTES));
      return bytes && { bytes, extension: "bmp" };
    }
    default:
      return undefined;
  }
}

/** The content tells what it is; where the header is longer or shorter than promised, it is looked for nearby. */
function bitmap(body: Uint8Array, dataAt: number, promised: string): Blip | undefined {
  for (const start of [dataAt, UID_BYTES + TAG_BYTES, 2 * UID_BYTES + TAG_BYTES]) {
    const extension = imageFormat(body.subarray(start));
    if (extension) return { bytes: body.subarray(start), extension };
  }
  return body.length > dataAt ? { bytes: body.subarray(dataAt), extension: promised } : undefined;
}
