/**
 * Something in a template that is not an error but most likely not what its author means. Kept with the template's
 * version and listed by the answers about its document.
 */
export interface TemplateWarning {
  /** Stable word; docs/warnings.md explains each. */
  code: string;
  /** Package part, sheet cell, PDF field, or part of an html document: `body`, `header`, `footer`. */
  part: string;
  /** Where a person finds it, e.g. `table 2, row 3, cell 2, under the heading “Delivery”` or `line 4, column 7`. */
  place: string;
  /** The text around it, as written. */
  text: string;
  /** A sentence that says what happens. */
  message: string;
  /** A sentence that says what to write instead; empty if nothing can be said. */
  remedy: string;
  /** Place in the text of an html part: 1-based line and column, offset and length in UTF-16 units. */
  line?: number;
  column?: number;
  offset?: number;
  length?: number;
}

/** A warning as one sentence with its place, for lists of texts. */
export function warningMessage({ place, message, remedy }: TemplateWarning): string {
  return [place && `In ${place}: `, message, remedy && ` ${remedy}`].filter(Boolean).join("");
}
