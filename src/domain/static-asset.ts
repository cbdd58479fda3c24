/** Reads a static asset; undefined if there is none. */
export type ReadAsset = (path: string) => Promise<Uint8Array | undefined>;

/** Reads the files that are served beside the Worker. */
export function assetReader(assets: { fetch(address: URL): Promise<Response> }): ReadAsset {
  return async (path) => {
    const response = await assets.fetch(new URL(path, "https://assets.invalid"));
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  };
}
