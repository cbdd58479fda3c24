import type { Metered } from "../../domain/work-meter.ts";
import { filterRows, type RowLayout } from "../../image/png/png-filters.ts";
import { dict, name } from "../objects.ts";
import type { ImageReplacement } from "./image-source.ts";
import { packFlate } from "./pack-flate.ts";

export interface PackedSamples {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly bits: number;
}

/** Flate with or without PNG predictors (ISO 32000-2, 7.4.4.4), whichever is smaller. */
export function flateSamples(
  { data, width, height, components, bits }: PackedSamples,
  work: Metered,
): ImageReplacement {
  const layout: RowLayout = {
    bytesPerRow: (width * components * bits + 7) >> 3,
    bytesPerPixel: Math.max(1, (components * bits) >> 3),
  };
  const plain = packFlate(data, work);
  const entries = { Filter: name("FlateDecode"), DecodeParms: null, BitsPerComponent: bits };
  // neighboring palette indices have nothing to do with each other
  if (bits < 8 || data.length < 64) return { bytes: plain, entries };
  const predicted = packFlate(filterRows(data, height, layout), work);
  if (plain.length <= predicted.length + 40) return { bytes: plain, entries };
  const parameters = dict({
    Predictor: 15,
    Colors: components,
    BitsPerComponent: bits === 8 ? undefined : bits,
    Columns: width,
  });
  return { bytes: predicted, entries: { ...entries, DecodeParms: parameters } };
}
