import type { LayoutContext } from "./layout-context.ts";

/** What was worked out for parts of a layout; when there is too much, the oldest is forgotten. */
export class LayoutCache<Thing, Result> {
  readonly #kept = new WeakMap<LayoutContext, Map<Thing, Result>>();
  readonly #most: number;

  /** @param most how many results are kept of one layout */
  constructor(most: number) {
    this.#most = most;
  }

  get(context: LayoutContext, thing: Thing, work: () => Result): Result {
    let kept = this.#kept.get(context);
    if (!kept) {
      kept = new Map();
      this.#kept.set(context, kept);
    }
    let result = kept.get(thing);
    if (result === undefined) {
      result = work();
      kept.set(thing, result);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > this.#most) kept.delete(oldest);
    }
    return result;
  }
}
