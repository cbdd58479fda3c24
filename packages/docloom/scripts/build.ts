// Makes dist/ from src/: `npm run build`, and before `npm pack`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "..");
await import("./generate-types.ts");
fs.rmSync(path.join(folder, "dist"), { recursive: true, force: true });
const compiler = path.join(folder, "../../node_modules/.bin/tsc");
execFileSync(compiler, ["--checkers", "1", "-p", "tsconfig.build.json"], { cwd: folder, stdio: "inherit" });
