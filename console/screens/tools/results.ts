import type { AnsweredFile } from "../../../packages/docloom/src/client/answers.ts";

/** A file, or facts, that a tool made. */
export interface Result extends Omit<AnsweredFile, "runId"> {
  /** Size of what it was made from, in bytes. */
  before: number;
  facts?: Record<string, unknown>;
}

/** What the answer of a tool holds. */
export function resultOf(answer: AnsweredFile, files: readonly { file: File }[]): Result {
  const { mediaType, bytes } = answer;
  const before = files.reduce((sum, { file }) => sum + file.size, 0);
  const facts = mediaType.startsWith("application/json") ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;

  return { ...answer, before, facts };
}
