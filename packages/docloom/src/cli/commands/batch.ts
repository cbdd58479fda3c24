import fs from "node:fs";
import { type Command, Option } from "commander";
import type { BatchOptions, ListFile } from "../../client/docloom.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { CommandFailed } from "../exit-codes.ts";
import { collect } from "../merge-data.ts";
import { targetOf, writeAnswer } from "./merge.ts";

interface Options {
  route?: boolean;
  map?: string[];
  groupBy?: string;
  sheet?: string;
  headerRow?: string;
  runAt?: string;
  files: "zip" | "pdf" | "none";
  test?: boolean;
  deliver: boolean;
  wait?: boolean;
  failed?: string;
}

/** What the ends of file names say of lists; workbooks are known by their content. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  json: "application/json",
  ndjson: "application/x-ndjson",
  jsonl: "application/x-ndjson",
};

export function batchCommand(): Command {
  return subcommand(
    "batch",
    "merge every row of a list (Excel, CSV, JSON) with a document",
    `docloom batch customers.xlsx documents/Offer --map "First name=Name" --wait
     docloom batch orders.xlsx Invoice --group-by Order --map "Item=Items[].name" --files pdf
     docloom batch members.csv 17 --run-at 2027-01-01T08:00:00Z`,
  )
    .argument("<file>", "the list: .xlsx, .csv, .tsv, .json or .ndjson")
    .argument("<document>", "its folder, id, name, or merge address; with --route a data route's id or name")
    .option(
      "--map <Column=Field>",
      "the field that a column fills, Items[].price for one of a list; may be repeated",
      collect,
    )
    .option("--group-by <column>", "rows with the same value in this column become one record")
    .option("--sheet <name>", "the sheet with the list")
    .option("--header-row <n>", "the row of the headings")
    .option("--run-at <time>", "when to begin, such as 2027-01-01T08:00:00Z")
    .addOption(
      new Option("--files <kind>", "one ZIP, one PDF, or each in its run")
        .choices(["zip", "pdf", "none"])
        .default("zip"),
    )
    .option("--test", "test merges: marked, counted separately, not delivered")
    .option("--no-deliver", "make no deliveries")
    .option("--wait", "wait until all are done")
    .option("--failed <file.xlsx>", "with --wait: where the rows that failed go, with the reasons")
    .option("--route", "merge a data route")
    .action(async (file: string, what: string, options: Options, command: Command) => {
      const context = contextOf(command);
      const { output } = context;
      const { docloom, target } = await targetOf(context, what, options.route === true);
      const accepted = await docloom.merge.batch(target, listFile(file), batchOptions(options));
      output.warnings(accepted.warnings);
      if (!options.wait) {
        output.result(
          { run_id: accepted.runId, records: accepted.records, warnings: accepted.warnings },
          () =>
            `${accepted.records} records are accepted as run ${accepted.runId}. See: docloom runs ${accepted.runId}`,
        );
        return;
      }
      const run = await docloom.runs.finished(accepted.runId);
      const failed = run.records?.failed ?? 0;
      if (failed > 0 && options.failed) writeAnswer(await docloom.runs.failedRows(run.id), options.failed);
      output.result(run, () => [
        `${run.records?.done ?? 0} of ${accepted.records} records are merged in run ${run.id}.`,
        ...(run.problem ? [run.problem.message] : []),
        ...(run.records?.errors ?? []).map(({ record, message }) => `Record ${record}: ${message}`),
      ]);
      if (run.status === "failed" || failed > 0) throw new CommandFailed();
    });
}

function listFile(file: string): ListFile {
  if (!fs.existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const mediaType = MEDIA_TYPES[file.slice(file.lastIndexOf(".") + 1).toLowerCase()];
  return { bytes: new Uint8Array(fs.readFileSync(file)), ...(mediaType ? { mediaType } : {}) };
}

function batchOptions({ map = [], groupBy, sheet, headerRow, runAt, files, test, deliver }: Options): BatchOptions {
  const pairs = map.map((pair) => {
    const at = pair.lastIndexOf("=");
    if (at < 1) throw new UsageError(`--map ${pair} is not of the form Column=Field.`);
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  const time = runAt === undefined ? undefined : new Date(runAt);
  if (time && Number.isNaN(time.getTime()))
    throw new UsageError(`--run-at ${runAt} is no time such as 2027-01-01T08:00:00Z.`);
  return {
    ...(pairs.length > 0 ? { mapping: Object.fromEntries(pairs) } : {}),
    ...(groupBy === undefined ? {} : { groupBy }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(headerRow === undefined ? {} : { headerRow: Number(headerRow) }),
    ...(time ? { runAt: time } : {}),
    ...(test ? { test } : {}),
    output: files,
    deliver,
  };
}
