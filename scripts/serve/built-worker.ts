import fs from "node:fs";
import path from "node:path";
import { stateFolder } from "../prepare.mjs";

const folder = path.join(stateFolder, "worker");

/** What scripts/build-worker.ts makes. */
export const BUILT_WORKER = {
  folder,
  script: path.join(folder, "local-worker.js"),
  /** Files of SQL that the script imports as texts. */
  texts: () => fs.readdirSync(folder).flatMap((name) => (name.endsWith(".sql") ? path.join(folder, name) : [])),
  /** Bindings of wrangler.toml as JSON, as the local platform takes them. */
  bindings: path.join(folder, "bindings.json"),
};
