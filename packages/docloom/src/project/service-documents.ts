import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { type Docloom, DocloomError, dataOf } from "../client/docloom.ts";
import { DOCUMENT_FILE, type DocumentFolder, type DocumentMembers, type DocumentType } from "./document-folder.ts";
import { readJson } from "./json-file.ts";
import type { Project } from "./project-file.ts";
import { RefusedError, UsageError } from "./usage-error.ts";

const IDS_FILE = "docloom.ids.json";

/** Address of a service and its workspace (`https://docs.example.com#w1`) -> folder of a document, relative to the project -> its id there. */
const idsSchema = z.record(z.string(), z.record(z.string(), z.string()));

/** Which documents of which service the project's folders correspond to; belongs in version control with them. */
export class DocumentIds {
  readonly #file: string;
  readonly #project: Project;
  readonly #service: string;
  readonly #origin: string;
  readonly #all: z.output<typeof idsSchema>;

  /** @param workspace its id; empty for a service that does not tell */
  constructor(project: Project, url: string, workspace: string) {
    this.#project = project;
    this.#origin = new URL(url).origin;
    this.#service = workspace === "" ? this.#origin : `${this.#origin}#${workspace}`;
    this.#file = path.join(project.folder, IDS_FILE);
    this.#all = fs.existsSync(this.#file) ? readJson(this.#file, idsSchema) : {};
  }

  get(folder: string): string | undefined {
    return this.#known[this.#name(folder)];
  }

  /** The folder of a document, absolute. */
  folderOf(id: string): string | undefined {
    return this.foldersOf(id)[0];
  }

  /** Every folder that the file has for a document, absolute; more than one only if somebody edited it. */
  foldersOf(id: string): string[] {
    return Object.entries(this.#known)
      .filter(([, known]) => known === id)
      .map(([name]) => path.resolve(this.#project.folder, name));
  }

  /** From now on the document is that of this folder, and of no other. */
  set(folder: string, id: string): void {
    const own = this.#name(folder);
    const kept = Object.entries(this.#all[this.#service] ?? {}).filter(([name, known]) => known !== id || name === own);
    this.#all[this.#service] = { ...Object.fromEntries(kept), [own]: id };
    fs.writeFileSync(this.#file, `${JSON.stringify(this.#all, null, 2)}\n`);
  }

  /** What older versions wrote for the address alone counts where the workspace has nothing of its own. */
  get #known(): Record<string, string> {
    return { ...this.#all[this.#origin], ...this.#all[this.#service] };
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
  /** Changes with every change; absent at services that have none. */
  etag?: string;
}

/** The workspace of the credentials; empty at services that do not tell. */
export async function workspaceOf(docloom: Docloom): Promise<string> {
  try {
    return (await docloom.account.get()).id;
  } catch (error) {
    if (error instanceof DocloomError && (error.status === 404 || error.status === 405)) return "";
    throw error;
  }
}

type DocumentAnswer = Awaited<ReturnType<Docloom["documents"]["get"]>>;

export async function readServiceDocument(docloom: Docloom, id: string): Promise<ServiceDocument> {
  const answer = await docloom.api.GET("/api/documents/{id}", { params: { path: { id } } });
  const document = await dataOf(Promise.resolve(answer));
  const etag = answer.response.headers.get("etag");
  const template =
    document.type === "html"
      ? new TextEncoder().encode(String(document.html ?? ""))
      : (await docloom.documents.file(id)).bytes;

  return { id, members: membersOf(document), template, url: document.url, ...(etag === null ? {} : { etag }) };
}

/** The members that `document.json` may have. */
export function membersOf(document: Omit<DocumentAnswer, "html" | "warnings">): DocumentMembers {
  const type = document.type as DocumentType;
  const { name, output, output_name, folder, size_width, size_height, active, retention_days, settings } = document;

  return {
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
}

/**
 * The id of the service's document of this folder: the one it was pushed or pulled under, else, if it may be adopted,
 * that of the document with its name and folder; undefined for a new one.
 * @throws RefusedError if pushing would overwrite the document of another folder, or one that the project does not know
 */
export function serviceIdOf(
  ids: DocumentIds,
  { folder, members }: DocumentFolder,
  listed: readonly { id: string; name: string; folder?: string }[],
  canAdopt: boolean,
): string | undefined {
  const known = ids.get(folder);
  const isKnown = known !== undefined && listed.some(({ id }) => id === known);
  const namesakes = listed.filter(
    ({ name, folder = "" }) => name === members.name && folder === (members.folder ?? ""),
  );
  const match = isKnown ? known : namesakes[0]?.id;
  if (match === undefined) return undefined;

  const owner = ids
    .foldersOf(match)
    .find((other) => other !== folder && fs.existsSync(path.join(other, DOCUMENT_FILE)));
  if (owner !== undefined) {
    const remedy = isKnown ? `take one of them out of ${IDS_FILE}` : `give it another name in ${DOCUMENT_FILE}`;
    throw new RefusedError(`${folder} would overwrite document ${match}, which is that of ${owner}: ${remedy}.`);
  }
  if (isKnown) return match;
  if (namesakes.length > 1) {
    throw new UsageError(
      `The service has ${namesakes.length} documents "${members.name}"; say which one ${folder} is, in ${IDS_FILE}.`,
    );
  }
  if (!canAdopt) {
    throw new RefusedError(
      `${folder}: the service already has a document "${members.name}" (${match}) that this project does not know. Add --adopt to make it that of this folder, or give this one another name in ${DOCUMENT_FILE}.`,
    );
  }
  return match;
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
