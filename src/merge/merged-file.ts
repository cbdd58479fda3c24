import { MEDIA_TYPES } from "../domain/media-type.ts";
import type { RunFile } from "../domain/run.ts";
import type { Blobs } from "../store/blobs.ts";
import { sha256Hex } from "../store/sha256.ts";

/** What a merge has made: bytes in memory, or, when they are many, a blob that is there already. */
export type MergedContent = { bytes: Uint8Array } | { blobKey: string };

/** A merged file with its name, stored. */
export interface MergedFile extends RunFile {
  /** Present when the file is in memory still; else it is read from its blob. */
  bytes?: Uint8Array;
}

/** Puts the content where it stays and describes it. Bytes go first; the rows that name them follow. */
export async function storeMergedFile(
  blobs: Blobs,
  run: { workspaceId: string; id: string },
  content: MergedContent,
  name: string,
  extension: keyof typeof MEDIA_TYPES,
  documentId: number | undefined,
): Promise<MergedFile> {
  const described = { name, mediaType: MEDIA_TYPES[extension], ...(documentId === undefined ? {} : { documentId }) };
  if ("bytes" in content) {
    const { bytes } = content;
    const [sha256, blobKey] = await Promise.all([sha256Hex(bytes), blobs.putResult(run.workspaceId, run.id, bytes)]);
    return { ...described, bytes, sizeBytes: bytes.length, sha256, blobKey };
  }
  const { sha256, sizeBytes } = await blobs.digest(run.workspaceId, content.blobKey);
  return { ...described, sizeBytes, sha256, blobKey: content.blobKey };
}
