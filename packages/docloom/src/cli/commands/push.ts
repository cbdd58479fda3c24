import path from "node:path";
import { confirm, isCancel } from "@clack/prompts";
import type { Command } from "commander";
import type { Docloom } from "../../client/docloom.ts";
import { type Difference, differencesOf } from "../../project/differences.ts";
import {
  type DocumentFolder,
  documentBody,
  readDocumentFolder,
  readDocumentFolders,
} from "../../project/document-folder.ts";
import { findProject, type Project } from "../../project/project-file.ts";
import { pushSamples, readSampleFiles, readServiceSamples, sampleDifferences } from "../../project/samples.ts";
import { DocumentIds, listAllDocuments, readServiceDocument, serviceIdOf } from "../../project/service-documents.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { CommandFailed } from "../exit-codes.ts";
import type { Colors, Output } from "../output.ts";

/** What pushing one folder means. */
interface Step {
  document: DocumentFolder;
  action: "create" | "update" | "same";
  id?: string;
  differences: Difference[];
  /** Its template was kept as a draft. */
  draft?: boolean;
}

interface PushOptions {
  yes?: boolean;
  draft?: boolean;
  dryRun?: boolean;
  check?: boolean;
  adopt?: boolean;
}

export function pushCommand(): Command {
  return subcommand(
    "push",
    "bring documents from files to the service, after showing what changes",
    `docloom push
     docloom push documents/Invoice --yes
     docloom push --draft        templates as drafts: merges go on with those that they have
     docloom push --check        in CI: ends with 1 when files and service differ`,
  )
    .argument("[folders...]", "documents; all of the project when absent")
    .option("-y, --yes", "do not ask")
    .option("--draft", "keep changed templates as drafts until somebody publishes them; other members change at once")
    .option("--adopt", "take documents of the service that only have the same name for those of the folders")
    .option("--dry-run", "only show what would change")
    .option("--check", "only show, and end with 1 when something would change")
    .action(async (folders: string[], options: PushOptions, command: Command) => {
      const context = contextOf(command);
      const { output } = context;
      const project = projectOrFail();
      const ids = new DocumentIds(project, context.url());
      const docloom = context.docloom();
      const steps = await planPush(docloom, ids, documentsIn(project, folders), options.adopt === true);
      const changes = steps.filter(({ action }) => action !== "same");
      for (const step of steps) for (const line of stepLines(step, project, output.colors)) output.say(line);

      const isOnlyShown = options.dryRun || options.check || changes.length === 0;
      if (!isOnlyShown) {
        await agree(
          output,
          options.yes === true,
          `Change ${changes.length} of ${steps.length} documents at ${context.url()}?`,
        );
        const progress = output.progress("Pushing", changes.length);
        for (const step of changes) {
          await applyStep(docloom, ids, step, options.draft === true);
          progress.advance();
        }
        progress.stop();
      }
      // Only looking writes nothing.
      if (!options.dryRun && !options.check)
        for (const { document, id, action } of steps)
          if (id !== undefined && action === "same" && ids.get(document.folder) !== id) ids.set(document.folder, id);
      output.result(
        {
          pushed: !isOnlyShown,
          documents: steps.map(({ document, action, id, differences, draft = false }) => ({
            folder: path.relative(project.folder, document.folder),
            action,
            id: id ?? null,
            draft,
            differences: differences.map(({ lines: _, ...rest }) => rest),
          })),
        },
        () =>
          changes.length === 0
            ? "The service has everything as it is here."
            : isOnlyShown
              ? "Nothing was changed."
              : `${changes.length} documents pushed${draftsIn(changes)}.`,
      );
      if (options.check && changes.length > 0) throw new CommandFailed();
    });
}

function draftsIn(steps: readonly Step[]): string {
  const { length } = steps.filter(({ draft }) => draft);
  return length === 0 ? "" : `, ${length} of them as drafts`;
}

export function projectOrFail(): Project {
  const project = findProject();
  if (!project) throw new UsageError("There is no docloom.json here or above. Begin with: docloom init");
  return project;
}

export function documentsRoot(project: Project): string {
  return path.join(project.folder, project.documents ?? "documents");
}

function documentsIn(project: Project, folders: readonly string[]): DocumentFolder[] {
  const found = folders.length > 0 ? folders.map(readDocumentFolder) : readDocumentFolders(documentsRoot(project));
  if (found.length === 0) throw new UsageError(`There are no documents in ${documentsRoot(project)}.`);
  return found;
}

async function planPush(
  docloom: Docloom,
  ids: DocumentIds,
  documents: DocumentFolder[],
  canAdopt: boolean,
): Promise<Step[]> {
  const listed = await listAllDocuments(docloom);
  const steps: Step[] = [];
  for (const document of documents) {
    const id = serviceIdOf(ids, document, listed, canAdopt);
    if (id === undefined) {
      steps.push({ document, action: "create", differences: [] });
      continue;
    }
    const remote = await readServiceDocument(docloom, id);
    if (remote.members.type !== document.members.type)
      throw new UsageError(
        `${document.folder} is of type ${document.members.type}, at the service it is ${remote.members.type}: a type cannot change.`,
      );
    const body = documentBody(document);
    const template = typeof body.html === "string" ? new TextEncoder().encode(body.html) : (body.file as Uint8Array);
    const differences = [
      ...differencesOf(remote, { members: document.members, template }),
      ...sampleDifferences(await readServiceSamples(docloom, remote.id), readSampleFiles(document.folder)),
    ];
    steps.push({ document, id: remote.id, action: differences.length > 0 ? "update" : "same", differences });
  }
  return steps;
}

async function applyStep(docloom: Docloom, ids: DocumentIds, step: Step, asDraft: boolean): Promise<void> {
  const body = documentBody(step.document);
  if (step.id === undefined) step.id = (await docloom.documents.create(body)).id;
  else {
    const { type: _type, notification: _notification, ...changes } = body;
    step.draft = asDraft && step.differences.some(({ what }) => what === "template");
    await docloom.documents.update(step.id, { ...changes, ...(step.draft ? { draft: 1 } : {}) });
  }
  await pushSamples(docloom, step.id, readSampleFiles(step.document.folder));
  ids.set(step.document.folder, step.id);
}

function stepLines({ document, action, differences, id }: Step, project: Project, colors: Colors): string[] {
  const name = path.relative(project.folder, document.folder);
  if (action === "same") return [colors.dim(`= ${name}`)];
  if (action === "create") return [colors.green(`+ ${name}`) + colors.dim(`  new ${document.members.type} document`)];
  return [
    colors.yellow(`~ ${name}`) + colors.dim(`  document ${id}`),
    ...differences.flatMap((one) => differenceLines(one, colors)),
  ];
}

export function differenceLines({ what, from, to, lines }: Difference, colors: Colors): string[] {
  const head = `    ${what}: ${colors.red(from || "(none)")} -> ${colors.green(to || "(none)")}`;
  const painted = (lines ?? []).map((line) => {
    const paint = line.startsWith("+") ? colors.green : line.startsWith("-") ? colors.red : colors.dim;
    return paint(`      ${line}`);
  });
  return [head, ...painted];
}

/** Asks a person; where nobody can answer, `--yes` has to be there. */
export async function agree(output: Output, isAgreed: boolean, question: string): Promise<void> {
  if (isAgreed) return;
  if (output.isJson || !process.stdin.isTTY)
    throw new UsageError("Nothing was changed: nobody can be asked here. Add --yes.");
  const answer = await confirm({ message: question });
  if (isCancel(answer) || !answer) {
    output.say("Nothing was changed.");
    throw new CommandFailed();
  }
}
