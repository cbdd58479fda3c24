import * as z from "zod";
import { sampleResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { requireCurrent } from "../../audit/require-current.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { wantedRevision } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { optional, text } from "../../http/wire-values.ts";
import { newId } from "../../store/ids.ts";
import type { Sample } from "../../store/samples.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import { sampleNotFound } from "../documents/sample-not-found.ts";
import { dataOfRun } from "../runs/data-of-run.ts";
import { sampleParams } from "./read-samples.ts";
import { nameTaken, sampleAnswer, sampleNameSchema, sampleSchema, sampleTag, sampleText } from "./sample-json.ts";

/** A document with more samples is one that keeps its data here. */
export const MAX_SAMPLES = 100;

const dataSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: "Merge data.", examples: [{ Name: "Ada Lovelace" }] });

/** POST /api/documents/:id/samples: data that are sent, or those of a past run. */
export const createSample = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/documents/:id/samples",
  summary: "Keep data with a document",
  description: "`data` are kept as they are sent; `run_id` takes those of a past run, as long as the run has them.",
  tag: "Samples",
  auth: "key",
  needs: "document:write",
  params: documentParams,
  body: z
    .object({
      name: sampleNameSchema,
      data: optional(dataSchema).meta({ description: "Merge data.", examples: [{ Name: "Ada Lovelace" }] }),
      run_id: optional(text()).meta({ description: "The run whose data are taken, in place of `data`." }),
    })
    .refine(({ data, run_id }) => (data === undefined) !== (run_id === undefined), {
      error: "must have data, or run_id",
    }),
  problems: ["name_taken", "run_not_found", "data_expired"],
  responses: { 200: { description: "The new sample", schema: sampleSchema } },

  keepsFor: ({ caller }) => caller,
  async handle({ params, body, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const data = body.run_id === undefined ? body.data : await dataOfRun(context, caller, body.run_id);
    const { samples } = context.store;
    if ((await samples.count(caller.workspaceId, document.id)) >= MAX_SAMPLES) {
      throw new Failure("invalid_request", `A document can have ${MAX_SAMPLES} samples: delete one first.`);
    }

    const content = { name: body.name, data: sampleText(data ?? {}) };
    const id = newId();
    const { store } = recorded(context, caller, {
      action: "sample.created",
      resource: sampleResource(document.id, { id, name: body.name }),
    });
    const sample = await store.samples.create(caller.workspaceId, document.id, { id, ...content }, context.now());
    if (!sample) throw nameTaken(body.name);

    return sampleAnswer(sample);
  },
});

/** PUT /api/documents/:id/samples/:sample: only members that are sent change. */
export const updateSample = endpoint({
  method: "put",
  path: "/api/documents/:id/samples/:sample",
  summary: "Change a sample",
  description:
    "Only members that are sent change; `data` are replaced as a whole. With `If-Match` only if it has not changed.",
  revised: true,
  tag: "Samples",
  auth: "key",
  needs: "document:write",
  params: sampleParams,
  body: z.object({
    name: optional(sampleNameSchema).meta({ description: "Another name.", examples: ["A long invoice"] }),
    data: optional(dataSchema).meta({ description: "Other merge data.", examples: [{ Name: "Ada Lovelace" }] }),
  }),
  problems: ["name_taken", "sample_not_found", "precondition_failed"],
  responses: { 200: { description: "The sample", schema: sampleSchema } },

  keepsFor: ({ caller, body }) => (body.data ? caller : undefined),
  async handle({ params, body, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const changes = {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.data === undefined ? {} : { data: sampleText(body.data) }),
    };
    const { samples } = context.store;
    const current = await samples.byId(caller.workspaceId, document.id, params.sample);
    if (!current) throw sampleNotFound();
    const resource = sampleResource(document.id, current);
    await requireCurrent(context, caller, resource, sampleTag(current));
    const { store } = recorded(context, caller, {
      action: "sample.updated",
      resource,
      before: { name: current.name },
      after: { name: body.name ?? current.name, has_other_data: body.data !== undefined },
    });
    const revision = wantedRevision(context.request, current);
    const updated = await store.samples.update(
      caller.workspaceId,
      document.id,
      current.id,
      changes,
      revision,
      context.now(),
    );
    if (!updated) throw await changedOrGone(context, caller, document.id, current);
    if (updated === "taken") throw nameTaken(body.name ?? "");

    return sampleAnswer(updated);
  },
});

/** DELETE /api/documents/:id/samples/:sample */
export const deleteSample = endpoint({
  method: "delete",
  path: "/api/documents/:id/samples/:sample",
  summary: "Delete a sample",
  description:
    "It lies in the bin for 30 days; the document and its runs stay as they are. With `If-Match` only if it has not changed.",
  revised: true,
  tag: "Samples",
  auth: "key",
  needs: "document:write",
  params: sampleParams,
  problems: ["sample_not_found", "precondition_failed"],
  responses: DONE,

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const sample = await context.store.samples.byId(caller.workspaceId, document.id, params.sample);
    if (!sample) throw sampleNotFound();
    const resource = sampleResource(document.id, sample);
    await requireCurrent(context, caller, resource, sampleTag(sample));
    const { store } = recorded(context, caller, { action: "sample.deleted", resource });
    const revision = wantedRevision(context.request, sample);
    const deleted = await store.samples.delete(caller.workspaceId, document.id, sample.id, revision, context.now());
    if (!deleted) throw await changedOrGone(context, caller, document.id, sample);

    return json({ success: "1" });
  },
});

/** Why nothing was written: somebody else was quicker. */
async function changedOrGone(
  context: RequestContext,
  caller: Caller,
  documentId: number,
  { id }: Sample,
): Promise<Failure> {
  const now = await context.store.samples.byId(caller.workspaceId, documentId, id);
  if (now) await requireCurrent(context, caller, sampleResource(documentId, now), sampleTag(now));
  return sampleNotFound();
}
