import fs from "node:fs";
import type * as z from "zod";
import { UsageError } from "./usage-error.ts";

/** A JSON file, checked. @throws UsageError naming the file and every member that is wrong */
export function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;

  const problems = parsed.error.issues.map((issue) => `${issue.path.join(".") || "the file"}: ${issue.message}`);
  throw new UsageError(`${file}: ${problems.join("; ")}`);
}
