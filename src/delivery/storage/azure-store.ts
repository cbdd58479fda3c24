import { Buffer } from "node:buffer";
import type { OutboundAnswer } from "../../outbound/guarded-request.ts";
import type { DeliveryError } from "../delivery-error.ts";
import type { OutboundContext } from "../outbound-context.ts";
import { responseHead } from "../response-head.ts";
import { sharedKeyAuthorization } from "./azure-signature.ts";
import type { FileContent, FileStore } from "./file-store.ts";
import { isFromIntermediary, isTransient, storeError, storeRequest, unexpectedAnswer } from "./store-request.ts";
import type { StoredPlace } from "./stored-place.ts";
import { xmlTexts } from "./xml-texts.ts";

/** A container of Azure Blob Storage, and who asks: by the account's key, or by a shared access signature. */
export interface AzureAccount {
  /** Address of the account's blobs, without a slash at its end. */
  endpoint: string;
  account: string;
  container: string;
  /** Base64; empty with a signature. */
  accountKey: string;
  /** Query of a shared access signature; empty with a key. */
  sas: string;
}

const VERSION = "2021-12-02";
const MEBIBYTE = 1024 * 1024;
/** What is larger goes in blocks, so that a slow line needs no second try of all of it. */
const WHOLE_BYTES = 32 * MEBIBYTE;
const BLOCK_BYTES = 8 * MEBIBYTE;
const HASH = "x-ms-meta-docloom_sha256";

interface BlobRequest {
  method: "HEAD" | "GET" | "PUT";
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

const codeOf = ({ headers }: OutboundAnswer): string => headers.get("x-ms-error-code") ?? "";
const isDone = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299;
/** What Put Blob, Put Block and Put Block List answer. */
const isMade = ({ status }: OutboundAnswer): boolean => status === 201;
const isBlob = (answer: OutboundAnswer): boolean => isDone(answer) && answer.headers.has("x-ms-blob-type");
/** The signature is good, and allows less: it may well write. */
const mayNotLook = (answer: OutboundAnswer): boolean =>
  answer.status === 403 && codeOf(answer) === "AuthorizationPermissionMismatch";

export function azureStore(
  outbound: OutboundContext,
  { endpoint, account, container, accountKey, sas }: AzureAccount,
): FileStore {
  async function request(steps: readonly string[], { method, query = {}, headers = {}, body }: BlobRequest) {
    const url = new URL(`${endpoint}/${[container, ...steps].map(encodeURIComponent).join("/")}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const sent: Record<string, string> = {
      "x-ms-version": VERSION,
      "x-ms-date": outbound.now().toUTCString(),
      ...headers,
    };
    if (accountKey !== "")
      sent.authorization = await sharedKeyAuthorization(account, accountKey, {
        method,
        url,
        headers: sent,
        contentLength: body?.length ?? 0,
      });
    const signed =
      accountKey === "" ? `${url.href}${url.search === "" ? "?" : "&"}${sas.replace(/^\?/, "")}` : url.href;
    return await storeRequest(outbound, signed, { method, headers: sent, ...(body ? { body } : {}) });
  }
  const stepsOf = ({ folders, name }: StoredPlace): string[] => [...folders, name];

  async function putBlocks(steps: readonly string[], content: FileContent, headers: Record<string, string>) {
    const { bytes, sha256, mediaType } = content;
    const listed = await request(steps, { method: "GET", query: { comp: "blocklist", blocklisttype: "uncommitted" } });
    const texts = isDone(listed) ? xmlTexts(listed.bytes) : [];
    const there = new Map(
      texts.flatMap(({ name, text }, index) => (name === "name" ? [[text, texts[index + 1]?.text]] : [])),
    );
    const ids: string[] = [];
    for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
      const number = String(start / BLOCK_BYTES).padStart(5, "0");
      const id = Buffer.from(`${sha256.slice(0, 16)}-${number}`).toString("base64");
      ids.push(id);
      const body = bytes.subarray(start, start + BLOCK_BYTES);
      if (there.get(id) === String(body.length)) continue;
      const answer = await request(steps, { method: "PUT", query: { comp: "block", blockid: id }, body });
      if (!isMade(answer)) return answer;
    }
    const list = `<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join("")}</BlockList>`;
    const body = new TextEncoder().encode(list);
    const type = { "content-type": "application/xml", "x-ms-blob-content-type": mediaType };
    return await request(steps, {
      method: "PUT",
      query: { comp: "blocklist" },
      headers: { ...headers, ...type },
      body,
    });
  }

  return {
    async checkAccess() {
      const answer = await request(["docloom-handshake"], { method: "HEAD" });
      const isFine = isBlob(answer) || codeOf(answer) === "BlobNotFound" || mayNotLook(answer);
      if (!isFine) throw azureError(outbound, answer);
    },

    async find(place) {
      const answer = await request(stepsOf(place), { method: "HEAD" });
      if ((answer.status === 404 && codeOf(answer) !== "ContainerNotFound") || mayNotLook(answer)) return undefined;
      if (!isBlob(answer)) throw azureError(outbound, answer);
      const there = answer.headers.get(HASH);
      return { holds: async ({ sha256 }) => there === sha256 };
    },

    async put(place, content, mayReplace) {
      const headers = { [HASH]: content.sha256, ...(mayReplace ? {} : { "if-none-match": "*" }) };
      const steps = stepsOf(place);
      const answer =
        content.bytes.length > WHOLE_BYTES
          ? await putBlocks(steps, content, headers)
          : await request(steps, {
              method: "PUT",
              headers: { ...headers, "x-ms-blob-type": "BlockBlob", "content-type": content.mediaType },
              body: content.bytes,
            });
      const isTaken = codeOf(answer) === "BlobAlreadyExists" || codeOf(answer) === "ConditionNotMet";
      if (isTaken && !mayReplace) return undefined;
      if (!isMade(answer)) throw azureError(outbound, answer);
      return responseHead(answer);
    },
  };
}

function azureError(outbound: OutboundContext, answer: OutboundAnswer): DeliveryError {
  const { status } = answer;
  const code = codeOf(answer);
  const detail = code === "" ? "" : ` (${code})`;
  if (code === "" && (isDone(answer) || isFromIntermediary(answer)))
    return unexpectedAnswer(outbound, "The storage account", answer);
  if (code === "ContainerNotFound" || (status === 404 && code === ""))
    return storeError(
      outbound,
      "missing",
      `The container is not in the storage account${detail}.`,
      answer,
      "container",
    );
  if (code === "AccountIsDisabled" || code === "QuotaExceeded" || status === 507)
    return storeError(outbound, "quota", `The storage account takes nothing more${detail}.`, answer);
  if (status === 401 || status === 403)
    return storeError(
      outbound,
      "credentials",
      `The storage account does not take key or signature${detail}.`,
      answer,
      "account",
    );
  if (code.startsWith("Lease") || code === "ContainerBeingDeleted" || code === "BlobBeingRehydrated")
    return storeError(outbound, "later", `The blob or its container cannot be written now${detail}.`, answer);
  if (status === 413)
    return storeError(outbound, "never", `The storage account takes no file of this size${detail}.`, answer);
  if (isTransient(answer))
    return storeError(outbound, "later", `The storage account is busy, or out of order${detail}.`, answer);
  return storeError(outbound, "never", `The storage account refuses the file${detail}.`, answer);
}
