/** Patterns for hyphenation, loaded into the page for the languages of a document only. */
import type { WordParts } from "./hyphenation.ts";
import { hyphenationBundle } from "./hyphenation-languages.ts";

const SOFT_HYPHEN = "\u00ad";

declare global {
  interface Window {
    /** Filled by the bundles: marks the places in a text with soft hyphens. */
    docloomHyphenation?: Record<string, (text: string) => string>;
  }
}

/** The nonce that lets scripts run here; a script element only reveals it while its own script runs. */
const nonce =
  typeof document === "undefined" ? "" : ((document.currentScript as HTMLScriptElement | null)?.nonce ?? "");

async function loadBundle(name: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const script = document.createElement("script");
    script.nonce = nonce;
    script.src = `/layout/hyphenation/${name}.js`;
    script.onload = () => resolve();
    // Without patterns the words stay whole.
    script.onerror = () => resolve();
    document.head.append(script);
  });
}

export async function loadHyphenation(languages: Iterable<string>): Promise<WordParts> {
  const names = new Set([...languages].flatMap((language) => hyphenationBundle(language) ?? []));
  await Promise.all([...names].map(loadBundle));
  return (word, language) => {
    const name = hyphenationBundle(language);
    const mark = name ? window.docloomHyphenation?.[name] : undefined;
    return mark ? mark(word).split(SOFT_HYPHEN) : [word];
  };
}
