/**
 * Texts that an editor has reported to its owner and not had back yet. The owner draws a moment later, and on a busy machine
 * somebody has typed on by then: what comes back is not news, and treated as news it would throw the cursor to the end.
 */
export class ReportedTexts {
  #texts: string[] = [];

  add(text: string): void {
    this.#texts.push(text);
  }

  /** Whether a text that the owner gives is one that was reported to it; earlier ones have been skipped. */
  isEcho(text: string): boolean {
    const index = this.#texts.lastIndexOf(text);
    this.#texts = index < 0 ? [] : this.#texts.slice(index + 1);

    return index >= 0;
  }
}
