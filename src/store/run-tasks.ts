import * as z from "zod";
import { DELIVERY_KINDS } from "../domain/delivery/delivery.ts";
import type { StoredSettings } from "../domain/delivery/delivery-secrets.ts";
import { DOCUMENT_OUTPUTS, DOCUMENT_TYPES, type DocumentOutput, type DocumentSettings } from "../domain/document.ts";
import type { RouteRule } from "../domain/route.ts";
import {
  BATCH_OUTPUTS,
  type BatchTask,
  type DocumentTask,
  type MergeTask,
  type RouteTask,
  type RunTask,
  type ToolTask,
  targetIds,
} from "../domain/run-task.ts";

/** Settings as a document has them; the API checked each when it was saved. */
const settings: z.ZodType<DocumentSettings> = z.looseObject({});

/** Encrypted before they were written, but for those of earlier versions. */
const storedSettings = z.record(z.string(), z.unknown()).transform((stored) => stored as StoredSettings);

const ownDelivery = z.object({ kind: z.enum(DELIVERY_KINDS), settings: storedSettings }).optional();

const documentTask: z.ZodType<DocumentTask> = z.object({
  kind: z.literal("document"),
  document: z.object({
    documentId: z.int(),
    versionId: z.string(),
    templateKey: z.string(),
    name: z.string(),
    type: z.enum(DOCUMENT_TYPES),
    output: z.enum(DOCUMENT_OUTPUTS),
    outputName: z.string(),
    sizeWidth: z.string(),
    sizeHeight: z.string(),
    settings,
  }),
  undelivered: z.boolean().optional(),
  delivery: ownDelivery,
  warnings: z.array(z.string()).optional(),
});

const rule: z.ZodType<RouteRule> = z.object({
  id: z.string(),
  documentId: z.int().optional(),
  versionId: z.string().optional(),
  deletedDocument: z.string().optional(),
  file: z.string(),
  combine: z.boolean(),
  combineDocx: z.boolean(),
  sort: z.int(),
  loopField: z.string(),
  conditions: z.array(z.object({ field: z.string(), exp: z.string(), value: z.string() })),
});

const routeTask: z.ZodType<RouteTask> = z.object({
  kind: z.literal("route"),
  route: z.object({
    routeId: z.int(),
    name: z.string(),
    outputName: z.string(),
    rules: z.array(rule),
    settings: settings.optional(),
    flatten: z.boolean().optional(),
    autoescape: z.boolean().optional(),
  }),
  undelivered: z.boolean().optional(),
  delivery: ownDelivery,
  steps: z.object({ at: z.string(), files: z.int(), done: z.int(), written: z.array(z.string()) }).optional(),
  warnings: z.array(z.string()).optional(),
});

const mergeTask: z.ZodType<MergeTask> = z.union([documentTask, routeTask]);

const batchTask: z.ZodType<BatchTask> = z.object({
  kind: z.literal("batch"),
  of: mergeTask,
  output: z.enum(BATCH_OUTPUTS),
  records: z.int(),
  runAt: z.string().optional(),
  paused: z.boolean().optional(),
  columns: z.array(z.object({ heading: z.string(), field: z.string() })).optional(),
  warnings: z.array(z.string()).optional(),
});

const toolTask: z.ZodType<ToolTask> = z.object({
  kind: z.literal("tool"),
  tool: z.string(),
  delivery: ownDelivery,
  secrets: z.string().optional(),
  hadSecrets: z.boolean().optional(),
});

const runTask: z.ZodType<RunTask> = z.union([mergeTask, batchTask, toolTask]);

/** The task of a run's row. @throws ZodError for a row that this service has not written */
export function readTask(stored: unknown): RunTask {
  return runTask.parse(stored);
}

/** The columns by which runs are found, as their task says them. */
export function taskColumns(task: RunTask) {
  const { documentId = null, routeId = null } = targetIds(task);
  return {
    kind: task.kind,
    task,
    documentId,
    routeId,
    versionId: versionOf(task),
    output: outputOf(task),
  };
}

/** The template version that is merged. */
function versionOf(task: RunTask): string | null {
  if (task.kind === "batch") return versionOf(task.of);
  return task.kind === "document" ? task.document.versionId : null;
}

/** What kind of file a merge of one document makes. */
function outputOf(task: RunTask): DocumentOutput | null {
  return task.kind === "document" ? task.document.output : null;
}
