type Parser = (value: unknown) => unknown;

/** The part of an address after `?`: invalid members, and empty ones, are left out. */
export function searchOf<Parsers extends Record<string, Parser>>(parsers: Parsers) {
  type Search = { [Name in keyof Parsers]?: Exclude<ReturnType<Parsers[Name]>, undefined> };

  return (search: Record<string, unknown>): Search => {
    const members = Object.entries(parsers).map(([name, parse]) => [name, parse(search[name])] as const);

    return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Search;
  };
}

/** A text, or nothing: empty texts are removed from the address. */
export function text(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);

  return typeof value === "string" && value !== "" ? value : undefined;
}

/** One of the named values, or nothing. */
export const choice =
  <const Choice extends string>(choices: readonly Choice[]) =>
  (value: unknown): Choice | undefined =>
    choices.find((candidate) => candidate === text(value));

/** `true`, or nothing. */
export function flag(value: unknown): true | undefined {
  return value === true || value === 1 || value === "1" ? true : undefined;
}
