import { Failure } from "../../../domain/failure.ts";
import { ignoredMembers } from "../../../http/body/ignored-members.ts";
import { validate } from "../../../http/validate.ts";
import type { MergeServices } from "../../../merge/context.ts";
import type { RunTool } from "../../../merge/execute-queued.ts";
import { finishRun, ownEntries, Timings } from "../../../merge/run/finalize-run.ts";
import { storeMergedFile } from "../../../merge/run/merged-file.ts";
import { type ToolAnswer, workWith } from "../file-tool.ts";
import { placeSecrets } from "../secret-members.ts";
import { inputGone, openBody } from "../stored-body.ts";
import { FILE_TOOLS } from "./tools.ts";

/** Does queued runs of tools: with the same code as for requests that wait, its answer stored as the run's file. */
export function runTool(services: MergeServices): RunTool {
  return async (buffered, task) => {
    const { run } = buffered;
    const { workspaceId, id } = run;
    const { store } = services;
    const tool = FILE_TOOLS.find(({ name }) => name === task.tool);
    if (!tool) throw new Failure("not_found", `There is no tool ${task.tool}.`);
    const data = await store.runs.data(workspaceId, id);
    if (data === undefined) throw inputGone();

    const timings = new Timings();
    const { tree, blobKeys } = await openBody(store, workspaceId, data);
    if (task.secrets !== undefined)
      await placeSecrets(tree, task.secrets, { workspaceId, secretsKey: services.env.SECRETS_KEY });
    const request = { body: validate(tool.body, tree, "body"), ignored: ignoredMembers(tool.body, tree) };
    const answer = await workWith(tool, request, { services, workspaceId, isQueued: true });
    timings.lap("work");
    await buffered.renewLease();
    const { name, mediaType, warnings } = answer;
    const file = await storeMergedFile(store.blobs, run, await storedContent(services, buffered.run, answer), {
      name,
      mediaType,
    });
    timings.lap("store");
    const fields = { found: [], missing: [], unused: [] };
    const result = { files: [file], fields, warnings: [...warnings], renderer: answer.renderer };
    await finishRun(services, buffered, timings, result, ownEntries(task));
    await store.blobs
      .delete(blobKeys)
      .catch((error) => services.log.failure("upload.not_deleted", error, { workspace_id: workspaceId, run_id: id }));
  };
}

/** An answer that is written as it is made goes to its blob in the same way. */
async function storedContent(
  { store }: MergeServices,
  run: { workspaceId: string; id: string },
  { content }: ToolAnswer,
) {
  if (content instanceof Uint8Array) return { bytes: content };
  return { blobKey: await store.blobs.putResultPieces(run.workspaceId, run.id, content) };
}
