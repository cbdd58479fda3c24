// `npm run backup -- FOLDER` copies the data of the service on this machine, while it runs; `npm run restore -- FOLDER` puts such a
// copy in place of data that are not there.
import { parseArgs } from "node:util";
import { chosenDataFolder, dataFolder } from "./data-folder.ts";
import { PrepareError } from "./prepare.mjs";
import { makeBackup, restoreBackup } from "./serve/backup.ts";

const megabytes = (files: readonly { bytes: number }[]) =>
  `${files.length} files, ${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`;

function sayLost(lost: readonly string[], where: string): void {
  if (lost.length > 0)
    console.error(`${lost.length} stored files that a database names ${where}: ${lost.slice(0, 10).join(", ")}`);
}

async function main(): Promise<string> {
  const { positionals, values } = parseArgs({
    options: { restore: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (!folder || positionals.length > 1)
    throw new PrepareError(`Name one folder: npm run ${values.restore ? "restore" : "backup"} -- FOLDER`);
  const data = chosenDataFolder();
  if (values.restore) {
    const { made, files, lost } = await restoreBackup(folder, data);
    sayLost(lost, "were gone when the backup was made");
    return `The backup of ${made} is in ${data}: ${megabytes(files)}. Start the service: npm run serve`;
  }
  const used = dataFolder();
  if (used !== data)
    throw new PrepareError(
      `There are no data of a service in ${data}. There are some in ${used}, which a service that is started here uses: move them to ` +
        `${data}, or make the backup without DATA_DIR.`,
    );
  const { files, lost } = await makeBackup(data, folder);
  sayLost(lost, `are not in ${data}, and so not in the backup`);
  return `The data in ${data} are copied to ${folder}: ${megabytes(files)}. It holds secrets and their key: keep it safe.`;
}

/** What the system or the command line says is a sentence already. */
const isSaid = (error: unknown): error is Error =>
  error instanceof PrepareError || /^(?:E[A-Z]+|ERR_PARSE_ARGS_\w+)$/.test((error as { code?: string }).code ?? "");

try {
  console.log(await main());
} catch (error) {
  console.error(isSaid(error) ? error.message : error);
  process.exit(1);
}
