/** The lossless format of WebP (RFC 9649, section 3). */
import { checkSamples, unreadableImage } from "../unreadable-image.ts";
import { type LosslessImage, readEntropyImage, squares } from "./entropy-image.ts";
import { LosslessBits } from "./lossless-bits.ts";
import {
  addColorShares,
  addColors,
  addGreen,
  addPredictions,
  fromIndices,
  type SquareTransform,
  sharedBits,
} from "./lossless-transforms.ts";

const SIGNATURE = 0x2f;
const PIXEL_BYTES = 4;

type Transform =
  | { kind: "predictions" | "colourShares"; squares: SquareTransform }
  | { kind: "green" }
  | { kind: "indices"; colors: Uint32Array; width: number };

/** A chunk `VP8L`. @throws Failure `file_not_readable`, `file_too_large` */
export function readLosslessImage(bytes: Uint8Array): LosslessImage {
  const bits = new LosslessBits(bytes);
  if (bits.read(8) !== SIGNATURE) throw unreadableImage("WebP");
  const width = bits.read(14) + 1;
  const height = bits.read(14) + 1;
  // Whether alpha is used is only a hint; then comes the version.
  bits.skip(1);
  if (bits.read(3) !== 0) throw unreadableImage("WebP");
  return readLosslessPixels(bits, width, height);
}

/** The format without its header, as in chunks of alpha. @throws Failure `file_not_readable`, `file_too_large` */
export function readLosslessPixels(bits: LosslessBits, width: number, height: number): LosslessImage {
  checkSamples(PIXEL_BYTES * width * height);
  const transforms = new Map<number, Transform>();
  let codedWidth = width;
  while (bits.flag()) {
    const type = bits.read(2);
    if (transforms.has(type)) throw unreadableImage("WebP");
    const transform = readTransform(bits, type, codedWidth, height);
    if (transform.kind === "indices") codedWidth = squares(codedWidth, sharedBits(transform.colors.length));
    transforms.set(type, transform);
  }
  let image = readEntropyImage(bits, codedWidth, height, true);
  for (const transform of [...transforms.values()].reverse()) image = undone(image, transform);
  return image;
}

function readTransform(bits: LosslessBits, type: number, width: number, height: number): Transform {
  if (type === 2) return { kind: "green" };
  if (type === 3) {
    const table = readEntropyImage(bits, bits.read(8) + 1, 1, false);
    addColors(table);
    return { kind: "indices", colors: table.pixels, width };
  }
  const squareBits = bits.read(3) + 2;
  const parameters = readEntropyImage(bits, squares(width, squareBits), squares(height, squareBits), false);
  return { kind: type === 0 ? "predictions" : "colourShares", squares: { squareBits, parameters } };
}

function undone(image: LosslessImage, transform: Transform): LosslessImage {
  switch (transform.kind) {
    case "predictions":
      addPredictions(image, transform.squares);
      return image;
    case "colourShares":
      addColorShares(image, transform.squares);
      return image;
    case "green":
      addGreen(image);
      return image;
    case "indices":
      return fromIndices(image, transform.width, transform.colors);
  }
}
