import { parse, serialize } from "hono/utils/cookie";
import { cookieName, isSecure } from "./cookie-name.ts";

/** What the cookie is called where its service has a host and https' own port to itself, before what `cookieName` adds. */
export const SESSION_COOKIE = "docloom_session";

/** The token in a request's session cookie; undefined when there is none. */
export function sessionToken({ url, headers }: { url: string; headers: Headers }): string | undefined {
  const name = cookieName(SESSION_COOKIE, url);
  return parse(headers.get("cookie") ?? "", name)[name];
}

/** `Set-Cookie` with a new session's token (RFC 6265): no script reads it, no other site sends it. */
export function sessionCookie(url: string, token: string, lifetimeSeconds: number): string {
  return serialize(cookieName(SESSION_COOKIE, url), token, {
    httpOnly: true,
    secure: isSecure(url),
    sameSite: "Strict",
    path: "/",
    maxAge: lifetimeSeconds,
  });
}

/** `Set-Cookie` that makes the browser forget its session. */
export const endedSessionCookie = (url: string): string => sessionCookie(url, "", 0);
