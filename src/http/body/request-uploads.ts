import { createHash } from "node:crypto";
import type { Log } from "../../domain/log.ts";
import type { Blobs, BlobUpload } from "../../store/blobs.ts";
import { UploadedPart } from "./body-tree.ts";

/** A file part on its way into a blob. */
export interface UploadInProgress {
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<UploadedPart>;
  abandon(): Promise<void>;
}

/** The large files of one request. They last as long as the request; what an isolate leaves behind is swept. */
export class RequestUploads {
  readonly #blobs: Blobs;
  readonly #workspaceId: string;
  readonly #log: Log;
  readonly #keys: string[] = [];

  constructor(blobs: Blobs, workspaceId: string, log: Log) {
    this.#blobs = blobs;
    this.#workspaceId = workspaceId;
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#keys.length === 0;
  }

  async start(name: string, contentType: string): Promise<UploadInProgress> {
    const upload: BlobUpload = await this.#blobs.startUpload(this.#workspaceId);
    const hash = createHash("sha256");

    return {
      write(bytes) {
        hash.update(bytes);
        return upload.write(bytes);
      },
      abandon: () => upload.abandon().catch((error) => this.#log.failure("upload.not_abandoned", error)),
      finish: async () => {
        this.#keys.push(await upload.finish());
        return new UploadedPart(name, contentType, upload.key, hash.digest("hex"));
      },
    };
  }

  /** The blobs outlast the request: whoever works on them later deletes them. */
  keep(): void {
    this.#keys.length = 0;
  }

  /** The answer of the request: the blobs go when it has been read to its end, or cancelled. */
  discardAfter(response: Response): Response {
    if (this.isEmpty || !response.body) {
      void this.discard();
      return response;
    }
    return new Response(this.discardAfterReading(response.body), response);
  }

  /** The same bytes; the blobs go when they have been read to their end, or cancelled. */
  discardAfterReading(content: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = content.getReader();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await reader.read();
            if (!done) return controller.enqueue(value);
            await this.discard();
            controller.close();
          } catch (error) {
            this.#log.failure("answer.broken", error);
            await this.discard();
            controller.error(error);
          }
        },
        cancel: async (reason) => {
          await reader.cancel(reason);
          await this.discard();
        },
      },
      { highWaterMark: 0 },
    );
  }

  async discard(): Promise<void> {
    const keys = this.#keys.splice(0);
    await this.#blobs.delete(keys).catch((error) => this.#log.failure("upload.not_deleted", error));
  }
}
