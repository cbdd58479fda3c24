/** WebP (RFC 9649): a picture, or the first frame of an animation -> pixels. */

import type { Pixels } from "../pixels.ts";
import { checkSamples, unreadableImage } from "../unreadable-image.ts";
import { readAlphaPlane } from "./alpha-plane.ts";
import type { LosslessImage } from "./entropy-image.ts";
import { readLosslessImage } from "./lossless-image.ts";
import { lossyColors } from "./lossy-colors.ts";
import { readLossyImage } from "./lossy-image.ts";
import { type RiffChunk, riffChunks } from "./riff-chunks.ts";

const FILE_HEADER = 12;
const FRAME_HEADER = 16;
const RGB = 3;
const RGB_ALPHA = 4;

interface Size {
  widthPixels: number;
  heightPixels: number;
}

/** @throws Failure `file_not_readable`, `file_too_large` */
export function readWebpImage(bytes: Uint8Array): Pixels {
  let canvas: Size | undefined;
  let exif: Uint8Array | undefined;
  let image: Pixels | undefined;
  const still: RiffChunk[] = [];
  for (const chunk of riffChunks(bytes.subarray(FILE_HEADER))) {
    if (chunk.type === "VP8X") canvas = canvasSize(chunk.body);
    else if (chunk.type === "ANMF") image ??= firstFrame(chunk.body, canvas);
    else if (chunk.type === "EXIF") exif = withoutLabel(chunk.body);
    else if (chunk.type === "ALPH" || chunk.type.startsWith("VP8")) still.push(chunk);
  }
  return { ...(image ?? readBitstream(still)), exif };
}

/** Some programs write the label that JPEG puts before EXIF. */
function withoutLabel(exif: Uint8Array): Uint8Array {
  return String.fromCharCode(...exif.subarray(0, 4)) === "Exif" ? exif.subarray(6) : exif;
}

function canvasSize(body: Uint8Array): Size {
  return { widthPixels: uint24(body, 4) + 1, heightPixels: uint24(body, 7) + 1 };
}

function uint24(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
}

/** A frame on its canvas, which is transparent elsewhere. */
function firstFrame(body: Uint8Array, canvas: Size | undefined): Pixels {
  const frame = readBitstream([...riffChunks(body.subarray(FRAME_HEADER))]);
  const [left, top] = [2 * uint24(body, 0), 2 * uint24(body, 3)];
  const { widthPixels, heightPixels } = frame;
  if (!canvas || (widthPixels === canvas.widthPixels && heightPixels === canvas.heightPixels)) return frame;
  if (left + widthPixels > canvas.widthPixels || top + heightPixels > canvas.heightPixels) {
    throw unreadableImage("WebP");
  }
  checkSamples(RGB_ALPHA * canvas.widthPixels * canvas.heightPixels);
  const samples = new Uint8Array(RGB_ALPHA * canvas.widthPixels * canvas.heightPixels);
  const channels = frame.kind === "rgbAlpha" ? RGB_ALPHA : RGB;
  for (let y = 0, from = 0; y < heightPixels; y++) {
    let to = ((top + y) * canvas.widthPixels + left) * RGB_ALPHA;
    for (let x = 0; x < widthPixels; x++, from += channels, to += RGB_ALPHA) {
      samples.set(frame.samples.subarray(from, from + channels), to);
      if (channels === RGB) samples[to + RGB] = 255;
    }
  }
  return { ...canvas, kind: "rgbAlpha", samples };
}

function readBitstream(chunks: readonly RiffChunk[]): Pixels {
  const body = (type: string) => chunks.find((chunk) => chunk.type === type)?.body;
  const lossless = body("VP8L");
  if (lossless) return losslessPixels(readLosslessImage(lossless));
  const lossy = body("VP8 ");
  if (!lossy) throw unreadableImage("WebP");
  const image = readLossyImage(lossy);
  const { width: widthPixels, height: heightPixels } = image;
  const alphaChunk = body("ALPH");
  const alpha = alphaChunk && readAlphaPlane(alphaChunk, widthPixels, heightPixels);
  const samples = lossyColors(image, alpha);
  return { widthPixels, heightPixels, kind: alpha ? "rgbAlpha" : "rgb", samples };
}

/** In the memory of the pixels themselves: there is no room for both. */
function losslessPixels({ width, height, pixels }: LosslessImage): Pixels {
  const isOpaque = pixels.every((pixel) => pixel >>> 24 === 255);
  const samples = new Uint8Array(pixels.buffer);
  let to = 0;
  for (const pixel of pixels) {
    samples[to++] = pixel >>> 16;
    samples[to++] = pixel >>> 8;
    samples[to++] = pixel;
    if (!isOpaque) samples[to++] = pixel >>> 24;
  }
  return {
    ...{ widthPixels: width, heightPixels: height },
    ...(isOpaque ? { kind: "rgb", samples: samples.subarray(0, to) } : { kind: "rgbAlpha", samples }),
  };
}
