import * as z from "zod";
import type { BodyTree } from "./body-tree.ts";

/** Members of a body that its schema does not know. */
export function ignoredMembers(schema: z.ZodType | undefined, body: BodyTree | undefined): string[] {
  if (!(schema instanceof z.ZodObject) || body === undefined) return [];
  return Object.keys(body).filter((name) => !Object.hasOwn(schema.shape, name));
}
