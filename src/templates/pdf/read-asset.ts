/** How fonts are fetched. */

/** Reads a static asset; undefined where there is none. */
export type ReadAsset = (path: string) => Promise<Uint8Array | undefined>;
