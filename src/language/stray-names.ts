import type { FieldNode, ReadingTag } from "./field-tree.ts";

/** A tag that reads a loop's variable where the loop is not. */
export interface StrayRead {
  name: string;
  tag: ReadingTag;
  /** The loop's opening tag as written. */
  loop: string;
}

/**
 * Tags that read the name of a loop's item or key outside of every loop that gives it: there it is what the last turn
 * left, or a field of the data.
 *
 * @param loops the names that loops give in these templates and in others that are merged with the same data
 */
export function strayReads(root: FieldNode, loops: ReadonlyMap<string, string> = root.loopTags): StrayRead[] {
  const strays: StrayRead[] = [];
  for (const [name, loop] of loops) {
    const node = root.members.get(name);
    // A list that is repeated is a field, whatever its items are called.
    if (node && node.loops.length === 0) for (const tag of node.reads) strays.push({ name, tag, loop });
    for (const read of root.loopReads) if (read.name === name) strays.push({ ...read, loop });
  }
  return strays;
}
