import * as z from "zod";
import { actorSchema, namedActor } from "../../audit/named-actors.ts";
import type { AuditEntry } from "../../domain/audit/entry.ts";
import { optional, text } from "../../http/wire-values.ts";
import { type AuditFilter, readEntry, type StoredEntry } from "../../store/audit/audit-log.ts";

const values = z.record(z.string(), z.unknown());

export const auditEntrySchema = z
  .object({
    seq: z.int().meta({ description: "Number of the entry in the workspace's log: 1, 2, 3, ..." }),
    at: z.iso.datetime().meta({ description: "When it was done." }),
    actor: actorSchema.meta({ description: "Who did it, and by what." }),
    action: z.string().meta({ description: "What was done.", examples: ["delivery.updated"] }),
    resource: z
      .object({
        type: z.string().meta({ description: "Kind of thing.", examples: ["delivery"] }),
        id: z.string().meta({ description: "Its id, with what it belongs to." }),
        name: z.string().meta({ description: "Its name at that time." }),
      })
      .meta({ description: "What it was done to." }),
    before: values.meta({
      description: "Values that changed, as they were; never merge data or secrets.",
      examples: [{ active: true }],
    }),
    after: values.meta({ description: "The same as they are since.", examples: [{ active: false }] }),
    request_id: z.string().meta({ description: "Id of the request." }),
    request_id_from_client: z.boolean().meta({ description: "Whether the client has chosen that id." }),
    network: z.string().meta({ description: "Network of the client's address; empty if unknown." }),
    previous: z.string().meta({ description: "Hash of the entry before it; empty for the first one." }),
    hash: z.string().meta({ description: "SHA-256 of the entry as it is kept, hexadecimal." }),
  })
  .meta({ id: "AuditEntry" });

/** Filters of the log. */
export const auditFilterMembers = {
  actor: optional(text()).meta({ description: "Id of a key or person." }),
  action: optional(text()).meta({
    description: "An action such as `document.updated`, or the part before the dot for all of its kind.",
  }),
  resource: optional(text()).meta({
    description: "Type and id of what was done to, such as `document/12`, or the type alone.",
  }),
  from: optional(text().pipe(z.iso.datetime({ offset: true }))).meta({ description: "Not before this time." }),
  to: optional(text().pipe(z.iso.datetime({ offset: true }))).meta({ description: "Not after this time." }),
};

type FilterQuery = z.output<z.ZodObject<typeof auditFilterMembers>>;

export function auditFilter({ actor, action, resource, from, to }: FilterQuery): AuditFilter {
  const slash = resource?.indexOf("/") ?? -1;
  return {
    actor,
    action,
    resourceType: slash < 0 ? resource : resource?.slice(0, slash),
    resourceId: slash < 0 ? undefined : resource?.slice(slash + 1),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

export function auditEntryJson(
  stored: StoredEntry,
  names: ReadonlyMap<string, string>,
): z.output<typeof auditEntrySchema> {
  const entry: AuditEntry = readEntry(stored);
  const { seq, at, actor, action, resource, before = {}, after = {}, request, network, previous } = entry;
  return {
    seq,
    at,
    actor: namedActor(actor, names),
    action,
    resource: resource.type === "person" ? { ...resource, name: names.get(resource.id) ?? "" } : resource,
    before,
    after,
    request_id: request.id,
    request_id_from_client: request.from_client,
    network,
    previous,
    hash: stored.hash,
  };
}
