import * as z from "zod";
import { may } from "../../domain/access/rights.ts";
import { type NamedRun, RUN_STATUSES, type RunFile } from "../../domain/run.ts";
import { targetIds } from "../../domain/run-task.ts";
import type { Caller } from "../../http/context.ts";
import { text } from "../../http/wire-values.ts";
import { runDeliverySchema } from "../deliveries/run-delivery-json.ts";

/** Path of one run. */
export const runParams = z.object({ id: text().meta({ description: "Id of the run." }) });

/** Which names the data and the template had in common. */
const fieldNamesSchema = z
  .object({
    found: z.array(z.string()).meta({ description: "Fields that had data." }),
    missing: z.array(z.string()).meta({ description: "Fields without data." }),
    unused: z.array(z.string()).meta({ description: "Data that no field used." }),
  })
  .meta({ description: "Fields and data, by name." });

/** Who asked for a run. */
const askerSchema = z.object({
  type: z.enum(["person", "key", "link", "directory", "service", "address", "fill_in"]).meta({
    description: "`address`: whoever has the merge address; `fill_in`: whoever filled in the document's page.",
  }),
  id: z.string().meta({
    description: "Id of the key, and of the person for those who may see people; empty for others.",
  }),
  name: z.string().meta({
    description: "The name that the person or key has today; empty if there is none.",
    examples: ["Ada Lovelace"],
  }),
  via: z
    .enum(["api", "console", "command_line", "agent", "application", "directory", "service"])
    .meta({ description: "What the request came by." }),
});

/** A run as lists show it. */
export const runSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the run; ids sort by the time of acceptance." }),
    document_id: z.string().meta({ description: "The document that was merged; empty for data routes." }),
    route_id: z.string().meta({ description: "The data route that was merged; empty for documents." }),
    parent_id: z
      .string()
      .meta({ description: "The run that this one is a part of, repeats, or was passed on by; empty for none." }),
    kind: z.string().meta({ description: "What was run: `document`, `route`, `batch` or `tool`." }),
    tool: z.string().meta({ description: "The tool; empty for merges." }),
    status: z.enum(RUN_STATUSES).meta({ description: "Its status." }),
    source: z.string().meta({ description: "How it came in." }),
    test: z.boolean().meta({ description: "Whether it is a test merge." }),
    output: z.string().meta({ description: "Type of the merged file; empty where a document does not say it." }),
    request_id: z.string().meta({ description: "The `X-Request-Id` of the request that began it." }),
    asked_by: askerSchema.nullable().meta({
      description:
        "Who asked for it; for a part of another run, or what one handed on, who asked for that one. Null for runs from before this was kept.",
    }),
    accepted_at: z.string().meta({ description: "When its data arrived." }),
    finished_at: z.string().meta({ description: "When it was done or failed; empty before." }),
    run_at: z.string().meta({ description: "When it begins, if it was to begin later; empty for none." }),
    paused: z.boolean().meta({ description: "Whether it is a batch that is paused." }),
  })
  .meta({ id: "ListedRun" });

/** One run, whole. */
export const runDetailSchema = runSchema.extend({
  started_at: z.string().meta({ description: "When the work began; empty before." }),
  tries: z.number().meta({ description: "How often it was begun." }),
  timings: z
    .record(z.string(), z.number())
    .meta({ description: "Milliseconds by stage.", examples: [{ merge: 12, render: 84 }] }),
  renderer: z.string().meta({
    description: "What drew its PDF, `pages`, the service itself, or `browser`; empty for none.",
  }),
  fields: fieldNamesSchema,
  warnings: z.array(z.string()).meta({ description: "What could not be done as asked." }),
  problem: z
    .object({
      code: z.string().meta({ description: "Stable word for the kind of failure." }),
      message: z.string().meta({ description: "What went wrong." }),
    })
    .nullable()
    .meta({ description: "Why it failed; null when it did not." }),
  files: z
    .array(
      z.object({
        name: z.string().meta({ description: "The file's name." }),
        media_type: z.string().meta({ description: "Media type of the file." }),
        size: z.number().meta({ description: "Bytes of the file." }),
        sha256: z.string().meta({ description: "SHA-256 of the file, in hex." }),
        url: z.string().meta({ description: "A link to the file, for an hour." }),
      }),
    )
    .meta({ description: "The files that it made." }),
  deliveries: z.array(runDeliverySchema).meta({ description: "What became of each delivery." }),
});

const time = (date: Date | undefined): string => date?.toISOString() ?? "";

/** Whoever may not see people learns the name that versions show, too, and nothing else. */
function askerJson({ askedBy, askerName }: NamedRun, caller: Caller): z.output<typeof askerSchema> | null {
  if (!askedBy) return null;
  const isHidden = askedBy.type === "person" && !may(caller, "people:read");
  return { type: askedBy.type, id: isHidden ? "" : askedBy.id, name: askerName, via: askedBy.via };
}

export function runJson(run: NamedRun, caller: Caller): z.output<typeof runSchema> {
  const { documentId, routeId } = targetIds(run.task);
  return {
    id: run.id,
    document_id: documentId === undefined ? "" : String(documentId),
    route_id: routeId === undefined ? "" : String(routeId),
    parent_id: run.parentId ?? "",
    kind: run.task.kind,
    tool: run.task.kind === "tool" ? run.task.tool : "",
    status: run.status,
    source: run.source,
    test: run.test,
    output: run.task.kind === "document" ? run.task.document.output : "",
    request_id: run.requestId,
    asked_by: askerJson(run, caller),
    accepted_at: time(run.acceptedAt),
    finished_at: time(run.finishedAt),
    run_at: run.task.kind === "batch" ? (run.task.runAt ?? "") : "",
    paused: run.task.kind === "batch" && run.task.paused === true,
  };
}

/** `urls` are links to the files, in the files' order. */
export function runDetailJson(
  run: NamedRun,
  caller: Caller,
  files: readonly RunFile[],
  urls: readonly string[],
  deliveries: z.output<typeof runDeliverySchema>[],
): z.output<typeof runDetailSchema> {
  return {
    ...runJson(run, caller),
    started_at: time(run.startedAt),
    tries: run.tries,
    timings: run.timings,
    renderer: run.renderer ?? "",
    fields: run.fields,
    warnings: run.warnings,
    problem: run.problem ? { code: run.problem.code, message: run.problem.message } : null,
    files: files.map(({ name, mediaType, sizeBytes, sha256 }, index) => ({
      name,
      media_type: mediaType,
      size: sizeBytes,
      sha256,
      url: urls[index] ?? "",
    })),
    deliveries,
  };
}
