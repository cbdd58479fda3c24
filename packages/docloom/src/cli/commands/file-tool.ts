import type { Command } from "commander";
import type { AnsweredFile, Docloom, FileInput } from "../../client/docloom.ts";
import { openFile } from "../../node/open-file.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { writeAnswer } from "./merge.ts";

/** Options as they were typed, by the names that commander gives them. */
export type ToolOptions = Record<string, string | undefined>;

/** A tool of one file that answers one. */
export function fileTool(
  name: string,
  description: string,
  example: string,
  run: (docloom: Docloom, file: FileInput, options: ToolOptions) => Promise<AnsweredFile>,
): Command {
  return subcommand(name, description, example)
    .argument("<file>", "the file")
    .option("-o, --output <path>", "file or folder for the result; its own name here when absent")
    .action(async (file: string, options: ToolOptions, command: Command) => {
      const { docloom, output } = contextOf(command);
      const answer = await run(docloom(), await openInput(file), options);
      for (const warning of answer.warnings) output.warn(`${output.colors.yellow("warning")} ${warning}`);
      const path = writeAnswer(answer, options.output);
      output.result(
        { path, media_type: answer.mediaType, size: answer.bytes.byteLength, warnings: answer.warnings },
        () => `${path}  ${answer.bytes.byteLength} bytes`,
      );
    });
}

/** @throws UsageError when it is not there */
export async function openInput(file: string): Promise<File> {
  return openFile(file).catch(() => {
    throw new UsageError(`There is no file ${file}.`);
  });
}
