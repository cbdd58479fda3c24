import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Docloom } from "../client/docloom.ts";
import type { DocumentFolder, DocumentMembers, DocumentType } from "./document-folder.ts";
import { readJson } from "./json-file.ts";
import type { Project } from "./project-file.ts";
import { UsageError } from "./usage-error.ts";

const IDS_FILE = "docloom.ids.json";

/** Address of a service -> folder of a document, relative to the project -> its id there. */
const idsSchema = z.record(z.string(), z.record(z.string(), z.string()));

/** Which documents of which service the project's folders are; goes into version control with them. */
export class DocumentIds {
  readonly #file: string;
  readonly #project: Project;
  readonly #service: string;
  readonly #all: z.output<typeof idsSchema>;

  constructor(project: Project, url: string) {
    this.#project = project;
    this.#service = new URL(url).origin;
    this.#file = path.join(project.folder, IDS_FILE);
    this.#all = fs.existsSync(this.#file) ? readJson(this.#file, idsSchema) : {};
  }

  get(folder: string): string | undefined {
    return this.#all[this.#service]?.[this.#name(folder)];
  }

  /** The folder of a document, absolute. */
  folderOf(id: string): string | undefined {
    const found = Object.entries(this.#all[this.#service] ?? {}).find(([, known]) => known === id);
    return found && path.resolve(this.#project.folder, found[0]);
  }

  set(folder: string, id: string): void {
    this.#all[this.#service] = { ...this.#all[this.#service], [this.#name(folder)]: id };
    fs.writeFileSync(this.#file, `${JSON.stringify(this.#all, null, 2)}\n`);
  }

  #name(folder: string): string {
    return path.relative(this.#project.folder, folder).split(path.sep).join("/");
  }
}

/** A document of the service, as files would have it. */
export interface ServiceDocument {
  id: string;
  members: DocumentMembers;
  template: Uint8Array;
  url: string;
}

export async function readServiceDocument(docloom: Docloom, id: string): Promise<ServiceDocument> {
  const document = await docloom.documents.get(id);
  const type = document.type as DocumentType;
  const template =
    type === "html" ? new TextEncoder().encode(String(document.html ?? "")) : (await docloom.documents.file(id)).bytes;
  const { name, output, output_name, folder, size_width, size_height, active, retention_days, settings } = document;
  const members: DocumentMembers = {
    name,
    type,
    output,
    ...(output_name && { output_name }),
    ...(folder && { folder }),
    ...(type === "html" && { size_width, size_height }),
    ...(active === "0" && { active }),
    ...(retention_days && { retention_days }),
    ...(settings && Object.keys(settings).length > 0 && { settings }),
  };

  return { id, members, template, url: document.url };
}

/** The service's document of this folder: by the id it was pushed under, else by name and folder; undefined for a new one. */
export async function findServiceDocument(
  docloom: Docloom,
  ids: DocumentIds,
  { folder, members }: DocumentFolder,
  listed: readonly { id: string; name: string; folder?: string }[],
): Promise<ServiceDocument | undefined> {
  const known = ids.get(folder);
  if (known !== undefined && listed.some(({ id }) => id === known)) return readServiceDocument(docloom, known);

  const namesakes = listed.filter(
    ({ name, folder = "" }) => name === members.name && folder === (members.folder ?? ""),
  );
  const [match, ...others] = namesakes;
  if (others.length > 0) {
    throw new UsageError(
      `The service has ${namesakes.length} documents "${members.name}"; say which one ${folder} is, in ${IDS_FILE}.`,
    );
  }
  return match && readServiceDocument(docloom, match.id);
}

/** All documents, page by page. */
export async function listAllDocuments(docloom: Docloom) {
  const all: Awaited<ReturnType<Docloom["documents"]["list"]>> = [];
  for (let path: string | undefined = ""; path !== undefined; ) {
    const query: Record<string, string> = Object.fromEntries(new URLSearchParams(path));
    const { data, response } = await docloom.api.GET("/api/documents", { params: { query } });
    all.push(...(data ?? []));
    path = /<[^>]*\?([^>]*)>;\s*rel="?next/.exec(response.headers.get("link") ?? "")?.[1];
  }
  return all;
}
