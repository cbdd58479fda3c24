// Makes dist/ from src/: `npm run build`, and before `npm pack`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { build, buildSync } from "esbuild";

const folder = path.resolve(import.meta.dirname, "..");
const root = path.join(folder, "../..");
const commandLine = path.join(folder, "dist/cli");

/** A library that is made part of the command line: loading it from its eighty modules was a third of what that took to start. */
const OF_COMMAND_LINE = "zod";
/** A library that is made part of the client in CommonJS: bundlers and Node find different things at its own. */
const OF_COMMONJS = "openapi-fetch";

await import("./generate-types.ts");
fs.rmSync(path.join(folder, "dist"), { recursive: true, force: true });
const compiler = path.join(root, "node_modules/.bin/tsc");
execFileSync(compiler, ["--checkers", "1", "-p", "tsconfig.build.json"], { cwd: folder, stdio: "inherit" });

const { dependencies, optionalDependencies } = JSON.parse(
  fs.readFileSync(path.join(folder, "package.json"), "utf8"),
) as Record<"dependencies" | "optionalDependencies", Record<string, string>>;
/** Libraries that stay outside of what is bundled. */
const librariesBut = (bundled: string) =>
  Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => name !== bundled);
/** Whoever copies a file that a library was made part of must be told its license. */
const licenseOf = (name: string) => {
  const license = fs.readFileSync(path.join(root, "node_modules", name, "LICENSE"), "utf8").trim();
  return { js: `/*\nPart of this file is ${name}:\n\n${license}\n*/` };
};

const main = path.join(commandLine, "main.js");
const { outputFiles } = await build({
  entryPoints: [main],
  outfile: main,
  bundle: true,
  write: false,
  platform: "node",
  format: "esm",
  target: "node20",
  external: librariesBut(OF_COMMAND_LINE),
  footer: licenseOf(OF_COMMAND_LINE),
});
fs.rmSync(commandLine, { recursive: true });
fs.mkdirSync(commandLine);
for (const { path: file, contents } of outputFiles) fs.writeFileSync(file, contents);
writeCommonJs();

/** The client for programs that `require` it: dist/commonjs, one file of code for each entry, and types of their own. */
function writeCommonJs(): void {
  const target = path.join(folder, "dist/commonjs");
  const entries = { docloom: "client/docloom.js", "open-file": "node/open-file.js" };
  buildSync({
    entryPoints: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, path.join(folder, "dist", file)]),
    ),
    outdir: target,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: librariesBut(OF_COMMONJS),
    footer: licenseOf(OF_COMMONJS),
  });
  for (const from of ["client", "node"])
    fs.cpSync(path.join(folder, "dist", from), target, {
      recursive: true,
      filter: (name) => fs.statSync(name).isDirectory() || name.endsWith(".d.ts"),
    });
  // TypeScript reads declarations as what the package.json above them says. Those of the operations, the largest, have no code and serve both.
  fs.rmSync(path.join(folder, "dist/generated/openapi.js"));
  for (const place of ["commonjs", "generated"])
    fs.writeFileSync(path.join(folder, "dist", place, "package.json"), '{ "type": "commonjs" }\n');
}
