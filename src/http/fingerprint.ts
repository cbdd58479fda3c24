import { createHash, type Hash } from "node:crypto";
import { type BodyTree, type BodyValue, FilePart } from "./body/body-tree.ts";

/**
 * SHA-256 (hex) of what a POST asks for. Its path and parameters are those that the router resolved. It is taken from the tree, not from the bytes: a repeated multipart body
 * has another boundary, and a client may repeat a form as JSON.
 */
export function requestFingerprint(
  { path, params, query }: { path: string; params: unknown; query: string },
  body: BodyTree,
): string {
  const hash = createHash("sha256").update(JSON.stringify([path, params, query]));
  addValue(hash, body);

  return hash.digest("hex");
}

/** Each value is written with its kind and length first, so that no two trees give the same bytes. */
function addValue(hash: Hash, value: BodyValue): void {
  if (typeof value === "string") {
    hash.update(`s${value.length}:`).update(value);
  } else if (value instanceof FilePart) {
    hash.update(`f${value.bytes.byteLength}:${JSON.stringify([value.name, value.contentType])}`).update(value.bytes);
  } else if (Array.isArray(value)) {
    hash.update(`a${value.length}:`);
    for (const item of value) addValue(hash, item);
  } else if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value);
    hash.update(`o${keys.length}:`);
    for (const key of keys) {
      addValue(hash, key);
      addValue(hash, value[key] ?? null);
    }
  } else {
    hash.update(`${value};`);
  }
}
