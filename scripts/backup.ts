// `npm run backup -- FOLDER` copies the data of the service on this machine, while it runs; `npm run restore -- FOLDER` puts such a
// copy in place of data that are not there.
import { parseArgs } from "node:util";
import { dataFolder } from "./data-folder.ts";
import { PrepareError } from "./prepare.mjs";
import { makeBackup, restoreBackup } from "./serve/backup.ts";

const megabytes = (files: readonly { bytes: number }[]) =>
  `${files.length} files, ${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`;

const { positionals, values } = parseArgs({
  options: { restore: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [folder] = positionals;
try {
  if (folder === undefined || positionals.length > 1)
    throw new PrepareError(`Name one folder: npm run ${values.restore ? "restore" : "backup"} -- FOLDER`);
  const data = dataFolder();
  if (values.restore) {
    const { made, files } = await restoreBackup(folder, data);
    console.log(`The backup of ${made} is in ${data}: ${megabytes(files)}. Start the service: npm run serve`);
  } else {
    const { files, lost } = await makeBackup(data, folder);
    if (lost.length > 0)
      console.error(
        `${lost.length} stored files that a database names are not in ${data}, and so not in the backup: ${lost.slice(0, 10).join(", ")}`,
      );
    console.log(
      `The data in ${data} are copied to ${folder}: ${megabytes(files)}. It holds secrets and their key: keep it safe.`,
    );
  }
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error);
  process.exit(1);
}
