import { Buffer } from "node:buffer";
import type { MergeData } from "../../domain/merge-data.ts";
import { type BodyTree, type BodyValue, FilePart } from "../../http/body/body-tree.ts";

/** A body as merge data: file parts become data URIs, which templates take wherever they take a picture. */
export function mergeData(body: BodyTree): MergeData {
  const data: MergeData = Object.create(null);
  for (const [name, value] of Object.entries(body)) data[name] = plain(value);
  return data;
}

function plain(value: BodyValue): unknown {
  if (value instanceof FilePart)
    return `data:${value.contentType};base64,${Buffer.from(value.bytes).toString("base64")}`;
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === "object" && value !== null ? mergeData(value) : value;
}
