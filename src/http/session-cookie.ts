import { parse, serialize } from "hono/utils/cookie";

/** Browsers take a `__Host-` cookie only over https, for the whole host and from nobody but the host itself. */
const SECURE_NAME = "__Host-docloom_session";
const PLAIN_NAME = "docloom_session";

const isSecure = (url: string): boolean => new URL(url).protocol === "https:";

/** Cookies are the same for all ports of a host (RFC 6265, 8.5): services beside each other need names of their own. */
function cookieName(url: string): string {
  const { port } = new URL(url);
  return `${isSecure(url) ? SECURE_NAME : PLAIN_NAME}${port === "" ? "" : `_${port}`}`;
}

/** The token in a request's session cookie; undefined when there is none. */
export function sessionToken({ url, headers }: { url: string; headers: Headers }): string | undefined {
  const name = cookieName(url);
  return parse(headers.get("cookie") ?? "", name)[name];
}

/** `Set-Cookie` with a new session's token (RFC 6265): no script reads it, no other site sends it. */
export function sessionCookie(url: string, token: string, lifetimeSeconds: number): string {
  return serialize(cookieName(url), token, {
    httpOnly: true,
    secure: isSecure(url),
    sameSite: "Strict",
    path: "/",
    maxAge: lifetimeSeconds,
  });
}

/** `Set-Cookie` that makes the browser forget its session. */
export const endedSessionCookie = (url: string): string => sessionCookie(url, "", 0);
