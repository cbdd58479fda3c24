import type { CharacterSet } from "./character-set.ts";

/** What must hold between two characters, without taking any of them. */
export type Assertion =
  | { readonly kind: "textStart" }
  | { readonly kind: "textEnd" }
  | { readonly kind: "textEndOrFinalNewline" }
  | { readonly kind: "lineStart" }
  | { readonly kind: "lineEnd" }
  | { readonly kind: "wordBoundary"; readonly word: CharacterSet; readonly negated: boolean }
  /** The next character is not in the set: how possessive quantifiers and `\R` are held without backtracking. */
  | { readonly kind: "notNext"; readonly set: CharacterSet }
  /** The next character is in the set. */
  | { readonly kind: "next"; readonly set: CharacterSet };

export type RepeatMode = "greedy" | "lazy" | "possessive";

export type RegexNode =
  | { readonly kind: "empty" }
  | { readonly kind: "set"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly items: readonly RegexNode[] }
  | { readonly kind: "choice"; readonly options: readonly RegexNode[] }
  | { readonly kind: "capture"; readonly index: number; readonly body: RegexNode }
  | {
      readonly kind: "repeat";
      readonly body: RegexNode;
      readonly min: number;
      /** `Infinity` when there is no upper bound. */
      readonly max: number;
      readonly mode: RepeatMode;
    }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  /** `index` names one of the pattern's look-arounds. */
  | { readonly kind: "look"; readonly index: number; readonly negated: boolean };

/** What must, or must not, match before or after a position. */
export interface LookAround {
  readonly behind: boolean;
  readonly body: RegexNode;
}

/** True when the node can match without taking a character. */
export function isNullable(node: RegexNode): boolean {
  switch (node.kind) {
    case "empty":
    case "assertion":
    case "look":
      return true;
    case "set":
      return false;
    case "sequence":
      return node.items.every(isNullable);
    case "choice":
      return node.options.some(isNullable);
    case "capture":
      return isNullable(node.body);
    case "repeat":
      return node.min === 0 || isNullable(node.body);
  }
}
