import { Command } from "commander";
import { createDocloom, type Docloom } from "../client/docloom.ts";
import { type ConnectionOptions, connect, findConnection } from "./config.ts";
import { EXIT_CODES_HELP } from "./exit-codes.ts";
import { createOutput, type Output } from "./output.ts";

/** What every command has at hand. */
export interface CommandContext {
  output: Output;
  /** The service that the options name; credentials are required only when it is used. */
  docloom(): Docloom;
  /** The service of a merge address, which needs no credentials. */
  docloomOf(mergeAddress: string): Docloom;
  /** Its address. */
  url(): string;
  options: GlobalOptions;
}

interface GlobalOptions extends ConnectionOptions {
  json?: boolean;
  color?: boolean;
  yes?: boolean;
}

/** A command with an example in its help; `--url`, `--key`, `--secret`, `--json` and `--no-color` apply to each. */
export function subcommand(name: string, description: string, example: string): Command {
  return withGlobalOptions(new Command(name).description(description)).addHelpText(
    "after",
    `\nExample:\n${example
      .trim()
      .split("\n")
      .map((line) => `  ${line.trim()}`)
      .join("\n")}\n${EXIT_CODES_HELP}`,
  );
}

function withGlobalOptions(command: Command): Command {
  return command
    .option("--url <address>", "the service, e.g. https://docs.example.com (or DOCLOOM_URL)")
    .option("--key <key>", "API key (or DOCLOOM_KEY)")
    .option("--secret <secret>", "its secret (better: DOCLOOM_SECRET, or docloom login)")
    .option("--profile <name>", "the service and credentials kept under this name (or DOCLOOM_PROFILE)")
    .option("--json", "print the result as JSON")
    .option("--no-color", "no colors (or NO_COLOR)");
}

/** The context of a command from its own options and those of the commands above it. */
export function contextOf(command: Command): CommandContext {
  const options: GlobalOptions = command.optsWithGlobals();

  return {
    options,
    output: createOutput({ json: options.json === true, color: options.color !== false }),
    docloom: () => connect(options),
    docloomOf: (mergeAddress) => createDocloom({ baseUrl: new URL(mergeAddress).origin }),
    url: () => findConnection(options).url,
  };
}
