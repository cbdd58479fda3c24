import { useEffect, useState } from "react";

/** A template as it is saved. */
interface SavedText {
  text: string;
  etag: string;
}

/** Text that is being written: unsaved text outlives a closed tab. */
export function useDraft(key: string, saved: SavedText) {
  const place = `docloom:draft:${key}`;
  const etagPlace = `docloom:draft-of:${key}`;
  const [kept] = useState(() => localStorage.getItem(place));
  const [text, setText] = useState(kept ?? saved.text);
  const [base, setBase] = useState(() => ({
    ...saved,
    etag: (kept === null ? null : localStorage.getItem(etagPlace)) ?? saved.etag,
  }));
  const isChanged = text !== base.text;
  // What others saved meanwhile is adopted if nothing was written. The user's own text keeps the version it was based
  // on, so that saving it finds the conflict.
  if (base.etag !== saved.etag && (!isChanged || text === saved.text)) startFrom(saved);

  useEffect(() => {
    const keep = () => {
      if (isChanged) {
        localStorage.setItem(place, text);
        localStorage.setItem(etagPlace, base.etag);
      } else {
        localStorage.removeItem(place);
        localStorage.removeItem(etagPlace);
      }
    };
    const timer = setTimeout(keep, 400);
    // Closing the tab right after the last keystroke loses nothing either.
    window.addEventListener("pagehide", keep);

    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [place, etagPlace, text, base.etag, isChanged]);

  /** Shows what is saved, and continues from there. */
  function startFrom(version: SavedText) {
    setBase(version);
    setText(version.text);
  }

  return { text, setText, base, setBase, startFrom, isChanged, isRestored: kept !== null && kept !== saved.text };
}
