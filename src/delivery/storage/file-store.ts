import type { RunFile } from "../../domain/run.ts";
import type { StoredPlace } from "./stored-place.ts";
import type { Upload } from "./upload.ts";

/** A file with what is in it. */
export interface FileContent extends Pick<RunFile, "mediaType" | "sha256"> {
  bytes: Uint8Array;
}

/** A file, or a folder, that is in the store under some name. */
export interface FoundFile {
  /** Whether it is this very file: a try before may have written it without hearing so. */
  holds(content: FileContent): Promise<boolean>;
}

/** A store of folders and files, spoken to with one delivery's credentials. All throw DeliveryError. */
export interface FileStore {
  /** Signs in and looks at the folder that the settings name; changes nothing. */
  checkAccess(): Promise<void>;
  find(place: StoredPlace): Promise<FoundFile | undefined>;
  /**
   * Writes a file and makes the folders that are missing.
   * @param mayReplace whether it takes the place of a file of that name
   * @param upload what tries before have sent of it, for stores whose uploads outlive a try
   * @returns what the store said, or undefined if the name was taken meanwhile
   */
  put(place: StoredPlace, content: FileContent, mayReplace: boolean, upload: Upload): Promise<string | undefined>;
}
