// Makes dist/ from src/: `npm run build`, and before `npm pack`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const folder = path.resolve(import.meta.dirname, "..");
const root = path.join(folder, "../..");
const commandLine = path.join(folder, "dist/cli");

/** A library that is made part of the command line; whoever copies it must be told its license. */
const BUNDLED = "zod";

await import("./generate-types.ts");
fs.rmSync(path.join(folder, "dist"), { recursive: true, force: true });
const compiler = path.join(root, "node_modules/.bin/tsc");
execFileSync(compiler, ["--checkers", "1", "-p", "tsconfig.build.json"], { cwd: folder, stdio: "inherit" });

// A third of what the command line took to start was zod's eighty modules, most of them languages of its messages.
const { dependencies, optionalDependencies } = JSON.parse(
  fs.readFileSync(path.join(folder, "package.json"), "utf8"),
) as Record<"dependencies" | "optionalDependencies", Record<string, string>>;
const license = fs.readFileSync(path.join(root, "node_modules", BUNDLED, "LICENSE"), "utf8").trim();
const main = path.join(commandLine, "main.js");
const { outputFiles } = await build({
  entryPoints: [main],
  outfile: main,
  bundle: true,
  write: false,
  platform: "node",
  format: "esm",
  target: "node20",
  external: Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => name !== BUNDLED),
  footer: { js: `/*\nPart of this file is ${BUNDLED}:\n\n${license}\n*/` },
});
fs.rmSync(commandLine, { recursive: true });
fs.mkdirSync(commandLine);
for (const { path: file, contents } of outputFiles) fs.writeFileSync(file, contents);
