import type { AnsweredFile, Docloom, MergeData, NewDocument } from "../client/docloom.ts";
import { type DocumentFolder, documentBody } from "./document-folder.ts";

/** The folder of trials while they are in use, so that people see what they are. */
const SCRATCH_FOLDER = "docloom-dev";

/**
 * A document of the service that exists only to try a template. It has no deliveries, so that merging it sends nothing;
 * every service of the interface can do this.
 */
export class ScratchDocument {
  readonly #docloom: Docloom;
  #id: Promise<string> | undefined;
  #pushed = "";

  constructor(docloom: Docloom) {
    this.#docloom = docloom;
  }

  /** Merges the template as it is on disk now. @throws DocloomError with every error of the template */
  merge(document: DocumentFolder, data: MergeData): Promise<AnsweredFile> {
    return this.mergeBody(documentBody(document), data);
  }

  async mergeBody(body: NewDocument, data: MergeData): Promise<AnsweredFile> {
    const { documents, merge } = this.#docloom;
    const members = { ...body, name: `${body.name} (trial)`, folder: SCRATCH_FOLDER, active: "1" as const };
    const isNew = this.#id === undefined;
    this.#id ??= documents.create(members).then(({ id }) => id);
    const id = await this.#id.catch((error: unknown) => {
      // A template with errors makes no document; the next try makes it.
      this.#id = undefined;
      throw error;
    });
    const state = fingerprint(members);
    if (!isNew && state !== this.#pushed) {
      const { type: _type, notification: _notification, ...changes } = members;
      this.#pushed = "";
      await documents.update(id, changes);
    }
    this.#pushed = state;

    return merge.now({ document: id }, data);
  }

  async remove(): Promise<void> {
    const id = await this.#id?.catch(() => undefined);
    if (id !== undefined) await this.#docloom.documents.delete(id);
    this.#id = undefined;
  }
}

function fingerprint(members: object): string {
  return JSON.stringify(members, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value,
  );
}
