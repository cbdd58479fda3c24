import path from "node:path";
import { stateFolder } from "../prepare.mjs";

const folder = path.join(stateFolder, "worker");

/** What scripts/build-worker.ts makes. */
export const BUILT_WORKER = {
  folder,
  script: path.join(folder, "local-worker.js"),
  /** Bindings of wrangler.toml as JSON, as the local platform takes them. */
  bindings: path.join(folder, "bindings.json"),
};
