import fs from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import {
  type Deliveries,
  deliveryDifferences,
  readDeliveryFiles,
  readServiceDeliveries,
  writeDeliveryFiles,
} from "../../project/deliveries.ts";
import { type Difference, differencesOf } from "../../project/differences.ts";
import { DOCUMENT_FILE, folderNameOf, readDocumentFolder, writeDocumentFolder } from "../../project/document-folder.ts";
import { LastSeen } from "../../project/last-seen.ts";
import {
  readSampleFiles,
  readServiceSamples,
  type Samples,
  sampleDifferences,
  writeSampleFiles,
} from "../../project/samples.ts";
import {
  DocumentIds,
  listAllDocuments,
  readServiceDocument,
  type ServiceDocument,
  workspaceOf,
} from "../../project/service-documents.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { stateFolder } from "../config.ts";
import { counted } from "../output.ts";
import { agree, differenceLines, documentsRoot, projectOrFail } from "./push.ts";

interface Arrival {
  remote: ServiceDocument;
  samples: Samples;
  deliveries: Deliveries;
  folder: string;
  action: "new" | "changed" | "same";
  lines: string[];
}

export function pullCommand(): Command {
  return subcommand(
    "pull",
    "bring documents from the service to files, after showing what changes",
    `docloom pull
     docloom pull Invoice 17 --yes`,
  )
    .argument("[documents...]", "names or ids; all documents when absent")
    .option("-y, --yes", "do not ask before files change")
    .option("--dry-run", "only show what would change")
    .action(async (wanted: string[], options: { yes?: boolean; dryRun?: boolean }, command: Command) => {
      const context = contextOf(command);
      const { output } = context;
      const { colors } = output;
      const project = projectOrFail();
      const docloom = context.docloom();
      const workspace = await workspaceOf(docloom);
      const ids = new DocumentIds(project, context.url(), workspace);
      const listed = await listAllDocuments(docloom);
      for (const one of wanted)
        if (!listed.some(({ id, name }) => id === one || name === one))
          throw new UsageError(`The service has no document "${one}".`);
      const chosen = listed.filter(
        ({ id, name }) => wanted.length === 0 || wanted.includes(id) || wanted.includes(name),
      );

      const progress = output.progress("Reading", chosen.length);
      const taken = new Set<string>();
      const arrivals: Arrival[] = [];
      for (const { id } of chosen) {
        const remote = await readServiceDocument(docloom, id);
        const folder = ids.folderOf(id) ?? freeFolder(documentsRoot(project), remote, taken);
        taken.add(folder);
        const samples = (await readServiceSamples(docloom, id)) ?? new Map();
        const deliveries = (await readServiceDeliveries(docloom, id)) ?? new Map();
        const show = (difference: Difference) => differenceLines(difference, colors);
        arrivals.push(arrivalOf({ remote, samples, deliveries, folder }, show));
        progress.advance();
      }
      progress.stop();
      for (const { folder, action, lines } of arrivals) {
        const name = path.relative(project.folder, folder);
        output.say(
          action === "same"
            ? colors.dim(`= ${name}`)
            : action === "new"
              ? colors.green(`+ ${name}`)
              : colors.yellow(`~ ${name}`),
        );
        for (const line of lines) output.say(line);
      }
      const changes = arrivals.filter(({ action }) => action !== "same");
      const overwrites = arrivals.filter(({ action }) => action === "changed");
      if (!options.dryRun) {
        if (overwrites.length > 0)
          await agree(
            output,
            options.yes === true,
            `Overwrite the files of ${counted(overwrites.length, "document")}?`,
          );
        const seen = new LastSeen(stateFolder(), project, context.url(), workspace);
        for (const { remote, samples, deliveries, folder } of arrivals) {
          if (changes.length > 0) {
            writeDocumentFolder(folder, remote.members, remote.template);
            writeSampleFiles(folder, samples);
            writeDeliveryFiles(folder, deliveries);
            ids.set(folder, remote.id);
          }
          seen.set(remote.id, { ...remote, samples, deliveries });
        }
        seen.save();
      }
      output.result(
        {
          pulled: !options.dryRun,
          documents: arrivals.map(({ remote, folder, action }) => ({
            id: remote.id,
            folder: path.relative(project.folder, folder),
            action,
          })),
        },
        () =>
          changes.length === 0
            ? "Everything here is as the service has it."
            : options.dryRun
              ? "Nothing was changed."
              : `${counted(changes.length, "document")} pulled.`,
      );
    });
}

function arrivalOf(arrived: Omit<Arrival, "action" | "lines">, show: (difference: Difference) => string[]): Arrival {
  const { remote, samples, deliveries, folder } = arrived;
  if (!fs.existsSync(path.join(folder, DOCUMENT_FILE))) return { ...arrived, action: "new", lines: [] };

  const local = readDocumentFolder(folder);
  const differences = [
    ...differencesOf({ members: local.members, template: fs.readFileSync(local.templateFile) }, remote),
    ...sampleDifferences(readSampleFiles(folder), samples),
    ...deliveryDifferences(readDeliveryFiles(folder), deliveries),
  ];
  return {
    ...arrived,
    action: differences.length > 0 ? "changed" : "same",
    lines: differences.flatMap(show),
  };
}

/** Documents with the same name get their id after it. */
function freeFolder(root: string, { id, members }: ServiceDocument, taken: ReadonlySet<string>): string {
  const parts = [...(members.folder ?? "").split("/").filter(Boolean), members.name].map(folderNameOf);
  const folder = path.join(root, ...parts);
  const isFree = !taken.has(folder) && !fs.existsSync(folder);
  const isItsOwn =
    fs.existsSync(path.join(folder, DOCUMENT_FILE)) &&
    !taken.has(folder) &&
    readDocumentFolder(folder).members.name === members.name;

  return isFree || isItsOwn ? folder : `${folder} (${id})`;
}
