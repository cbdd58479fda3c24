import { isListNumber } from "../../domain/collections/numbered-list.ts";
import { Failure } from "../../domain/failure.ts";
import { BODY_LIMITS } from "./body-limits.ts";
import { type BodyTree, type BodyValue, FilePart } from "./body-tree.ts";

interface MadeContainer {
  parent: BodyTree;
  key: string;
  /** The number that `[]` gives. */
  nextIndex: number;
  /** Members that are named by a number. */
  items: number;
}

/**
 * Builds a tree from names in bracket notation (wire "Bodies"): `rules[0][conditions][1][field]` nests, `x[]`
 * appends after the highest number, a later value of the same name replaces an earlier one. Containers whose names are
 * the numbers from 0 on become arrays; where numbers are left out, each keeps its own, as in PHP: `done[2]` alone is
 * `{"2": ...}`. Numbers allocate nothing, however large they are.
 */
export class TreeBuilder {
  readonly #root: BodyTree = Object.create(null);
  /** Containers that brackets made, outer before inner: each may turn out to be an array. */
  readonly #made = new Map<BodyTree, MadeContainer>();
  #values = 0;

  /** Puts a value under a name such as `files[0][name]`. A name that is not well formed is taken as it is. */
  set(name: string, value: BodyValue): void {
    if (++this.#values > BODY_LIMITS.keys) throw tooManyKeys();
    const path = parseBracketName(name);
    let node = this.#root;

    for (const [level, step] of path.entries()) {
      const key = step === "" && level > 0 ? String(this.#made.get(node)?.nextIndex ?? Object.keys(node).length) : step;
      this.#noteIndex(node, key);

      if (level === path.length - 1) node[key] = value;
      else node = this.#container(node, key);
    }
  }

  /** The finished tree; the builder is used up. */
  build(): BodyTree {
    for (const [container, { parent, key }] of [...this.#made].reverse()) {
      if (parent[key] === container) parent[key] = arrayIfIndexed(container);
    }

    return this.#root;
  }

  /** The object under `key`, made (or made out of an array) where there is none yet. */
  #container(parent: BodyTree, key: string): BodyTree {
    const present = parent[key];
    if (isTree(present)) return present;
    if (this.#made.size >= BODY_LIMITS.keys) throw tooManyKeys();

    const items = Array.isArray(present) ? present : [];
    const container: BodyTree = Object.assign(Object.create(null), items);
    parent[key] = container;
    this.#made.set(container, { parent, key, nextIndex: items.length, items: items.length });

    return container;
  }

  #noteIndex(node: BodyTree, key: string): void {
    const made = this.#made.get(node);
    if (!made || !isListNumber(key) || Object.hasOwn(node, key)) return;

    if (++made.items > BODY_LIMITS.arrayItems) {
      throw new Failure(
        "body_too_many_keys",
        `A list may have ${BODY_LIMITS.arrayItems} items by number; [${key}] is one more.`,
      );
    }
    made.nextIndex = Math.max(made.nextIndex, Number(key) + 1);
  }
}

/** The failure of a body with more names than the limit. */
export function tooManyKeys(): Failure {
  return new Failure("body_too_many_keys", `The body has more than ${BODY_LIMITS.keys} names.`);
}

/** The failure of a body with more levels than the limit. */
export function tooDeep(): Failure {
  return new Failure("body_too_deep", `The body is nested more than ${BODY_LIMITS.depth} levels deep.`);
}

/** A tree of name/value pairs. */
export function treeFromPairs(pairs: Iterable<readonly [name: string, value: BodyValue]>): BodyTree {
  const builder = new TreeBuilder();
  for (const [name, value] of pairs) builder.set(name, value);

  return builder.build();
}

/**
 * The steps of `a[b][0][]`: `["a", "b", "0", ""]`. Anything that is not a name followed by closed brackets is one step.
 * @throws Failure `body_too_deep`
 */
function parseBracketName(name: string): string[] {
  let open = name.indexOf("[");
  if (open <= 0 || !name.endsWith("]")) return [name];

  const steps = [name.slice(0, open)];
  while (open < name.length) {
    const close = name.indexOf("]", open);
    if (name[open] !== "[" || close < 0) return [name];

    steps.push(name.slice(open + 1, close));
    if (steps.length > BODY_LIMITS.depth) throw tooDeep();
    open = close + 1;
  }

  return steps;
}

function arrayIfIndexed(container: BodyTree): BodyValue {
  const keys = Object.keys(container);
  // Such names of an object are always enumerated first and in ascending order.
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index));

  return isList ? keys.map((key) => container[key] as BodyValue) : container;
}

function isTree(value: BodyValue | undefined): value is BodyTree {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof FilePart);
}
