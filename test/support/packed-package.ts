import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { builtCommandLine } from "./built-command-line.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const packageFolder = path.join(root, "packages/docloom");

export interface PackedPackage {
  /** A project that has nothing but the package, as `npm install` would leave it. */
  project: string;
  /** Names of the files in the archive. */
  files: string[];
  /** Runs `docloom` in a folder. @param node the Node to run it with */
  docloom(
    args: readonly string[],
    options?: { cwd?: string; env?: Record<string, string>; node?: string; input?: string },
  ): Promise<Outcome>;
  remove(): void;
}

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Packs the package and unpacks it into an empty project; its dependencies are those of this checkout. */
export async function packedPackage(): Promise<PackedPackage> {
  const project = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-packed-"));
  // Built as before packing.
  await builtCommandLine();
  const packing = ["pack", "--ignore-scripts", "--json", "--pack-destination", project];
  const { stdout } = await run("npm", packing, { cwd: packageFolder });
  const [packed]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout.slice(stdout.indexOf("[")));
  if (!packed) throw new Error(`npm pack said: ${stdout}`);
  await run("tar", ["-xzf", packed.filename], { cwd: project });
  fs.mkdirSync(path.join(project, "node_modules"));
  fs.renameSync(path.join(project, "package"), path.join(project, "node_modules/docloom"));
  linkDependencies(path.join(project, "node_modules"));
  fs.writeFileSync(path.join(project, "package.json"), '{"name":"empty","private":true,"type":"module"}\n');

  const main = path.join(project, "node_modules/docloom/dist/cli/main.js");
  return {
    project,
    files: packed.files.map(({ path: name }) => name),
    docloom: (args, { cwd = project, env = {}, node = process.execPath, input } = {}) =>
      new Promise((resolve) => {
        const places = { XDG_CONFIG_HOME: path.join(project, "config"), XDG_STATE_HOME: path.join(project, "state") };
        const child = execFile(
          node,
          [main, ...args],
          { cwd, env: { PATH: process.env.PATH, HOME: project, ...places, ...env }, maxBuffer: 64 * 1024 * 1024 },
          (error, out, err) => resolve({ code: error ? Number(error.code) : 0, stdout: out, stderr: err }),
        );
        child.stdin?.end(input ?? "");
      }),
    remove: () => fs.rmSync(project, { recursive: true, force: true }),
  };
}

/** Each dependency where Node would find it for the package itself. */
function linkDependencies(target: string): void {
  const { dependencies, optionalDependencies } = JSON.parse(
    fs.readFileSync(path.join(packageFolder, "package.json"), "utf8"),
  );
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const places = [path.join(packageFolder, "node_modules", name), path.join(root, "node_modules", name)];
    const place = places.find((candidate) => fs.existsSync(candidate));
    if (!place) throw new Error(`${name} is not installed`);
    fs.mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
    fs.symlinkSync(place, path.join(target, name));
  }
}

/** This Node, and another one of the machine if there is one, such as Debian's. */
export function nodesOfThisMachine(): string[] {
  const own = path.join(root, "node_modules/.bin");
  const others = (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(own) && !folder.includes("node_modules"))
    .map((folder) => path.join(folder, "node"))
    .filter((file) => fs.existsSync(file));
  const [other] = others.filter((file) => fs.realpathSync(file) !== fs.realpathSync(process.execPath));

  return other === undefined ? [process.execPath] : [process.execPath, other];
}
