import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { inflateWithDamage } from "../../image/compression/flate.ts";
import { MAX_DECODED_BYTES } from "../../image/compression/limits.ts";
import { decodeLzw } from "../../image/compression/lzw.ts";
import { undoPrediction } from "../../image/compression/predictor.ts";
import { decodeRunLength } from "../../image/compression/run-length.ts";
import { PdfDict, PdfName, type PdfObject, type PdfStream } from "../objects.ts";
import { decodeAscii85, decodeAsciiHex } from "./ascii.ts";

/** Follows a reference to its object. */
export type Resolve = (object: PdfObject | undefined) => PdfObject;

/** One entry of a stream's filter chain (ISO 32000-2, 7.4.1), abbreviations of inline images written out. */
export interface StreamFilter {
  name: string;
  parameters: PdfDict | undefined;
}

/** A stream after its general filters. */
export interface DecodedStream {
  bytes: Uint8Array;
  /** What is left to apply: an image format (DCTDecode, JPXDecode, CCITTFaxDecode, JBIG2Decode) or a filter unknown here. */
  remaining: StreamFilter[];
  /** The data were damaged: other readers may show more of them, or less. */
  isDamaged: boolean;
}

const ABBREVIATIONS: Record<string, string> = {
  A85: "ASCII85Decode",
  AHx: "ASCIIHexDecode",
  CCF: "CCITTFaxDecode",
  DCT: "DCTDecode",
  Fl: "FlateDecode",
  LZW: "LZWDecode",
  RL: "RunLengthDecode",
};

const MAX_FILTER_CHAIN_LENGTH = 16;

/** The filters of a stream in the order in which they are undone. */
export function streamFilters(dict: PdfDict, resolve: Resolve): StreamFilter[] {
  const filters = asArray(resolve(dict.get("Filter") ?? dict.get("F")));
  const parameters = asArray(resolve(dict.get("DecodeParms") ?? dict.get("DP")));
  const chain: StreamFilter[] = [];
  for (const [index, entry] of filters.entries()) {
    const filter = resolve(entry);
    if (!(filter instanceof PdfName)) continue;
    const given = resolve(parameters[index]);
    chain.push({
      name: Object.hasOwn(ABBREVIATIONS, filter.value) ? present(ABBREVIATIONS[filter.value]) : filter.value,
      parameters: given instanceof PdfDict ? given : undefined,
    });
  }
  if (chain.length > MAX_FILTER_CHAIN_LENGTH) {
    throw new Failure("pdf_too_complex", `A stream of the PDF has more than ${MAX_FILTER_CHAIN_LENGTH} filters.`);
  }
  return chain;
}

/**
 * Decodes a stream up to its image format, if it has one. Damaged data yields what can be read of it.
 * @param encoded the stream's bytes if they had to be loaded
 * @throws Failure `pdf_too_complex` if a step yields more than `maxBytes`
 */
export function decodeStream(
  stream: PdfStream,
  resolve: Resolve,
  maxBytes = MAX_DECODED_BYTES,
  encoded: Uint8Array = stream.bytes(),
): DecodedStream {
  const chain = streamFilters(stream.dict, resolve);
  let bytes = encoded;
  let isDamaged = false;
  for (const [index, filter] of chain.entries()) {
    const decoded = applyFilter(bytes, filter, resolve, maxBytes);
    if (!decoded) return { bytes, remaining: chain.slice(index), isDamaged };
    bytes = decoded.bytes;
    isDamaged ||= decoded.isDamaged;
  }
  return { bytes, remaining: [], isDamaged };
}

function applyFilter(
  bytes: Uint8Array,
  { name, parameters }: StreamFilter,
  resolve: Resolve,
  maxBytes: number,
): { bytes: Uint8Array; isDamaged: boolean } | undefined {
  const sound = (decoded: Uint8Array) => ({ bytes: decoded, isDamaged: false });
  switch (name) {
    case "FlateDecode": {
      const inflated = inflateWithDamage(bytes, maxBytes);
      return { ...inflated, bytes: predicted(inflated.bytes, parameters, resolve) };
    }
    case "LZWDecode": {
      const early = parameters ? resolve(parameters.get("EarlyChange")) !== 0 : true;
      return sound(predicted(decodeLzw(bytes, early, maxBytes), parameters, resolve));
    }
    case "ASCIIHexDecode":
      return sound(decodeAsciiHex(bytes));
    case "ASCII85Decode":
      return sound(decodeAscii85(bytes));
    case "RunLengthDecode":
      return sound(decodeRunLength(bytes, maxBytes));
    case "Crypt":
      // decryption has happened before the filters
      return sound(bytes);
    default:
      return undefined;
  }
}

function predicted(bytes: Uint8Array, parameters: PdfDict | undefined, resolve: Resolve): Uint8Array {
  if (!parameters) return bytes;
  const positive = (key: string, fallback: number, largest: number) => {
    const value = resolve(parameters.get(key));
    return typeof value === "number" && value >= 1 && value <= largest ? Math.floor(value) : fallback;
  };
  return undoPrediction(bytes, {
    predictor: positive("Predictor", 1, 15),
    colors: positive("Colors", 1, 64),
    bitsPerComponent: positive("BitsPerComponent", 8, 16),
    columns: positive("Columns", 1, 1 << 24),
  });
}

function asArray(object: PdfObject): PdfObject[] {
  if (object === null) return [];
  return Array.isArray(object) ? object : [object];
}
