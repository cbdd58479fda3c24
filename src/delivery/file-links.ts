import { createHmac } from "node:crypto";
import type { Run, RunFile } from "../domain/run.ts";
import { newKey } from "../store/ids.ts";
import type { LinkOptions, NewLinks } from "../store/links.ts";
import { refused } from "./delivery-error.ts";
import type { DeliveryServices } from "./delivery-services.ts";

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
 * secret, without which nobody can guess them; random ones where there is none.
 */
function tokenOf(entryId: string, position: number, secret: string | undefined): string {
  if (!secret) return newKey();
  return createHmac("sha256", secret.split(/\s+/, 1)[0] ?? secret)
    .update(`link of delivery ${entryId}, file ${position}`)
    .digest("base64url")
    .slice(0, 32);
}

/** What the links are for: the id of whatever has them, and the files. */
interface Linked {
  entry: { id: string };
  run: Pick<Run, "id" | "workspaceId">;
  files: readonly RunFile[];
  publicBaseUrl: string;
  services: Pick<DeliveryServices, "store" | "env" | "now">;
}

/** Links that a delivery takes along, and what has to be written before they lead anywhere. */
export interface PlannedLinks {
  links: FileLink[];
  rows: NewLinks;
}

/** A link to each file; the files are to be kept as long as the links work. */
export function planFileLinks(
  { entry, run, files, publicBaseUrl, services }: Linked,
  days: number,
  options: LinkOptions & Pick<NewLinks, "ofDelivery"> = {},
): PlannedLinks {
  const expiresAt = new Date(services.now().getTime() + days * DAY_MS);
  const tokens = files.map((_, position) => tokenOf(entry.id, position, services.env.SECRETS_KEY));
  return {
    links: files.map((file, position) => ({
      file,
      name: file.name,
      url: `${publicBaseUrl}/files/${tokens[position]}`,
    })),
    rows: {
      ...options,
      runId: run.id,
      links: tokens.map((token, position) => ({ token, position })),
      expiresAt,
      keepsFiles: true,
    },
  };
}

/**
 * The same, written.
 * @param ofDelivery what takes the links along, if they are written while it is under way
 * @throws DeliveryError if it was given up meanwhile, or the files were purged
 */
export async function createFileLinks(
  linked: Linked,
  days: number,
  options: LinkOptions & Pick<NewLinks, "ofDelivery"> = {},
): Promise<FileLink[]> {
  const { links, rows } = planFileLinks(linked, days, options);
  if (!(await linked.services.store.links.add(linked.run.workspaceId, rows)))
    throw refused("The files were purged, or the delivery was given up, before there were links to them.");
  return links;
}
