import { useEffect, useRef, useSyncExternalStore } from "react";

/** A screen that takes files, wherever in the window they are dropped. */
interface FileTaker {
  /** What will happen, e.g. `Drop files to create documents`. */
  label: string;
  onFiles: (files: File[]) => void;
}

let takers: readonly FileTaker[] = [];
const listeners = new Set<() => void>();

function setTakers(next: readonly FileTaker[]): void {
  takers = next;
  for (const listener of listeners) listener();
}

/** Takes files that are dropped anywhere as long as the component is in view; the one that came last goes first. @param isClosed nobody may */
export function useFileDrop(label: string, onFiles: (files: File[]) => void, isClosed = false): void {
  const newest = useRef(onFiles);
  newest.current = onFiles;

  useEffect(() => {
    if (isClosed) return;
    const taker: FileTaker = { label, onFiles: (files) => newest.current(files) };
    setTakers([...takers, taker]);

    return () => setTakers(takers.filter((one) => one !== taker));
  }, [label, isClosed]);
}

/** Who takes files now; undefined if nobody does. */
export const useFileTaker = (): FileTaker | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);

      return () => listeners.delete(listener);
    },
    () => takers.at(-1),
  );
