// The service's own code and its libraries as one module for the tests in workerd. Handed over one by one, as the runner does it,
// two thousand modules take half a minute before the first test.
import fs from "node:fs";
import { builtinModules, SourceMap } from "node:module";
import path from "node:path";
import { rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { esmExternalRequirePlugin } from "rolldown/plugins";
import type { ParsedStack } from "vitest";
import type { Plugin } from "vitest/config";

const root = path.resolve(import.meta.dirname, "../..");
const BUNDLE = "service-bundle/service.js";
const bundle = path.join(root, ".docloom", BUNDLE);
const folder = path.dirname(bundle);
/** The rule by which the platform loads it itself: the runner would change it first, and run it as text. */
export const BUNDLE_RULE = { type: "ESModule" as const, include: [`**/${BUNDLE}`] };

interface BundleOptions {
  /** The Worker's entry point. */
  main: string;
  /** Files that stand for modules, by the names of these. */
  alias: Readonly<Record<string, string>>;
  /** Files of tests, and what is loaded before them. */
  tests: readonly string[];
}

/** Code of the tests themselves, which the runner loads as always. */
const isOfTests = (file: string): boolean =>
  /\.test\.tsx?$|\/testing\//.test(file) || file.startsWith(path.join(root, "test/"));

/** Of such a module there would be a second instance beside the bundle's. */
const isOfServiceCode = (file: string): boolean =>
  file.startsWith(path.join(root, "src/")) && /\.tsx?$/.test(file) && !isOfTests(file);

const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

/** Whether the service has this library: its tests then have the same one. Others are only the tests' own. */
const isOfService = (specifier: string): boolean =>
  Object.keys(dependencies).some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** What a file imports when it runs, as it is written there. */
function importsOf(file: string): string[] {
  const { body } = parseAst(fs.readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" });
  return body.flatMap((node) => {
    if (node.type === "ImportDeclaration") return node.importKind === "type" ? [] : node.source.value;
    if (node.type === "ExportAllDeclaration" || node.type === "ExportNamedDeclaration") return node.source?.value ?? [];
    return [];
  });
}

/** Everything outside the tests that they import: files of the project by their paths, libraries by their names. */
function importedByTests(tests: readonly string[]): Set<string> {
  const waiting = [...tests];
  const seen = new Set(waiting);
  const imported = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const specifier of importsOf(file)) {
      if (!specifier.startsWith(".")) {
        if (isOfService(specifier)) imported.add(specifier);
        continue;
      }
      const target = path.resolve(path.dirname(file), specifier);
      if (!isOfTests(target)) imported.add(target);
      else if (!seen.has(target)) {
        seen.add(target);
        waiting.push(target);
      }
    }
  }

  return imported;
}

/** Name of the file, without its end, that has the exports of a module in the bundle. */
const facadeOf = (module: string): string =>
  path.isAbsolute(module) ? path.relative(root, module).replace(/\.tsx?$/, "") : `libraries/${module}`;

/**
 * All is loaded at once here, before there is anything that the runner could be told: what a library warns of when it is loaded
 * (src/applications/open-server.ts) would take the results with it.
 */
const silentAtStart = (): Plugin => ({
  name: "silent at start",
  transform: (code, id) =>
    id.includes("workers-oauth-provider")
      ? { code: code.replace('console.warn("CIMD', 'void         ("CIMD'), map: null }
      : undefined,
});

async function build({ main, alias, tests }: BundleOptions): Promise<Set<string>> {
  const modules = importedByTests(tests).add(main);
  const bundler = await rolldown({
    input: Object.fromEntries([...modules].map((module) => [facadeOf(module), module])),
    cwd: root,
    platform: "browser",
    external: /^cloudflare:/,
    moduleTypes: { ".sql": "text" },
    plugins: [esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] }), silentAtStart()],
    // Every export that a test imports stays, whoever else does.
    preserveEntrySignatures: "strict",
    resolve: {
      alias: Object.fromEntries(Object.entries(alias).map(([name, file]) => [name, path.resolve(root, file)])),
      conditionNames: ["workerd", "worker", "module", "browser", "import", "default"],
      mainFields: ["browser", "module", "main"],
    },
    logLevel: "warn",
  });
  fs.rmSync(folder, { recursive: true, force: true });
  await bundler.write({
    dir: folder,
    format: "esm",
    sourcemap: true,
    keepNames: true,
    comments: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    codeSplitting: { groups: [{ name: path.parse(BUNDLE).name, test: /./ }] },
  });
  await bundler.close();

  return modules;
}

/** Builds the bundle; whatever is in it, tests take from there. */
export async function serviceBundle(options: BundleOptions): Promise<Plugin> {
  const modules = await build(options);

  return {
    name: "service bundle",
    enforce: "pre",
    resolveId: {
      order: "pre",
      handler(specifier, importer) {
        if (importer?.startsWith(folder)) return undefined;
        const isRelative = specifier.startsWith(".") && importer !== undefined;
        const module = isRelative ? path.resolve(path.dirname(importer), specifier) : specifier;
        if (modules.has(module)) return path.join(folder, `${facadeOf(module)}.js`);
        if (isRelative && isOfServiceCode(module)) throw new Error(`${importer} must import ${specifier} at its top.`);
        return undefined;
      },
    },
  };
}

let map: SourceMap | undefined;

/** Says where in the source a place in the bundle is. */
export function traceToSource(_error: unknown, frame: ParsedStack): void {
  if (!frame.file.includes(`/${BUNDLE}`)) return;
  map ??= new SourceMap(JSON.parse(fs.readFileSync(`${bundle}.map`, "utf8")));
  const place = map.findEntry(frame.line - 1, frame.column - 1);
  if (!("originalSource" in place)) return;
  frame.file = path.resolve(folder, place.originalSource);
  frame.line = place.originalLine + 1;
  frame.column = place.originalColumn + 1;
}
