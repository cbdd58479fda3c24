import { editDistance } from "../../domain/text/edit-distance.ts";
import type { Expression, LoopSpec, TagSite, TemplateNode } from "../ast.ts";
import type { Finding } from "./finding.ts";
import { visitNodes } from "./visit.ts";

/** Shorter names are too near to each other. */
const MIN_ITEM_CHARACTERS = 4;

/** Names times loops; a template with more of them is not searched. */
const MAX_COMPARED = 100_000;

interface Read {
  count: number;
  /** The first tag that prints a member of it. */
  site: TagSite | undefined;
}

/**
 * `{foreach $Items as $item}{$itme.name}`: a name that is almost the item's, has members, and is read only in this loop
 * is the item's name, misspelt.
 */
export function misspeltItems(nodes: readonly TemplateNode[]): Finding[] {
  const loops: (TemplateNode & { kind: "foreach" })[] = [];
  const declared = new Set<string>();
  visitNodes(nodes, (node) => {
    if (node.kind === "foreach") {
      loops.push(node);
      for (const name of [node.spec.item, node.spec.key]) if (name !== undefined) declared.add(name);
    }
    if (node.kind === "assign" && node.target.kind === "variable") declared.add(node.target.name);
    if (node.kind === "for") declared.add(node.spec.variable);
  });
  const suspicious = loops.filter(({ spec }) => spec.item.length >= MIN_ITEM_CHARACTERS);
  if (suspicious.length === 0) return [];
  const everywhere = readsOf(nodes);
  const names = [...everywhere.keys()].filter((name) => !declared.has(name));
  if (names.length * suspicious.length > MAX_COMPARED) return [];
  return suspicious.flatMap(({ spec, body }) => {
    const alike = names.filter((name) => isSlip(name, spec));
    if (alike.length === 0) return [];
    const inside = readsOf(body);
    return alike.flatMap((name): Finding[] => {
      const { count, site } = inside.get(name) ?? { count: 0, site: undefined };
      if (!site || count !== everywhere.get(name)?.count) return [];
      return [
        {
          code: "misspelt_item",
          at: site.at,
          end: site.at + site.source.length,
          message: `\`${site.source}\` reads a field \`${name}\` of the data; the item of this turn is called \`$${spec.item}\``,
          remedy: `Write \`$${spec.item}\`, if the item is meant.`,
        },
      ];
    });
  });
}

/**
 * Whether one is the other with two letters swapped, or with one too few or too many inside. Another letter makes another
 * word: a `$link` in a loop over `$line` is one.
 */
function isSlip(name: string, { item, from }: LoopSpec): boolean {
  if (name.length < MIN_ITEM_CHARACTERS || (from.kind === "variable" && from.name === name)) return false;
  const [slip, meant] = [name.toLowerCase(), item.toLowerCase()];
  const isSwapped = [...slip].sort().join("") === [...meant].sort().join("");
  const isInside = slip.length !== meant.length && slip[0] === meant[0] && slip.at(-1) === meant.at(-1);
  return (isSwapped || isInside) && editDistance(slip, meant, 1) === 1;
}

/** Variables by name: how often they are read, and the first tag that prints a member of theirs. */
function readsOf(nodes: readonly TemplateNode[]): Map<string, Read> {
  const reads = new Map<string, Read>();
  const readOf = (name: string): Read => reads.get(name) ?? { count: 0, site: undefined };
  let site: TagSite | undefined;
  visitNodes(
    nodes,
    (node) => {
      site = node.kind === "output" ? node.site : undefined;
    },
    (expression) => {
      if (expression.kind === "variable") {
        const { count, ...read } = readOf(expression.name);
        reads.set(expression.name, { ...read, count: count + 1 });
      }
      const holder = expression.kind === "member" ? rootOf(expression) : undefined;
      if (holder?.kind === "variable" && site && !readOf(holder.name).site)
        reads.set(holder.name, { ...readOf(holder.name), site });
    },
  );

  return reads;
}

function rootOf(expression: Expression): Expression {
  let root = expression;
  while (root.kind === "member") root = root.object;
  return root;
}
