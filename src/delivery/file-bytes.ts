import type { RunFile } from "../domain/run.ts";
import { refused } from "./delivery-error.ts";
import type { DeliveryContext } from "./delivery-kind.ts";

/** The bytes of a merged file. @throws DeliveryError, permanent, if it was removed */
export async function fileBytes({ run, services }: DeliveryContext, file: RunFile): Promise<Uint8Array> {
  const bytes = await services.store.blobs.get(run.workspaceId, file.blobKey);
  if (!bytes) throw refused(`The file ${file.name} is no longer kept.`);
  return bytes;
}
