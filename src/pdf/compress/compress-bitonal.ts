import { LIMITS } from "../../domain/limits.ts";
import { decodeCcitt } from "../../image/ccitt/ccitt-decode.ts";
import { encodeJbig2 } from "../../image/jbig2/jbig2-encode.ts";
import { UnsupportedImage } from "../../image/unsupported-image.ts";
import type { PdfDocument } from "../document.ts";
import { name } from "../objects.ts";
import { flateSamples } from "./flate-samples.ts";
import type { ImageReplacement, ImageSource } from "./image-source.ts";
import { packFlate } from "./pack-flate.ts";

/** Images of one bit per pixel: lossless JBIG2, or Flate when that is smaller. */
export function compressBitonal(document: PdfDocument, source: ImageSource): ImageReplacement | undefined {
  const { width, height, isStencil, colorSpace } = source;
  const components = isStencil ? 1 : (colorSpace?.components ?? 0);
  const rows = source.format ? decodeFax(document, source) : source.data;
  const bytesPerRow = (width * components + 7) >> 3;
  if (components === 0 || rows.length < bytesPerRow * height) throw new UnsupportedImage("data end early");
  const data = rows.subarray(0, bytesPerRow * height);
  if (components > 1) return flateSamples({ data, width, height, components, bits: 1 }, document.work);
  if (width * height > LIMITS.compressedPixels.most) return undefined;
  const entries = { Filter: name("JBIG2Decode"), DecodeParms: null, BitsPerComponent: 1 };
  const jbig2 = { bytes: encodeJbig2(data, width, height), entries };
  const flate = { bytes: packFlate(data, document.work), entries: { ...entries, Filter: name("FlateDecode") } };
  return jbig2.bytes.length < flate.bytes.length ? jbig2 : flate;
}

function decodeFax(document: PdfDocument, { data, format, height }: ImageSource): Uint8Array {
  const parameters = format?.parameters;
  const columns = document.number(parameters?.get("Columns")) ?? 1728;
  if (((columns + 7) >> 3) * height > LIMITS.compressedImageBytes.most)
    throw new UnsupportedImage("fax image too large");
  return decodeCcitt(data, height, {
    k: document.number(parameters?.get("K")) ?? 0,
    columns,
    encodedByteAlign: document.resolve(parameters?.get("EncodedByteAlign")) === true,
    blackIs1: document.resolve(parameters?.get("BlackIs1")) === true,
  });
}
