import type { DataSchema } from "../../api/documents.ts";
import { asEntries, asMembers } from "./members.ts";

/** Where a member is in the data: `Items.0.price`. */
export const memberPath = (path: string, name: string | number): string =>
  path === "" ? `${name}` : `${path}.${name}`;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** What the schema asks for and the data do not have, by its path, in the order of the form. */
export function missingMembers(schema: DataSchema, value: unknown, path = ""): Map<string, string> {
  const members = asMembers(value);
  const missing = new Map<string, string>();
  const add = (found: ReadonlyMap<string, string>) => {
    for (const [place, message] of found) missing.set(place, message);
  };
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const at = memberPath(path, name);
    const own = members[name];
    const types = [member.type].flat();
    if (types.includes("object")) add(missingMembers(member, own, at));
    else if (types.includes("array"))
      // That there are no entries is an answer, too; those that are there are whole.
      for (const [index, entry] of asEntries(own).entries())
        add(missingMembers(member.items ?? {}, entry, memberPath(at, index)));
    else if (schema.required?.includes(name) && isEmpty(own)) missing.set(at, `Enter ${name}: it is needed.`);
  }

  return missing;
}
