import * as z from "zod";
import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import { requireRight } from "../../http/allowed.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE, success } from "../../http/success.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { BinItem } from "../../store/bin/bin.ts";
import { requireSwitchedOff } from "../deliveries/delivery-approval.ts";
import { MAX_FONTS } from "../fonts/add-font.ts";
import { MAX_IDENTITIES } from "../identities/change-identities.ts";
import { MAX_SAMPLES } from "../samples/write-samples.ts";
import { requireOwnerForFonts, requireOwnerForRoute } from "../surroundings/require-owner.ts";
import { binItemNotFound, binItemSchema, binParams, binResource, findInBin, RIGHT_TO_RESTORE } from "./bin-json.ts";

/** POST /api/bin/:kind/:item/restore: with its id, and a document or data route with its address. */
export const restoreFromBin = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/bin/:kind/:item/restore",
  summary: "Bring something back from the bin",
  description:
    "It is as it was before it was deleted: a document or data route with its address, its versions, samples, deliveries and " +
    "rules, in its folder, which is made again if it is gone. A sample or a delivery needs its document or data route.",
  tag: "Bin",
  auth: "key",
  needs: "document:write",
  params: binParams,
  body: z.object({
    name: optional(text().pipe(z.string().trim().min(1).max(200))).meta({
      description: "Another name, for a sample or a signing identity whose name was taken meanwhile.",
      examples: ["A long invoice of 2025"],
    }),
  }),
  problems: ["bin_item_not_found", "not_restorable", "name_taken", "approval_required"],
  responses: {
    200: {
      description: "What came back.",
      schema: binItemSchema.pick({ type: true, id: true, name: true, folder: true }).extend({ success: success() }),
    },
  },

  async handle({ params, body, caller, context }) {
    requireRight(caller, RIGHT_TO_RESTORE[params.kind]);
    const item = await findInBin(context, caller, params);
    const { kind, id, folder } = item;
    const canBeNamed = kind === "sample" || kind === "identity";
    const name = canBeNamed ? (body.name ?? item.name) : item.name;
    if (item.isOwnerDeleted)
      throw new Failure("not_restorable", `What the ${kind} belongs to is in the bin, too: bring that back first.`);
    await requirePlace(context, caller, item);
    if (kind === "delivery" && item.documentId !== undefined)
      await requireSwitchedOff(context, caller, { documentId: item.documentId }, { active: true });

    if (kind === "font") await requireOwnerForFonts(context, caller);
    if (kind === "route") await requireOwnerForRoute(context, caller, { routeId: Number(id) });
    if (kind === "delivery" && item.routeId !== undefined)
      await requireOwnerForRoute(context, caller, { routeId: item.routeId });

    const { store } = recorded(context, caller, {
      action: `${kind}.undeleted`,
      resource: { ...binResource(item), name },
    });
    if (await store.bin.restore(caller.workspaceId, item, canBeNamed ? name : undefined, context.now()))
      return json({ type: kind, id, name, folder, success: 1 });

    await findInBin(context, caller, params);
    throw taken(item, name);
  },
});

/** DELETE /api/bin/:kind/:item: for good. */
export const removeFromBin = endpoint({
  method: "delete",
  path: "/api/bin/:kind/:item",
  summary: "Remove something for good",
  description:
    "Before its 30 days are over. Nothing brings it back; the files of a document follow within two days. What was merged with " +
    "it stays: purge its runs before to remove that.",
  tag: "Bin",
  auth: "key",
  needs: "bin:remove",
  params: binParams,
  problems: ["bin_item_not_found", "run_not_finished"],
  responses: DONE,

  async handle({ params, caller, context }) {
    const item = await findInBin(context, caller, params);
    const { store } = recorded(context, caller, { action: `${item.kind}.erased`, resource: binResource(item) });
    if (await store.bin.remove(caller.workspaceId, item)) return json({ success: "1" });

    await findInBin(context, caller, params);
    throw new Failure("run_not_finished", "Merges of it are still under way: remove it when they are done.");
  },
});

/** @throws Failure `not_restorable` if the workspace, or the document, has as many as it may */
async function requirePlace({ store }: RequestContext, { workspaceId }: Caller, { kind, documentId }: BinItem) {
  const { samples, fonts, identities } = store;
  if (kind === "sample" && documentId !== undefined && (await samples.count(workspaceId, documentId)) >= MAX_SAMPLES)
    throw full(`The document has ${MAX_SAMPLES} samples`);
  if (kind === "font" && (await fonts.count(workspaceId)) >= MAX_FONTS)
    throw full(`The workspace has ${MAX_FONTS} fonts`);
  if (kind === "identity" && (await identities.count(workspaceId)) >= MAX_IDENTITIES)
    throw full(`The workspace has ${MAX_IDENTITIES} signing identities`);
}

const full = (having: string): Failure => new Failure("not_restorable", `${having}, and no more: delete one first.`);

/** Something else has what only one can have. */
function taken({ kind }: BinItem, name: string): Failure {
  if (kind === "font")
    return new Failure("not_restorable", `The workspace has the font ${name} again: delete that first.`);
  if (kind !== "sample" && kind !== "identity") return binItemNotFound();

  return new Failure(
    "name_taken",
    `The name "${name}" was given to another ${kind === "sample" ? "sample" : "signing identity"} meanwhile: choose another name.`,
    { errors: [{ pointer: "/name", message: "Choose another name." }] },
  );
}
