/** The package has no types of its own. */
declare module "hyphen" {
  /** Marks the places in a text where words may be cut, with soft hyphens. */
  function createHyphenator(patterns: readonly unknown[]): (text: string) => string;
  export = createHyphenator;
}
