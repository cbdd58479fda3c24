import { Buffer } from "node:buffer";
import type { OutboundAnswer } from "../../outbound/guarded-request.ts";
import { sha256Hex } from "../../store/sha256.ts";
import type { DeliveryError } from "../delivery-error.ts";
import type { OutboundContext } from "../outbound-context.ts";
import { responseHead } from "../response-head.ts";
import type { FileContent, FileStore, FoundFile } from "./file-store.ts";
import { isRedirect, isTransient, storeError, storeRequest, unexpectedAnswer } from "./store-request.ts";
import type { StoredPlace } from "./stored-place.ts";
import { type DavRequest, uploadInPieces } from "./webdav-pieces.ts";
import { xmlTexts } from "./xml-texts.ts";

/** A folder of a WebDAV server (RFC 4918), and who asks. */
export interface WebdavAccount {
  /** Address of the folder. */
  url: string;
  user: string;
  password: string;
}

const MADE = 201;
const FOUND = 207;
const EXISTS = 405;
const TAKEN = 412;
const isDone = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299;
/** RFC 9110, 9.3.4: what else is answered with 200 may be a page of a login in between. */
const isWritten = ({ status }: OutboundAnswer): boolean => status === MADE || status === 204;
/** RFC 4918, 9.7.1: a folder above is missing; some servers say that it is not found. */
const lacksFolder = ({ status }: OutboundAnswer): boolean => status === 409 || status === 404;

/** RFC 9110, 15.4: the other redirects are for now, such as one to a page that says what is being repaired. */
const isMoved = ({ status }: OutboundAnswer): boolean => status === 301 || status === 308;

/** Nextcloud, ownCloud and any other server that speaks WebDAV. */
export function webdavStore(outbound: OutboundContext, { url, user, password }: WebdavAccount): FileStore {
  const base = url.replace(/[?#].*$/s, "").replace(/(?<!\/)\/*$/, "/");
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const request: DavRequest = (address, { method, headers = {}, body }, maxBytes) =>
    storeRequest(
      outbound,
      address,
      { method, headers: { "user-agent": "Docloom", authorization, ...headers }, ...(body ? { body } : {}) },
      maxBytes,
    );
  const addressOf = (steps: readonly string[]): string => base + steps.map(encodeURIComponent).join("/");
  const fileAddress = ({ folders, name }: StoredPlace): string => addressOf([...folders, name]);
  const fault = (answer: OutboundAnswer): DeliveryError => webdavError(outbound, answer);

  async function makeFolders({ folders }: StoredPlace): Promise<void> {
    for (const depth of folders.keys()) {
      const answer = await request(`${addressOf(folders.slice(0, depth + 1))}/`, { method: "MKCOL" });
      if (answer.status !== MADE && answer.status !== EXISTS) throw fault(answer);
    }
  }

  async function write(place: StoredPlace, { bytes, mediaType }: FileContent, mayReplace: boolean) {
    const headers = { "content-type": mediaType, ...(mayReplace ? {} : { "if-none-match": "*" }) };
    return await request(fileAddress(place), { method: "PUT", headers, body: bytes });
  }

  /** HEAD would do, but a login page in between answers that with 200, too. */
  const look = (address: string) => request(address, { method: "PROPFIND", headers: { depth: "0" } });

  /** Whether a file of this length is there. */
  async function isThere(place: StoredPlace, { bytes }: FileContent): Promise<boolean> {
    const answer = await look(fileAddress(place));
    const length = xmlTexts(answer.bytes).find(({ name }) => name === "getcontentlength")?.text;
    return answer.status === FOUND && Number(length) === bytes.length;
  }

  return {
    async checkAccess() {
      const answer = await look(base);
      if (answer.status === FOUND) return;
      if (isDone(answer) || answer.status === EXISTS || answer.status === 501)
        throw storeError(outbound, "never", "What answers at the address is no WebDAV folder.", answer, "url");
      throw fault(answer);
    },

    async find(place): Promise<FoundFile | undefined> {
      const address = fileAddress(place);
      const answer = await look(address);
      if (lacksFolder(answer)) return undefined;
      if (answer.status !== FOUND) throw fault(answer);
      return {
        async holds({ bytes, sha256 }) {
          const there = await request(address, { method: "GET" }, bytes.length + 1);
          return there.status === 200 && (await sha256Hex(there.bytes)) === sha256;
        },
      };
    },

    async put(place, content, mayReplace) {
      const pieces = await uploadInPieces(request, base, fileAddress(place), content, {
        mayReplace,
        makeFolders: () => makeFolders(place),
      });
      let answer = pieces ?? (await write(place, content, mayReplace));
      if (!pieces && lacksFolder(answer) && place.folders.length > 0) {
        await makeFolders(place);
        answer = await write(place, content, mayReplace);
      }
      if (answer.status === TAKEN && !mayReplace) return undefined;
      if (!isDone(answer) || (!isWritten(answer) && !(await isThere(place, content)))) throw fault(answer);
      return responseHead(answer);
    },
  };
}

function webdavError(outbound: OutboundContext, answer: OutboundAnswer): DeliveryError {
  const { status } = answer;
  if (isDone(answer)) return unexpectedAnswer(outbound, "The store", answer);
  if (status === 401)
    return storeError(outbound, "credentials", "The store does not take user and password.", answer, "password");
  if (status === 403)
    return storeError(outbound, "credentials", "The user may not write into the folder of the store.", answer, "user");
  if (lacksFolder(answer))
    return storeError(outbound, "missing", "The folder that the address names is not in the store.", answer, "url");
  if (status === 507) return storeError(outbound, "quota", "The store is full: there is no room for the file.", answer);
  if (status === 423) return storeError(outbound, "later", "Somebody is working on the file: it is locked.", answer);
  if (status === 413) return storeError(outbound, "never", "The store takes no file of this size.", answer);
  if (status === EXISTS) return storeError(outbound, "never", "There is a folder of the file's name.", answer, "path");
  if (isRedirect(answer))
    return storeError(
      outbound,
      isMoved(answer) ? "never" : "later",
      "The address leads to another one: it has to be that one itself.",
      answer,
      "url",
    );
  if (status === TAKEN)
    return storeError(outbound, "later", "Somebody is working on the file: it has changed.", answer);
  if (isTransient(answer)) return storeError(outbound, "later", "The store is busy, or out of order.", answer);
  return storeError(outbound, "never", "The store refuses the file.", answer);
}
