import path from "node:path";
import { confirm, isCancel } from "@clack/prompts";
import type { Command } from "commander";
import { type Docloom, DocloomError } from "../../client/docloom.ts";
import {
  type Deliveries,
  deliveryDifferences,
  pushDeliveries,
  readDeliveryFiles,
  readServiceDeliveries,
} from "../../project/deliveries.ts";
import { type Difference, differencesOf } from "../../project/differences.ts";
import {
  type DocumentFolder,
  documentBody,
  readDocumentFolder,
  readDocumentFolders,
} from "../../project/document-folder.ts";
import { LastSeen } from "../../project/last-seen.ts";
import { findProject, type Project } from "../../project/project-file.ts";
import {
  pushSamples,
  readSampleFiles,
  readServiceSamples,
  type Samples,
  sampleDifferences,
} from "../../project/samples.ts";
import {
  DocumentIds,
  listAllDocuments,
  membersOf,
  readServiceDocument,
  type ServiceDocument,
  serviceIdOf,
  workspaceOf,
} from "../../project/service-documents.ts";
import { RefusedError, UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { stateFolder } from "../config.ts";
import { CommandFailed } from "../exit-codes.ts";
import { type Colors, counted, type Output } from "../output.ts";

/** What pushing one folder means. */
interface Step {
  document: DocumentFolder;
  action: "create" | "update" | "same";
  /** The service's document; absent for a new one. */
  remote?: ServiceDocument & { samples?: Samples; deliveries?: Deliveries };
  differences: Difference[];
  /** Those of the differences that somebody else made at the service since this project last pulled or pushed. */
  overwritten: Difference[];
}

/** The outcome of a step. */
interface Pushed {
  id: string;
  /** Its template was kept as a draft. */
  draft: boolean;
}

interface PushOptions {
  yes?: boolean;
  draft?: boolean;
  dryRun?: boolean;
  check?: boolean;
  adopt?: boolean;
  overwrite?: boolean;
}

export function pushCommand(): Command {
  return subcommand(
    "push",
    "bring documents from files to the service, after showing what changes",
    `docloom push
     docloom push documents/Invoice --yes
     docloom push --draft        templates as drafts: merges go on with those that they have
     docloom push --check        in CI: exits with 1 when files and service differ`,
  )
    .argument("[folders...]", "documents; all of the project when absent")
    .option("-y, --yes", "do not ask")
    .option("--draft", "keep changed templates as drafts until somebody publishes them; other members change at once")
    .option("--adopt", "treat documents of the service that only have the same name as those of the folders")
    .option("--overwrite", "overwrite what somebody else changed at the service since you last pulled or pushed, too")
    .option("--dry-run", "only show what would change")
    .option("--check", "only show, and exit with 1 when something would change")
    .action(async (folders: string[], options: PushOptions, command: Command) => {
      const context = contextOf(command);
      const { output } = context;
      const project = projectOrFail();
      const docloom = context.docloom();
      const workspace = await workspaceOf(docloom);
      const ids = new DocumentIds(project, context.url(), workspace);
      const seen = new LastSeen(stateFolder(), project, context.url(), workspace);
      const steps = await planPush(docloom, { ids, seen }, documentsIn(project, folders), options.adopt === true);
      const changes = steps.filter(({ action }) => action !== "same");
      const conflicts = steps.filter(({ overwritten }) => overwritten.length > 0);
      for (const step of steps) for (const line of stepLines(step, project, output.colors)) output.say(line);

      const isOnlyShown = options.dryRun || options.check || changes.length === 0;
      const pushed = new Map<Step, Pushed>();
      if (!isOnlyShown) {
        const question = `Change ${changes.length} of ${counted(steps.length, "document")} at ${context.url()}?`;
        if (conflicts.length > 0 && !options.overwrite) {
          if (options.yes || output.isJson || !process.stdin.isTTY) throw conflictError(project, conflicts);
          await agree(output, false, `${question} What others changed there is lost.`);
        } else await agree(output, options.yes === true, question);

        const progress = output.progress("Pushing", changes.length);
        try {
          for (const step of changes) {
            pushed.set(step, await applyStep(docloom, { ids, seen }, step, { options, output, project }));
            progress.advance();
          }
        } catch (error) {
          progress.stop();
          output.warn(stoppedMessage(project, changes, pushed.size));
          throw error;
        }
        progress.stop();
      }
      // Only looking: writes nothing.
      if (!options.dryRun && !options.check) {
        for (const { document, remote, action } of steps)
          if (remote && action === "same") {
            if (ids.get(document.folder) !== remote.id) ids.set(document.folder, remote.id);
            seen.set(remote.id, remote);
          }
        seen.save();
      }
      output.result(
        {
          pushed: !isOnlyShown,
          documents: steps.map((step) => ({
            folder: nameIn(project, step.document),
            action: step.action,
            id: pushed.get(step)?.id ?? step.remote?.id ?? null,
            draft: pushed.get(step)?.draft ?? false,
            differences: step.differences.map(({ lines: _, ...rest }) => ({
              ...rest,
              ...(step.overwritten.some(({ what }) => what === rest.what) && { changed_there: true }),
            })),
          })),
        },
        () =>
          changes.length === 0
            ? "The service has everything as it is here."
            : isOnlyShown
              ? "Nothing was changed."
              : `${counted(changes.length, "document")} pushed${draftsIn(pushed)}.`,
      );
      if (options.check && changes.length > 0) throw new CommandFailed();
    });
}

function draftsIn(pushed: ReadonlyMap<Step, Pushed>): string {
  const { length } = [...pushed.values()].filter(({ draft }) => draft);
  if (length === 0) return "";
  if (length < pushed.size) return `, ${length} of them as drafts`;
  return length === 1 ? " as a draft" : " as drafts";
}

const nameIn = (project: Project, { folder }: DocumentFolder): string => path.relative(project.folder, folder);

function conflictError(project: Project, conflicts: readonly Step[]): RefusedError {
  const names = conflicts.map(
    ({ document, overwritten }) => `${nameIn(project, document)} (${overwritten.map(({ what }) => what).join(", ")})`,
  );
  return new RefusedError(
    `Nothing was changed: somebody changed at the service, since this project was last pulled or pushed, ${names.join("; ")}. See it with docloom pull --dry-run; to overwrite it, add --overwrite.`,
  );
}

/** What a push had done when it failed. */
function stoppedMessage(project: Project, changes: readonly Step[], done: number): string {
  const [failed, ...rest] = changes.slice(done).map(({ document }) => nameIn(project, document));
  const before = changes.slice(0, done).map(({ document }) => nameIn(project, document));
  return [
    `${failed} was not pushed`,
    ...(rest.length > 0 ? [`nor were ${rest.join(", ")}`] : []),
    ...(before.length > 0 ? [`pushed before: ${before.join(", ")}`] : []),
  ].join("; ");
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

/** What a project knows about the service's documents. */
interface Known {
  ids: DocumentIds;
  seen: LastSeen;
}

async function planPush(
  docloom: Docloom,
  { ids, seen }: Known,
  documents: DocumentFolder[],
  canAdopt: boolean,
): Promise<Step[]> {
  const listed = await listAllDocuments(docloom);
  const steps: Step[] = [];
  for (const document of documents) {
    const id = serviceIdOf(ids, document, listed, canAdopt);
    if (id === undefined) {
      steps.push({ document, action: "create", differences: [], overwritten: [] });
      continue;
    }
    const remote = await readServiceDocument(docloom, id);
    if (remote.members.type !== document.members.type)
      throw new UsageError(
        `${document.folder} is of type ${document.members.type}, at the service it is ${remote.members.type}: a type cannot change.`,
      );
    const samples = await readServiceSamples(docloom, id);
    const deliveries = await readServiceDeliveries(docloom, id);
    const differences = [
      ...differencesOf(remote, { members: document.members, template: templateOf(document) }),
      ...sampleDifferences(samples, readSampleFiles(document.folder)),
      ...deliveryDifferences(deliveries, readDeliveryFiles(document.folder)),
    ];
    const there = { ...remote, ...(samples && { samples }), ...(deliveries && { deliveries }) };
    steps.push({
      document,
      remote: there,
      action: differences.length > 0 ? "update" : "same",
      differences,
      overwritten:
        differences.length === 0
          ? []
          : seen.changedSince(id, there, differences, !seen.has(id) && (await savedByPerson(docloom, id))),
    });
  }
  return steps;
}

/** Whether the newest template of a document was saved in the console, and not by an API key, as pushing does. */
async function savedByPerson(docloom: Docloom, id: string): Promise<boolean> {
  const versions = await docloom.documents.versions(id);
  const newest = versions.reduce<(typeof versions)[number] | undefined>(
    (last, one) => (last && last.version > one.version ? last : one),
    undefined,
  );
  return newest?.created_by === "console";
}

async function applyStep(
  docloom: Docloom,
  { ids, seen }: Known,
  { document, remote, differences }: Step,
  { options, output, project }: { options: PushOptions; output: Output; project: Project },
): Promise<Pushed> {
  const { type, notification: _, ...changes } = documentBody(document);
  const draft = remote !== undefined && options.draft === true && differences.some(({ what }) => what === "template");
  const answer = remote
    ? await docloom.documents
        .update(remote.id, { ...changes, ...(draft ? { draft: 1 } : {}) }, remote.etag ? { etag: remote.etag } : {})
        .catch(changedMeanwhile)
    : await docloom.documents.create({ ...changes, type });
  const { id } = answer;
  ids.set(document.folder, id);
  output.warnings((answer.warnings ?? []).map(({ message }) => `${nameIn(project, document)}: ${message}`));

  const samples = readSampleFiles(document.folder);
  await pushSamples(docloom, id, samples);
  await pushDeliveries(docloom, id, readDeliveryFiles(document.folder), process.env);
  const deliveries = await readServiceDeliveries(docloom, id);
  const template = templateOf(document);
  const sight = {
    members: membersOf(answer),
    samples: new Map([...(remote?.samples ?? []), ...samples]),
    ...(deliveries && { deliveries }),
  };
  seen.set(id, { ...sight, template: draft ? remote.template : template }, draft ? template : undefined);
  seen.save();
  return { id, draft };
}

function changedMeanwhile(error: unknown): never {
  if (error instanceof DocloomError && error.status === 412)
    throw new RefusedError("Somebody changed the document at the service a moment ago. Push again to see what it is.");
  throw error;
}

function templateOf(document: DocumentFolder): Uint8Array {
  const { html, file } = documentBody(document);
  return typeof html === "string" ? new TextEncoder().encode(html) : (file as Uint8Array);
}

function stepLines(
  { document, action, differences, overwritten, remote }: Step,
  project: Project,
  colors: Colors,
): string[] {
  const name = nameIn(project, document);
  if (action === "same") return [colors.dim(`= ${name}`)];
  if (action === "create") return [colors.green(`+ ${name}`) + colors.dim(`  new ${document.members.type} document`)];
  return [
    colors.yellow(`~ ${name}`) + colors.dim(`  document ${remote?.id}`),
    ...differences.flatMap((one) => [
      ...differenceLines(one, colors),
      ...(overwritten.includes(one)
        ? [colors.red("      somebody changed this at the service since you last pulled or pushed")]
        : []),
    ]),
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

/** Asks a person; if nobody can answer, `--yes` is required. */
export async function agree(output: Output, isAgreed: boolean, question: string): Promise<void> {
  if (isAgreed) return;
  if (output.isJson || !process.stdin.isTTY)
    throw new UsageError("Nothing was changed: nobody can be asked for confirmation here. Add --yes.");
  const answer = await confirm({ message: question });
  if (isCancel(answer) || !answer) {
    output.say("Nothing was changed.");
    throw new CommandFailed();
  }
}
