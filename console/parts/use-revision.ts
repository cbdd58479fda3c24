import { useEffect, useRef } from "react";

/** What a form was filled with: its changes are made to that, and to nothing else. */
export interface Revision {
  /** The header of the request that saves the form. */
  header(): { "If-Match"?: string };
  /** It is saved: the next change is made to this. */
  saved(response: Response): void;
  /** Whatever somebody else has saved meanwhile may be written over. */
  overwrite(): void;
}

/**
 * Follows the version that a form was filled from.
 * @param etag of what is saved, as it is known now
 * @param values the same as the form shows it: a change that the form does not show is none for it
 * @param isFollowing nothing was typed, and what is shown is what is saved
 */
export function useRevision(etag: string, values: unknown, isFollowing = false): Revision {
  const shown = JSON.stringify(values);
  const filled = useRef<{ etag: string; shown: string | undefined }>({ etag, shown });

  useEffect(() => {
    if (isFollowing) filled.current = { etag, shown };
    else if (filled.current.shown === shown) filled.current.etag = etag;
    else if (filled.current.etag === etag) filled.current.shown = shown;
  }, [etag, shown, isFollowing]);

  return {
    header: () => (filled.current.etag === "" ? {} : { "If-Match": filled.current.etag }),
    saved(response) {
      filled.current = { etag: response.headers.get("etag") ?? "", shown: undefined };
    },
    overwrite() {
      filled.current.etag = "*";
    },
  };
}
