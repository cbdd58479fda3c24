/** Stands in for something large in a test: it has only the members that are used. */
export function standIn<Whole extends object>(members: { [Name in keyof Whole]?: unknown }): Whole {
  return members as Whole;
}
