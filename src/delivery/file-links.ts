import type { RunFile } from "../domain/run.ts";
import type { LinkTerms } from "../store/links.ts";
import type { DeliveryContext } from "./delivery-kind.ts";

/** A link to one of the run's files. */
export interface FileLink {
  file: RunFile;
  name: string;
  url: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long links in deliveries work unless something else was said. */
export const LINK_DAYS = 7;

/** Makes a link to each file; the files are kept as long as the links work. */
export async function createFileLinks(
  { run, files, publicBaseUrl, services }: DeliveryContext,
  days: number,
  terms: LinkTerms = {},
): Promise<{ links: FileLink[]; expiresAt: Date }> {
  const { store, now } = services;
  const expiresAt = new Date(now().getTime() + days * DAY_MS);
  const tokens = await store.links.createAll(run.workspaceId, run.id, [...files.keys()], expiresAt, terms);
  const links = files.map((file, position) => ({
    file,
    name: file.name,
    url: `${publicBaseUrl}/files/${tokens[position]}`,
  }));
  await store.runs.keepFilesUntil(run.workspaceId, run.id, expiresAt);
  return { links, expiresAt };
}
