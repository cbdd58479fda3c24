import type { MergedFile } from "./run/merged-file.ts";

/** The result of a merge whose caller waits. */
export interface MergeAnswer {
  runId: string;
  files: MergedFile[];
  /** False for the answer of an earlier request with the same Idempotency-Key. */
  isNew: boolean;
  warnings: readonly string[];
}
