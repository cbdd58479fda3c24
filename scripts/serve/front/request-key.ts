import { createHmac, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { SESSION_COOKIE } from "../../../src/http/session-cookie.ts";

/** What is kept of an address or a credential opens nothing. */
const SALT = randomBytes(32);
const hashed = (...parts: readonly string[]): string =>
  createHmac("sha256", SALT).update(JSON.stringify(parts)).digest("base64url");

/** Addresses that belong to a workspace by themselves; the secret of a link to a file comes at once, the others' after an id. */
const ADDRESS = /^\/(?:(merge|route|form)\/([^/?]+)\/([^/?]+)|(files)\/([^/?]+))/;
/** By all names that the cookie may have: how browsers reach the service is not known here. */
const SESSION = new RegExp(`(?:^|;\\s*)((?:__Host-)?${SESSION_COOKIE}(?:_\\d+)?=[^;]*)`, "g");

/**
 * By what a request belongs to a workspace: an address that does, its credentials, or the session of its browser; undefined if
 * there is none of them. It is not checked here.
 */
export function requestKey(url: string, { authorization, cookie }: IncomingHttpHeaders): string | undefined {
  const address = ADDRESS.exec(url);
  if (address) return hashed(...address.slice(1).filter((part) => part !== undefined));
  if (authorization !== undefined) return hashed("authorization", authorization);
  const sessions = Array.from((cookie ?? "").matchAll(SESSION), ([, session = ""]) => session);
  return sessions.length > 0 ? hashed("session", ...sessions) : undefined;
}
