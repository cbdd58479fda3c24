import { MEDIA_TYPES } from "../../domain/media-type.ts";
import type { Renderer } from "../../domain/renderer.ts";
import type { RunFile } from "../../domain/run.ts";
import type { Blobs } from "../../store/blobs.ts";
import { sha256Hex } from "../../store/sha256.ts";

/** The output of a merge: bytes in memory, or, if there are many, a blob that is already stored. */
export type MergedContent = { bytes: Uint8Array } | { blobKey: string };

/** A file that belongs to another one, and goes wherever that goes. */
export interface FileBeside {
  extension: "xml";
  bytes: Uint8Array;
}

/** What a file is called and where it came from. */
export type FileDetails = Pick<RunFile, "name" | "mediaType" | "documentId" | "ruleId">;

/** A merged file with its name. */
export interface MergedFile extends RunFile {
  /** Present if the file is still in memory; otherwise it is read from its blob, which is there. */
  bytes?: Uint8Array;
  /** Warnings about the merge that made it; on the first file of a run. */
  warnings?: readonly string[];
  /** What drew its pages, if it is a PDF that was drawn. */
  renderer?: Renderer;
}

/** Describes the content. What is in memory only gets a key, under which `storeFile` stores it. */
export async function describeMergedFile(
  blobs: Blobs,
  run: { workspaceId: string; id: string },
  content: MergedContent,
  details: FileDetails,
): Promise<MergedFile> {
  if ("bytes" in content) {
    const { bytes } = content;
    const blobKey = blobs.resultKey(run.workspaceId, run.id);
    return { ...details, bytes, sizeBytes: bytes.length, sha256: await sha256Hex(bytes), blobKey };
  }
  const { sha256, sizeBytes } = await blobs.digest(run.workspaceId, content.blobKey);
  return { ...details, sizeBytes, sha256, blobKey: content.blobKey };
}

/** Stores a file for good, unless it is; doing so again changes nothing. */
export async function storeFile(blobs: Blobs, { bytes, blobKey }: MergedFile): Promise<void> {
  if (bytes) await blobs.putResult(blobKey, bytes);
}

/** Stores the content for good and describes it. Bytes go first; the rows that name them follow. */
export async function storeMergedFile(
  blobs: Blobs,
  run: { workspaceId: string; id: string },
  content: MergedContent,
  details: FileDetails,
): Promise<MergedFile> {
  const file = await describeMergedFile(blobs, run, content, details);
  await storeFile(blobs, file);
  return file;
}

/** Stores files that are not stored yet in as few objects as they need; the keys that they get in place of their own. */
export async function storeTogether(
  blobs: Blobs,
  run: { workspaceId: string; id: string },
  files: readonly MergedFile[],
): Promise<ReadonlyMap<MergedFile, string>> {
  const loose = files.flatMap((file) => (file.bytes ? [{ file, bytes: file.bytes }] : []));
  const contents = loose.map(({ bytes }) => bytes);
  const keys = await blobs.putResults(run.workspaceId, run.id, contents);
  return new Map(loose.map(({ file }, index) => [file, keys[index] ?? file.blobKey]));
}

/** Where bytes were stored, and what they are. */
export type StoredBytes = Pick<RunFile, "sizeBytes" | "sha256" | "blobKey">;

/** Stores many files for good, in as few objects as they need. */
export async function storeAll(
  blobs: Blobs,
  run: { workspaceId: string; id: string },
  contents: readonly Uint8Array[],
): Promise<StoredBytes[]> {
  const [keys, digests] = await Promise.all([
    blobs.putResults(run.workspaceId, run.id, contents),
    Promise.all(contents.map(sha256Hex)),
  ]);
  return contents.map(({ length }, index) => ({
    sizeBytes: length,
    sha256: digests[index] ?? "",
    blobKey: keys[index] ?? "",
  }));
}

/** What a file is called that goes with another one. */
export const nameBeside = (name: string, { extension }: Pick<FileBeside, "extension">): string =>
  `${name.replace(/\.[A-Za-z0-9]{1,5}$/, "")}.${extension}`;

/** Describes a file that goes with another one, under the name of that. */
export async function describeBeside(
  blobs: Blobs,
  run: { workspaceId: string; id: string },
  beside: FileBeside,
  { name, documentId, ruleId }: Omit<FileDetails, "mediaType">,
): Promise<MergedFile> {
  const { extension, bytes } = beside;
  const details = { name: nameBeside(name, beside), mediaType: mediaTypeOf(extension), documentId, ruleId };
  return await describeMergedFile(blobs, run, { bytes }, details);
}

/** The file as a run lists it, without its bytes. */
export function asRunFile({ bytes: _, warnings: _warnings, renderer: _renderer, ...file }: MergedFile): RunFile {
  return file;
}

export const mediaTypeOf = (extension: keyof typeof MEDIA_TYPES): string => MEDIA_TYPES[extension];
