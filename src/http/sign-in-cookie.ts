import { Buffer } from "node:buffer";
import { parse, serialize } from "hono/utils/cookie";
import { cookieName, isSecure } from "./cookie-name.ts";

const NAME = "docloom_sign_in";

/** Which browser a sign-in was begun in; undefined if it has begun none. */
export function signInBrowser({ url, headers }: { url: string; headers: Headers }): string | undefined {
  const name = cookieName(NAME, url);
  return parse(headers.get("cookie") ?? "", name)[name] || undefined;
}

export const newSignInBrowser = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");

/**
 * `Set-Cookie` by which a browser is known that begins to sign in. It comes along when an issuer sends the browser back
 * (`Lax`), opens nothing, and is none of the session's.
 */
export function signInCookie(url: string, browser: string, lifetimeSeconds: number): string {
  return serialize(cookieName(NAME, url), browser, {
    httpOnly: true,
    secure: isSecure(url),
    sameSite: "Lax",
    path: "/",
    maxAge: lifetimeSeconds,
  });
}
