import { Buffer } from "node:buffer";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { drawPages, type PageImage } from "../convert/page-images.ts";
import type { Env } from "../env.ts";
import { waitingDraft } from "./drafts.ts";
import type { ServiceCalls } from "./service-calls.ts";
import { answer, answered, askForConfirm } from "./tool-answers.ts";
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
      description:
        "Fills a document with data as a sample: returns which fields were found, missing and unused, and the first pages as pictures. If a draft is waiting to be published, it is what is shown. Nothing is sent.",
      inputSchema: z.object({
        id: documentId,
        data: mergeData,
        pages: z.number().int().min(0).max(MAX_IMAGES).optional().describe("How many pages to show, 2 when absent"),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ id: merged, data: values, pages = 2 }) =>
      answered(async () => {
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
      description:
        "Fills a document for real: it counts, and its deliveries are sent. Returns a link to the file that is good for a day. With test (the default) it is a sample, and nothing is sent.",
      inputSchema: z.object({
        id: documentId,
        data: mergeData,
        test: z.boolean().optional().describe("false for a real merge, which needs confirm; true when absent"),
        confirm,
      }),
    },
    ({ id: merged, data: values, test = true, confirm: isConfirmed }) =>
      answered(async () => {
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
          return askForConfirm(`merge document ${merged} for real`, {
            id: merged,
            deliveries_that_would_be_sent: sent,
          });
        }
        const query = { download: "url", ...(test ? { test: 1 } : {}) };
        const response = await calls.open("POST", `/api/documents/${merged}/merge`, query, values);
        const { name, url } = linkShape.parse(await response.json());
        return answer({ done: true, test, name, url, run_id: response.headers.get("x-run-id") });
      }),
  );
}

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
