import * as z from "zod";
import { askerOf } from "../../../audit/actor-of.ts";
import { DELIVERY_KIND_HANDLERS } from "../../../delivery/delivery-kinds.ts";
import { sealSettings, type TextBox } from "../../../domain/delivery/delivery-secrets.ts";
import type { OwnDelivery } from "../../../domain/run-task.ts";
import { markChecked } from "../../../domain/saved-rules.ts";
import { textBox } from "../../../domain/text-box.ts";
import type { BodyTree } from "../../../http/body/body-tree.ts";
import type { LaterInput } from "../../../http/endpoint.ts";
import { json } from "../../../http/responses.ts";
import { validate } from "../../../http/validate.ts";
import { acceptRun } from "../../../merge/accept/accept-run.ts";
import { withoutUndefined } from "../../documents/document-schemas.ts";
import { mergeServicesOf } from "../../documents/merge-services-of.ts";
import type { FileTool } from "../file-tool.ts";
import { queryFlags } from "../query-flags.ts";
import { withSecretsApart } from "../secret-members.ts";
import { storeBody } from "../stored-body.ts";

/** How long the file of a tool that was done later is kept, unless a delivery needs it longer. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Ways in which a tool's file can leave; a data route could not use it. */
export const TOOL_DELIVERY_KINDS = [
  "webhook",
  "email",
  "s3",
  "webdav",
  "azure_blob",
  "dropbox",
  "google_drive",
  "sharepoint",
] as const;

const typeSchema = z.object({
  delivery: z.object({ type: z.enum(TOOL_DELIVERY_KINDS), settings: z.record(z.string(), z.unknown()) }).optional(),
});

/** The delivery that a body asks for. @throws Failure `invalid_request`, `misconfigured` */
async function toolDelivery(tree: BodyTree, box: TextBox): Promise<OwnDelivery | undefined> {
  const { delivery } = validate(typeSchema, tree, "body");
  if (!delivery) return undefined;
  const kind = delivery.type;
  const schema = z.object({ delivery: z.object({ settings: DELIVERY_KIND_HANDLERS[kind].check }) });
  const settings = markChecked(withoutUndefined(validate(schema, tree, "body").delivery.settings));
  return { kind, settings: await sealSettings(box, kind, settings) };
}

/** Accepts the work of a tool for later (RFC 7240, `respond-async`). */
export async function acceptTool(tool: FileTool, { tree, caller, context }: LaterInput): Promise<Response> {
  const { store, requestId, runId, now, settings, env } = context;
  const { workspaceId } = caller;
  const delivery = await toolDelivery(tree, textBox(env.SECRETS_KEY, workspaceId));
  const { delivery: _, ...sent } = tree;
  const { body, secrets } = await withSecretsApart(tool, sent, { store, workspaceId, secretsKey: env.SECRETS_KEY });
  const run = await acceptRun(mergeServicesOf(context), workspaceId, {
    id: runId,
    task: {
      kind: "tool",
      tool: tool.name,
      ...(delivery ? { delivery } : {}),
      ...(secrets === undefined ? {} : { secrets, hadSecrets: true }),
    },
    source: "tool",
    test: false,
    data: await storeBody(store, workspaceId, { ...body, ...queryFlags(tool, context.request) }),
    requestId,
    askedBy: askerOf(context, caller),
    expiresAt: new Date(now().getTime() + KEPT_MS),
  });
  const url = `${settings.publicBaseUrl}/api/runs/${run.id}`;
  return json({ success: 1, run_id: run.id, url }, 202, { "x-run-id": run.id, location: url });
}
