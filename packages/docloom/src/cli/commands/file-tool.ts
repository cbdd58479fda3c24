import { Buffer } from "node:buffer";
import fs from "node:fs";
import path from "node:path";
import { type Command, Option } from "commander";
import type { AnsweredFile, Docloom, FileInput } from "../../client/docloom.ts";
import { openFile } from "../../node/open-file.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import type { Output } from "../output.ts";
import { answerPath, writeAnswer } from "./merge.ts";

/** Options as they were typed, by the names that commander gives them. */
export type ToolOptions = Record<string, string | undefined>;

/** A tool that takes one file and returns one. */
export function fileTool(
  name: string,
  description: string,
  example: string,
  run: (docloom: Docloom, file: FileInput, options: ToolOptions) => Promise<AnsweredFile>,
): Command {
  return subcommand(name, description, example)
    .argument("<file>", "the file; - reads standard input")
    .option(
      "-o, --output <path>",
      "file or folder for the result; its own name here when absent, or scan-compressed.pdf where scan.pdf is read; - for standard output",
    )
    .addOption(openPasswordOption())
    .action(async (file: string, options: ToolOptions, command: Command) => {
      const { docloom, output } = contextOf(command);
      const answer = await run(docloom(), await openLocked(file, options), options);
      reportResult(name, answer, { inputs: [file], to: options.output, output });
    });
}

/** `--open-password`, of tools that read a file which may be encrypted. */
export const openPasswordOption = (): Option =>
  new Option("--open-password <text>", "opens what is encrypted: a PDF, or a file of Office");

/** A file, and what opens it. @throws UsageError if it does not exist */
export async function openLocked(file: string, { openPassword }: { openPassword?: string }): Promise<FileInput> {
  const contents = await openInput(file);
  return openPassword === undefined ? contents : { name: contents.name, contents, password: openPassword };
}

/** What a tool whose work breaks signatures is told about signed PDFs. */
export interface SignedChoice {
  signed?: "change" | "refuse";
}

/** `--signed`, of tools whose work breaks the signatures of a PDF. */
export const signedOption = (): Option =>
  new Option(
    "--signed <what>",
    "a signed PDF: change it, with a warning that its signatures do not hold, or refuse it",
  ).choices(["change", "refuse"] satisfies SignedChoice["signed"][]);

/** The choice as the interface takes it; nothing where none was made. */
export const signedChoice = ({ signed }: { signed?: string | undefined }): SignedChoice =>
  signed === "change" || signed === "refuse" ? { signed } : {};

/** Writes what a tool made from files, and says where and with which warnings. */
export function reportResult(
  tool: string,
  answer: AnsweredFile,
  { inputs, to, output }: { inputs: readonly string[]; to: string | undefined; output: Output },
): void {
  output.warnings(answer.warnings);
  if (to === "-") {
    process.stdout.write(answer.bytes);
    return;
  }
  const written = writeAnswer({ ...answer, name: ownName(answer.name, inputs, tool, to) }, to);
  output.result(
    { path: written, media_type: answer.mediaType, size: answer.bytes.byteLength, warnings: answer.warnings },
    () => `${written}  ${answer.bytes.byteLength} bytes`,
  );
}

/** What a tool made from `scan.pdf` replaces it only if `-o` names it: otherwise it is `scan-compressed.pdf` there. */
function ownName(answered: string, inputs: readonly string[], tool: string, to: string | undefined): string {
  const taken = inputs.filter((input) => input !== "-").map((input) => fs.realpathSync(input));
  const replacesInput = (name: string) => {
    const target = answerPath(name, to);
    return target !== to && fs.existsSync(target) && taken.includes(fs.realpathSync(target));
  };
  const { name, ext } = path.parse(answered);
  let free = name;
  while (replacesInput(free + ext)) free = `${free}-${tool.replace(/e?$/, "ed")}`;

  return free + ext;
}

/** A file by its path, or what comes by standard input. @throws UsageError if it does not exist */
export async function openInput(file: string): Promise<File> {
  if (file === "-") return await standardInput();
  return openFile(file).catch(() => {
    throw new UsageError(`There is no file ${file}.`);
  });
}

async function standardInput(): Promise<File> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return new File([Buffer.concat(chunks)], "stdin");
}
