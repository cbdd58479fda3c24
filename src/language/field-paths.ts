import type { Expression } from "./ast.ts";

/** A path into the merge data: names of members, `[]` for "each item". */
export type FieldPath = readonly string[];
export const EACH = "[]";

/** `Items[].price` from its steps. */
export function pathToText(path: FieldPath): string {
  return path.reduce((text, step) => (step === EACH ? `${text}${EACH}` : text ? `${text}.${step}` : step), "");
}

/**
 * Which names a template has bound itself at a point of the text: a loop's item stands for a path of the data, an
 * assigned, captured or counted name for none.
 */
export class NameScope {
  private readonly bound: Map<string, FieldPath | null>;

  constructor(outer?: NameScope) {
    this.bound = new Map(outer?.bound);
  }

  /** `null` for a name the template made itself. */
  bind(name: string, path: FieldPath | null): void {
    this.bound.set(name, path);
  }

  /** The path a name stands for, or null when the data does not know it. */
  resolve(name: string): FieldPath | null {
    const bound = this.bound.get(name);
    return bound === undefined ? [name] : bound;
  }

  child(): NameScope {
    return new NameScope(this);
  }
}

/** The path that an expression reads, if it is a path; keys known only at run time count as "each item". */
export function pathOf(expression: Expression, scope: NameScope): FieldPath | null {
  switch (expression.kind) {
    case "variable":
      return scope.resolve(expression.name);
    case "member": {
      const object = pathOf(expression.object, scope);
      if (!object) return null;
      const { key } = expression;
      if (key.kind !== "literal" || key.value === null) return [...object, EACH];
      const text = String(key.value);
      return [...object, /^-?\d+$/.test(text) ? EACH : text];
    }
    case "modifier":
      return LIST_KEEPING.has(expression.name) ? pathOf(expression.operand, scope) : null;
    case "conditional":
      return expression.then ? pathOf(expression.then, scope) : pathOf(expression.test, scope);
    case "binary":
      return expression.operator === "??" ? pathOf(expression.left, scope) : null;
    default:
      return null;
  }
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
