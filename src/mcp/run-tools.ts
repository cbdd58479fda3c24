import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ServiceCalls } from "./service-calls.ts";
import { answer, answered, askForConfirm, changed, listed, READS, SENDS } from "./tool-answers.ts";
import { confirm, documentId } from "./tool-arguments.ts";

const runId = z.string().min(1).describe("The run's id");

const runShape = z.looseObject({ id: z.string(), status: z.string() });

export function registerRunTools(server: McpServer, calls: ServiceCalls): void {
  server.registerTool(
    "list_runs",
    {
      title: "List runs",
      description: "What became of merges, newest first.",
      outputSchema: listed("Runs, newest first"),
      inputSchema: z.object({
        status: z.enum(["accepted", "running", "done", "failed"]).optional(),
        document_id: documentId.optional(),
        limit: z.number().int().min(1).max(100).optional(),
      }),
      annotations: READS,
    },
    ({ limit = 20, ...filter }) =>
      answered(calls, async () =>
        answer(z.array(z.looseObject({})).parse(await calls.get("/api/runs", { ...filter, limit }))),
      ),
  );

  server.registerTool(
    "get_run",
    {
      title: "Look at a run",
      description:
        "One merge: fields found and missing, warnings, the problem when it failed, files, and every delivery with its attempts.",
      inputSchema: z.object({ run_id: runId }),
      outputSchema: runShape,
      annotations: READS,
    },
    ({ run_id: id }) =>
      answered(calls, async () => answer(runShape.parse(await calls.get(`/api/runs/${encodeURIComponent(id)}`)))),
  );

  server.registerTool(
    "replay_run",
    {
      title: "Merge a run again",
      description: "Merges the data of a run again; its deliveries are sent again, too.",
      outputSchema: changed(),
      annotations: SENDS,
      inputSchema: z.object({
        run_id: runId,
        confirm,
      }),
    },
    ({ run_id: id, confirm }) =>
      answered(calls, async () => {
        const path = `/api/runs/${encodeURIComponent(id)}`;
        if (confirm) return answer({ done: true, run: await calls.post(`${path}/replay`, {}) });

        const run = z
          .looseObject({ status: z.string(), deliveries: z.array(z.looseObject({ type: z.string() })) })
          .parse(await calls.get(path));
        return askForConfirm(`merge run ${id} again`, {
          status: run.status,
          deliveries_that_would_be_sent_again: run.deliveries.map(({ type }) => type),
        });
      }),
  );
}
