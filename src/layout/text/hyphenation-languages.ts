/** Languages whose words can be hyphenated: the primary subtag (or a whole tag) -> the name of the bundle with its patterns. */
const BUNDLES: Readonly<Record<string, string>> = {
  da: "da",
  de: "de-1996",
  en: "en-us",
  "en-gb": "en-gb",
  es: "es",
  fi: "fi",
  fr: "fr",
  it: "it",
  nb: "nb",
  nl: "nl",
  nn: "nn",
  no: "nb",
  pl: "pl",
  pt: "pt",
  sv: "sv",
};

export const HYPHENATION_BUNDLES: readonly string[] = [...new Set(Object.values(BUNDLES))];

/** The bundle for a language tag such as `de-AT`; undefined if there are no patterns. */
export function hyphenationBundle(language: string): string | undefined {
  const tag = language.toLowerCase();
  return BUNDLES[tag] ?? BUNDLES[tag.split("-")[0] ?? ""];
}
