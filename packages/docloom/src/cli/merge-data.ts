import fs from "node:fs";
import * as z from "zod";
import type { MergeData } from "../client/docloom.ts";
import { readJson } from "../project/json-file.ts";
import { UsageError } from "../project/usage-error.ts";

const objectSchema = z.record(z.string(), z.unknown());

/** Merge data from `--data FILE` (`-` reads the standard input) and `--set Name=value`. */
export function readMergeData({ data, set = [] }: { data?: string; set?: string[] }): MergeData {
  const base =
    data === undefined ? {} : data === "-" ? parse(fs.readFileSync(0, "utf8")) : readJson(data, objectSchema);
  for (const pair of set) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageError(`--set takes Name=value, not "${pair}".`);
    base[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return base;
}

function parse(text: string): MergeData {
  try {
    return objectSchema.parse(JSON.parse(text));
  } catch {
    throw new UsageError("Standard input is not a JSON object.");
  }
}

/** For commander: an option that may be repeated. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
