import { type Command, Option } from "commander";
import type { Docloom } from "../../client/docloom.ts";
import { contextOf, subcommand } from "../command.ts";
import { CommandFailed } from "../exit-codes.ts";
import { type Colors, counted, table } from "../output.ts";

const STATUSES = ["accepted", "running", "done", "failed"] as const;

export function runsCommand(): Command {
  return subcommand(
    "runs",
    "what became of merges: a list, or one run with its files and deliveries",
    `docloom runs --status failed
     docloom runs 1m81zdbsw0000af2rkrsknh`,
  )
    .argument("[run]", "one run by its id")
    .addOption(new Option("--status <status>", "only runs of this status").choices(STATUSES))
    .option("--document <id>", "only runs of this document")
    .option("--route <id>", "only runs of this data route")
    .option("--limit <n>", "most runs to list", "20")
    .action(
      async (
        id: string | undefined,
        options: { status?: (typeof STATUSES)[number]; document?: string; route?: string; limit: string },
        command: Command,
      ) => {
        const context = contextOf(command);
        const { output } = context;
        const docloom = context.docloom();
        if (id !== undefined) {
          const run = await docloom.runs.get(id);
          output.result(run, () => runLines(run, output.colors));
          return;
        }
        const runs = await docloom.runs.list({
          status: options.status,
          document_id: options.document,
          route_id: options.route,
          limit: Number(options.limit),
        });
        const rows = runs.map((run) => [
          run.id,
          run.accepted_at,
          run.status,
          run.test ? "test" : "",
          run.document_id ? `document ${run.document_id}` : run.route_id ? `route ${run.route_id}` : run.source,
        ]);
        output.result(runs, () =>
          runs.length === 0 ? "No matching runs." : table([["RUN", "ACCEPTED", "STATUS", "", "OF"], ...rows]),
        );
      },
    );
}

export function replayCommand(): Command {
  return subcommand(
    "replay",
    "merge the data of a run again, with its deliveries",
    "docloom replay 1m81zdbsw0000af2rkrsknh --wait",
  )
    .argument("<run>", "the run's id")
    .option("--wait", "wait until it is done; exits with 1 when it failed")
    .action(async (id: string, options: { wait?: boolean }, command: Command) => {
      const context = contextOf(command);
      const { output } = context;
      const docloom = context.docloom();
      const { response } = await docloom.api.POST("/api/runs/{id}/replay", { params: { path: { id } } });
      const replayed = response.headers.get("x-run-id") ?? "";
      if (!options.wait) {
        output.result({ run_id: replayed }, () => `Accepted as run ${replayed}. See: docloom runs ${replayed}`);
        return;
      }
      const run = await docloom.runs.finished(replayed);
      output.result(run, () => runLines(run, output.colors));
      if (run.status === "failed") throw new CommandFailed();
    });
}

type RunDetails = Awaited<ReturnType<Docloom["runs"]["get"]>>;

/** Whoever has no name is called by what they came with. */
const askerOf = ({ type, name, id }: NonNullable<RunDetails["asked_by"]>): string =>
  name || id || { address: "merge address", fill_in: "fill-in page", link: "sign-in link" }[type as string] || type;

function runLines(run: RunDetails, colors: Colors): string[] {
  const paint = run.status === "failed" ? colors.red : run.status === "done" ? colors.green : colors.yellow;
  const missing = run.fields.missing.length > 0 ? [`missing   ${run.fields.missing.join(", ")}`] : [];

  return [
    `run       ${run.id}${run.test ? "  (test)" : ""}`,
    `status    ${paint(run.status)}${run.problem ? `  ${run.problem.code}: ${run.problem.message}` : ""}`,
    `accepted  ${run.accepted_at}`,
    ...(run.asked_by ? [`asked by  ${askerOf(run.asked_by)}`] : []),
    `finished  ${run.finished_at}`,
    ...missing,
    ...run.warnings.map((warning) => `warning   ${warning}`),
    ...run.files.map(({ name, size, url }) => `file      ${name}  ${size} bytes  ${url}`),
    ...run.deliveries.flatMap(deliveryLines),
  ];
}

/** A delivery, and why it is not done: what the other side answered, or what kept it from answering. */
function deliveryLines({ type, status, tries, id, target, last_response }: RunDetails["deliveries"][number]): string[] {
  const line = `delivery  ${type} ${status} after ${counted(tries, "try").replace(/trys$/, "tries")}${target && ` to ${target}`}  (${id})`;
  const reason = status === "done" || status === "held" ? "" : last_response.trim();
  return [line, ...(reason === "" ? [] : reason.split("\n").map((part) => `          ${part.trimEnd()}`))];
}
