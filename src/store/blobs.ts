import { Buffer } from "node:buffer";
import { newId } from "./ids.ts";

/** A blob that is read as it arrives. */
export interface BlobStream {
  body: ReadableStream<Uint8Array>;
  sizeBytes: number;
}

/** A blob that is written as its bytes arrive. */
export interface BlobUpload {
  readonly key: string;
  /** The bytes are written, or copied, when this returns. */
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the blob; returns its key. */
  finish(): Promise<string>;
  /** Discards what was written. */
  abandon(): Promise<void>;
}

/** A blob that is read in pieces. */
export interface BlobRanges {
  /** In bytes. */
  readonly size: number;
  /** Exactly these bytes; fewer only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** R2 wants parts of one size, of at least 5 MiB; one is in memory at a time. */
const UPLOAD_PART_BYTES = 6 * 1024 * 1024;

export type Blobs = ReturnType<typeof createBlobs>;

/**
 * Every byte of every file, in R2. A key names its kind, its workspace and what it belongs to, and is new for each
 * write: nothing is ever overwritten, so bytes may be cached under their key forever. Bytes are written before the rows
 * that name them and deleted after them; leftovers are swept (`garbage.ts`).
 *
 * - `t/<workspace>/<sha256>/<version>` templates, under their content
 * - `d/<workspace>/<run or session post>/<id>` merge data too large for a row
 * - `r/<workspace>/<run>/<id>` merged files
 * - `i/<scope>/<id>` answers kept for Idempotency-Key
 * - `f/<workspace>/<id>` fonts of workspaces
 * - `u/<workspace>/<id>` large files of a request, until it is answered
 */
export function createBlobs(bucket: R2Bucket) {
  async function put(key: string, bytes: Uint8Array | string): Promise<string> {
    const stored = await bucket.put(key, bytes, { onlyIf: { etagDoesNotMatch: "*" } });
    if (!stored) throw new Error(`The blob ${key} exists already`);
    return key;
  }

  /** Starts a blob of a size that is not known yet. */
  async function startUpload(key: string): Promise<BlobUpload> {
    const upload = await bucket.createMultipartUpload(key);
    const parts: R2UploadedPart[] = [];
    const buffer = new Uint8Array(UPLOAD_PART_BYTES);
    let length = 0;
    const flush = async () => {
      parts.push(await upload.uploadPart(parts.length + 1, buffer.subarray(0, length)));
      length = 0;
    };

    return {
      key,
      async write(bytes) {
        for (let at = 0; at < bytes.byteLength; ) {
          const piece = bytes.subarray(at, at + buffer.byteLength - length);
          buffer.set(piece, length);
          length += piece.byteLength;
          at += piece.byteLength;
          if (length === buffer.byteLength) await flush();
        }
      },
      async finish() {
        if (length > 0 || parts.length === 0) await flush();
        await upload.complete(parts);
        return key;
      },
      abandon: () => upload.abort(),
    };
  }

  return {
    putTemplate: (workspaceId: string, versionId: string, sha256: string, bytes: Uint8Array): Promise<string> =>
      put(`t/${workspaceId}/${sha256}/${versionId}`, bytes),

    putFont: (workspaceId: string, bytes: Uint8Array): Promise<string> => put(`f/${workspaceId}/${newId()}`, bytes),

    /** A font whose key is in a row of its workspace; undefined when it is gone. */
    async getFont(key: string): Promise<Uint8Array | undefined> {
      const blob = key.startsWith("f/") ? await bucket.get(key) : null;
      return blob ? new Uint8Array(await blob.arrayBuffer()) : undefined;
    },

    putData: (workspaceId: string, ownerId: string, json: string): Promise<string> =>
      put(`d/${workspaceId}/${ownerId}/${newId()}`, json),

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

    /** A merged file that is written while it is being made. */
    async putResultPieces(workspaceId: string, runId: string, pieces: AsyncIterable<Uint8Array>): Promise<string> {
      const upload = await startUpload(`r/${workspaceId}/${runId}/${newId()}`);
      try {
        for await (const piece of pieces) await upload.write(piece);
        return await upload.finish();
      } catch (error) {
        await upload.abandon();
        throw error;
      }
    },

    /** Writes the replacement of a blob, of any size; under a new key, as nothing is overwritten. */
    async putInPlaceOf(key: string, pieces: AsyncIterable<Uint8Array>): Promise<string> {
      const upload = await startUpload(`${key.slice(0, key.lastIndexOf("/"))}/${newId()}`);
      try {
        for await (const piece of pieces) await upload.write(piece);
        await upload.finish();
      } catch (error) {
        await upload.abandon();
        throw error;
      }
      await bucket.delete(key);
      return upload.key;
    },

    putAnswer: (scope: string, bytes: Uint8Array): Promise<string> => put(`i/${scope}/${newId()}`, bytes),

    /** Starts a blob of a size that is not known yet: a large file of a request. */
    startUpload: (workspaceId: string): Promise<BlobUpload> => startUpload(`u/${workspaceId}/${newId()}`),

    /** A blob to be read in pieces; undefined when it is gone or belongs to another workspace. */
    async ranges(workspaceId: string, key: string): Promise<BlobRanges | undefined> {
      const head = ownerOf(key) === workspaceId ? await bucket.head(key) : null;
      if (!head) return undefined;

      return {
        size: head.size,
        async read(offset, length) {
          if (length <= 0 || offset >= head.size) return new Uint8Array();
          const blob = await bucket.get(key, { range: { offset, length: Math.min(length, head.size - offset) } });
          if (!blob || !("body" in blob)) throw new Error(`The blob ${key} is gone`);
          return new Uint8Array(await blob.arrayBuffer());
        },
      };
    },

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
