/** Regions in which the platform may put an object. It is asked for one with an object's first call, and may choose another. */
export type LocationHint = "afr" | "apac" | "eeur" | "enam" | "me" | "oc" | "sam" | "weur" | "wnam";

/** By continent: the regions from west to east, each up to this longitude. */
const REGIONS: Readonly<Record<string, readonly (readonly [until: number, region: LocationHint])[]>> = {
  AF: [[180, "afr"]],
  AS: [
    [60, "me"],
    [180, "apac"],
  ],
  EU: [
    [15, "weur"],
    [180, "eeur"],
  ],
  NA: [
    [-100, "wnam"],
    [180, "enam"],
  ],
  OC: [[180, "oc"]],
  SA: [[180, "sam"]],
};

/**
 * The region of whoever sends a request.
 * @param sender what the platform says of them (`request.cf`)
 * @returns undefined where it does not know: the object is then near the Worker that calls it first
 */
export function regionOf(sender: unknown): LocationHint | undefined {
  const { continent, longitude } = Object(sender) as { continent?: unknown; longitude?: unknown };
  const regions = (typeof continent === "string" && Object.hasOwn(REGIONS, continent) && REGIONS[continent]) || [];
  if (regions.length === 1) return regions[0]?.[1];
  const degrees = typeof longitude === "string" && longitude !== "" ? Number(longitude) : Number.NaN;
  return regions.find(([until]) => degrees <= until)?.[1];
}
