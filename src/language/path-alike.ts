import { matchingKey } from "./fold-name.ts";
import { isCollection, readMember } from "./values.ts";

/** A path as a template writes it, e.g. `customer.unit_price`: each name as it is, else a similar one. */
export function readPathAlike(root: unknown, path: string | readonly string[]): unknown {
  const exact = typeof path === "string" ? readMember(root, path) : undefined;
  if (exact !== undefined) return exact;
  let value = root;
  for (const name of typeof path === "string" ? path.split(".") : path) {
    const member = readMember(value, name);
    value = member === undefined ? readAlike(value, name) : member;
    if (value === undefined) return undefined;
  }
  return value;
}

function readAlike(container: unknown, name: string): unknown {
  if (!isCollection(container) || Array.isArray(container) || container instanceof Map) return undefined;
  const key = matchingKey(name, Object.keys(container));
  return key === undefined ? undefined : container[key];
}
