import { Failure } from "../domain/failure.ts";
import type { Expression } from "./ast.ts";
import { modifierForForeign } from "./modifiers/foreign-names.ts";
import { compileModifierPattern } from "./modifiers/pattern.ts";
import { findModifier, modifierNames } from "./modifiers/registry.ts";
import { nearestWord, SyntaxProblem } from "./template-error.ts";

/** What can be said about an expression when a template is saved and does not keep the rest of it from being read. */

export function unknownName(what: "modifier" | "function", name: string, at: number): SyntaxProblem | undefined {
  if (findModifier(name.toLowerCase())) return undefined;
  const near = modifierForForeign(name) ?? nearestWord(name, modifierNames());
  const message = `Unknown ${what} \`${name}\`${near ? `, did you mean \`${near}\`?` : ""}`;
  return new SyntaxProblem(`unknown_${what}`, message, at, { suggestion: near });
}

/** Names of data may have any characters, those of variables only letters, digits and `_`. */
export function invalidName(name: string, at: number): SyntaxProblem {
  const plain = name.replace(/[^\p{L}\p{N}_]+/gu, "_");
  return new SyntaxProblem(
    "invalid_name",
    `\`$${name}\` cannot be a name: it has characters besides letters, digits and \`_\``,
    at,
    {
      suggestion: `\`{$${plain}}\`, which finds “${name}” in the data, or \`{$data["${name}"]}\``,
    },
  );
}

/** A pattern that is written out is tried at once. */
export function invalidPattern(pattern: Expression | undefined): SyntaxProblem | undefined {
  if (pattern?.kind !== "literal") return undefined;
  try {
    compileModifierPattern(String(pattern.value ?? ""));
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return new SyntaxProblem("invalid_regex", error.message, pattern.at);
  }
}
