// `npm start`: prepares the checkout on any Node 20+, then hands over to the project's own Node.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { PrepareError, prepare, toolEnvironment } from "./prepare.mjs";

const root = path.resolve(import.meta.dirname, "..");
try {
  await prepare();
} catch (error) {
  console.error(error instanceof PrepareError ? `\n${error.message}` : error);
  process.exit(1);
}
const ownNode = path.join(root, "node_modules/.bin/node");
const child = spawn(fs.existsSync(ownNode) ? ownNode : process.execPath, ["scripts/start-service.ts"], {
  cwd: root,
  env: toolEnvironment(),
  stdio: "inherit",
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
