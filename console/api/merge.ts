import { type AnsweredFile, fileOf } from "../../packages/docloom/src/client/answers.ts";
import { api } from "./client.ts";
import type { DeliveryOwner } from "./deliveries.ts";

/** A file that a merge made. */
interface MergedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  isPdf: boolean;
}

export interface Merged {
  /** Its run; tests of data routes have one, too. */
  runId: string;
  files: readonly MergedFile[];
}

/**
 * Merges immediately and waits for the files: one comes as it is, several in JSON, as the interface defines it.
 * @throws Problem
 */
export async function mergeFiles({ kind, id }: DeliveryOwner, data: unknown, { isTest = false } = {}): Promise<Merged> {
  const answer = await fileOf(
    api.POST(`/api/${kind}/{id}/merge`, {
      params: { path: { id }, query: { download: 1, ...(isTest ? { test: 1 } : {}) } },
      body: (data ?? {}) as Record<string, unknown>,
      parseAs: "stream",
    }),
  );

  return { runId: answer.runId, files: filesIn(answer) };
}

function filesIn({ name, mediaType, bytes }: AnsweredFile): MergedFile[] {
  if (!mediaType.startsWith("application/json")) return [mergedFile(name, bytes)];
  const { files } = JSON.parse(new TextDecoder().decode(bytes)) as { files: { name: string; file_contents: string }[] };

  return files.map((file) => mergedFile(file.name, Uint8Array.fromBase64(file.file_contents)));
}

const mergedFile = (name: string, bytes: Uint8Array<ArrayBuffer>): MergedFile => ({
  name,
  bytes,
  isPdf: /\.pdf$/i.test(name),
});
