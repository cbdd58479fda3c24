import fs from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import type { AnsweredFile, Docloom, MergeTarget } from "../../client/docloom.ts";
import { readDocumentFolder } from "../../project/document-folder.ts";
import { findProject } from "../../project/project-file.ts";
import { DocumentIds, listAllDocuments, workspaceOf } from "../../project/service-documents.ts";
import { UsageError } from "../../project/usage-error.ts";
import { type CommandContext, contextOf, subcommand } from "../command.ts";
import { collect, readMergeData } from "../merge-data.ts";

interface MergeOptions {
  data?: string;
  set?: string[];
  output?: string;
  test?: boolean;
  later?: boolean;
  route?: boolean;
}

export function mergeCommand(): Command {
  return subcommand(
    "merge",
    "fill a document of the service with data",
    `docloom merge documents/Invoice --data samples/default.json -o invoice.pdf
     docloom merge 17 --set Name=Ann --test
     docloom merge https://docs.example.com/merge/17/KEY --data - < data.json`,
  )
    .argument("<document>", "its folder, id, name, or merge address; with --route a data route's id or name")
    .option("--data <file>", "JSON file with the data; - reads standard input")
    .option("--set <Name=value>", "one value; may be repeated", collect)
    .option(
      "-o, --output <path>",
      "file or folder for the result; its own name here when absent, - for standard output",
    )
    .option("--test", "a test merge: marked, counted separately, not delivered")
    .option("--later", "merge and deliver in the background; prints the run's id")
    .option("--route", "merge a data route")
    .action(async (what: string, options: MergeOptions, command: Command) => {
      const context = contextOf(command);
      const { output } = context;
      const data = readMergeData(options);
      const { docloom, target } = await targetOf(context, what, options.route === true);
      if (options.later) {
        const { runId } = await docloom.merge.later(target, data, options);
        output.result({ run_id: runId }, () => `Accepted as run ${runId}. See: docloom runs ${runId}`);
        return;
      }
      const files = options.route
        ? await docloom.merge.files(target, data, options)
        : [await docloom.merge.now(target, data, options)];
      output.warnings(files.flatMap(({ warnings }) => warnings));
      if (options.output === "-") {
        for (const { bytes } of files) process.stdout.write(bytes);
        return;
      }
      const written = files.map((file) => ({ ...file, path: writeAnswer(file, options.output) }));
      output.result(
        {
          run_id: written[0]?.runId ?? "",
          warnings: files.flatMap(({ warnings }) => warnings),
          files: written.map(({ path: file, mediaType, bytes }) => ({
            path: file,
            media_type: mediaType,
            size: bytes.byteLength,
          })),
        },
        () => written.map(({ path: file, bytes }) => `${file}  ${bytes.byteLength} bytes`),
      );
    });
}

/** Where a file of this name goes: to a file, into a folder, or here. */
export function answerPath(name: string, to: string | undefined): string {
  const own = path.basename(name);
  const isFolder = to !== undefined && (to.endsWith(path.sep) || (fs.existsSync(to) && fs.statSync(to).isDirectory()));

  return to === undefined ? own : isFolder ? path.join(to, own) : to;
}

/** Writes an answered file to a file, into a folder, or here under its own name; returns the path. */
export function writeAnswer(file: AnsweredFile, to: string | undefined): string {
  const target = answerPath(file.name, to);
  fs.mkdirSync(path.dirname(path.resolve(target)), { recursive: true });
  fs.writeFileSync(target, file.bytes);
  return target;
}

/** The document or data route that a person names. */
export async function targetOf(
  context: CommandContext,
  what: string,
  isRoute: boolean,
): Promise<{ docloom: Docloom; target: MergeTarget }> {
  if (/^https?:\/\//.test(what)) return { docloom: context.docloomOf(what), target: what };

  const docloom = context.docloom();
  if (isRoute) return { docloom, target: { route: await idOf(what, await docloom.routes.list(), "data route") } };
  if (fs.existsSync(path.join(what, "document.json")))
    return { docloom, target: { document: await idOfFolder(context, docloom, what) } };
  return { docloom, target: { document: await idOf(what, await listAllDocuments(docloom), "document") } };
}

async function idOfFolder(context: CommandContext, docloom: Docloom, folder: string): Promise<string> {
  const document = readDocumentFolder(folder);
  const project = findProject(document.folder);
  const id = project && new DocumentIds(project, context.url(), await workspaceOf(docloom)).get(document.folder);
  if (id === undefined)
    throw new UsageError(`${folder} was not pushed to ${context.url()} yet: docloom push ${folder}`);
  return id;
}

async function idOf(what: string, listed: readonly { id: string; name: string }[], noun: string): Promise<string> {
  const found = listed.filter(({ id, name }) => id === what || name === what);
  const [match, ...others] = found;
  if (!match) throw new UsageError(`The service has no ${noun} "${what}".`);
  if (others.length > 0)
    throw new UsageError(
      `The service has ${found.length} of the name "${what}": ids ${found.map(({ id }) => id).join(", ")}.`,
    );
  return match.id;
}
