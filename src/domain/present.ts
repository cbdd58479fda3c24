/**
 * A value that the code around it guarantees, where the type cannot say so: an index within bounds, a key that was just
 * set.
 * @throws Error when the guarantee is broken, which is a fault of ours and never of an input
 */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("A value is missing that is always there.");
  return value;
}
