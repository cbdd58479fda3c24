// Bundles the Worker as `npm run deploy` does, with what one machine needs around it, and writes its bindings as the local platform takes them, for `npm start`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { buildWhenChanged } from "./build-when-changed.ts";
import { toolEnvironment } from "./prepare.mjs";
import { BUILT_WORKER } from "./serve/built-worker.ts";

const root = path.resolve(import.meta.dirname, "..");
const configFile = path.join(root, "wrangler.toml");

const files = {
  inputs: [
    path.join(root, "src"),
    path.join(root, "migrations"),
    configFile,
    path.join(root, "package-lock.json"),
    import.meta.filename,
  ],
  output: BUILT_WORKER.bindings,
  stamp: path.join(root, ".docloom/worker-build"),
};
await buildWhenChanged("the Worker", files, () => {
  const script = path.join(root, "src/local-worker.ts");
  // Texts have names of their own contents: those of before would stay.
  fs.rmSync(BUILT_WORKER.folder, { recursive: true, force: true });
  execFileSync("wrangler", ["deploy", script, "--dry-run", "--config", configFile, "--outdir", BUILT_WORKER.folder], {
    cwd: root,
    env: toolEnvironment(),
    stdio: "pipe",
  });
  const { workerOptions } = unstable_getMiniflareWorkerOptions(configFile);
  fs.writeFileSync(BUILT_WORKER.bindings, JSON.stringify(workerOptions));
});
