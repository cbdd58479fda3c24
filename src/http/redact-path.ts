/**
 * A path as logs may show it: the secret part of an address (a document's, route's or fill-in page's key, a link's token) is cut, in
 * whatever case and spelling the address was written, and whether or not it leads anywhere.
 */
export function redactPath(path: string): string {
  const plain = decoded(path);
  const place = /^\/*(merge|route|form|files)(?=\/|$)/i.exec(plain);
  if (!place) return withoutKeys(path);
  const [kind = "", id = "", ...rest] = plain.slice(place[0].length - (place[1]?.length ?? 0)).split(/\/+/);
  if (kind.toLowerCase() === "files") return id === "" ? `/${kind}` : `/${kind}/***`;
  return rest.length > 0 ? `/${kind}/${shortId(id)}/***` : `/${kind}/${shortId(id)}`;
}

const decoded = (path: string): string =>
  path.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Keys and tokens have 32 characters, ids 23: what is nearly as long as a key may be one, in an address that was mistyped. */
const withoutKeys = (path: string): string =>
  path
    .split("/")
    .map((step) => (/[\w-]{28,}/.test(decoded(step)) ? "***" : step))
    .join("/");

/** An id is a number; anything else there may be a key in the wrong place. */
const shortId = (text: string): string => (/^\d{0,10}$/.test(text) ? text : "***");
