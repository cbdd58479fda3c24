import { Failure } from "../domain/failure.ts";
import type { BodyTree, BodyValue } from "./body-tree.ts";
import { treeFromPairs } from "./bracket-keys.ts";

/** Reads a request's body into one tree (decisions "Wire"). */
export async function readBody(request: Request): Promise<BodyTree> {
  const type = request.headers.get("content-type") ?? "";
  const text = await request.text();
  if (text === "") return Object.create(null);
  if (type.startsWith("application/x-www-form-urlencoded")) return treeFromPairs(new URLSearchParams(text));

  try {
    return nullPrototypes(JSON.parse(text)) as BodyTree;
  } catch (cause) {
    throw new Failure("body_not_json", "The body is not valid JSON.", { cause });
  }
}

/** The query of an address as a tree, with the same bracket notation as forms. */
export function readQuery(url: string): BodyTree {
  return treeFromPairs(new URL(url).searchParams);
}

function nullPrototypes(value: unknown): BodyValue {
  if (Array.isArray(value)) return value.map(nullPrototypes);
  if (typeof value !== "object" || value === null) return value as BodyValue;

  const tree: BodyTree = Object.create(null);
  for (const [key, member] of Object.entries(value)) tree[key] = nullPrototypes(member);

  return tree;
}
