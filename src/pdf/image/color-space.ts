import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { PdfName, type PdfObject, PdfStream, PdfString } from "../objects.ts";

/** What an image pass has to know about a color space (ISO 32000-2, 8.6). */
export interface ColorSpace {
  /** Numbers per sample in the image data. */
  readonly components: number;
  /** DeviceGray, DeviceRGB, DeviceCMYK by name: without profiles. */
  readonly device: boolean;
  /** Samples may be averaged and coded with small errors (not so in Lab and between palette indices). */
  readonly continuous: boolean;
  readonly palette?: Palette;
}

/** An Indexed color space (8.6.6.3). */
interface Palette {
  readonly base: ColorSpace;
  readonly baseObject: PdfObject;
  /** `base.components` bytes for each index. */
  readonly colors: Uint8Array;
}

const DEVICE_COMPONENTS: ReadonlyMap<string, number> = new Map([
  ["DeviceGray", 1],
  ["G", 1],
  ["DeviceRGB", 3],
  ["RGB", 3],
  ["DeviceCMYK", 4],
  ["CMYK", 4],
]);

/** Undefined for spaces that cannot be determined or are not image spaces. */
export function readColorSpace(
  document: PdfDocument,
  object: PdfObject | undefined,
  depth = 0,
): ColorSpace | undefined {
  const space = document.resolve(object);
  if (space instanceof PdfName) return deviceSpace(space.value);
  if (!Array.isArray(space) || depth > 4) return undefined;
  const family = document.name(space[0]);
  switch (family) {
    case "CalGray":
      return { components: 1, device: false, continuous: true };
    case "CalRGB":
      return { components: 3, device: false, continuous: true };
    case "Lab":
      return { components: 3, device: false, continuous: false };
    case "ICCBased": {
      const components = document.number(document.stream(space[1])?.dict.get("N"));
      return components === 1 || components === 3 || components === 4
        ? { components, device: false, continuous: true }
        : undefined;
    }
    case "Separation":
      return { components: 1, device: false, continuous: true };
    case "DeviceN": {
      const components = document.array(space[1])?.length ?? 0;
      return components > 0 ? { components, device: false, continuous: components === 1 } : undefined;
    }
    case "Indexed":
    case "I":
      return indexedSpace(document, space, depth);
    default:
      return space.length === 1 && family !== undefined ? deviceSpace(family) : undefined;
  }
}

function deviceSpace(name: string): ColorSpace | undefined {
  const components = DEVICE_COMPONENTS.get(name);
  return components === undefined ? undefined : { components, device: true, continuous: true };
}

function indexedSpace(document: PdfDocument, space: readonly PdfObject[], depth: number): ColorSpace | undefined {
  const base = readColorSpace(document, space[1], depth + 1);
  const table = document.resolve(space[3]);
  if (!base || base.palette) return undefined;
  let colors: Uint8Array | undefined;
  if (table instanceof PdfString) colors = table.bytes;
  else if (table instanceof PdfStream) colors = decodeWithin(document, table).bytes;
  if (!colors) return undefined;
  const palette = { base, baseObject: space[1] ?? null, colors };
  return { components: 1, device: false, continuous: false, palette };
}
