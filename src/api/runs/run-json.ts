import { z } from "zod";
import { RUN_STATUSES, type Run, type RunFile } from "../../domain/run.ts";
import { targetIds } from "../../domain/run-task.ts";
import { runDeliverySchema } from "../deliveries/run-delivery-json.ts";

/** A run as lists show it. */
export const runSchema = z.object({
  id: z.string(),
  /** The document or the data route that was merged; empty for the other one. */
  document_id: z.string(),
  route_id: z.string(),
  /** The run that this one is a part of, repeats, or was handed on by; empty for none. */
  parent_id: z.string(),
  /** What was run: `document`, `route`, `batch` or `tool`. */
  kind: z.string(),
  /** The tool; empty for merges. */
  tool: z.string(),
  status: z.enum(RUN_STATUSES),
  source: z.string(),
  test: z.boolean(),
  output: z.string(),
  request_id: z.string(),
  accepted_at: z.string(),
  finished_at: z.string(),
});

/** One run, whole. */
export const runDetailSchema = runSchema.extend({
  started_at: z.string(),
  tries: z.number(),
  timings: z.record(z.string(), z.number()),
  fields: z.object({ found: z.array(z.string()), missing: z.array(z.string()), unused: z.array(z.string()) }),
  warnings: z.array(z.string()),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  files: z.array(
    z.object({ name: z.string(), media_type: z.string(), size: z.number(), sha256: z.string(), url: z.string() }),
  ),
  deliveries: z.array(runDeliverySchema),
});

const time = (date: Date | undefined): string => date?.toISOString() ?? "";

export function runJson(run: Run): z.output<typeof runSchema> {
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
    accepted_at: time(run.acceptedAt),
    finished_at: time(run.finishedAt),
  };
}

/** `urls` are links to the files, in the files' order. */
export function runDetailJson(
  run: Run,
  files: readonly RunFile[],
  urls: readonly string[],
  deliveries: z.output<typeof runDeliverySchema>[],
): z.output<typeof runDetailSchema> {
  return {
    ...runJson(run),
    started_at: time(run.startedAt),
    tries: run.tries,
    timings: run.timings,
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
