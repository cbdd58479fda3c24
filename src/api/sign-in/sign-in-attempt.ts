import type { RequestContext } from "../../http/context.ts";
import { newSignInBrowser, signInBrowser, signInCookie } from "../../http/sign-in-cookie.ts";
import type { NewAttempt } from "../../store/ways-in/sign-in-attempts.ts";

/** How long somebody may take at an issuer, or to find a mail. */
export const ATTEMPT_LIFETIME_MS = 15 * 60 * 1000;

/**
 * Notes that this browser begins to sign in.
 * @returns `Set-Cookie`, by which it is known again
 */
export async function beginAttempt(
  { request, store, now }: RequestContext,
  attempt: Omit<NewAttempt, "browser">,
): Promise<string> {
  // A browser with several tabs is one.
  const browser = signInBrowser(request) ?? newSignInBrowser();
  await store.control.signInAttempts.begin({ ...attempt, browser }, now(), ATTEMPT_LIFETIME_MS);
  return signInCookie(request.url, browser, ATTEMPT_LIFETIME_MS / 1000);
}

/** What was noted of an attempt that this browser began; undefined for another's, a used or an old one. */
export async function finishAttempt(
  { request, store, now }: RequestContext,
  kind: NewAttempt["kind"],
  token: string,
): Promise<unknown> {
  const browser = signInBrowser(request);
  return browser === undefined ? undefined : await store.control.signInAttempts.finish(kind, token, browser, now());
}
