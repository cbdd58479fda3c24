import type { OutboundAnswer, OutboundRequest } from "../../outbound/guarded-request.ts";
import { sha256Hex } from "../../store/sha256.ts";
import type { FileContent } from "./file-store.ts";
import { xmlTexts } from "./xml-texts.ts";

/** A request with the account's credentials. */
export type DavRequest = (
  url: string,
  request: OutboundRequest & { method: string },
  maxBytes?: number,
) => Promise<OutboundAnswer>;

interface PieceOptions {
  mayReplace: boolean;
  makeFolders(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;
/** What is larger goes in pieces: a slow line needs no second try of all of it. */
const WHOLE_BYTES = 20 * MEBIBYTE;
/** Nextcloud wants 5 MB at least, except for the last one. */
const PIECE_BYTES = 10 * MEBIBYTE;
/** Where Nextcloud and ownCloud have the files of a user; their uploads are beside it. */
const FILES = /^(.*\/remote\.php\/dav)\/files\/([^/]+)\//;

/**
 * A large file in pieces, as Nextcloud and ownCloud 10 take it: a folder for the upload, numbered pieces, one MOVE. Pieces
 * that a try before has sent are not sent again.
 * @returns what the MOVE was answered, or what kept a piece from being taken; undefined where the file goes as a whole
 */
export async function uploadInPieces(
  request: DavRequest,
  base: string,
  destination: string,
  { bytes, sha256 }: FileContent,
  { mayReplace, makeFolders }: PieceOptions,
): Promise<OutboundAnswer | undefined> {
  const [, root, user] = FILES.exec(base) ?? [];
  if (root === undefined || user === undefined || bytes.length <= WHOLE_BYTES) return undefined;
  await makeFolders();
  const upload = `${root}/uploads/${user}/docloom-${await nameOf(destination, sha256)}`;
  const headers = { destination, "oc-total-length": String(bytes.length) };
  const made = await request(upload, { method: "MKCOL", headers: { destination } });
  // Other servers have no such place.
  if (made.status === 404 || made.status === 501) return undefined;
  if (made.status !== 201 && made.status !== 405) return made;
  const there = made.status === 405 ? await piecesOf(request, upload) : new Map<string, number>();
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const name = String(start / PIECE_BYTES + 1).padStart(5, "0");
    const body = bytes.subarray(start, start + PIECE_BYTES);
    if (there.get(name) === body.length) continue;
    const answer = await request(`${upload}/${name}`, { method: "PUT", headers, body });
    if (answer.status < 200 || answer.status > 299) return answer;
  }
  return await request(`${upload}/.file`, {
    method: "MOVE",
    headers: { ...headers, overwrite: mayReplace ? "T" : "F" },
  });
}

/** The same for every try of one file at one place. */
async function nameOf(destination: string, sha256: string): Promise<string> {
  return `${(await sha256Hex(destination)).slice(0, 16)}-${sha256.slice(0, 16)}`;
}

/** The pieces that are there, by name, and how long they are. */
async function piecesOf(request: DavRequest, upload: string): Promise<Map<string, number>> {
  const { status, bytes } = await request(`${upload}/`, { method: "PROPFIND", headers: { depth: "1" } });
  const pieces = new Map<string, number>();
  if (status !== 207) return pieces;
  let name = "";
  for (const element of xmlTexts(bytes)) {
    if (element.name === "href") name = element.text.replace(/^.*\//s, "");
    if (element.name === "getcontentlength") pieces.set(name, Number(element.text));
  }
  return pieces;
}
