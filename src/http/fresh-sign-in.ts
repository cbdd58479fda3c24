import { Failure } from "../domain/failure.ts";
import type { Caller } from "./context.ts";

/** How long a sign-in is fresh. */
const FRESH_MS = 10 * 60 * 1000;

/**
 * Asks a person who changes who gets in, or where files go, to have signed in a moment ago: a browser that was left open does
 * not do it. Keys are what they are, and an application was let in by a fresh sign-in.
 * @throws Failure `fresh_sign_in_required`
 */
export function requireFreshSignIn({ person, session }: Caller, now: Date): void {
  if (!person || !session) return;
  const { freshAt } = session;
  if (freshAt && now.getTime() - freshAt.getTime() <= FRESH_MS) return;

  throw new Failure(
    "fresh_sign_in_required",
    "This changes who can get in or where files go, and you signed in more than ten minutes ago: sign in once more, then send it again.",
  );
}
