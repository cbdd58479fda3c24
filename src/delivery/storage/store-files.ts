import type { OutboxRecord } from "../../domain/delivery/outbox.ts";
import { DeliveryError, refused } from "../delivery-error.ts";
import type { DeliveryContext, DeliveryReceipt } from "../delivery-kind.ts";
import { fileBytes } from "../file-bytes.ts";
import type { FileContent, FileStore } from "./file-store.ts";
import type { IfExists } from "./if-exists.ts";
import { Uploads } from "./kept-upload.ts";
import { numberedName, type StoredPlace, shownPlace } from "./stored-place.ts";

/** Each number costs a question to the store; whoever has more files of one name means something else. */
const MAX_NUMBER = 100;

/** Stores the files of a delivery, one after the other. @throws DeliveryError */
export async function storeFiles(
  context: DeliveryContext,
  entry: OutboxRecord,
  store: FileStore,
  places: readonly StoredPlace[],
  ifExists: IfExists,
): Promise<DeliveryReceipt> {
  const uploads = new Uploads(context, entry);
  const responses: string[] = [];
  const stored: string[] = [];
  for (const [index, file] of context.files.entries()) {
    const place = places[index];
    if (!place) throw new RangeError(`There is no place for file ${index}.`);
    const content = { bytes: await fileBytes(context, file), mediaType: file.mediaType, sha256: file.sha256 };
    const options = { ifExists, isRepeated: entry.tries > 1, uploads };
    const written = await storeFile(store, place, content, options).catch(async (error: unknown) => {
      throw error instanceof DeliveryError ? await uploads.kept(error) : error;
    });
    stored.push(shownPlace(written.place));
    responses.push(written.response);
  }
  return { response: responses.join("\n\n"), notes: { stored } };
}

interface StoreOptions {
  ifExists: IfExists;
  /** A try before may have written the file, and died before it heard so. */
  isRepeated: boolean;
  uploads: Uploads;
}

async function storeFile(
  store: FileStore,
  place: StoredPlace,
  content: FileContent,
  { ifExists, isRepeated, uploads }: StoreOptions,
): Promise<{ place: StoredPlace; response: string }> {
  for (let number = 0; number <= MAX_NUMBER; number++) {
    const at = { ...place, name: numberedName(place.name, number) };
    const found = ifExists === "replace" ? undefined : await store.find(at);
    if (found && isRepeated && (await found.holds(content)))
      return { place: at, response: "The file is there already: the try before has written it." };
    const mayReplace = ifExists === "replace";
    const response = found ? undefined : await store.put(at, content, mayReplace, await uploads.of(at, content));
    if (response !== undefined) return { place: at, response };
    if (ifExists === "refuse")
      throw refused(`There is a file "${shownPlace(at)}" already, and the setting "if_exists" is refuse.`);
  }
  throw refused(`There are more than ${MAX_NUMBER} files of the name "${shownPlace(place)}" already.`);
}
