import { asMembers } from "../../parts/data-form/members.ts";

const FIELD = /\{\$(\w+(?:\.\w+)*)\}/g;

/** A text with plain fields replaced by what the data have for them; fields without a value and all other tags stay. */
export function withValues(text: string, data: unknown): string {
  return text.replace(FIELD, (tag, path: string) => {
    const value = path.split(".").reduce<unknown>((at, name) => memberOf(at, name), data);

    return typeof value === "string" || typeof value === "number" ? String(value).trim() || tag : tag;
  });
}

/** A member by its name, however it is written in capitals, as a merge finds it. */
function memberOf(value: unknown, name: string): unknown {
  const members = asMembers(value);

  return members[name] ?? Object.entries(members).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}
