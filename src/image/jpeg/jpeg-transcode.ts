import { LIMITS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { Scratch } from "../scratch.ts";
import { UnsupportedImage } from "../unsupported-image.ts";
import { coefficientCount, decodeCoefficients, isStreamable, visitMcuRows } from "./jpeg-decode.ts";
import { type Jpeg, parseJpeg } from "./jpeg-header.ts";
import { writeProgressive, writeSequential } from "./jpeg-write.ts";

/**
 * The same coefficients in fewer bytes: optimal Huffman tables, progressive where memory allows. Color and
 * pixels are unchanged bit for bit; metadata segments are dropped.
 */
export function transcodeJpeg(
  bytes: Uint8Array,
  jpeg: Jpeg = parseJpeg(bytes),
  scratch: Scratch = new Scratch(),
): Uint8Array {
  const { width, height, adobeTransform } = jpeg;
  const ids = distinctIds(jpeg);
  if (coefficientCount(jpeg) <= LIMITS.transcodedCoefficients.most) {
    const coefficients = decodeCoefficients(jpeg, scratch);
    const components = jpeg.components.map((component, index) => ({
      ...component,
      coefficients: present(coefficients[index]),
    }));
    return writeProgressive({ width, height, components, adobeTransform, ids });
  }
  if (!isStreamable(jpeg)) throw new UnsupportedImage("progressive image too large to hold");
  const components = jpeg.components.map((component) => ({ ...component, coefficients: new Int16Array(0) }));
  return writeSequential({ width, height, components, adobeTransform, ids }, (visit) => visitMcuRows(jpeg, visit));
}

/** Decoders without an Adobe or JFIF marker tell RGB from YCbCr by the identifiers, so RGB ones must stay. */
function distinctIds(jpeg: Jpeg): number[] {
  const ids = jpeg.components.map(({ id }) => id);
  const rgb = ids.length === 3 && ids[0] === 0x52 && ids[1] === 0x47 && ids[2] === 0x42 && !jpeg.jfif;
  return rgb ? ids : ids.map((_, index) => index + 1);
}
