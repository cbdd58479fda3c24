/** What following the rules of a font takes, counted: strangers' rules may be short and go on forever. */

/** A font's rules take more steps than those of real fonts do. */
export class EndlessLookups extends Error {
  override name = "EndlessRules";
}

/** For one text. A step is a glyph that is looked at, or a rule that is tried. */
export class LookupSteps {
  #left = 0;
  #mostGlyphs = 0;

  /** @param mostGlyphs what the text may become */
  begin(steps: number, mostGlyphs: number): void {
    this.#left = steps;
    this.#mostGlyphs = mostGlyphs;
  }

  get left(): number {
    return this.#left;
  }

  /** @throws EndlessLookups if there are none left */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new EndlessLookups();
  }

  /** @throws EndlessLookups if the text has become too many glyphs */
  checkLength(glyphs: number): void {
    if (glyphs > this.#mostGlyphs) throw new EndlessLookups();
  }
}
