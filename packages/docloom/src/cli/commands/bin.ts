import { Argument, Command } from "commander";
import type { BinType } from "../../client/resources/bin.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { table } from "../output.ts";

const TYPES = ["document", "route", "sample", "delivery", "font", "identity"] as const satisfies readonly BinType[];

/** `docloom bin`: what was deleted, and how it comes back. */
export function binCommand(): Command {
  return new Command("bin")
    .description("what was deleted: a list, and bring it back")
    .addCommand(listCommand())
    .addCommand(restoreCommand())
    .addCommand(removeCommand());
}

function listCommand(): Command {
  return subcommand("list", "what was deleted in the last 30 days, the newest first", "docloom bin list")
    .option("--limit <n>", "most to list", "20")
    .action(async (options: { limit: string }, command: Command) => {
      const context = contextOf(command);
      const items = await context.docloom().bin.list({ limit: Number(options.limit) });
      const rows = items.map(({ type, id, name, folder, deleted_at, deleted_by }) => [
        type,
        id,
        folder === "" ? name : `${folder}/${name}`,
        deleted_at,
        deleted_by?.name ?? "",
      ]);
      context.output.result(items, () =>
        items.length === 0 ? "The bin is empty." : table([["TYPE", "ID", "NAME", "DELETED", "BY"], ...rows]),
      );
    });
}

function restoreCommand(): Command {
  return subcommand(
    "restore",
    "bring something back, with its id and address",
    `docloom bin restore document 12
     docloom bin restore sample 1m81zdbsw0000af2rkrsknh --name "Ada before"`,
  )
    .addArgument(new Argument("<type>", "what it is").choices(TYPES))
    .argument("<id>", "its id")
    .option("--name <name>", "another name, for a sample or a signing identity whose name was taken meanwhile")
    .action(async (type: BinType, id: string, options: { name?: string }, command: Command) => {
      const context = contextOf(command);
      const restored = await context.docloom().bin.restore(type, id, options);
      context.output.result(restored, () => `The ${type} "${restored.name}" is back.`);
    });
}

function removeCommand(): Command {
  return subcommand("remove", "remove something for good", "docloom bin remove document 12 --yes")
    .addArgument(new Argument("<type>", "what it is").choices(TYPES))
    .argument("<id>", "its id")
    .option("--yes", "nothing brings it back: this says that you know")
    .action(async (type: BinType, id: string, options: { yes?: boolean }, command: Command) => {
      if (!options.yes) throw new UsageError(`Nothing brings the ${type} back: repeat the command with --yes.`);
      const context = contextOf(command);
      const answer = await context.docloom().bin.remove(type, id);
      context.output.result(answer, () => `The ${type} ${id} was removed for good.`);
    });
}
