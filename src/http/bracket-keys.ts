import type { BodyTree, BodyValue } from "./body-tree.ts";

/** A tree of name/value pairs (first version: flat). */
export function treeFromPairs(pairs: Iterable<[string, BodyValue]>): BodyTree {
  const tree: BodyTree = Object.create(null);
  for (const [name, value] of pairs) tree[name] = value;

  return tree;
}
