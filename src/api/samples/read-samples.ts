import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { isUnchanged } from "../../http/entity-tag.ts";
import { pagedList } from "../../http/paging.ts";
import { text } from "../../http/wire-values.ts";
import { SAMPLE_ORDERS } from "../../store/samples.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import { sampleNotFound } from "../documents/sample-not-found.ts";
import { listedSampleJson, listedSampleSchema, sampleAnswer, sampleSchema, sampleTag } from "./sample-json.ts";

const page = pagedList(SAMPLE_ORDERS, "name");

export const sampleParams = documentParams.extend({ sample: text().meta({ description: "Id of the sample." }) });

/** GET /api/documents/:id/samples */
export const listSamples = endpoint({
  method: "get",
  path: "/api/documents/:id/samples",
  summary: "List the samples of a document",
  description: "Data kept with the document to try it with; the list leaves the data out.",
  tag: "Samples",
  auth: "key",
  needs: "run:data",
  params: documentParams,
  query: z.object(page.members),
  responses: { 200: { description: "Samples without their data", schema: z.array(listedSampleSchema) } },

  async handle({ params, query, caller, context }) {
    const document = await findDocument(context, caller, params.id);

    return page.answer(context, query, {
      find: (asked) => context.store.samples.list(caller.workspaceId, document.id, asked),
      startAfter: ({ id, name, createdAt }, order) => ({ value: order === "name" ? name : createdAt.getTime(), id }),
      show: (samples) => samples.map(listedSampleJson),
    });
  },
});

/** GET /api/documents/:id/samples/:sample */
export const getSample = endpoint({
  method: "get",
  path: "/api/documents/:id/samples/:sample",
  summary: "Get a sample",
  description: "The sample with its data. With `If-None-Match` only if it has changed.",
  tag: "Samples",
  auth: "key",
  needs: "run:data",
  params: sampleParams,
  revised: true,
  problems: ["sample_not_found"],
  responses: {
    200: { description: "The sample", schema: sampleSchema },
    304: { description: "The sample has not changed since the `If-None-Match`." },
  },

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const sample = await context.store.samples.byId(caller.workspaceId, document.id, params.sample);
    if (!sample) throw sampleNotFound();

    const etag = sampleTag(sample);
    if (isUnchanged(context.request, etag)) return new Response(null, { status: 304, headers: { etag } });
    return sampleAnswer(sample);
  },
});
