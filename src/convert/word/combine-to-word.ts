import { appendAll } from "../../domain/collections/long-lists.ts";
import { Failure } from "../../domain/failure.ts";
import { FileFailures, inFile } from "../../domain/file-failure.ts";
import { mergeWordFiles, type WordFile } from "../../word/merge-word-files.ts";
import type { ConversionContext, SourceFile } from "../convert-to-pdf.ts";
import { convertToWord } from "./convert-to-word.ts";

/** All files as Word documents are in memory together, and the result beside them. */
const MAX_BYTES = 48 * 1024 * 1024;

/** A file whose bytes are read when its turn comes. */
export interface CombinedSource {
  name: string;
  /** Its place among the files of the request. */
  index: number;
  read(): Promise<SourceFile>;
}

/**
 * Combines files of any kind into one Word document, in their order. The first is its base.
 * @param failures what is wrong with other files of the request
 * @throws Failure with the file's name in front, those of `convertToWord` and of `mergeWordFiles`; `file_missing`,
 *   `file_too_large`
 */
export async function combineToWord(
  sources: readonly CombinedSource[],
  context: ConversionContext,
  failures = new FileFailures(),
): Promise<{ bytes: Uint8Array; warnings: string[] }> {
  const files: WordFile[] = [];
  const warnings: string[] = [];
  let size = 0;
  for (const { name, index, read } of sources) {
    const content = await read()
      .then((file) => convertToWord(file, context))
      .catch((error) => failures.note(error, name, index));
    if (!content) continue;
    size += content.bytes.length;
    if (size > MAX_BYTES) {
      const message = `with it the files have more than ${MAX_BYTES / 1024 / 1024} MiB as Word documents.`;
      throw inFile(new Failure("file_too_large", message), name, index);
    }
    files.push({ name, bytes: content.bytes });
    appendAll(
      warnings,
      content.warnings.map((warning) => `${name}: ${warning}`),
    );
  }
  failures.refuse();
  return { bytes: mergeWordFiles(files), warnings };
}
