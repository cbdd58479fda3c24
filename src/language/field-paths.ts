import type { Expression } from "./ast.ts";

/** A path into the merge data: names of members, `[]` for "each item". */
export type FieldPath = readonly string[];
export const EACH = "[]";

/** `Items[].price` from its steps. */
export function pathToText(path: FieldPath): string {
  return path.reduce((text, step) => (step === EACH ? `${text}${EACH}` : text ? `${text}.${step}` : step), "");
}

/** Stands in a path for the groups that `group_by` makes of a list. */
const GROUPS = "\0groups";

/**
 * Which names a template has bound itself at a point of the text: a loop's item stands for a path of the data, an
 * assigned, captured or counted name for none.
 */
export class NameScope {
  readonly #bound = new Map<string, FieldPath | null>();
  readonly #sections = new Set<string>();

  /** `null` for a name the template made itself. */
  bind(name: string, path: FieldPath | null): void {
    this.#bound.set(name, path);
  }

  /** Binds names while a loop's body is read; afterwards they mean what they meant before. */
  within(names: ReadonlyMap<string, FieldPath | null>, read: () => void): void {
    const before = [...names.keys()].map((name) => [name, this.#bound.get(name)] as const);
    for (const [name, path] of names) this.#bound.set(name, path);
    read();
    for (const [name, path] of before) {
      if (path === undefined) this.#bound.delete(name);
      else this.#bound.set(name, path);
    }
  }

  isBound(name: string): boolean {
    return this.#bound.has(name);
  }

  openSection(name: string): void {
    this.#sections.add(name);
  }

  hasSection(name: string): boolean {
    return this.#sections.has(name);
  }

  /** The path a name stands for, or null when the data does not know it. */
  resolve(name: string): FieldPath | null {
    const bound = this.#bound.get(name);
    return bound === undefined ? [name] : bound;
  }
}

/** The path that an expression reads, if it is a path; a place in a list counts as "each item". */
export function pathOf(expression: Expression, scope: NameScope): FieldPath | null {
  switch (expression.kind) {
    case "variable":
      return scope.resolve(expression.name);
    case "member": {
      if (isMemberOfData(expression, scope)) return [String(expression.key.value)];
      const object = pathOf(expression.object, scope);
      const step = stepOf(expression.key, scope);
      return object && step !== undefined ? appendStep(object, step) : null;
    }
    case "modifier": {
      const path = pathOf(expression.operand, scope);
      if (!path) return null;
      if (expression.name === "group_by") return [...path, GROUPS];
      if (expression.name === "first" || expression.name === "last") return eachOf(path);
      return LIST_KEEPING.has(expression.name) ? path : null;
    }
    case "conditional":
      return pathOf(expression.then ?? expression.test, scope);
    case "binary":
      return expression.operator === "??" ? pathOf(expression.left, scope) : null;
    default:
      return null;
  }
}

/** `$data["First Name"]`, which is the data's member of that name, unless the template has made a `$data` of its own. */
export function isMemberOfData(
  expression: Expression,
  scope: NameScope,
): expression is Expression & { kind: "member"; key: Expression & { kind: "literal" } } {
  if (expression.kind !== "member" || !expression.inBrackets || expression.key.kind !== "literal") return false;
  const { object, key } = expression;
  return (
    object.kind === "variable" && object.name === "data" && !scope.isBound("data") && typeof key.value === "string"
  );
}

/** A key written out, or "each" for a number, a section's or a loop's own counter; undefined for keys out of the data. */
function stepOf(key: Expression, scope: NameScope): string | undefined {
  switch (key.kind) {
    case "literal":
      return key.value === null || /^-?\d+$/.test(String(key.value)) ? EACH : String(key.value);
    case "section-index":
      return scope.hasSection(key.section) ? EACH : key.section;
    case "variable":
      return scope.resolve(key.name) === null ? EACH : undefined;
    case "loop-property":
    case "special":
      return EACH;
    case "binary":
      return ["+", "-", "*", "%"].includes(key.operator) ? EACH : undefined;
    default:
      return undefined;
  }
}

/** The path of a list's items; those of a group are the items of the list that it was made of. */
export function eachOf(path: FieldPath): FieldPath {
  return path.at(-1) === EACH && path.at(-2) === GROUPS ? [...path.slice(0, -2), EACH] : [...path, EACH];
}

/** The items of a group are the items of the list it was made of. */
function appendStep(path: FieldPath, step: string): FieldPath | null {
  if (path.at(-1) === EACH && path.at(-2) === GROUPS) return step === "items" ? path.slice(0, -2) : null;
  return path.length < MAX_PATH_LENGTH ? [...path, step] : null;
}

/** A path that loops and assignments have made longer leads to nothing: data are not that deep. */
const MAX_PATH_LENGTH = 64;

/** Whether the path names something of the data itself (a group does not). */
export function isDataPath(path: FieldPath): boolean {
  return !path.includes(GROUPS);
}

/** Modifiers that answer a list of the same items, so that a loop over their result still loops over the field. */
const LIST_KEEPING: ReadonlySet<string> = new Set([
  "default",
  "sort",
  "where",
  "reverse",
  "limit",
  "unique",
  "array_reverse",
  "array_slice",
  "array_values",
  "array_unique",
]);

/** The names a template binds for the rest of the text when `expression` is an assignment's target. */
export function rootName(expression: Expression): string | undefined {
  if (expression.kind === "variable") return expression.name;
  return expression.kind === "member" ? rootName(expression.object) : undefined;
}
