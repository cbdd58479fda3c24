import * as z from "zod";
import { deliveryResource, sampleResource } from "../../audit/audit-values.ts";
import { actorNames, actorSchema, namedActor } from "../../audit/named-actors.ts";
import { may, type Right, viewFor } from "../../domain/access/rights.ts";
import type { AuditResource } from "../../domain/audit/entry.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { text } from "../../http/wire-values.ts";
import { readEntry } from "../../store/audit/audit-log.ts";
import { BIN_KINDS, type BinItem, type BinKind, type BinView } from "../../store/bin/bin.ts";
import { DELETED_GRACE_MS } from "../../store/garbage.ts";

export const binItemSchema = z
  .object({
    type: z.enum(BIN_KINDS).meta({ description: "What it is." }),
    id: z.string().meta({ description: "The id that it had, and has again." }),
    name: z.string().meta({ description: "Its name." }),
    folder: z.string().meta({ description: "The folder that it comes back to; empty for none." }),
    document_id: z.string().nullable().meta({ description: "The document that a sample or a delivery belongs to." }),
    route_id: z.string().nullable().meta({ description: "The data route that a delivery belongs to." }),
    deleted_at: z.iso.datetime().meta({ description: "When it was deleted." }),
    deleted_by: actorSchema.nullable().meta({ description: "Who deleted it; null if the log does not say." }),
    expires_at: z.iso.datetime().meta({ description: "When it is removed for good." }),
  })
  .meta({ id: "BinItem" });

export const binParams = z.object({
  kind: z.enum(BIN_KINDS).meta({ description: "What it is." }),
  item: text().meta({ description: "Its id." }),
});

/** What brings something back, which is what it takes to make one. */
export const RIGHT_TO_RESTORE: Readonly<Record<BinKind, Right>> = {
  document: "document:write",
  route: "document:write",
  sample: "document:write",
  delivery: "delivery:write",
  font: "font:write",
  identity: "identity:manage",
};

/** What the caller sees of the bin: what they may bring back. */
export function binViewOf(caller: Caller): BinView {
  const kinds = BIN_KINDS.filter((kind) => may(caller, RIGHT_TO_RESTORE[kind]));
  return {
    kinds: new Map(kinds.map((kind) => [kind, viewFor(caller, RIGHT_TO_RESTORE[kind])])),
    isOwner: may(caller, "bin:remove"),
  };
}

/** @throws Failure `bin_item_not_found` */
export async function findInBin(
  { store }: RequestContext,
  caller: Caller,
  { kind, item: id }: z.output<typeof binParams>,
): Promise<BinItem> {
  const item = await store.bin.byId(caller.workspaceId, binViewOf(caller), kind, id);
  if (!item) throw binItemNotFound();
  return item;
}

export const binItemNotFound = (): Failure =>
  new Failure("bin_item_not_found", "There is no such thing in the bin, or you may not bring it back.");

/** As the log names it. */
export function binResource({ kind, id, name, documentId, routeId }: BinItem): AuditResource {
  if (kind === "sample" && documentId !== undefined) return sampleResource(documentId, { id, name });
  if (kind === "delivery" && documentId !== undefined) return deliveryResource({ documentId }, { id, name });
  if (kind === "delivery" && routeId !== undefined) return deliveryResource({ routeId }, { id, name });
  return { type: kind, id, name };
}

/** Items as they are shown, with who deleted them as the log says. */
export async function binItemsJson(
  context: RequestContext,
  caller: Caller,
  items: readonly BinItem[],
): Promise<z.output<typeof binItemSchema>[]> {
  const [names, entries] = await Promise.all([
    actorNames(context, caller),
    context.store.auditLog.latestOf(caller.workspaceId, items.map(binResource)),
  ]);
  const latest = new Map(
    entries.map((stored) => [`${stored.columns.resourceType}/${stored.columns.resourceId}`, stored]),
  );

  return items.map((item) => {
    const { type, id } = binResource(item);
    const found = latest.get(`${type}/${id}`);
    const entry = found && readEntry(found);
    return {
      type: item.kind,
      id: item.id,
      name: item.name,
      folder: item.folder,
      document_id: item.documentId === undefined ? null : String(item.documentId),
      route_id: item.routeId === undefined ? null : String(item.routeId),
      deleted_at: item.deletedAt.toISOString(),
      deleted_by: entry?.action === `${type}.deleted` ? namedActor(entry.actor, names) : null,
      expires_at: new Date(item.deletedAt.getTime() + DELETED_GRACE_MS).toISOString(),
    };
  });
}
