/**
 * The token that renews access, kept between openings of the pane where the browser keeps things for it. A token works once, so
 * two panes must never use one at the same time: without locks nothing is kept, and each opening asks anew.
 */
export interface KeptToken {
  read(): string | undefined;
  write(token: string): void;
  forget(): void;
  /** Nobody else reads or writes meanwhile. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** @param partition tells pages of Office apart, where it does so */
export function keptToken(partition: string): KeptToken {
  const key = `docloom:add-in:${partition}`;
  const storage = usableStorage();
  let inMemory: string | undefined;

  return {
    read: () => (storage ? (storage.getItem(key) ?? undefined) : inMemory),
    write(token) {
      if (storage) storage.setItem(key, token);
      else inMemory = token;
    },
    forget() {
      storage?.removeItem(key);
      inMemory = undefined;
    },
    alone: (work) => (storage ? navigator.locks.request(key, work) : work()),
  };
}

function usableStorage(): Storage | undefined {
  if (!("locks" in navigator)) return undefined;
  try {
    return window.localStorage;
  } catch {
    console.warn("The browser keeps nothing for this page: the sign-in lasts as long as the pane is open.");
    return undefined;
  }
}
