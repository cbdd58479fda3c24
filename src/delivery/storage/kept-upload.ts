import * as z from "zod";
import type { OutboxRecord } from "../../domain/delivery/outbox.ts";
import { textBox } from "../../domain/text-box.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { DeliveryContext } from "../delivery-kind.ts";
import type { FileContent } from "./file-store.ts";
import { type StoredPlace, shownPlace } from "./stored-place.ts";
import type { Upload } from "./upload.ts";

/**
 * After this time a try begins no further piece: the one under way, which may take 35 s (`storeRequest`), has to end before the try does
 * (75 s). Milliseconds.
 */
const MAX_PIECES_MS = 35_000;

/** What is kept of an upload with its delivery, among what people see of it. */
const noteSchema = z.object({
  /** Path of the file. */
  file: z.string(),
  sent: z.number(),
  size: z.number(),
  sha256: z.string(),
  /** Sealed. */
  session: z.string(),
});
type UploadNote = z.output<typeof noteSchema>;

/** Uploads of one try at a delivery. */
export class Uploads {
  readonly #context: DeliveryContext;
  /** What the tries before have left. */
  readonly #note: UploadNote | undefined;
  readonly #startedAt: number;
  #current: { file: string; session: string; sent: number; content: FileContent } | undefined;

  /** @param entry the delivery as it was when this worker claimed it */
  constructor(context: DeliveryContext, { preview }: OutboxRecord) {
    this.#context = context;
    this.#note = noteSchema.safeParse(preview?.upload).data;
    this.#startedAt = context.services.now().getTime();
  }

  /** The upload of a file to its place. */
  async of(place: StoredPlace, content: FileContent): Promise<Upload> {
    const file = shownPlace(place);
    const size = content.bytes.length;
    const begun = await this.#begunOf(file, content);
    this.#current = begun && { file, content, ...begun };
    return {
      begun,
      begin: (session) => {
        this.#current = { file, content, session, sent: 0 };
      },
      reached: (bytes) => {
        if (!this.#current) return;
        const isFurther = bytes > this.#current.sent;
        this.#current.sent = bytes;
        const took = this.#context.services.now().getTime() - this.#startedAt;
        if (!isFurther || bytes >= size || took < MAX_PIECES_MS) return;
        const part = `${megabytes(bytes)} of ${megabytes(size)} MB`;
        throw new DeliveryError(`The upload takes longer than one try: the store has ${part}, and it goes on.`, {
          targetWorks: true,
          goesOn: true,
        });
      },
    };
  }

  /** A failure with what the next try needs to go on with the upload that it has ended. */
  async kept(error: DeliveryError): Promise<DeliveryError> {
    const { SECRETS_KEY } = this.#context.services.env;
    if (!this.#current || error.context.permanent || !SECRETS_KEY) return error;
    const { file, session, sent, content } = this.#current;
    const sealed = await textBox(SECRETS_KEY, this.#context.entry.workspaceId).seal(session);
    const upload: UploadNote = { file, sent, size: content.bytes.length, sha256: content.sha256, session: sealed };
    return new DeliveryError(error.message, { ...error.context, notes: { ...error.context.notes, upload } });
  }

  async #begunOf(file: string, { sha256 }: FileContent): Promise<Upload["begun"]> {
    const note = this.#note;
    if (note?.file !== file || note.sha256 !== sha256) return undefined;
    const { env } = this.#context.services;
    // A key that has been changed since opens nothing: the upload begins anew.
    const session = await textBox(env.SECRETS_KEY, this.#context.entry.workspaceId).open(note.session);
    return session === undefined ? undefined : { session, sent: note.sent };
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1).replace(/\.0$/, "");
