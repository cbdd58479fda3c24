import { createHmac } from "node:crypto";
import type { RunFile } from "../domain/run.ts";
import type { LinkOptions } from "../store/links.ts";
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

/**
 * Tokens that are the same on every try of a delivery, so that what is sent again is the same: made by the deployment's
 * secret, without which nobody can guess them. Undefined, for random ones, where there is none.
 */
function tokenOf(entryId: string, secret: string | undefined): ((position: number) => string) | undefined {
  if (!secret) return undefined;
  return (position) =>
    createHmac("sha256", secret.split(/\s+/, 1)[0] ?? secret)
      .update(`link of delivery ${entryId}, file ${position}`)
      .digest("base64url")
      .slice(0, 32);
}

/** What the links are for: the id of whatever has them, and the files. */
type Linked = Pick<DeliveryContext, "run" | "files" | "publicBaseUrl" | "services"> & { entry: { id: string } };

/** Makes a link to each file; the files are kept as long as the links work. */
export async function createFileLinks(
  { entry, run, files, publicBaseUrl, services }: Linked,
  days: number,
  context: LinkOptions = {},
): Promise<{ links: FileLink[]; expiresAt: Date }> {
  const { store, now } = services;
  const expiresAt = new Date(now().getTime() + days * DAY_MS);
  const tokens = await store.links.createAll(
    run.workspaceId,
    run.id,
    [...files.keys()],
    expiresAt,
    context,
    tokenOf(entry.id, services.env.SECRETS_KEY),
  );
  const links = files.map((file, position) => ({
    file,
    name: file.name,
    url: `${publicBaseUrl}/files/${tokens[position]}`,
  }));
  await store.runs.keepFilesUntil(run.workspaceId, run.id, expiresAt);
  return { links, expiresAt };
}
