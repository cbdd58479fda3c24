import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { RUN_FILE_TYPES } from "../../domain/media-type.ts";
import type { RunFile } from "../../domain/run.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { file } from "../../http/responses.ts";
import { integer } from "../../http/wire-values.ts";
import { runParams } from "./run-json.ts";

export const runFileParams = runParams.extend({
  position: integer()
    .pipe(z.number().min(0))
    .meta({ description: "Which of the run's files, counted from 0 as `files` of the run lists them." }),
});

/** GET /api/runs/:id/files/:position: a file that a run made. */
export const getRunFile = endpoint({
  method: "get",
  path: "/api/runs/:id/files/:position",
  summary: "Get a file of a run",
  description: "The merged file, as long as the run's retention keeps it.",
  tag: "Runs",
  auth: "key",
  needs: "run:data",
  params: runFileParams,
  problems: ["file_missing", "data_expired"],
  responses: {
    200: {
      description: "The file",
      mediaType: RUN_FILE_TYPES,
    },
  },

  async handle({ params, caller, context }) {
    const found = await findRunFile(context, caller, params);
    const content = await context.store.blobs.getStream(caller.workspaceId, found.blobKey);
    if (!content) throw fileGone();

    return file(content.body, found, 200, { "content-length": String(content.sizeBytes) });
  },
});

/** @throws Failure `run_not_found`, `data_expired` */
export async function findRunFile(
  { store }: RequestContext,
  { workspaceId }: Caller,
  { id, position }: { id: string; position: number },
): Promise<RunFile> {
  const run = await store.runs.byId(workspaceId, id);
  if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
  const found = (await store.runs.files(workspaceId, id))[position];
  if (!found) throw fileGone();

  return found;
}

export const fileGone = (): Failure =>
  new Failure("data_expired", "The run has no such file, or it is no longer kept.");
