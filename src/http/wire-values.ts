import { z } from "zod";
import { type BodyTree, FilePart } from "./body-tree.ts";

/** `1`, `"1"`, `true` are on; `0`, `"0"`, `false`, `""` and absence are off (decisions "Wire"). */
export function flag() {
  return z
    .union([z.literal([1, "1", true, "true", 0, "0", false, "false", ""]), z.null()])
    .optional()
    .transform((value) => value === 1 || value === "1" || value === true || value === "true");
}

/** Text; a number counts as its digits, as form pairs cannot tell them apart. */
export function text() {
  return z.union([z.string(), z.number().transform(String)]);
}

/** A number, or text that spells one. */
export function number() {
  return z.union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^[+-]?(\d+\.?\d*|\.\d+)$/)
      .transform(Number),
  ]);
}

/** The id of a document or route: decimal digits within int32 (decisions "Ids"). Anything else cannot exist. */
export function numericId() {
  return z.string().transform((id) => (/^\d{1,10}$/.test(id) && Number(id) <= 0x7fffffff ? Number(id) : -1));
}

/** File bytes: base64 text in any of its spellings, or a file part. */
export function base64() {
  return z.union([z.instanceof(FilePart).transform(({ bytes }) => bytes), z.string().transform(decodeBase64)]);
}

function decodeBase64(value: string, context: z.RefinementCtx): Uint8Array {
  const bare = value.replace(/^data:[^,]*,/, "").replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(bare)) {
    context.addIssue({ code: "custom", message: "is not valid base64", params: { failureCode: "invalid_base64" } });
    return z.NEVER;
  }

  return Buffer.from(bare, "base64");
}

/** Any tree: merge data. */
export function bodyTree() {
  return z.custom<BodyTree>((value) => typeof value === "object" && value !== null);
}
