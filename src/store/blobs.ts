import { Buffer } from "node:buffer";
import { newId } from "./ids.ts";

/** A blob that is read while it arrives. */
export interface BlobStream {
  body: ReadableStream<Uint8Array>;
  sizeBytes: number;
}

export type Blobs = ReturnType<typeof createBlobs>;

/**
 * Every byte of every file, in R2. A key names its kind, its workspace and what it belongs to, and is new for each
 * write: nothing is ever overwritten, so bytes may be cached under their key forever. Bytes are written before the rows
 * that name them and deleted after them; what is left over is swept (`garbage.ts`).
 *
 * - `t/<workspace>/<sha256>/<version>` templates, under their content
 * - `d/<workspace>/<run or session post>` merge data too large for a row
 * - `r/<workspace>/<run>/<id>` merged files
 * - `i/<scope>/<id>` answers kept for Idempotency-Key
 */
export function createBlobs(bucket: R2Bucket) {
  async function put(key: string, bytes: Uint8Array | string): Promise<string> {
    const stored = await bucket.put(key, bytes, { onlyIf: { etagDoesNotMatch: "*" } });
    if (!stored) throw new Error(`The blob ${key} exists already`);
    return key;
  }

  return {
    putTemplate: (workspaceId: string, versionId: string, sha256: string, bytes: Uint8Array): Promise<string> =>
      put(`t/${workspaceId}/${sha256}/${versionId}`, bytes),

    putData: (workspaceId: string, ownerId: string, json: string): Promise<string> =>
      put(`d/${workspaceId}/${ownerId}`, json),

    putResult: (workspaceId: string, runId: string, bytes: Uint8Array): Promise<string> =>
      put(`r/${workspaceId}/${runId}/${newId()}`, bytes),

    /** A key for a merged file that is written elsewhere (the browser's object), never used before. */
    resultKey: (workspaceId: string, runId: string): string => `r/${workspaceId}/${runId}/${newId()}`,

    /** Size and SHA-256 (hex) of a blob, without holding it in memory. */
    async digest(workspaceId: string, key: string): Promise<{ sizeBytes: number; sha256: string }> {
      const blob = ownerOf(key) === workspaceId ? await bucket.get(key) : null;
      if (!blob) throw new Error(`The blob ${key} is gone`);
      const digest = new crypto.DigestStream("SHA-256");
      await blob.body.pipeTo(digest);
      return { sizeBytes: blob.size, sha256: Buffer.from(await digest.digest).toString("hex") };
    },

    putAnswer: (scope: string, bytes: Uint8Array): Promise<string> => put(`i/${scope}/${newId()}`, bytes),

    /** The bytes; undefined when they are gone or belong to another workspace. */
    async get(workspaceId: string, key: string): Promise<Uint8Array | undefined> {
      const blob = ownerOf(key) === workspaceId ? await bucket.get(key) : null;
      return blob ? new Uint8Array(await blob.arrayBuffer()) : undefined;
    },

    /** Like `get`, without holding the file in memory. */
    async getStream(workspaceId: string, key: string): Promise<BlobStream | undefined> {
      const blob = ownerOf(key) === workspaceId ? await bucket.get(key) : null;
      return blob ? { body: blob.body, sizeBytes: blob.size } : undefined;
    },

    /** Deletes up to 1,000 blobs; those that are gone already do not matter. */
    async delete(keys: readonly string[]): Promise<void> {
      if (keys.length > 0) await bucket.delete([...keys]);
    },

    /** Keys in order, with the time of their writing, from after `cursor` on. */
    async list(cursor: string | undefined, limit: number) {
      const page = await bucket.list({ limit, ...(cursor ? { startAfter: cursor } : {}) });
      return page.objects.map((blob) => ({ key: blob.key, writtenAt: blob.uploaded }));
    },
  };
}

const ownerOf = (key: string): string | undefined => key.split("/")[1];
