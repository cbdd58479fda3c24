import * as z from "zod";
import type { ConsentClient } from "../../domain/delivery/consent-clients.ts";
import { joinBytes } from "../../domain/join-bytes.ts";
import type { OutboundAnswer } from "../../outbound/guarded-request.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { consentedRequest } from "../consent/consent-client.ts";
import type { DeliveryError } from "../delivery-error.ts";
import type { OutboundContext } from "../outbound-context.ts";
import { responseHead } from "../response-head.ts";
import { jsonOf, withAccessToken } from "./access-token.ts";
import type { FileContent, FileStore } from "./file-store.ts";
import { isFromIntermediary, isTransient, storeError, unexpectedAnswer } from "./store-request.ts";
import { type StoredPlace, shownPlace } from "./stored-place.ts";
import type { Upload } from "./upload.ts";

/** An application of Dropbox, and somebody's consent to it. */
export interface DropboxAccount {
  /** The deployment's own when undefined. */
  client: ConsentClient | undefined;
  refreshToken: string;
}

const API = "https://api.dropboxapi.com/2/files";
const CONTENT = "https://content.dropboxapi.com/2/files";
const MEBIBYTE = 1024 * 1024;
/** What is larger goes in pieces. */
const WHOLE_BYTES = 8 * MEBIBYTE;
/** A multiple of 4 MiB, as Dropbox wants it; a piece that is cut is sent again. */
const PIECE_BYTES = 4 * MEBIBYTE;
const HASH_BLOCK_BYTES = 4 * MEBIBYTE;

const summarySchema = z.object({ error_summary: z.string() });
const metadataSchema = z.object({ ".tag": z.string(), content_hash: z.string().optional() });
const writtenSchema = z.object({ name: z.string() });
const sessionSchema = z.object({ session_id: z.string() });

/** What failed, such as `path/not_found/..`. */
const summaryOf = (answer: OutboundAnswer): string =>
  summarySchema.safeParse(jsonOf(answer)).data?.error_summary.replace(/(?<![/.])[/.]+$/, "") ?? "";

const offsetSchema = z.object({ correct_offset: z.number() });
const lookupSchema = z.object({
  error: z.union([offsetSchema, z.object({ lookup_failed: offsetSchema }).transform((error) => error.lookup_failed)]),
});

/** How much Dropbox has of a session, where that is not what was said ("UploadSessionOffsetError"). */
const correctOffset = (answer: OutboundAnswer): number | undefined =>
  lookupSchema.safeParse(jsonOf(answer)).data?.error.correct_offset;

/** A session that has ended, or that nobody knows any more. */
const isGone = (answer: OutboundAnswer): boolean => /^(lookup_failed\/)?(not_found|closed)$/.test(summaryOf(answer));

/** A header of JSON has ASCII only ("Content-upload endpoints"). */
const headerJson = (value: object): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const pathOf = (place: StoredPlace): string => `/${shownPlace(place)}`;

export function dropboxStore(outbound: OutboundContext, { client, refreshToken }: DropboxAccount): FileStore {
  const request = withAccessToken(outbound, async () =>
    consentedRequest(outbound, "dropbox", { client, refreshToken }),
  );
  const metadata = (path: string) =>
    request(`${API}/get_metadata`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ path }),
    });
  const upload = (address: string, value: object, body: Uint8Array) =>
    request(`${CONTENT}/${address}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream", "dropbox-api-arg": headerJson(value) },
      body,
    });

  /** Sends what is missing. @returns the answer to the last piece, or what ended it */
  async function sendFrom(
    from: number,
    session: string,
    { bytes, commit, progress }: { bytes: Uint8Array; commit: object; progress: Upload },
  ): Promise<OutboundAnswer> {
    let isCorrected = false;
    for (let offset = from; ; ) {
      progress.reached(offset);
      const isLast = bytes.length - offset <= PIECE_BYTES;
      const cursor = { session_id: session, offset };
      const answer = isLast
        ? await upload("upload_session/finish", { cursor, commit }, bytes.subarray(offset))
        : await upload("upload_session/append_v2", { cursor }, bytes.subarray(offset, offset + PIECE_BYTES));
      const correct = correctOffset(answer);
      if (correct !== undefined && correct <= bytes.length && !isCorrected) {
        // A piece has arrived whose answer was lost.
        isCorrected = true;
        offset = correct;
      } else if (answer.status !== 200 || isLast) return answer;
      else offset += PIECE_BYTES;
    }
  }

  async function uploadInPieces(bytes: Uint8Array, commit: object, progress: Upload): Promise<OutboundAnswer> {
    if (progress.begun) {
      const answer = await sendFrom(progress.begun.sent, progress.begun.session, { bytes, commit, progress });
      if (!isGone(answer)) return answer;
    }
    const started = await upload("upload_session/start", { close: false }, bytes.subarray(0, PIECE_BYTES));
    const session = sessionSchema.safeParse(jsonOf(started)).data?.session_id;
    if (started.status !== 200 || session === undefined) return started;
    progress.begin(session);
    return await sendFrom(PIECE_BYTES, session, { bytes, commit, progress });
  }

  return {
    async checkAccess() {
      const answer = await metadata("/docloom-handshake");
      if (answer.status !== 200 && !summaryOf(answer).startsWith("path/not_found"))
        throw dropboxError(outbound, answer);
    },

    async find(place) {
      const answer = await metadata(pathOf(place));
      if (summaryOf(answer).startsWith("path/not_found")) return undefined;
      const there = metadataSchema.safeParse(jsonOf(answer)).data;
      if (answer.status !== 200 || !there) throw dropboxError(outbound, answer);
      return { holds: async ({ bytes }: FileContent) => there.content_hash === (await contentHash(bytes)) };
    },

    async put(place, { bytes }, mayReplace, progress) {
      const mode = mayReplace ? "overwrite" : "add";
      const commit = { path: pathOf(place), mode, autorename: false, mute: true, strict_conflict: !mayReplace };
      const answer =
        bytes.length > WHOLE_BYTES
          ? await uploadInPieces(bytes, commit, progress)
          : await upload("upload", commit, bytes);
      const summary = summaryOf(answer);
      if (summary.includes("conflict") && !summary.includes("file_ancestor") && !mayReplace) return undefined;
      if (answer.status !== 200 || !writtenSchema.safeParse(jsonOf(answer)).success)
        throw dropboxError(outbound, answer);
      return responseHead(answer);
    },
  };
}

/** Dropbox's own hash: SHA-256 of the SHA-256 of each 4 MiB ("Content hash"). */
export async function contentHash(bytes: Uint8Array): Promise<string> {
  const hashes: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += HASH_BLOCK_BYTES) {
    const block = bytes.subarray(start, start + HASH_BLOCK_BYTES) as Uint8Array<ArrayBuffer>;
    hashes.push(new Uint8Array(await crypto.subtle.digest("SHA-256", block)));
  }
  return await sha256Hex(joinBytes(hashes));
}

function dropboxError(outbound: OutboundContext, answer: OutboundAnswer): DeliveryError {
  const summary = summaryOf(answer);
  const detail = summary === "" ? "" : ` (${summary.slice(0, 100)})`;
  if (summary === "" && (answer.status === 200 || isFromIntermediary(answer)))
    return unexpectedAnswer(outbound, "Dropbox", answer);
  if (summary.includes("missing_scope"))
    return storeError(
      outbound,
      "credentials",
      `The application of Dropbox has not got the rights files.content.write and files.metadata.read${detail}.`,
      answer,
      "app_key",
    );
  if (answer.status === 401 || summary.includes("no_write_permission"))
    return storeError(
      outbound,
      "credentials",
      `Dropbox does not let the application write${detail}.`,
      answer,
      "refresh_token",
    );
  if (summary.includes("insufficient_space") || answer.status === 507)
    return storeError(outbound, "quota", `The Dropbox is full${detail}.`, answer);
  if (summary.startsWith("lookup_failed"))
    return storeError(outbound, "later", `Dropbox has ended the upload before it was complete${detail}.`, answer);
  if (summary.includes("too_many_write_operations") || isTransient(answer))
    return storeError(outbound, "later", `Dropbox is busy, or out of order${detail}.`, answer);
  if (summary.includes("disallowed_name") || summary.includes("malformed_path") || summary.includes("conflict"))
    return storeError(outbound, "never", `Dropbox takes no file of this name${detail}.`, answer, "path");
  return storeError(outbound, "never", `Dropbox refuses the file${detail}.`, answer);
}
