/** Requests wait here when the session has ended; the dialog that asks for the key lets them proceed. */
let waiting: { promise: Promise<void>; release: () => void } | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Resolves once somebody has signed in again. */
export function signInAgain(): Promise<void> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting = { promise, release: resolve };
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

/** For `useSyncExternalStore`. */
export function onSignInNeeded(listener: () => void): () => void {
  listeners.add(listener);

  return () => listeners.delete(listener);
}
