// `npm start`: prepares the checkout on any Node 20+, then hands over to the project's own Node.
import fs from "node:fs";
import path from "node:path";
import { PrepareError, prepare, toolEnvironment } from "./prepare.mjs";
import { runFamily } from "./process-family.mjs";

// Without `--` before it npm takes `--port=8788` as an option of its own, and keeps it.
const outsider = process.argv[2] ?? (process.env.npm_config_port && `--port ${process.env.npm_config_port}`);
if (outsider !== undefined) {
  console.error(`npm start takes no arguments, and "${outsider}" is one. Another port: PORT=8788 npm start`);
  process.exit(2);
}
const root = path.resolve(import.meta.dirname, "..");
try {
  await prepare();
} catch (error) {
  console.error(error instanceof PrepareError ? `\n${error.message}` : error);
  process.exit(1);
}
const ownNode = path.join(root, "node_modules/.bin/node");
const node = fs.existsSync(ownNode) ? ownNode : process.execPath;
const ways = {
  /** @param {string} why */
  ending: (why) => console.error(`\nDocloom ends: ${why}.`),
  /**
   * @param {string} how
   * @param {boolean} isAsked
   */
  ended: (how, isAsked) => console.error(isAsked ? "Docloom has ended." : `Docloom has ended: ${how}.`),
};
process.exit(await runFamily(node, ["scripts/start-service.ts"], { cwd: root, env: toolEnvironment() }, ways));
