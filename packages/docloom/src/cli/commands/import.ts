import fs from "node:fs";
import type { Command } from "commander";
import { createDocloom } from "../../client/docloom.ts";
import { ServiceImport } from "../../import/import-service.ts";
import { ImportJournal } from "../../import/journal.ts";
import { reportLines } from "../../import/report.ts";
import { openSource } from "../../import/source.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { findConnection, stateFolder } from "../config.ts";
import { CommandFailed } from "../exit-codes.ts";

interface ImportCommandOptions {
  from: string;
  fromKey?: string;
  fromSecret?: string;
  dryRun?: boolean;
  report?: string;
}

export function importCommand(): Command {
  return subcommand(
    "import",
    "import documents, files, folders, data routes, rules and deliveries from any service with this interface",
    `docloom import --from https://old.example.com --from-key KEY --dry-run
     docloom import --from https://old.example.com --from-key KEY --report moved.json`,
  )
    .requiredOption("--from <address>", "the service to read; nothing is changed there")
    .option("--from-key <key>", "its API key (or DOCLOOM_FROM_KEY, or docloom login)")
    .option("--from-secret <secret>", "its secret (better: DOCLOOM_FROM_SECRET, or docloom login)")
    .option("--dry-run", "only show what would be imported")
    .option("--report <file>", "write the whole report as JSON, with all ids and addresses before and after")
    .addHelpText(
      "after",
      "\nStopped in the middle, run the same command again: it goes on where it was, and nothing is taken twice.",
    )
    .action(async (options: ImportCommandOptions, command: Command) => {
      const context = contextOf(command);
      const { output } = context;
      const { DOCLOOM_FROM_KEY, DOCLOOM_FROM_SECRET } = process.env;
      const from = sourceOf(options, options.fromKey ?? DOCLOOM_FROM_KEY, options.fromSecret ?? DOCLOOM_FROM_SECRET);
      const to = findConnection(context.options);
      if (from.url === to.url && from.key === to.key) throw new UsageError("Source and target are the same account.");

      const target = context.docloom();
      const journal = new ImportJournal(stateFolder(), JSON.stringify([from.url, from.key, to.url, to.key]));
      const source = await openSource(createDocloom({ baseUrl: from.url, key: from.key, secret: from.secret }));
      const progress = output.progress("Importing", source.documents.length + source.routes.length);
      const dryRun = options.dryRun === true;
      const report = await new ServiceImport(source, target, journal, {
        dryRun,
        from: from.url,
        to: to.url,
        onStep: () => progress.advance(),
      })
        .run()
        .finally(() => progress.stop());
      if (options.report) fs.writeFileSync(options.report, `${JSON.stringify(report, null, 2)}\n`);
      output.result(report, () => reportLines(report));
      if (report.problems.length > 0) throw new CommandFailed();
    });
}

function sourceOf({ from }: ImportCommandOptions, key: string | undefined, secret: string | undefined) {
  if (key) return { url: from.replace(/\/+$/, ""), key, secret };

  const { DOCLOOM_KEY: _key, DOCLOOM_SECRET: _secret, ...others } = process.env;
  const known = findConnection({ url: from }, others);
  if (!known.key)
    throw new UsageError(
      `There are no credentials for ${from}: give --from-key, or sign in once: docloom login ${from}`,
    );
  return known;
}
