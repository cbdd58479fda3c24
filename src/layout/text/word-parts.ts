/** Where words may be cut at the ends of lines, by the patterns of their languages: static files that are fetched on need. */
import createHyphenator from "hyphen";
import * as z from "zod";
import type { WordParts } from "./hyphenation.ts";
import { hyphenationBundle } from "./hyphenation-languages.ts";

const SOFT_HYPHEN = "\u00ad";
/** Levels, the tree of patterns, exceptions. */
const patternsSchema = z.tuple([z.array(z.array(z.number())), z.record(z.string(), z.unknown()), z.unknown()]);
/** A language takes a megabyte. */
const MAX_CACHED = 4;

type Marker = (text: string) => string;

/** A static file of the service; undefined if there is none. */
type ReadPatterns = (path: string) => Promise<Uint8Array | undefined>;

/** Those that documents of this isolate used recently, the last one at the end. */
const kept = new Map<string, Marker>();

/** Words of a language without patterns stay whole. */
export async function wordParts(languages: Iterable<string>, read: ReadPatterns): Promise<WordParts> {
  const markers = new Map<string, Marker>();
  for (const name of new Set(Array.from(languages, hyphenationBundle))) {
    const marker = name === undefined ? undefined : await markerOf(name, read);
    if (name !== undefined && marker) markers.set(name, marker);
  }
  return (word, language) =>
    markers
      .get(hyphenationBundle(language) ?? "")?.(word)
      .split(SOFT_HYPHEN) ?? [word];
}

async function markerOf(name: string, read: ReadPatterns): Promise<Marker | undefined> {
  let marker = kept.get(name);
  if (!marker) {
    const bytes = await read(`/layout/hyphenation/${name}.json`);
    if (!bytes) return undefined;
    marker = createHyphenator(patternsSchema.parse(JSON.parse(new TextDecoder().decode(bytes))));
  }
  kept.delete(name);
  kept.set(name, marker);
  for (const other of kept.keys()) if (kept.size > MAX_CACHED) kept.delete(other);
  return marker;
}
