import type { Expression, TemplateNode } from "../../language/ast.ts";
import { rootName } from "../../language/field-paths.ts";
import { visitNodes } from "../../language/lint/visit.ts";

/** Tags that print something else each time, and what they keep is the template's own. */
const CHANGING: ReadonlySet<string> = new Set(["counter", "cycle"]);

/** The names that a template makes itself: items and keys of loops, and what it assigns, captures or counts. */
export function ownNames(nodes: readonly TemplateNode[]): Set<string> {
  const names = new Set<string>();
  const add = (...targets: (Expression | undefined)[]) => {
    for (const target of targets) {
      if (target?.kind === "literal") names.add(String(target.value));
      else if (target?.kind === "variable") names.add(target.name);
    }
  };
  visitNodes(nodes, (node) => {
    if (node.kind === "foreach") {
      names.add(node.spec.item);
      if (node.spec.key !== undefined) names.add(node.spec.key);
    } else if (node.kind === "for") names.add(node.spec.variable);
    else if (node.kind === "assign") names.add(rootName(node.target) ?? "");
    else if (node.kind === "capture") add(node.spec.assign, node.spec.append);
    else if (node.kind === "function") add(node.named.assign);
  });
  return names;
}

/**
 * Whether what nodes print can differ from turn to turn of a loop around them: they read a name that the template makes
 * itself, or where a loop is, or they change something. What reads nothing but the data prints the same at every turn.
 */
export function dependsOnIteration(nodes: readonly TemplateNode[], names: ReadonlySet<string>): boolean {
  let depends = false;
  visitNodes(
    nodes,
    (node) => {
      if (node.kind === "assign" || node.kind === "capture") depends = true;
      if (node.kind === "function" && CHANGING.has(node.name)) depends = true;
    },
    (expression) => {
      if (expression.kind === "variable" && names.has(expression.name)) depends = true;
      if (expression.kind === "section-index" || expression.kind === "loop-property") depends = true;
      if (expression.kind === "special" && /^(?:foreach|section|capture)$/.test(expression.area)) depends = true;
    },
  );
  return depends;
}
