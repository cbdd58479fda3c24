import * as z from "zod";
import type { OutboundAnswer } from "../../outbound/guarded-request.ts";
import type { DeliveryError } from "../delivery-error.ts";
import type { OutboundContext } from "../outbound-context.ts";
import { responseHead } from "../response-head.ts";
import { jsonOf, withAccessToken } from "./access-token.ts";
import type { FileStore } from "./file-store.ts";
import { quickXorHash } from "./quick-xor-hash.ts";
import { isFromIntermediary, isTransient, storeError, storeRequest, unexpectedAnswer } from "./store-request.ts";
import { sendInRanges } from "./store-session.ts";
import type { StoredPlace } from "./stored-place.ts";
import type { Upload } from "./upload.ts";

/** A library of SharePoint, or the OneDrive of a person, and the Entra application that asks. */
export interface SharepointAccount {
  tenant: string;
  clientId: string;
  clientSecret: string;
  /** Address of the site; empty for a OneDrive. */
  site: string;
  /** Name of the library; empty for the site's own one. */
  library: string;
  /** Whose OneDrive it is; empty for a site. */
  user: string;
}

const GRAPH = "https://graph.microsoft.com/v1.0";
/** 16 times 320 KiB, of which Microsoft wants a multiple; a piece that is cut is sent again. */
const PIECE_BYTES = 5 * 1024 * 1024;

const idSchema = z.object({ id: z.string() });
const drivesSchema = z.object({ value: z.array(z.object({ id: z.string(), name: z.string() })) });
const itemSchema = z.object({
  id: z.string(),
  file: z.object({ hashes: z.object({ quickXorHash: z.string().optional() }).optional() }).optional(),
});
const sessionSchema = z.object({ uploadUrl: z.string() });
const progressSchema = z.object({ nextExpectedRanges: z.array(z.string()) });
const failureSchema = z.object({ error: z.object({ code: z.string() }) });

const isDone = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299;
const codeOf = (answer: OutboundAnswer): string => failureSchema.safeParse(jsonOf(answer)).data?.error.code ?? "";
/** A session that has ended, or that nobody knows any more. */
const isGone = ({ status }: OutboundAnswer): boolean => status === 404 || status === 410;
const isTaken = (answer: OutboundAnswer): boolean => answer.status === 409 || codeOf(answer) === "nameAlreadyExists";
const encodedPath = (steps: readonly string[]): string => steps.map(encodeURIComponent).join("/");

/**
 * The byte that Microsoft waits for; it may have taken less than was sent ("Upload bytes to the upload session").
 * @param status of an answer that says so: 202 to a piece, 200 to whoever asks
 */
function nextByte(answer: OutboundAnswer, status = 202): number | undefined {
  if (answer.status !== status) return undefined;
  const [range = ""] = progressSchema.safeParse(jsonOf(answer)).data?.nextExpectedRanges ?? [];
  const [, start] = /^(\d+)-/.exec(range) ?? [];
  return start === undefined ? undefined : Number(start);
}

/** Characters that no name of a file may have there ("Restrictions and limitations in OneDrive and SharePoint"). */
export const sharepointName = (name: string): string =>
  name
    .replace(/["*:<>?/\\|]/g, "_")
    .replace(/^~\$/, "_")
    .replace(/(?<!\.)\.+$/, (dots) => "_".repeat(dots.length));

export function sharepointStore(outbound: OutboundContext, account: SharepointAccount): FileStore {
  const request = withAccessToken(outbound, async () => ({
    url: `https://login.microsoftonline.com/${encodeURIComponent(account.tenant)}/oauth2/v2.0/token`,
    form: {
      grant_type: "client_credentials",
      client_id: account.clientId,
      client_secret: account.clientSecret,
      scope: "https://graph.microsoft.com/.default",
    },
    server: "Microsoft Entra",
    setting: "client_secret",
  }));
  const fault = (answer: OutboundAnswer, setting?: string): DeliveryError => sharepointError(outbound, answer, setting);
  const post = (url: string, body: object) =>
    request(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

  async function idAt(url: string, setting: string): Promise<string> {
    const answer = await request(url, {});
    const id = idSchema.safeParse(jsonOf(answer)).data?.id;
    if (!isDone(answer) || id === undefined) throw fault(answer, setting);
    return id;
  }

  async function findDrive(): Promise<string> {
    if (account.site === "") return await idAt(`${GRAPH}/users/${encodeURIComponent(account.user)}/drive`, "user");
    const { hostname, pathname } = new URL(account.site);
    const path = pathname.replace(/(?<!\/)\/+$/, "");
    const site = await idAt(`${GRAPH}/sites/${hostname}${path === "" ? "" : `:${path}`}`, "site");
    if (account.library === "") return await idAt(`${GRAPH}/sites/${site}/drive`, "site");
    const answer = await request(`${GRAPH}/sites/${site}/drives?$select=id,name`, {});
    const drives = drivesSchema.safeParse(jsonOf(answer)).data;
    if (!isDone(answer) || !drives) throw fault(answer, "site");
    const drive = drives.value.find(({ name }) => name.toLowerCase() === account.library.toLowerCase());
    if (!drive) throw storeError(outbound, "missing", "The site has no library of this name.", answer, "library");
    return drive.id;
  }

  let found: Promise<string> | undefined;
  const root = async (): Promise<string> => `${GRAPH}/drives/${await (found ??= findDrive())}/root`;
  const itemOf = async ({ folders, name }: StoredPlace): Promise<string> =>
    `${await root()}:/${encodedPath([...folders, name])}`;

  async function makeFolders({ folders }: StoredPlace): Promise<void> {
    for (const [depth, name] of folders.entries()) {
      const parent = depth === 0 ? await root() : `${await root()}:/${encodedPath(folders.slice(0, depth))}:`;
      const answer = await post(`${parent}/children`, {
        name,
        folder: {},
        "@microsoft.graph.conflictBehavior": "fail",
      });
      const isMade = isDone(answer) && idSchema.safeParse(jsonOf(answer)).success;
      if (!isMade && !isTaken(answer)) throw fault(answer);
    }
  }

  async function startSession(place: StoredPlace, mayReplace: boolean): Promise<OutboundAnswer> {
    const item = { "@microsoft.graph.conflictBehavior": mayReplace ? "replace" : "fail", name: place.name };
    return await post(`${await itemOf(place)}:/createUploadSession`, { item });
  }

  async function sendFrom(from: number, session: string, bytes: Uint8Array, upload: Upload): Promise<OutboundAnswer> {
    const answer = await sendInRanges(bytes, {
      pieceBytes: PIECE_BYTES,
      nextByte,
      // The address of the session is its own credential; a token beside it is refused.
      send: (body, range) =>
        storeRequest(outbound, session, { method: "PUT", headers: { "content-range": range }, body }),
      from,
      upload,
    });
    if (isGone(answer))
      throw storeError(outbound, "later", "Microsoft has ended the upload before it was complete.", answer);
    return answer;
  }

  /** Goes on with what a try before has begun ("Resuming an in-progress upload"); undefined if there is nothing of it. */
  async function resumed(bytes: Uint8Array, upload: Upload): Promise<OutboundAnswer | undefined> {
    if (!upload.begun) return undefined;
    const { session } = upload.begun;
    const state = await storeRequest(outbound, session, { method: "GET" });
    const next = nextByte(state, 200);
    if (next !== undefined) return await sendFrom(next, session, bytes, upload);
    if (isGone(state)) return undefined;
    throw fault(state);
  }

  /** What the store said of a file that it has; undefined if the name was taken meanwhile. */
  function writtenBy(answer: OutboundAnswer, mayReplace: boolean): string | undefined {
    if (isTaken(answer) && !mayReplace) return undefined;
    if (!isDone(answer) || !idSchema.safeParse(jsonOf(answer)).success) throw fault(answer);
    return responseHead(answer);
  }

  return {
    async checkAccess() {
      await idAt(`${await root()}?$select=id`, "site");
    },

    async find(place) {
      const answer = await request(`${await itemOf(place)}?$select=id,file`, {});
      if (answer.status === 404) return undefined;
      const item = itemSchema.safeParse(jsonOf(answer)).data;
      if (!isDone(answer) || !item) throw fault(answer);
      const there = item.file?.hashes?.quickXorHash;
      return { holds: async ({ bytes }) => there !== undefined && there === quickXorHash(bytes) };
    },

    async put(place, { bytes }, mayReplace, upload) {
      const ended = await resumed(bytes, upload);
      if (ended) return writtenBy(ended, mayReplace);
      let started = await startSession(place, mayReplace);
      if (started.status === 404 && place.folders.length > 0) {
        await makeFolders(place);
        started = await startSession(place, mayReplace);
      }
      const session = sessionSchema.safeParse(jsonOf(started)).data?.uploadUrl;
      if (isTaken(started) && !mayReplace) return undefined;
      if (!isDone(started) || session === undefined) throw fault(started);
      upload.begin(session);
      return writtenBy(await sendFrom(0, session, bytes, upload), mayReplace);
    },
  };
}

function sharepointError(outbound: OutboundContext, answer: OutboundAnswer, setting?: string): DeliveryError {
  const { status } = answer;
  const code = codeOf(answer);
  const detail = code === "" ? "" : ` (${code.slice(0, 100)})`;
  if (code === "" && (isDone(answer) || isFromIntermediary(answer)))
    return unexpectedAnswer(outbound, "Microsoft", answer);
  if (status === 401 || status === 403)
    return storeError(
      outbound,
      "credentials",
      `Microsoft does not let the application write there${detail}.`,
      answer,
      "client_id",
    );
  if (status === 404)
    return storeError(
      outbound,
      "missing",
      `The site, the library or the person is not there${detail}.`,
      answer,
      setting,
    );
  if (status === 507 || code === "quotaLimitReached")
    return storeError(outbound, "quota", `There is no room left in the library${detail}.`, answer);
  if (status === 423)
    return storeError(outbound, "later", `Somebody is working on the file: it is locked${detail}.`, answer);
  if (status === 413) return storeError(outbound, "never", `Microsoft takes no file of this size${detail}.`, answer);
  if (isTransient(answer)) return storeError(outbound, "later", `Microsoft is busy, or out of order${detail}.`, answer);
  return storeError(outbound, "never", `Microsoft refuses the file or its name${detail}.`, answer);
}
