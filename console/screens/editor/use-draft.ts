import { useEffect, useState } from "react";

/** Text that is being written: what is not saved yet outlives a closed tab. */
export function useDraft(key: string, saved: string) {
  const place = `docloom:draft:${key}`;
  const [kept] = useState(() => localStorage.getItem(place));
  const [text, setText] = useState(kept ?? saved);
  const isChanged = text !== saved;

  useEffect(() => {
    const keep = () => {
      if (isChanged) localStorage.setItem(place, text);
      else localStorage.removeItem(place);
    };
    const timer = setTimeout(keep, 400);
    // Who closes the tab right after the last key loses nothing either.
    window.addEventListener("pagehide", keep);

    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [place, text, isChanged]);

  return { text, setText, isChanged, isRestored: kept !== null && kept !== saved };
}
