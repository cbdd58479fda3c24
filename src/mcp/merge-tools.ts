import { Buffer } from "node:buffer";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { drawPages, type PageImage } from "../convert/page-images.ts";
import type { Env } from "../env.ts";
import { waitingDraft } from "./drafts.ts";
import type { ServiceCalls } from "./service-calls.ts";
import { answer, answered, askForConfirm, changed, lacks, READS, SENDS } from "./tool-answers.ts";
import { confirm, documentId, mergeData } from "./tool-arguments.ts";

const linkShape = z.looseObject({ name: z.string(), url: z.string() });
const explanationShape = z.looseObject({ fields: z.unknown(), warnings: z.array(z.string()) });
const previewShape = explanationShape.extend({ file_contents: z.string(), media_type: z.string() });

/** Enough to judge a layout, small enough for a conversation. */
const IMAGE_RESOLUTION = 80;
const MAX_IMAGES = 5;

export function registerMergeTools(server: McpServer, calls: ServiceCalls, env: Env): void {
  server.registerTool(
    "test_merge",
    {
      title: "Try a merge",
      description:
        "Fills a document with data as a sample: returns which fields were found, missing and unused, and the first pages as pictures. If a draft is waiting to be published, it is what is shown. Nothing is sent.",
      inputSchema: z.object({
        id: documentId,
        data: mergeData.optional(),
        pages: z.number().int().min(0).max(MAX_IMAGES).optional().describe("How many pages to show, 2 when absent"),
      }),
      outputSchema: z.looseObject({
        test: z.literal(true),
        media_type: z.string(),
        size: z.number().describe("Bytes of the file"),
        warnings: z.array(z.string()),
      }),
      annotations: READS,
    },
    ({ id: merged, data: values, pages = 2 }) =>
      answered(calls, async () => {
        if (!values) return lacks(await missingData(calls, merged));
        const draft = await waitingDraft(calls, merged);
        const { bytes, mediaType, fields, warnings } =
          draft === undefined ? await testMerge(calls, merged, values) : await preview(calls, merged, draft, values);
        const facts = {
          test: true,
          ...(draft === undefined ? {} : { draft }),
          media_type: mediaType,
          size: bytes.byteLength,
          fields,
          warnings,
        };
        if (mediaType !== "application/pdf" || pages === 0) return answer(facts);
        const { total, images } = await drawPages(env, bytes, { maxPages: pages, resolution: IMAGE_RESOLUTION });
        return answer({ ...facts, pages: total, pages_shown: images.length }, images.map(image));
      }),
  );

  server.registerTool(
    "merge_document",
    {
      title: "Merge a document",
      description:
        "Fills a document for real: it counts, and its deliveries are sent. Returns a link to the file that is good for a day. With test (the default), or while the document is in test mode, it is a sample, and nothing is sent.",
      inputSchema: z.object({
        id: documentId,
        data: mergeData.optional(),
        test: z.boolean().optional().describe("false for a real merge, which needs confirm; true when absent"),
        confirm,
      }),
      outputSchema: changed({
        test: z.boolean().optional().describe("true: a sample; nothing was sent"),
        name: z.string().optional(),
        url: z.string().optional().describe("A link to the file, good for a day"),
        run_id: z.string().nullable().optional(),
      }),
      annotations: SENDS,
    },
    ({ id: merged, data: values, test = true, confirm: isConfirmed }) =>
      answered(calls, async () => {
        if (!values) return lacks(await missingData(calls, merged));
        if (!test && !isConfirmed) {
          const deliveries = z
            .array(z.looseObject({ type: z.string(), active: z.string(), settings: z.record(z.string(), z.unknown()) }))
            .parse(await calls.get(`/api/documents/${merged}/deliveries`));
          const sent = deliveries
            .filter(({ active }) => active === "1")
            .map(({ type, settings }) => ({
              type,
              to: settings.to ?? settings.url ?? settings.bucket ?? settings.route_id,
            }));
          const { active } = stateShape.parse(await calls.get(`/api/documents/${merged}`));
          if (active === "0")
            return askForConfirm(
              `merge document ${merged}, which is in test mode: as a sample, of which nothing is sent`,
              {
                id: merged,
                deliveries_that_would_be_held: sent,
                note: TEST_MODE,
              },
            );
          return askForConfirm(`merge document ${merged} for real`, {
            id: merged,
            deliveries_that_would_be_sent: sent,
          });
        }
        const query = { download: "url", ...(test ? { test: 1 } : {}) };
        const response = await calls.open("POST", `/api/documents/${merged}/merge`, query, values);
        const { name, url } = linkShape.parse(await response.json());
        const run_id = response.headers.get("x-run-id");
        const wasTest = test || (await wasSample(calls, run_id));
        return answer({
          done: true,
          test: wasTest,
          name,
          url,
          run_id,
          ...(wasTest && !test ? { note: TEST_MODE } : {}),
        });
      }),
  );

  server.registerTool(
    "merge_list",
    {
      title: "Merge a list",
      outputSchema: changed({
        test: z.boolean().optional().describe("true: samples; nothing was sent"),
        run_id: z.string().optional().describe("The run of the whole list"),
        records: z.number().optional(),
        warnings: z.array(z.string()).optional(),
      }),
      annotations: SENDS,
      description:
        "Merges a document with every row of a list, each as a run of its own, in the background. The first row has the headings; a column fills the field of its name unless mapping names another, such as Items[].price for a member of a list. group_by makes rows with the same value in a column one record. Without confirm it only shows how the list is read.",
      inputSchema: z.object({
        id: documentId,
        rows: z
          .array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))
          .describe("Headings, then rows"),
        mapping: z.record(z.string(), z.string()).optional().describe("Heading -> field; empty leaves a column out"),
        group_by: z.string().optional().describe("Column whose equal values make rows one record"),
        run_at: z.string().optional().describe("When to begin, such as 2027-01-01T08:00:00Z; at once when absent"),
        output: z.enum(["zip", "pdf", "none"]).optional().describe("One ZIP, one PDF, or each file in its run"),
        deliver: z.boolean().optional().describe("false: no deliveries are made"),
        test: z.boolean().optional().describe("false for real merges; true when absent"),
        confirm,
      }),
    },
    ({ id: merged, confirm: isConfirmed, test = true, ...list }) =>
      answered(calls, async () => {
        const path = `/api/documents/${merged}`;
        if (isConfirmed) {
          const batch = await accepted(calls, path, { ...list, test });
          const wasTest = test || (await wasSample(calls, batch.run_id));
          return answer({ done: true, test: wasTest, ...batch, ...(wasTest && !test ? { note: TEST_MODE } : {}) });
        }
        return askForConfirm(`merge document ${merged} with this list`, {
          test,
          read: await calls.post(`${path}/read_list`, list, { limit: 5 }),
        });
      }),
  );
}

const stateShape = z.looseObject({ active: z.string().optional() });
const TEST_MODE =
  "The document is in test mode: its merges are samples, and nothing is sent. publish_document takes it out of test mode.";

/** What the run itself says: a document in test mode makes samples, whatever was asked. */
async function wasSample(calls: ServiceCalls, runId: string | null): Promise<boolean> {
  if (runId === null) return false;
  return z.looseObject({ test: z.boolean() }).parse(await calls.get(`/api/runs/${runId}`)).test;
}

/** For a call without data: which ones the document needs. */
async function missingData(calls: ServiceCalls, id: string): Promise<string> {
  const fields = z.array(z.looseObject({ name: z.string() })).parse(await calls.get(`/api/documents/${id}/fields`));
  const names = fields.map(({ name }) => name).join(", ");
  return `The merge needs data: an object with a member for each field${names && `, which are ${names}`}. For a document without any, send {}.`;
}

const acceptedShape = z.looseObject({ run_id: z.string(), records: z.number(), warnings: z.array(z.string()) });

const accepted = async (calls: ServiceCalls, path: string, list: object) =>
  acceptedShape.parse(await calls.post(`${path}/batch`, list));

/** A sample of what merges use. */
async function testMerge(calls: ServiceCalls, id: string, values: unknown) {
  const path = `/api/documents/${id}/merge`;
  const explanation = explanationShape.parse(await calls.post(path, values, { explain: 1 }));
  const response = await calls.open("POST", path, { test: 1, download: 1 }, values);

  return {
    ...explanation,
    bytes: new Uint8Array(await response.arrayBuffer()),
    mediaType: response.headers.get("content-type") ?? "",
  };
}

/** A draft as PDF. */
async function preview(calls: ServiceCalls, id: string, version: number, data: unknown) {
  const answered = await calls.post(`/api/documents/${id}/preview`, { version, data }, { explain: 1 });
  const { file_contents, media_type, ...explanation } = previewShape.parse(answered);

  return { ...explanation, bytes: Buffer.from(file_contents, "base64"), mediaType: media_type };
}

const image = ({ bytes, mediaType }: PageImage) => ({
  type: "image" as const,
  mimeType: mediaType,
  data: Buffer.from(bytes).toString("base64"),
});
