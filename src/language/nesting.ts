/** How many strings with tags the parser is in; parsing is synchronous, so one counter serves all. */
let depth = 0;

const MAX_STRINGS = 8;

/**
 * Operators, modifiers and path steps of one tag: each makes the tree of its expression one level deeper, which
 * everything that walks the tree pays for with one more stack frame.
 */
const MAX_STEPS = 1_000;
const MAX_STEPS_IN_STRINGS = 100;

/** Whether another string with tags may be nested in those that are open. */
export function isStringTooDeep(): boolean {
  return depth >= MAX_STRINGS;
}

/** Reads what is in a string with tags. */
export function withinString<Result>(read: () => Result): Result {
  depth++;
  try {
    return read();
  } finally {
    depth--;
  }
}

/** How many steps an expression may have where the parser is. */
export function stepLimit(): number {
  return depth === 0 ? MAX_STEPS : MAX_STEPS_IN_STRINGS;
}
