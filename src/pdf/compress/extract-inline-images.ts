import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { deflate } from "../../image/compression/flate.ts";
import type { InlineImage } from "../content/inline-image.ts";
import { visitOperations } from "../content/operations.ts";
import { contentStreams } from "../content/page-content.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { dict, name, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from "../objects.ts";

/** Shorter images cost more as objects of their own. */
const MIN_BYTES = 300;

/** Abbreviations of inline images (ISO 32000-2, tables 91 and 92). */
const KEYS: ReadonlyMap<string, string> = new Map([
  ["BPC", "BitsPerComponent"],
  ["CS", "ColorSpace"],
  ["D", "Decode"],
  ["DP", "DecodeParms"],
  ["F", "Filter"],
  ["H", "Height"],
  ["IM", "ImageMask"],
  ["I", "Interpolate"],
  ["W", "Width"],
]);
const VALUES: ReadonlyMap<string, string> = new Map([
  ["G", "DeviceGray"],
  ["RGB", "DeviceRGB"],
  ["CMYK", "DeviceCMYK"],
  ["I", "Indexed"],
  ["AHx", "ASCIIHexDecode"],
  ["A85", "ASCII85Decode"],
  ["LZW", "LZWDecode"],
  ["Fl", "FlateDecode"],
  ["RL", "RunLengthDecode"],
  ["CCF", "CCITTFaxDecode"],
  ["DCT", "DCTDecode"],
]);

/**
 * Makes image XObjects of the images inside page contents and forms, so that they are coded like all others and equal
 * ones are stored once. Content that several pages share is left alone: its names may mean different things.
 */
export function extractInlineImages(document: PdfDocument, numbers: readonly number[]): void {
  const owners = new Map<PdfStream, { number: number; resources: PdfDict } | undefined>();
  const own = (part: PdfObject | undefined, resources: PdfDict): void => {
    const stream = document.stream(part);
    if (!stream || !(part instanceof PdfRef)) return;
    owners.set(stream, owners.has(stream) ? undefined : { number: part.number, resources });
  };
  for (const page of document.pages) {
    const resources = document.dict(page.dict.get("Resources") ?? page.inherited.get("Resources")) ?? new PdfDict();
    // several streams may split an operation between them
    if (contentStreams(document, page.dict).length !== 1) continue;
    if (resources.size === 0) page.dict.set("Resources", resources);
    const contents = page.dict.get("Contents");
    own(Array.isArray(document.resolve(contents)) ? present(document.array(contents))[0] : contents, resources);
  }
  for (const number of numbers) {
    const form = document.objects.get(number);
    if (!(form instanceof PdfStream) || document.name(form.dict.get("Subtype")) !== "Form") continue;
    const resources = document.dict(form.dict.get("Resources"));
    if (resources) own(new PdfRef(number), resources);
  }
  for (const [stream, owner] of owners) if (owner) extractFrom(document, stream, owner.number, owner.resources);
}

function extractFrom(document: PdfDocument, stream: PdfStream, number: number, resources: PdfDict): void {
  try {
    const { bytes, remaining, isDamaged } = decodeWithin(document, stream);
    if (isDamaged || remaining.length > 0) return;
    document.work.charge("contentByte", bytes.length / 2);
    const parts: Uint8Array[] = [];
    let copied = 0;
    visitOperations(bytes, {
      operation: () => {},
      inlineImage: (image) => {
        const made = image.data.length >= MIN_BYTES ? toXObject(document, image, resources) : undefined;
        if (!made) return;
        const resourceName = addXObject(document, resources, made);
        parts.push(bytes.subarray(copied, image.start), Buffer.from(`/${resourceName} Do `, "latin1"));
        copied = image.end;
      },
    });
    if (parts.length === 0) return;
    parts.push(bytes.subarray(copied));
    stream.dict.set("Filter", name("FlateDecode"));
    stream.dict.delete("DecodeParms");
    document.objects.set(number, new PdfStream(stream.dict, deflate(Buffer.concat(parts), 6)));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/** The image as a stream of its own; undefined if its color space cannot be determined. */
function toXObject(document: PdfDocument, image: InlineImage, resources: PdfDict): PdfStream | undefined {
  const entries = dict({ Type: name("XObject"), Subtype: name("Image") });
  for (const [key, value] of image.dict) entries.set(KEYS.get(key) ?? key, value);
  const filter = entries.get("Filter");
  if (filter !== undefined) entries.set("Filter", Array.isArray(filter) ? filter.map(fullName) : fullName(filter));
  const space = entries.get("ColorSpace");
  if (space !== undefined) {
    const full = fullColorSpace(document, space, resources);
    if (full === undefined) return undefined;
    entries.set("ColorSpace", full);
  }
  entries.delete("Length");
  return new PdfStream(entries, image.data.slice());
}

function fullColorSpace(document: PdfDocument, space: PdfObject, resources: PdfDict): PdfObject | undefined {
  if (Array.isArray(space)) return space.map(fullName);
  if (!(space instanceof PdfName)) return undefined;
  const device = fullName(space) as PdfName;
  if (device.value.startsWith("Device")) return device;
  return document.dict(resources.get("ColorSpace"))?.get(space.value);
}

function fullName(value: PdfObject): PdfObject {
  const full = value instanceof PdfName ? VALUES.get(value.value) : undefined;
  return full === undefined ? value : name(full);
}

function addXObject(document: PdfDocument, resources: PdfDict, image: PdfStream): string {
  let objects = document.dict(resources.get("XObject"));
  if (!objects) {
    objects = new PdfDict();
    resources.set("XObject", objects);
  }
  let index = objects.size;
  while (objects.has(`Im${index}`)) index++;
  objects.set(`Im${index}`, document.add(image));
  return `Im${index}`;
}
