import type { ResourceLoader } from "../template-engine.ts";

const PARALLEL_LOADS = 4;
const MAX_REMOTE_IMAGES = 200;

/** Loads pictures by their addresses; one that cannot be had is noted as missing. */
export async function loadImages(
  wanted: ReadonlySet<string>,
  load: ResourceLoader,
  loaded: Map<string, Uint8Array | undefined>,
): Promise<void> {
  for (const url of wanted) loaded.set(url, undefined);
  const queue = [...wanted].slice(0, MAX_REMOTE_IMAGES);
  const worker = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      const resource = await load(url).catch(() => undefined);
      loaded.set(url, resource?.bytes);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_LOADS }, worker));
}
