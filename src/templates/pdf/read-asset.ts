/** How fonts are fetched. */

/** Reads a static asset; undefined if there is none. */
export type ReadAsset = (path: string) => Promise<Uint8Array | undefined>;
