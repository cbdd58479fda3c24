import { Buffer } from "node:buffer";
import { joinBytes } from "../domain/join-bytes.ts";
import { mapConcurrent } from "../domain/map-concurrent.ts";
import { newId } from "./ids.ts";
import { blanked, lengthOf, packsOf, partKey, placeOf, stretchesOf } from "./packs.ts";

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

/** Objects of many files that are in memory at once, beside the files. */
const PACKS_AT_ONCE = 2;
/** Objects, or pieces of them, that are read at once. */
const READS_AT_ONCE = 4;

/** Of an object of many files some of which were removed: how many bytes are not blanked. */
const KEPT_BYTES = "kept-bytes";

export type Blobs = ReturnType<typeof createBlobs>;

/**
 * Every byte of every file, in R2. A key names its kind, its workspace and what it belongs to, and is new for each
 * write: nothing is ever overwritten, so bytes may be cached under their key forever. Bytes are written before the rows
 * that name them and deleted after them; leftovers are swept (`garbage.ts`). A key may name a part of an object (`packs.ts`), which only blanking
 * writes again: the bytes of what is still named stay as they are.
 *
 * - `t/<workspace>/<sha256>/<version>` templates, under their content
 * - `d/<workspace>/<run or session post>/<id>` merge data too large for a row
 * - `r/<workspace>/<run>/<id>` merged files
 * - `i/<workspace>/<scope>/<id>` answers kept for Idempotency-Key; those of before have no workspace
 * - `f/<workspace>/<id>` fonts of workspaces
 * - `h/<workspace>/<day>/<id>` history: runs that nothing needs any more (`day-files`)
 * - `u/<workspace>/<id>` large files of a request, until it is answered
 */
export function createBlobs(bucket: R2Bucket) {
  async function put(key: string, bytes: Uint8Array | string): Promise<string> {
    const stored = await bucket.put(key, bytes, { onlyIf: { etagDoesNotMatch: "*" } });
    if (!stored) throw new Error(`The blob ${key} exists already`);
    return key;
  }

  /** Writes contents into as few objects as they need; their keys. */
  async function putPacked(newObject: () => string, contents: readonly Uint8Array[]): Promise<string[]> {
    const keys = await mapConcurrent(packsOf(contents), PACKS_AT_ONCE, async (pack) => {
      const object = newObject();
      const [only, ...others] = pack;
      if (only && others.length === 0) return [await put(object, only)];
      await put(object, joinBytes(pack));
      let offset = 0;
      return pack.map(({ byteLength }) => {
        offset += byteLength;
        return partKey(object, offset - byteLength, byteLength);
      });
    });
    return keys.flat();
  }

  /** The blob, or the part of an object; null when it is gone or belongs to another workspace. */
  async function read(workspaceId: string, key: string): Promise<BlobStream | null> {
    if (ownerOf(key) !== workspaceId) return null;
    const { object, part } = placeOf(key);
    const blob = await (part ? bucket.get(object, { range: part }) : bucket.get(object));
    return blob && { body: blob.body, sizeBytes: part?.length ?? blob.size };
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

    putDayFile: (workspaceId: string, day: string, bytes: Uint8Array): Promise<string> =>
      put(`h/${workspaceId}/${day}/${newId()}`, bytes),

    putData: (workspaceId: string, ownerId: string, json: string): Promise<string> =>
      put(`d/${workspaceId}/${ownerId}/${newId()}`, json),

    /** Merged files, in as few objects as they need; their keys. */
    putResults: (workspaceId: string, runId: string, contents: readonly Uint8Array[]): Promise<string[]> =>
      putPacked(() => `r/${workspaceId}/${runId}/${newId()}`, contents),

    /** The same for data. */
    putAllData: (workspaceId: string, ownerId: string, jsons: readonly string[]): Promise<string[]> =>
      putPacked(
        () => `d/${workspaceId}/${ownerId}/${newId()}`,
        jsons.map((json) => new TextEncoder().encode(json)),
      ),

    /** A key for a merged file that is written later, or elsewhere (the browser's object), never used before. */
    resultKey: (workspaceId: string, runId: string): string => `r/${workspaceId}/${runId}/${newId()}`,

    /** Writes a merged file under the key that `resultKey` gave it, and returns that. Writing it again changes nothing. */
    async putResult(key: string, bytes: Uint8Array): Promise<string> {
      await bucket.put(key, bytes, { onlyIf: { etagDoesNotMatch: "*" } });
      return key;
    },

    /** Whether the blob, or the object that it is a part of, is there. */
    has: async (workspaceId: string, key: string): Promise<boolean> =>
      ownerOf(key) === workspaceId && (await bucket.head(placeOf(key).object)) !== null,

    /** Size and SHA-256 (hex) of a blob, without holding it in memory. */
    async digest(workspaceId: string, key: string): Promise<{ sizeBytes: number; sha256: string }> {
      const blob = await read(workspaceId, key);
      if (!blob) throw new Error(`The blob ${key} is gone`);
      const digest = new crypto.DigestStream("SHA-256");
      await blob.body.pipeTo(digest);
      return { sizeBytes: blob.sizeBytes, sha256: Buffer.from(await digest.digest).toString("hex") };
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

    putAnswer: (workspaceId: string, scope: string, bytes: Uint8Array): Promise<string> =>
      put(`i/${workspaceId}/${scope}/${newId()}`, bytes),

    /** An answer whose key is in a row of its workspace; undefined when it is gone. */
    async getAnswer(key: string): Promise<Uint8Array | undefined> {
      const blob = key.startsWith("i/") ? await bucket.get(key) : null;
      return blob ? new Uint8Array(await blob.arrayBuffer()) : undefined;
    },

    /** Starts a blob of a size that is not known yet: a large file of a request. */
    startUpload: (workspaceId: string): Promise<BlobUpload> => startUpload(`u/${workspaceId}/${newId()}`),

    /** A blob to be read in pieces; undefined when it is gone or belongs to another workspace. */
    async ranges(workspaceId: string, key: string): Promise<BlobRanges | undefined> {
      const { object, part } = placeOf(key);
      const head = ownerOf(key) === workspaceId ? await bucket.head(object) : null;
      if (!head) return undefined;
      const { offset: start, length: size } = part ?? { offset: 0, length: head.size };

      return {
        size,
        async read(offset, length) {
          if (length <= 0 || offset >= size) return new Uint8Array();
          const range = { offset: start + offset, length: Math.min(length, size - offset) };
          const blob = await bucket.get(object, { range });
          if (!blob || !("body" in blob)) throw new Error(`The blob ${key} is gone`);
          return new Uint8Array(await blob.arrayBuffer());
        },
      };
    },

    /** The bytes; undefined when they are gone or belong to another workspace. */
    async get(workspaceId: string, key: string): Promise<Uint8Array | undefined> {
      const blob = await read(workspaceId, key);
      return blob ? new Uint8Array(await new Response(blob.body).arrayBuffer()) : undefined;
    },

    /** The bytes of several, in the order of their keys, each as `get` has it. Those that are stored together are read together. */
    async getAll(workspaceId: string, keys: readonly string[]): Promise<(Uint8Array | undefined)[]> {
      const found: (Uint8Array | undefined)[] = keys.map(() => undefined);
      await mapConcurrent(stretchesOf(keys), READS_AT_ONCE, async ({ object, part, keys: within }) => {
        const bytes = await this.get(workspaceId, part ? partKey(object, part.offset, part.length) : object);
        for (const { place, offset, length } of within)
          found[place] = bytes?.subarray(offset, length === undefined ? undefined : offset + length);
      });
      return found;
    },

    /** Like `get`, without holding the file in memory. */
    async getStream(workspaceId: string, key: string): Promise<BlobStream | undefined> {
      return (await read(workspaceId, key)) ?? undefined;
    },

    /** Deletes up to 1,000 blobs; those that are gone already do not matter. */
    async delete(keys: readonly string[]): Promise<void> {
      if (keys.length > 0) await bucket.delete([...keys]);
    },

    /**
     * Removes from an object whatever is none of these parts of it: zeros are there instead.
     * @returns false if somebody else did so at the same time: what is to stay has to be looked up again
     */
    async keepParts(object: string, parts: readonly string[]): Promise<boolean> {
      const blob = await bucket.get(object);
      if (!blob) return true;
      const bytes = blanked(new Uint8Array(await blob.arrayBuffer()), parts);
      const customMetadata = { [KEPT_BYTES]: String(lengthOf(parts)) };
      return (await bucket.put(object, bytes, { onlyIf: { etagMatches: blob.etag }, customMetadata })) !== null;
    },

    /** How many bytes of the parts of an object are kept. */
    async keptBytes(object: string): Promise<number> {
      const head = await bucket.head(object);
      return Number(head?.customMetadata?.[KEPT_BYTES] ?? head?.size ?? 0);
    },

    /** Objects below `prefix` in order of their keys, with the time of their writing, from after `cursor` on. */
    async list(prefix: string, cursor: string, limit: number) {
      const page = await bucket.list({ limit, ...(prefix && { prefix }), ...(cursor && { startAfter: cursor }) });
      return page.objects.map(({ key, uploaded, size }) => ({ key, writtenAt: uploaded, sizeBytes: size }));
    },
  };
}

/** The workspace that a key names. */
export const ownerOf = (key: string): string | undefined => key.split("/")[1];
