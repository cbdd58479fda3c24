import { Failure } from "../../domain/failure.ts";
import type { Log } from "../../domain/log.ts";
import { RequestUploads } from "../../http/body/request-uploads.ts";
import type { ByteSource } from "../../pdf/byte-source.ts";
import type { Blobs } from "../../store/blobs.ts";
import { type InputFile, sizeOf } from "./input-file.ts";

/** This much of a request's files stays in memory; the other files wait in blobs. */
const BUFFERED_BYTES = 24 * 1024 * 1024;
/** The most that the files of one request may have together: as much as its body could hold. */
const MAX_BYTES = 100_000_000;

/** Keeps the files of one request: an isolate has 128 MB, and a hundred URLs may lead to 25 MiB each. */
export class BufferedFiles {
  readonly #uploads: RequestUploads;
  readonly #blobs: Blobs;
  readonly #workspaceId: string;
  #inputBytes = 0;
  #bufferedBytes = 0;

  constructor(blobs: Blobs, workspaceId: string, log: Log) {
    this.#uploads = new RequestUploads(blobs, workspaceId, log);
    this.#blobs = blobs;
    this.#workspaceId = workspaceId;
  }

  /** The file, in memory or in a blob. @throws Failure `file_too_large` when the files together are too large */
  async buffer(input: InputFile): Promise<InputFile> {
    this.#inputBytes += sizeOf(input);
    if (this.#inputBytes > MAX_BYTES)
      throw new Failure("file_too_large", `The files together have more than ${MAX_BYTES / 1e6} MB.`);
    if (!(input.content instanceof Uint8Array)) return input;

    return { ...input, content: await this.keep(input.content) };
  }

  /** Bytes that were made of a file, in memory or in a blob. */
  async keep(bytes: Uint8Array): Promise<Uint8Array | ByteSource> {
    if (this.#bufferedBytes + bytes.byteLength <= BUFFERED_BYTES) {
      this.#bufferedBytes += bytes.byteLength;
      return bytes;
    }
    const upload = await this.#uploads.start("", "");
    try {
      await upload.write(bytes);
      const { blobKey } = await upload.finish();
      const ranges = await this.#blobs.ranges(this.#workspaceId, blobKey);
      if (!ranges) throw new Error(`The blob ${blobKey} is gone`);
      return ranges;
    } catch (error) {
      await upload.abandon();
      throw error;
    }
  }

  /** The content of the answer; blobs go when it has been read. */
  async discardAfterReading<Content extends Uint8Array | ReadableStream<Uint8Array>>(content: Content) {
    if (content instanceof ReadableStream) return this.#uploads.discardAfterReading(content);
    await this.discard();
    return content;
  }

  async discard(): Promise<void> {
    await this.#uploads.discard();
  }
}
