/** A merge that nobody has filled in yet. */
export const NO_DATA: Readonly<Record<string, unknown>> = {};
