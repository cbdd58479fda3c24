import type { DocumentTagCall } from "../../language/render-context.ts";
import { undrawnCode } from "../barcode/barcode.ts";
import { barcodePng } from "../barcode/bitmap.ts";
import { boxOf, containedIn, readImage } from "./image/image-file.ts";
import type { MediaFile, RenderJob } from "./render-job.ts";
import { textOfValue } from "./text-markup.ts";

/** A picture that a tag asks for, in the package already, with the box for it. */
export interface PlacedImage {
  mediaName: string;
  widthEmu: number;
  heightEmu: number;
  /** The picture's own size. */
  ownWidthEmu: number;
  ownHeightEmu: number;
  alt: string;
  /** A frame in place of a picture that could not be read. */
  isMissing: boolean;
}

const DEFAULT_CODE_WIDTH = "1.25in";

/** The picture of {image}, {qrcode} or {barcode}; undefined if there is none, with a warning where one is due. */
export function placedImage(call: DocumentTagCall, job: RenderJob): PlacedImage | undefined {
  const { attributes } = call;
  const found = call.name === "image" ? job.image(textOfValue(attributes.src).trim()) : codeImage(call, job);
  if (!found) return undefined;
  const width =
    call.name === "image" || attributes.height !== undefined
      ? attributes.width
      : (attributes.width ?? DEFAULT_CODE_WIDTH);
  const sides = boxOf(found.image, width, attributes.height, job.basis.textWidthEmu);
  // Two sides are the available room; bars may be stretched, pictures and square codes keep their proportions.
  const box = call.name === "barcode" || attributes.fit !== undefined ? sides : containedIn(sides, found.image);
  const alt = textOfValue(attributes.alt) || (call.name === "image" ? "" : textOfValue(attributes.value));
  const { widthEmu: ownWidthEmu, heightEmu: ownHeightEmu } = found.image;
  return { mediaName: found.name, ...box, ownWidthEmu, ownHeightEmu, alt, isMissing: found.isMissing === true };
}

/** A picture from data among text, of its own size, made to fit the width. */
export function imageInText({ name, image, isMissing }: MediaFile, job: RenderJob): PlacedImage {
  const { widthEmu: ownWidthEmu, heightEmu: ownHeightEmu } = image;
  const box = boxOf(image, undefined, undefined, job.basis.textWidthEmu);
  return { mediaName: name, ...box, ownWidthEmu, ownHeightEmu, alt: "", isMissing: isMissing === true };
}

function codeImage(call: DocumentTagCall, job: RenderJob): MediaFile | undefined {
  const value = textOfValue(call.attributes.value);
  if (value === "") return undefined;
  const type = call.name === "qrcode" ? "qrcode" : textOfValue(call.attributes.type) || "code128";
  const key = `${type}\n${value}`;
  const known = job.codes.get(key);
  if (known) return known;
  try {
    const image = readImage(barcodePng(type, value));
    if (!image) return undefined;
    const made = { name: job.addMedia(image), image };
    job.codes.set(key, made);
    return made;
  } catch (error) {
    job.warn(undrawnCode(error, call.site.source));
    return undefined;
  }
}
