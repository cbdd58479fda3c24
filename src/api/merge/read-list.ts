import * as z from "zod";
import { type MergeData, mergeDataOf } from "../../domain/merge-data.ts";
import { requireRight } from "../../http/allowed.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { file, json } from "../../http/responses.ts";
import { integer, optional, text } from "../../http/wire-values.ts";
import { listTemplate } from "../../lists/list-template.ts";
import { nearestFields } from "../../lists/nearest-fields.ts";
import { type ResolvedTarget, resolvedDocument, resolvedRoute } from "../../merge/merge-target.ts";
import { mediaTypeOf } from "../../merge/run/merged-file.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import { sampleNotFound } from "../documents/sample-not-found.ts";
import { findRoute } from "../routes/find-route.ts";
import { routeParams } from "../routes/route-schemas.ts";
import { type BatchAsked, type BatchBody, batchBody, batchList, batchQuery } from "./batch-list.ts";
import { checkCells, MAX_MARKED } from "./check-cells.ts";
import { listTargetsOf } from "./list-targets-of.ts";
import { listTexts } from "./list-texts.ts";

const MAX_SHOWN = 10_000;

const readQuery = batchQuery.extend({
  limit: optional(integer().pipe(z.int().min(0).max(MAX_SHOWN))).meta({
    description: "How many rows and records are shown, 50 when absent.",
  }),
  first: optional(integer().pipe(z.int().min(1).max(MAX_SHOWN))).meta({
    description:
      "How many rows are read, for a look at a long list: what the answer counts is of these, and `more` says whether there are others. All when absent.",
  }),
});

const targetSchema = z.object({
  path: z.string().meta({ description: "The field, as `mapping` names it." }),
  label: z.string().meta({ description: "The heading that fills it without a mapping." }),
  type: z.string().meta({ description: "What it holds." }),
  required: z.boolean().meta({ description: "Whether it is needed." }),
});

const answerSchema = z.object({
  sheets: z.array(z.string()).meta({ description: "The workbook's sheets; none for texts." }),
  sheet: z.string().meta({ description: "The sheet that was read." }),
  header_row: z.number().meta({ description: "Row of the headings." }),
  columns: z
    .array(
      z.object({
        heading: z.string().meta({ description: "The column's heading." }),
        field: z.string().meta({ description: "The field that it fills; empty for none." }),
        suggested: z.string().meta({
          description: "The field that it most likely means, where no field has its name; empty for none.",
        }),
      }),
    )
    .meta({ description: "The columns in their order." }),
  rows: z.array(z.array(z.unknown())).meta({ description: "The values of the first rows, as the merge reads them." }),
  row_numbers: z.array(z.number()).meta({ description: "Their numbers in the sheet." }),
  row_count: z.number().meta({ description: "How many rows there are." }),
  more: z.boolean().meta({ description: "Whether there are rows that were not read, since `first` asked for less." }),
  records: z.array(z.unknown()).meta({ description: "The first records." }),
  record_rows: z
    .array(z.array(z.number()))
    .meta({ description: "The numbers of the rows that each record is made of." }),
  record_count: z.number().meta({ description: "How many records there are." }),
  problems: z
    .array(
      z.object({
        row: z.number().meta({ description: "Number of the row." }),
        column: z.number().meta({ description: "Place of the column, from 0." }),
        kind: z.enum(["unknown", "missing", "wrong"]).meta({
          description:
            "`unknown`: the cell has no value that can be read; `missing`: its field needs one; `wrong`: it is not what its field holds.",
        }),
        message: z.string().meta({ description: "What is wrong." }),
      }),
    )
    .meta({ description: `Cells that should be corrected, the first ${MAX_MARKED.toLocaleString("en")}.` }),
  problem_count: z.number().meta({ description: "How many such cells there are." }),
  targets: z.array(targetSchema).meta({ description: "What columns can fill." }),
  warnings: z.array(z.string()).meta({ description: "What was odd about the list." }),
});

const shared = {
  method: "post",
  onRepeat: "anew",
  description:
    "Reads a list as a batch would, and merges nothing: which sheet, row of headings, fields and records it has, and what is wrong with it. It takes what a batch takes.",
  tag: "Merge",
  auth: "key",
  needs: "merge",
  query: readQuery,
  takesList: true,
  texts: listTexts,
  body: batchBody,
  problems: ["file_encrypted", "file_not_readable", "archive_invalid", "archive_too_large", "xml_invalid"],
  responses: { 200: { description: "The list", schema: answerSchema } },
} as const;

/** POST /api/documents/:id/read_list: look first. */
export const readDocumentList = endpoint({
  ...shared,
  path: "/api/documents/:id/read_list",
  summary: "Read a list as a batch of the document would",
  params: documentParams,
  async handle({ params, query, body, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    return await answerList(context, resolvedDocument(document), query, body);
  },
});

/** POST /api/routes/:id/read_list */
export const readRouteList = endpoint({
  ...shared,
  path: "/api/routes/:id/read_list",
  summary: "Read a list as a batch of the data route would",
  params: routeParams,
  async handle({ params, query, body, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    const rules = await context.store.rules.ofRoute(caller.workspaceId, route.id);
    return await answerList(context, resolvedRoute(route, rules), query, body);
  },
});

async function answerList(
  context: RequestContext,
  target: ResolvedTarget,
  query: BatchAsked & { limit?: number; first?: number },
  body: BatchBody,
): Promise<Response> {
  const targets = await listTargetsOf(context, target);
  const { limit = 50, first, ...asked } = query;
  const {
    table,
    columns = [],
    records,
    rows = [],
    warnings,
  } = await batchList(body, asked, async () => targets, {
    first,
  });
  const suggested = nearestFields(columns, targets);
  const firstRows = new Set(rows.flatMap(([first]) => first ?? []));
  const cells = table ? checkCells(table, columns, targets, firstRows) : { marked: [], count: 0 };
  return json({
    sheets: table?.sheets ?? [],
    sheet: table?.sheet ?? "",
    header_row: table?.headerRow ?? 1,
    columns: columns.map((column) => ({ ...column, suggested: suggested.get(column.heading) ?? "" })),
    rows: (table?.rows ?? []).slice(0, limit).map(({ cells }) => cells),
    row_numbers: (table?.rows ?? []).slice(0, limit).map(({ row }) => row),
    row_count: table?.rows.length ?? records.length,
    more: table?.more ?? false,
    records: records.slice(0, limit),
    record_rows: rows.slice(0, limit),
    record_count: records.length,
    problems: cells.marked,
    problem_count: cells.count,
    targets: targets.map(({ path, label, field }) => ({
      path,
      label,
      type: field.type,
      required: field.required ?? false,
    })),
    warnings,
  });
}

const templateShared = {
  method: "get",
  description:
    "An Excel workbook headed with the fields, with a row of examples, drop-downs for choices, and dates as dates: filled in, it is a list that needs no mapping.",
  tag: "Merge",
  auth: "key",
  needs: "document:read",
  responses: { 200: { description: "The workbook", mediaType: mediaTypeOf("xlsx") } },
} as const;

/** GET /api/documents/:id/list_template */
export const getDocumentListTemplate = endpoint({
  ...templateShared,
  path: "/api/documents/:id/list_template",
  summary: "Get an Excel workbook for lists of the document",
  params: documentParams,
  query: z.object({ sample: optional(text()).meta({ description: "Id of a sample whose values are the examples." }) }),
  problems: ["sample_not_found"],
  async handle({ params, query, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    if (query.sample) requireRight(caller, "run:data", document.folder);
    const data = await exampleData(context, caller, document.id, query.sample);
    const targets = await listTargetsOf(context, resolvedDocument(document));
    return file(listTemplate(document.name, targets, data), {
      name: `${document.name}.xlsx`,
      mediaType: mediaTypeOf("xlsx"),
    });
  },
});

async function exampleData(
  { store }: RequestContext,
  { workspaceId }: Caller,
  documentId: number,
  sampleId: string | undefined,
): Promise<MergeData> {
  if (sampleId === undefined) return {};
  const sample = await store.samples.byId(workspaceId, documentId, sampleId);
  if (!sample) throw sampleNotFound();
  return mergeDataOf(sample.data);
}

/** GET /api/routes/:id/list_template */
export const getRouteListTemplate = endpoint({
  ...templateShared,
  path: "/api/routes/:id/list_template",
  summary: "Get an Excel workbook for lists of the data route",
  params: routeParams,
  async handle({ params, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    const rules = await context.store.rules.ofRoute(caller.workspaceId, route.id);
    const targets = await listTargetsOf(context, resolvedRoute(route, rules));
    return file(listTemplate(route.name, targets), { name: `${route.name}.xlsx`, mediaType: mediaTypeOf("xlsx") });
  },
});
