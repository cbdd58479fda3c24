/**
 * Writes what the clients of other languages have from the OpenAPI document: `npm run clients`.
 * With `--check` it only says which files are not what the document says.
 */
import fs from "node:fs";
import path from "node:path";
import { openApiFromSource } from "../openapi-source.ts";
import { collectionFiles } from "./collection.ts";
import { connectorFiles } from "./connector.ts";
import { interfaceOf, type OpenApi } from "./model.ts";
import { phpFiles } from "./php.ts";
import { pythonFiles } from "./python.ts";

const root = path.resolve(import.meta.dirname, "../..");
const onlyChecks = process.argv.includes("--check");

const service = interfaceOf((await openApiFromSource("http://127.0.0.1:8787")) as unknown as OpenApi);
const wanted = new Map<string, string>(
  Object.entries({
    python: pythonFiles(service),
    php: phpFiles(service),
    collection: collectionFiles(service),
    "power-automate": connectorFiles(service),
  }).flatMap(([folder, files]) =>
    Object.entries(files).map(([name, text]) => [`packages/${folder}/${name}`, text] as const),
  ),
);
/** Folders that hold nothing else. */
const MADE_FOLDERS = [
  "packages/python/docloom/operations",
  "packages/python/docloom/types",
  "packages/php/src/Operations",
  "packages/php/src/Types",
];

const there = MADE_FOLDERS.filter((folder) => fs.existsSync(path.join(root, folder))).flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${folder}/${name}`),
);
const superfluous = there.filter((name) => !wanted.has(name));
const stale = [...wanted].filter(([name, text]) => {
  const file = path.join(root, name);
  return !fs.existsSync(file) || fs.readFileSync(file, "utf8") !== text;
});

if (onlyChecks) {
  for (const name of [...superfluous, ...stale.map(([stale]) => stale)])
    console.error(`${name} is not what the OpenAPI document says`);
  if (superfluous.length + stale.length > 0) {
    console.error("Run `npm run clients` and commit what it writes.");
    process.exit(1);
  }
  console.log(`clients have all ${service.operations.length} operations of the OpenAPI document`);
} else {
  for (const name of superfluous) fs.rmSync(path.join(root, name));
  for (const [name, text] of stale) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
}
