/**
 * Enforces scripts/import-map.ts: fails on an import against the map, on folders that import each other, on files that do so
 * without need, on folders of too many files, and if the drawings in docs/architecture.md are not those of the map.
 *
 *   npm run imports              checks
 *   npm run imports -- --write   draws them anew
 */
import fs from "node:fs";
import path from "node:path";
import { DRAWN_ROOMS, FOLDERS, MODULES, OWNED_PACKAGES, RECURSIVE } from "./import-map.ts";

const root = path.resolve(import.meta.dirname, "..");
const source = path.join(root, "src");
const drawingsFile = path.join(root, "docs/architecture.md");
/** What a folder may hold beside its folders, tests apart, so that a file of it is found by looking. */
const MAX_FILES = 45;

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s*"([^"]+)"|(?:^|\n)\s*import\s*"([^"]+)"|import\(\s*"([^"]+)"\s*\)/g;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;
type Layers = Readonly<Record<string, readonly string[]>>;

interface SourceFile {
  /** Relative to `src`, with slashes, as are the files that it imports. */
  name: string;
  packages: string[];
  imports: string[];
}

function readSource(name: string): SourceFile {
  const text = fs.readFileSync(path.join(source, name), "utf8");
  const targets = [...text.matchAll(IMPORT)].map(([, from, only, dynamic]) => from ?? only ?? dynamic ?? "");
  return {
    name,
    packages: targets.filter((target) => !target.startsWith(".")),
    imports: targets
      // Files of SQL are texts, not code.
      .filter((target) => target.startsWith(".") && !target.endsWith(".sql"))
      .map((target) => path.posix.join(path.posix.dirname(name), target)),
  };
}

const files = fs
  .readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((name) => name.split(path.sep).join("/"))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map(readSource);
const isTestHelp = (name: string): boolean => name.split("/").includes("testing");
const own = files.filter(({ name }) => !isTestHelp(name));

const moduleOf = (name: string): string => name.split("/")[0] ?? "";
/** The folder of a module, `.` for the files beside the folders. */
const folderOf = (name: string): string => name.split("/").slice(1, -1)[0] ?? ".";

/** Imports of a file that the part in which it is may not have. */
function against(parts: Layers | undefined, part: string, targets: readonly (readonly [part: string, name: string])[]) {
  const allowed = parts?.[part];
  if (!allowed) return [`"${part}" is not in the map`];
  return targets
    .filter(([target]) => target !== part && !allowed.includes(target))
    .map(([target, name]) => `"${part}" may not import "${target}" (${name})`);
}

function importFaults({ name, packages, imports }: SourceFile): string[] {
  const module = moduleOf(name);
  const folder = folderOf(name);
  const others = imports.filter((target) => moduleOf(target) !== "domain");
  const beside = imports.filter((target) => moduleOf(target) === module);
  const owners = Object.entries(OWNED_PACKAGES).filter(([owned, modules]) =>
    packages.some((target) => `${target}/`.startsWith(`${owned}/`) && !modules.includes(module)),
  );
  return [
    ...against(
      MODULES,
      module,
      others.map((target) => [moduleOf(target), target]),
    ),
    ...(folder === "."
      ? []
      : against(
          FOLDERS[module],
          folder,
          beside.map((target) => [folderOf(target), target]),
        )),
    ...owners.map(([owned, modules]) => `only ${modules.join(", ")} may import ${owned}`),
    ...imports.filter(isTestHelp).map((target) => `only tests may import ${target}`),
  ].map((fault) => `src/${name}: ${fault}`);
}

/** What is run by hand or by npm: three packages that know nothing of each other. */
const COMMANDS = ["scripts", "bench", "tools"];

function commandFaults(folder: string): string[] {
  const names = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
  const own = names.filter((name) => /\.ts$/.test(name) && !name.startsWith("node_modules"));
  return own.flatMap((name) => {
    const { imports } = readSource(path.posix.join("..", folder, name));
    const others = imports.filter(
      (target) => COMMANDS.includes(target.split("/")[1] ?? "") && !target.startsWith(`../${folder}/`),
    );
    return others.map((target) => `${folder}/${name}: ${folder} may not import ${target}`);
  });
}

/** Groups of nodes that reach each other (Tarjan). */
function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const place = order.size;
    order.set(node, place);
    open.push(node);
    let low = place;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(node, low);
    if (low === place) circles.push(open.splice(open.indexOf(node)).sort());
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles.filter((circle) => circle.length > 1);
}

const directories = [
  ...new Set(own.flatMap(({ name }) => name.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/")))),
];

/** The contents of a folder, with each of its folders as a whole, and which of these import which. */
function levelGraph(folder: string): Graph {
  const prefix = folder === "" ? "" : `${folder}/`;
  const partOf = (name: string): string => {
    const [first = "", ...rest] = name.slice(prefix.length).split("/");
    return `${prefix}${first}${rest.length > 0 ? "/" : ""}`;
  };
  const within = own.filter(({ name }) => name.startsWith(prefix));
  return new Map(
    [...Map.groupBy(within, ({ name }) => partOf(name))].map(([part, members]) => {
      const targets = members.flatMap(({ imports }) => imports).filter((target) => target.startsWith(prefix));
      return [part, new Set(targets.map(partOf).filter((other) => other !== part))];
    }),
  );
}

function folderFaults(folder: string): string[] {
  const graph = levelGraph(folder);
  const count = [...graph.keys()].filter((part) => !part.endsWith("/")).length;
  return [
    ...circlesOf(graph)
      .filter((circle) => circle.some((part) => part.endsWith("/")))
      .map((circle) => `src/${folder}: these import each other: ${circle.join(", ")}`),
    ...(count > MAX_FILES ? [`src/${folder} holds ${count} files, more than ${MAX_FILES}: it needs folders`] : []),
  ];
}

function fileCircles(): string[] {
  const circles = circlesOf(new Map(own.map(({ name, imports }) => [name, new Set(imports)])));
  const isWithin = (some: readonly string[], all: readonly string[]) => some.every((name) => all.includes(name));
  return [
    ...circles
      .filter((circle) => !RECURSIVE.some((listed) => isWithin(circle, listed.files)))
      .map((circle) => `these import each other: ${circle.join(", ")}`),
    ...RECURSIVE.filter((listed) => !circles.some((circle) => isWithin(listed.files, circle))).map(
      (listed) => `no longer import each other, and are listed: ${listed.files.join(", ")}`,
    ),
  ];
}

function drawing(title: string, layers: Layers): string {
  const reaches = (from: string, to: string): boolean =>
    (layers[from] ?? []).some((next) => next === to || (next !== from && reaches(next, to)));
  const lines = Object.entries(layers).flatMap(([name, all]) => {
    const targets = all.filter((target) => target in layers);
    // Without the arrows that follow from others.
    const direct = targets.filter((target) => !targets.some((other) => other !== target && reaches(other, target)));
    return direct.length > 0 ? direct.map((target) => `  ${name} --> ${target}`) : [`  ${name}`];
  });
  return `${title}\n\n\`\`\`mermaid\nflowchart TD\n${lines.join("\n")}\n\`\`\``;
}

const BEGIN = "<!-- drawn from scripts/import-map.ts: npm run imports -- --write -->";
const END = "<!-- end of the drawing -->";

function drawingFaults(): string[] {
  const { domain: _, ...modules } = MODULES;
  const drawings = [
    drawing(
      "The modules. Every module may import `domain`; a dependency that follows from others is left out.",
      modules,
    ),
    ...DRAWN_ROOMS.map((module) => drawing(`The folders of \`${module}\`:`, FOLDERS[module] ?? {})),
  ].join("\n\n");
  const text = fs.readFileSync(drawingsFile, "utf8");
  const [before = "", after] = text.split(BEGIN);
  const end = after?.split(END)[1];
  if (end === undefined) return ["docs/architecture.md: the marks around the drawings are missing"];
  const drawn = `${before}${BEGIN}\n\n${drawings}\n\n${END}${end}`;
  if (drawn === text) return [];
  if (!process.argv.includes("--write")) return ["docs/architecture.md is stale: npm run imports -- --write"];
  fs.writeFileSync(drawingsFile, drawn);
  return [];
}

const faults = [
  ...own.flatMap(importFaults),
  ...directories.flatMap(folderFaults),
  ...COMMANDS.flatMap(commandFaults),
  ...fileCircles(),
  ...drawingFaults(),
];
for (const fault of faults) console.error(fault);
console.log(`${files.length} files: ${faults.length} imports, circles, sizes of folders and drawings against the map`);
process.exit(faults.length > 0 ? 1 : 0);
