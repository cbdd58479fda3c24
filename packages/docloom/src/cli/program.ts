import tab from "@bomb.sh/tab/commander";
import { Command } from "commander";
import { auditCommand } from "./commands/audit.ts";
import { batchCommand } from "./commands/batch.ts";
import { binCommand } from "./commands/bin.ts";
import { completionCommand } from "./commands/completion.ts";
import { devCommand } from "./commands/dev.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { formCommand } from "./commands/form.ts";
import { importCommand } from "./commands/import.ts";
import { initCommand } from "./commands/init.ts";
import { listenCommand } from "./commands/listen.ts";
import { loginCommand, logoutCommand } from "./commands/login.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { mergeCommand } from "./commands/merge.ts";
import { pullCommand } from "./commands/pull.ts";
import { pushCommand } from "./commands/push.ts";
import { replayCommand, runsCommand } from "./commands/runs.ts";
import { testCommand } from "./commands/test.ts";
import { toolsCommand } from "./commands/tools.ts";
import { EXIT_CODES_HELP } from "./exit-codes.ts";
import { packageVersion } from "./package-version.ts";

/** The command line, in the order in which people meet it. */
export function createProgram(): Command {
  const program = new Command("docloom")
    .description("Documents from templates and data: try, test, push and merge them from your own machine.")
    .version(packageVersion())
    .addHelpText(
      "after",
      `\nExample:\n  docloom init invoices && cd invoices && docloom dev documents/Invoice\n${EXIT_CODES_HELP}`,
    )
    .showHelpAfterError("(docloom COMMAND --help shows an example)");
  const commands = [
    initCommand(),
    loginCommand(),
    logoutCommand(),
    devCommand(),
    testCommand(),
    pushCommand(),
    pullCommand(),
    mergeCommand(),
    batchCommand(),
    runsCommand(),
    replayCommand(),
    listenCommand(),
    importCommand(),
    formCommand(),
    toolsCommand(),
    mcpCommand(),
    binCommand(),
    auditCommand(),
    doctorCommand(),
    completionCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  tab(program);
  endWithErrors(program);

  return program;
}

/** Commander would exit the process itself, with a code of its own. */
function endWithErrors(command: Command): void {
  command.exitOverride();
  for (const inner of command.commands) endWithErrors(inner);
}
