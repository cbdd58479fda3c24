import { useEffect } from "react";

const PREFIX = "docloom:typed:";
const placeOf = (key: string): string => `${PREFIX}${key}`;

/** Whoever signs in next in this tab does not see it. */
export function forgetKept(): void {
  for (const place of Object.keys(sessionStorage)) if (place.startsWith(PREFIX)) sessionStorage.removeItem(place);
}

/** What was typed under a key in this tab and kept; undefined if there is nothing that can be read. */
export function keptAt(key: string): unknown {
  const text = sessionStorage.getItem(placeOf(key));
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    console.warn("What was kept here is not what was typed", error);

    return undefined;
  }
}

/**
 * Typed data survive a reload: they stay in this tab, and in no other, until they are saved or the tab is closed.
 * @param value undefined: there is nothing to keep
 */
export function useKept(key: string, value: unknown): void {
  useEffect(() => {
    const place = placeOf(key);
    const keep = () => {
      if (value === undefined) return sessionStorage.removeItem(place);
      try {
        sessionStorage.setItem(place, JSON.stringify(value));
      } catch (error) {
        // The browser's room is used up, by a picture in the data for example: only a reload would lose it.
        console.warn("What was typed cannot be kept for a reload", error);
      }
    };
    const timer = setTimeout(keep, 300);
    window.addEventListener("pagehide", keep);

    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [key, value]);
}
