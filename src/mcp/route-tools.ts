import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { pageOf, withoutLogo } from "./fill-in-tools.ts";
import type { ServiceCalls } from "./service-calls.ts";
import { answer, answered, askForConfirm, changed, lacks, listed, READS, SENDS } from "./tool-answers.ts";
import { confirm, mergeData } from "./tool-arguments.ts";

const routeId = z
  .union([z.string().regex(/^\d+$/), z.int().min(0)])
  .transform(String)
  .describe("The data route's id");

const routeShape = z.looseObject({ id: z.string(), name: z.string(), active: z.string().optional() });
const filesShape = z.looseObject({
  files: z.array(z.looseObject({ name: z.string(), url: z.string() })),
  warnings: z.array(z.string()).optional(),
});

export function registerRouteTools(server: McpServer, calls: ServiceCalls): void {
  server.registerTool(
    "list_routes",
    {
      title: "List data routes",
      description: "Data routes of the workspace: each decides by rules which documents are made of the data.",
      inputSchema: z.object({}),
      outputSchema: listed("Data routes"),
      annotations: READS,
    },
    () =>
      answered(calls, async () => {
        const routes = z.array(routeShape).parse(await calls.get("/api/routes", { details: 1 }));
        return answer(routes.map(({ id, name, active }) => ({ id, name, test_mode: active === "0" })));
      }),
  );

  server.registerTool(
    "get_route",
    {
      title: "Look at a data route",
      description:
        "One data route: its rules with their conditions and documents, its fields, its deliveries, where its fill-in page is.",
      inputSchema: z.object({ id: routeId }),
      outputSchema: routeShape,
      annotations: READS,
    },
    ({ id }) =>
      answered(calls, async () => {
        const path = `/api/routes/${id}`;
        const [route, fill_in_page, rules, fields, deliveries] = await Promise.all([
          calls.get(path, { details: 1 }),
          pageOf(calls, path),
          calls.get(`${path}/rules`),
          calls.get(`${path}/fields`),
          calls.get(`${path}/deliveries`),
        ]);
        const { key: _key, url: _url, ...members } = routeShape.parse(route);
        return answer({ ...withoutLogo(members), rules, fields, deliveries, fill_in_page });
      }),
  );

  server.registerTool(
    "merge_route",
    {
      title: "Merge a data route",
      description:
        "Sends data through a data route for real: every document whose rule fires is made, and deliveries are sent. Returns links that are good for a day. With test (the default) they are samples, and nothing is sent.",
      inputSchema: z.object({
        id: routeId,
        data: mergeData.optional(),
        test: z.boolean().optional().describe("false for a real merge, which needs confirm; true when absent"),
        confirm,
      }),
      outputSchema: changed({ test: z.boolean().optional(), run_id: z.string().nullable().optional() }),
      annotations: SENDS,
    },
    ({ id, data, test = true, confirm: isConfirmed }) =>
      answered(calls, async () => {
        if (!data)
          return lacks("The merge needs data: an object with the fields that get_route lists. For none, send {}.");
        if (!test && !isConfirmed) return askForConfirm(`merge data route ${id} for real, with its deliveries`, { id });
        const query = { list_files: 1, ...(test ? { test: 1 } : {}) };
        const response = await calls.open("POST", `/api/routes/${id}/merge`, query, data);
        const { files, warnings = [] } = filesShape.parse(await response.json());
        const run_id = response.headers.get("x-run-id");
        const run = run_id === null ? undefined : runShape.parse(await calls.get(`/api/runs/${run_id}`));
        return answer({ done: true, test: run?.test ?? test, files, warnings, run_id });
      }),
  );
}

const runShape = z.looseObject({ test: z.boolean() });
