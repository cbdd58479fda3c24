import { Failure } from "../../domain/failure.ts";
import { asInputProfile } from "../../image/icc-profile.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";

/** Press profiles that are only a source of colors lose their tables for the conversion back into ink. */
export function reduceIccProfiles(document: PdfDocument, numbers: readonly number[]): void {
  for (const number of profilesOfColorSpaces(document, numbers)) {
    const stream = document.stream(document.objects.get(number));
    if (!stream) continue;
    try {
      const { bytes, remaining, isDamaged } = decodeWithin(document, stream);
      const reduced = remaining.length === 0 && !isDamaged ? asInputProfile(bytes) : undefined;
      if (!reduced) continue;
      // a later pass codes it, with predictors
      stream.dict.delete("Filter");
      stream.dict.delete("DecodeParms");
      document.objects.set(number, new PdfStream(stream.dict, reduced));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

/**
 * Profiles in `[/ICCBased ref]` and nowhere else; those of transparency groups and output intents are used both ways.
 */
function profilesOfColorSpaces(document: PdfDocument, numbers: readonly number[]): Set<number> {
  const sources = new Set<number>();
  const bothWays = new Set<number>();
  const addSpace = (object: PdfObject | undefined, to: Set<number>): void => {
    const space = document.array(object);
    const profile = space?.[1];
    if (space && document.name(space[0]) === "ICCBased" && profile instanceof PdfRef) to.add(profile.number);
  };
  const visit = (object: PdfObject, depth: number): void => {
    if (depth > 64) return;
    if (Array.isArray(object)) {
      addSpace(object, sources);
      for (const item of object) visit(item, depth + 1);
    } else if (object instanceof PdfDict) {
      if (document.name(object.get("S")) === "Transparency") addSpace(object.get("CS"), bothWays);
      const destination = object.get("DestOutputProfile");
      if (destination instanceof PdfRef) bothWays.add(destination.number);
      for (const value of object.values()) visit(value, depth + 1);
    } else if (object instanceof PdfStream) visit(object.dict, depth + 1);
  };
  for (const number of numbers) visit(document.objects.get(number), 0);
  for (const number of bothWays) sources.delete(number);
  return sources;
}
