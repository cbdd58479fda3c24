import { joinBytes } from "../../domain/join-bytes.ts";
import { CENTIMETERS_PER_INCH } from "../../geometry/units.ts";
import { readExif } from "../exif.ts";
import { DEFAULT_RESOLUTION, type ImageFrame, plausibleResolution, type Resolution } from "../image-frame.ts";
import { unreadableImage } from "../unreadable-image.ts";

/** A JPEG as the PDF holds it: its bytes stay as they are. */
export interface JpegImage extends ImageFrame {
  components: 1 | 3 | 4;
  /** Adobe's four-color JPEGs are stored inverted. */
  isInverted: boolean;
  /** The embedded ICC profile. */
  profile: Uint8Array | undefined;
}

const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const SOS = 0xda;

/**
 * Reads the marker segments of a JPEG up to its first scan (ITU-T T.81, annex B; JFIF 1.02; Exif 2.32, 4.7).
 * @throws Failure `file_not_readable` for files that PDF's DCTDecode does not take (ISO 32000-2, 7.4.8) or that have no
 * scan
 */
export function readJpegImage(bytes: Uint8Array): JpegImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const profileParts = new Map<number, Uint8Array>();
  let frame: { widthPixels: number; heightPixels: number; components: number } | undefined;
  let jfif: Resolution | undefined;
  let exif = readExif(new Uint8Array());
  let isAdobe = false;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff || bytes[at + 1] === 0xff || bytes[at + 1] === 0) {
      at++;
      continue;
    }
    const marker = bytes[at + 1] ?? 0;
    const body = bytes.subarray(at + 4, at + 2 + view.getUint16(at + 2));
    if (marker === SOS) break;
    if (marker === APP0) jfif ??= jfifResolution(body);
    else if (marker === APP1 && startsWith(body, "Exif\0\0")) exif = readExif(body.subarray(6));
    else if (marker === APP2 && startsWith(body, "ICC_PROFILE\0")) profileParts.set(body[12] ?? 0, body.subarray(14));
    else if (marker === APP14) isAdobe = startsWith(body, "Adobe");
    else if (isFrame(marker)) frame = readFrame(marker, body);
    at += 2 + view.getUint16(at + 2);
  }
  if (!frame || frame.widthPixels === 0 || frame.heightPixels === 0) throw unreadableImage("JPEG");
  const { components } = frame;
  if (components !== 1 && components !== 3 && components !== 4) throw unreadableImage("JPEG");

  return {
    ...frame,
    components,
    isInverted: components === 4 && isAdobe,
    profile: joinProfile(profileParts, components),
    resolution: jfif ?? exif.resolution ?? DEFAULT_RESOLUTION,
    orientation: exif.orientation,
  };
}

/** Density of the JFIF segment; undefined if it only gives the pixels' aspect. */
function jfifResolution(body: Uint8Array): Resolution | undefined {
  if (!startsWith(body, "JFIF\0") || body.length < 12) return undefined;
  const unit = body[7];
  if (unit !== 1 && unit !== 2) return undefined;
  const factor = unit === 2 ? CENTIMETERS_PER_INCH : 1;

  return plausibleResolution(uint16(body, 8) * factor, uint16(body, 10) * factor);
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** SOF0 to SOF15 without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(marker: number, body: Uint8Array) {
  // baseline, extended and progressive with Huffman codes, in 8 bits
  if (marker > 0xc2 || body[0] !== 8 || body.length < 6) throw unreadableImage("JPEG");
  return {
    heightPixels: uint16(body, 1),
    widthPixels: uint16(body, 3),
    components: body[5] ?? 0,
  };
}

/** The parts of a profile in the order of their numbers (ICC.1, B.4); undefined if it is of another color space. */
function joinProfile(parts: ReadonlyMap<number, Uint8Array>, components: number): Uint8Array | undefined {
  const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
  const profile = joinBytes(ordered);
  const space = { 1: "GRAY", 3: "RGB ", 4: "CMYK" }[components] ?? "";
  return startsWith(profile.subarray(16), space) && startsWith(profile.subarray(36), "acsp") ? profile : undefined;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[index] !== text.charCodeAt(index)) return false;
  return true;
}
