// Builds the client and the command line into packages/docloom/dist, if their sources, the service's interface or the
// packages changed since the last time: after a pull `npx docloom` matches the service beside it.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { buildWhenChanged } from "./build-when-changed.ts";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, "packages/docloom");
const read = ["src", "package.json", "tsconfig.json", "tsconfig.build.json", "scripts/build.ts"];

const files = {
  inputs: [...read.map((name) => path.join(folder, name)), path.join(root, "package-lock.json")],
  output: path.join(folder, "dist/cli/main.js"),
  stamp: path.join(root, ".docloom/client-build"),
};
await buildWhenChanged("packages/docloom/dist", files, () => {
  execFileSync(process.execPath, [path.join(folder, "scripts/build.ts")], { stdio: "inherit" });
});
