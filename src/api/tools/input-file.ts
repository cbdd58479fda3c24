import { Failure } from "../../domain/failure.ts";
import type { WorkMeter } from "../../domain/work-meter.ts";
import { type ByteSource, blockCache } from "../../pdf/byte-source.ts";
import { openPdf, openPdfSource, type PdfDocument } from "../../pdf/document.ts";
import { openForChange, openSourceForChange } from "../../pdf/operations/open-for-change.ts";

/** A file that a tool works on: in memory, or a large one in a blob. */
export interface InputFile {
  name: string;
  content: Uint8Array | ByteSource;
  password: string | undefined;
  /** What the call may cost that reads it. */
  meter: WorkMeter;
}

/** Larger files in a blob are read in pieces: the file, its objects and its answer fit into an isolate together. */
const WHOLE_FILE_BYTES = 24 * 1024 * 1024;

/** Length of the file in bytes. */
export function sizeOf({ content }: InputFile): number {
  return content instanceof Uint8Array ? content.byteLength : content.size;
}

/**
 * The whole file in memory.
 * @throws Failure `file_too_large` above the limit, in bytes
 */
export async function wholeFile(input: InputFile, limit: number): Promise<Uint8Array> {
  if (sizeOf(input) > limit) {
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1).replace(/\.0$/, "");
    const message = `The file "${input.name}" has ${megabytes(sizeOf(input))} MB; this tool takes at most ${megabytes(limit)} MB.`;
    throw new Failure("file_too_large", message);
  }
  return input.content instanceof Uint8Array ? input.content : input.content.read(0, input.content.size);
}

/** Opens a file to look at it or to take pages out of it. @throws Failure those of openPdf */
export async function openInput({ content, password, meter }: InputFile, wholeFileBytes = WHOLE_FILE_BYTES) {
  if (content instanceof Uint8Array) return openPdf(content, { password, meter });
  return openPdfSource(blockCache(content), { password, meter, wholeFileBytes });
}

/** {@link openInput} for a file that is changed and rewritten. @throws Failure those of openPdf */
export async function openInputForChange({ content, password, meter }: InputFile): Promise<PdfDocument> {
  return content instanceof Uint8Array
    ? openForChange(content, { password, meter })
    : await openSourceForChange(blockCache(content), { password, meter, wholeFileBytes: WHOLE_FILE_BYTES });
}
