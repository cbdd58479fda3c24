import * as z from "zod";

/** Agents also write ids as numbers. */
export const documentId = z
  .union([z.string().regex(/^\d+$/), z.int().min(0)])
  .transform(String)
  .describe("The document's id");

/** Every tool that changes or sends something has it. */
export const confirm = z
  .boolean()
  .optional()
  .describe("true does it; without it the answer only says what would happen");

export const mergeData = z
  .record(z.string(), z.unknown())
  .describe("The merge data: members by field name, lists as arrays of objects");
