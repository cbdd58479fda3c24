import { Buffer } from "node:buffer";
import type { MergeData } from "../../domain/merge-data.ts";
import { type BodyTree, type BodyValue, FilePart } from "../../http/body/body-tree.ts";

/**
 * A body as merge data: file parts become data URIs, which templates take wherever they take a picture. In place: the body is
 * used up.
 */
export function mergeData(body: BodyTree): MergeData {
  for (const [name, value] of Object.entries(body)) {
    const changed = plain(value);
    if (changed !== value) body[name] = changed;
  }
  return body;
}

function plain(value: BodyValue): BodyValue {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof FilePart)
    return `data:${value.contentType};base64,${Buffer.from(value.bytes).toString("base64")}`;
  if (!Array.isArray(value)) {
    mergeData(value);
    return value;
  }
  for (const [index, item] of value.entries()) {
    const changed = plain(item);
    if (changed !== item) value[index] = changed;
  }
  return value;
}
