import * as z from "zod";
import type { OutboundAnswer } from "../../outbound/guarded-request.ts";
import type { DeliveryError } from "../delivery-error.ts";
import type { OutboundContext } from "../outbound-context.ts";
import { responseHead } from "../response-head.ts";
import { jsonOf, withAccessToken } from "./access-token.ts";
import type { FileContent, FileStore } from "./file-store.ts";
import { type GoogleLogin, googleTokenRequest } from "./google-token.ts";
import { isFromIntermediary, isTransient, storeError, unexpectedAnswer } from "./store-request.ts";
import { sendInRanges } from "./store-session.ts";
import type { StoredPlace } from "./stored-place.ts";
import type { Upload } from "./upload.ts";

/** A folder of Google Drive, and who asks. */
export interface GoogleDriveAccount {
  login: GoogleLogin;
  /** Id of a folder or of a shared drive; `root` is the person's own drive. */
  folderId: string;
}

const FILES = "https://www.googleapis.com/drive/v3/files";
const UPLOADS = "https://www.googleapis.com/upload/drive/v3/files";
const FOLDER = "application/vnd.google-apps.folder";
const ALL_DRIVES = { supportsAllDrives: "true" };
/** A multiple of 256 KiB, as Google wants it. */
const PIECE_BYTES = 8 * 1024 * 1024;

const fileSchema = z.object({ id: z.string(), mimeType: z.string().optional(), sha256Checksum: z.string().optional() });
const listSchema = z.object({ files: z.array(fileSchema) });
const folderSchema = z.object({
  mimeType: z.string(),
  driveId: z.string().optional(),
  capabilities: z.object({ canAddChildren: z.boolean() }).optional(),
});
const failureSchema = z.object({
  error: z.object({ message: z.string().catch(""), errors: z.array(z.object({ reason: z.string() })).catch([]) }),
});

const isDone = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299;
const withQuery = (url: string, query: Readonly<Record<string, string>>): string =>
  `${url}?${new URLSearchParams({ ...ALL_DRIVES, ...query })}`;
/** A text in a search query ("Search query terms"). */
const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const INCOMPLETE = 308;
/** A session that has ended, or that nobody knows any more. */
const isGone = ({ status }: OutboundAnswer): boolean => status === 404 || status === 410;

/** What Google has of the file, by the header `Range`; it may be less than was sent ("Resume an interrupted upload"). */
function nextByte({ status, headers }: OutboundAnswer): number | undefined {
  if (status !== INCOMPLETE) return undefined;
  const [, last] = /^bytes=0-(\d+)$/.exec(headers.get("range") ?? "") ?? [];
  return last === undefined ? 0 : Number(last) + 1;
}

export function googleDriveStore(outbound: OutboundContext, { login, folderId }: GoogleDriveAccount): FileStore {
  const request = withAccessToken(outbound, () => googleTokenRequest(outbound, login));
  const fault = (answer: OutboundAnswer): DeliveryError => driveError(outbound, answer);

  async function childOf(parent: string, name: string, isFolder: boolean) {
    const q = `${quoted(parent)} in parents and name = ${quoted(name)} and trashed = false and mimeType ${isFolder ? "=" : "!="} ${quoted(FOLDER)}`;
    const query = {
      q,
      fields: "files(id,sha256Checksum)",
      orderBy: "createdTime",
      includeItemsFromAllDrives: "true",
      pageSize: "10",
    };
    const answer = await request(withQuery(FILES, query), {});
    const list = listSchema.safeParse(jsonOf(answer)).data;
    if (!isDone(answer) || !list) throw fault(answer);
    return list.files[0];
  }

  async function made(parent: string, name: string): Promise<string> {
    const answer = await request(withQuery(FILES, { fields: "id" }), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, mimeType: FOLDER, parents: [parent] }),
    });
    const folder = fileSchema.safeParse(jsonOf(answer)).data;
    if (!isDone(answer) || !folder) throw fault(answer);
    // Drive has folders of one name: of those that two deliveries made at once the first one counts.
    const first = await childOf(parent, name, true);
    if (!first || first.id === folder.id) return folder.id;
    await request(withQuery(`${FILES}/${folder.id}`, {}), { method: "DELETE" });
    return first.id;
  }

  /** The folder of a place; undefined if it is not there and not to be made. */
  async function folderOf({ folders }: StoredPlace, isMade: boolean): Promise<string | undefined> {
    let parent = folderId;
    for (const name of folders) {
      const child = (await childOf(parent, name, true))?.id ?? (isMade ? await made(parent, name) : undefined);
      if (child === undefined) return undefined;
      parent = child;
    }
    return parent;
  }

  async function sendFrom(
    from: number,
    session: string,
    { bytes }: FileContent,
    upload: Upload,
  ): Promise<OutboundAnswer> {
    const answer = await sendInRanges(bytes, {
      pieceBytes: PIECE_BYTES,
      nextByte,
      send: (body, range) => request(session, { method: "PUT", headers: { "content-range": range }, body }),
      from,
      upload,
    });
    if (isGone(answer))
      throw storeError(outbound, "later", "Google Drive has ended the upload before it was complete.", answer);
    return answer;
  }

  /** Goes on with what a try before has begun ("Resume an interrupted upload"); undefined if there is nothing of it. */
  async function resumed(content: FileContent, upload: Upload): Promise<OutboundAnswer | undefined> {
    if (!upload.begun) return undefined;
    const { session } = upload.begun;
    const headers = { "content-range": `bytes */${content.bytes.length}` };
    const state = await request(session, { method: "PUT", headers, body: new Uint8Array() });
    const next = nextByte(state);
    if (next !== undefined) return await sendFrom(next, session, content, upload);
    if (isDone(state)) return state;
    if (isGone(state)) return undefined;
    throw fault(state);
  }

  async function begun(
    { url, method, metadata }: { url: string; method: "POST" | "PATCH"; metadata: object },
    content: FileContent,
    upload: Upload,
  ): Promise<OutboundAnswer> {
    const started = await request(withQuery(url, { uploadType: "resumable", fields: "id,name" }), {
      method,
      headers: {
        "content-type": "application/json; charset=UTF-8",
        "x-upload-content-type": content.mediaType,
        "x-upload-content-length": String(content.bytes.length),
      },
      body: JSON.stringify(metadata),
    });
    const session = started.headers.get("location");
    if (!isDone(started) || session === null) return started;
    upload.begin(session);
    return await sendFrom(0, session, content, upload);
  }

  return {
    async checkAccess() {
      const fields = "mimeType,driveId,capabilities(canAddChildren)";
      const answer = await request(withQuery(`${FILES}/${encodeURIComponent(folderId)}`, { fields }), {});
      const folder = folderSchema.safeParse(jsonOf(answer)).data;
      if (!isDone(answer) || !folder) throw fault(answer);
      if (folder.mimeType !== FOLDER)
        throw storeError(outbound, "missing", "What has this id in Google Drive is no folder.", answer, "folder_id");
      if (folder.capabilities?.canAddChildren === false)
        throw storeError(outbound, "credentials", "Whoever asks may not add files to the folder.", answer, "folder_id");
      if (login.kind === "service_account" && folder.driveId === undefined)
        throw storeError(
          outbound,
          "quota",
          "A service account has no room of its own: the folder must be in a shared drive, or a person must consent.",
          answer,
          "folder_id",
        );
    },

    async find(place) {
      const folder = await folderOf(place, false);
      const there = folder === undefined ? undefined : await childOf(folder, place.name, false);
      return there && { holds: async ({ sha256 }) => there.sha256Checksum === sha256 };
    },

    async put(place, content, mayReplace, upload) {
      const folder = await folderOf(place, true);
      if (folder === undefined) throw new RangeError("A folder that is made is there.");
      const there = mayReplace ? await childOf(folder, place.name, false) : undefined;
      const target = there
        ? { url: `${UPLOADS}/${there.id}`, method: "PATCH" as const, metadata: {} }
        : { url: UPLOADS, method: "POST" as const, metadata: { name: place.name, parents: [folder] } };
      const answer = (await resumed(content, upload)) ?? (await begun(target, content, upload));
      if (!isDone(answer) || !fileSchema.safeParse(jsonOf(answer)).success) throw fault(answer);
      return responseHead(answer);
    },
  };
}

const BUSY = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "dailyLimitExceeded",
  "backendError",
  "internalError",
]);
const FULL = new Set([
  "storageQuotaExceeded",
  "teamDriveFileLimitExceeded",
  "numChildrenInNonRootLimitExceeded",
  "quotaExceeded",
]);

function driveError(outbound: OutboundContext, answer: OutboundAnswer): DeliveryError {
  const failure = failureSchema.safeParse(jsonOf(answer)).data?.error;
  const reason = failure?.errors[0]?.reason ?? "";
  const detail = reason === "" ? "" : ` (${reason.slice(0, 100)})`;
  if (reason === "" && (isDone(answer) || answer.status === INCOMPLETE || isFromIntermediary(answer)))
    return unexpectedAnswer(outbound, "Google Drive", answer);
  if (FULL.has(reason) || answer.status === 507)
    return storeError(
      outbound,
      "quota",
      `There is no room in Google Drive for whoever asks${detail}.`,
      answer,
      "folder_id",
    );
  if (BUSY.has(reason) || isTransient(answer))
    return storeError(outbound, "later", `Google Drive is busy, or out of order${detail}.`, answer);
  if (reason === "accessNotConfigured")
    return storeError(
      outbound,
      "credentials",
      `The Drive API is not switched on in the project of the credentials${detail}.`,
      answer,
    );
  if (answer.status === 404)
    return storeError(
      outbound,
      "missing",
      `The folder is not in Google Drive, or not shared with whoever asks${detail}.`,
      answer,
      "folder_id",
    );
  if (answer.status === 401 || answer.status === 403)
    return storeError(
      outbound,
      "credentials",
      `Google Drive does not let whoever asks write there${detail}.`,
      answer,
      "folder_id",
    );
  return storeError(outbound, "never", `Google Drive refuses the file${detail}.`, answer);
}
