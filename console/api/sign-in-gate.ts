/** Requests wait here when the session has ended; the dialog that asks for the key lets them proceed. */
let waiting: { promise: Promise<void>; release: () => void; fresh: boolean } | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * Resolves once somebody has signed in again.
 * @param fresh the session goes on, but the last sign-in is too long ago
 */
export function signInAgain(fresh: boolean): Promise<void> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting = { promise, release: resolve, fresh };
    notify();
  }

  return waiting.promise;
}

/** Lets the requests that waited for a session be sent once more. */
export function signedIn(): void {
  waiting?.release();
  waiting = undefined;
  notify();
}

export const isSignInNeeded = (): boolean => waiting !== undefined;

export const isFreshSignInNeeded = (): boolean => waiting?.fresh === true;

/** For `useSyncExternalStore`. */
export function onSignInNeeded(listener: () => void): () => void {
  listeners.add(listener);

  return () => listeners.delete(listener);
}
