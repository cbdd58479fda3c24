const ON: readonly unknown[] = [1, "1", true, "true", "on"];
const OFF: readonly unknown[] = [0, "0", false, "false", "off", ""];

/** A switch in any of the wire's spellings (wire "Numbers and flags"); undefined for anything else, absence included. */
export function flagOf(value: unknown): boolean | undefined {
  if (ON.includes(value)) return true;
  return OFF.includes(value) ? false : undefined;
}
