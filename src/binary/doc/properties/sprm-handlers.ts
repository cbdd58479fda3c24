/** What modifiers do, by their names in the specification. */
import type { Sprm } from "./sprm.ts";
import { SPRM, type SprmName } from "./sprm-codes.ts";

export type SprmHandlers<Target> = Readonly<Partial<Record<SprmName, (target: Target, sprm: Sprm) => void>>>;

const NAMES: ReadonlyMap<number, SprmName> = new Map(
  Object.entries(SPRM).map(([name, code]) => [code, name as SprmName]),
);

/** Applies a modifier; false when none of the handlers is for it. */
export function applyByName<Target>(handlers: SprmHandlers<Target>, target: Target, sprm: Sprm): boolean {
  const name = NAMES.get(sprm.code);
  const handler = name && handlers[name];
  handler?.(target, sprm);
  return handler !== undefined;
}
