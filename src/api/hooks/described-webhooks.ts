import * as z from "zod";
import { HOOK_EVENTS, type HookEvent } from "../../domain/hooks/hook.ts";
import type { DescribedWebhook } from "../../http/openapi/openapi.ts";
import { HOOK_SAMPLES, hookSample } from "./hook-samples.ts";

/** What the service posts, as the reference shows it: webhook deliveries, and each event of hooks. */

const AT = new Date("2026-11-22T09:30:00.000Z");

const sent = z.iso.datetime().meta({ description: "When it happened." });
const sha256 = z.string().meta({ description: "SHA-256 of the file, in hex." });

const deliveredFile = {
  name: z.string().meta({ description: "The file's name." }),
  sha256,
  file_contents: z.string().meta({ description: "The file, in base64." }),
  file_url: z.string().meta({ description: "A link to it, where the delivery or the file's size asks for one." }),
};

const deliveredSchema = z
  .object({
    type: z.enum(["document.merged", "tool.finished"]).meta({ description: "What happened." }),
    timestamp: sent,
    data: z
      .object({
        run_id: z.string().meta({ description: "The run." }),
        document_id: z.string().meta({ description: "The document that was merged." }),
        route_id: z.string().meta({ description: "The data route that was merged." }),
        tool: z.string().meta({ description: "The file tool." }),
        test: z.boolean().meta({ description: "Whether it is a test merge." }),
        ...deliveredFile,
        files: z
          .array(z.object(deliveredFile).partial().required({ name: true, sha256: true }))
          .meta({ description: "The files, where there are several." }),
        warnings: z.array(z.string()).meta({ description: "What could not be done as asked." }),
        fields: z.record(z.string(), z.unknown()).meta({ description: "The merge data." }),
      })
      .partial()
      .required({ run_id: true })
      .meta({ description: "The run with its file." }),
  })
  .meta({
    id: "WebhookPost",
    examples: [
      {
        type: "document.merged",
        timestamp: AT.toISOString(),
        data: {
          run_id: "0k3v8d1w2h0007qa5t9x2zr",
          document_id: "42",
          test: false,
          name: "Invoice 2026-117.pdf",
          sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          file_url: "https://docs.example.com/files/7Q2mA0t5bW3xK9rL1cV8nE4pZ6sD0fGh",
          fields: { Name: "Ada Lovelace" },
        },
      },
    ],
  });

const run = {
  run_id: z.string().meta({ description: "The run." }),
  kind: z.string().meta({ description: "What was run: `document`, `route`, `batch` or `tool`." }),
  name: z.string().meta({ description: "Name of the document or data route, or the tool." }),
  document_id: z.string().optional().meta({ description: "The document that was merged." }),
  route_id: z.string().optional().meta({ description: "The data route that was merged." }),
  parent_id: z.string().optional().meta({ description: "The run that it is a part of." }),
  source: z.string().meta({ description: "How it came in." }),
  test: z.boolean().meta({ description: "Whether it is a test merge." }),
  warnings: z.array(z.string()).meta({ description: "What could not be done as asked." }),
};

const files = z
  .array(
    z.object({
      name: z.string().meta({ description: "The file's name." }),
      media_type: z.string().meta({ description: "Media type of the file." }),
      size: z.int().meta({ description: "Bytes of the file." }),
      sha256,
      url: z.string().meta({ description: "A link to the file, for a week." }),
    }),
  )
  .meta({ description: "The files that were made." });

/** event -> the members of its `data`. */
const DATA: Readonly<Record<HookEvent, z.core.$ZodLooseShape>> = {
  "run.done": { ...run, files },
  "run.failed": {
    ...run,
    code: z.string().meta({ description: "Stable word for the kind of failure." }),
    message: z.string().meta({ description: "What went wrong." }),
  },
  "batch.done": {
    ...run,
    records: z.int().meta({ description: "Records of the list." }),
    records_done: z.int().meta({ description: "Records that were merged." }),
    records_failed: z.int().meta({ description: "Records that failed." }),
    files,
  },
  "delivery.failed": {
    ...run,
    delivery_id: z.string().meta({ description: "The delivery of the run." }),
    delivery_type: z.string().meta({ description: "Its kind." }),
    delivery_name: z.string().meta({ description: "Its name." }),
    target: z.string().meta({ description: "The host that it goes to." }),
    status: z.string().meta({ description: "`dead`, or `partial`: some recipients have it." }),
    tries: z.int().meta({ description: "Tries that were made." }),
    response: z.string().meta({ description: "The answer to the last try, or what went wrong." }),
  },
  "document.published": {
    document_id: z.string().meta({ description: "The document." }),
    name: z.string().meta({ description: "Its name." }),
    folder: z.string().meta({ description: "Its folder; empty for none." }),
    type: z.string().meta({ description: "Type of the template." }),
    version: z.int().meta({ description: "Number of the version." }),
    sha256,
    written_by: z.string().meta({ description: "Who wrote that version." }),
  },
  "form.submitted": {
    ...run,
    fields: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "What was filled in; null once it is no longer kept." }),
  },
};

/** `run.done` as `RunDonePost`. */
const nameOf = (event: HookEvent): string =>
  `${event.replace(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}Post`;

/** What a hook of an event is sent. */
export const hookPostSchema = (event: HookEvent) =>
  z
    .object({
      type: z.literal(event).meta({ description: "The event." }),
      timestamp: sent,
      data: z.object(DATA[event]).meta({ description: "What happened." }),
    })
    .meta({ id: nameOf(event), examples: [hookSample(event, AT)] });

const SIGNED = "Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`.";

export const DESCRIBED_WEBHOOKS: readonly DescribedWebhook[] = [
  {
    name: "delivery",
    summary: "A webhook delivery",
    description: `What deliveries of type \`webhook\` send, as JSON or as a form. ${SIGNED}`,
    tag: "Deliveries",
    payload: deliveredSchema,
  },
  ...HOOK_EVENTS.map((event) => ({
    name: event,
    summary: HOOK_SAMPLES[event].title,
    description: `What hooks of \`${event}\` are sent. ${SIGNED}`,
    tag: "Hooks",
    payload: hookPostSchema(event),
  })),
];
