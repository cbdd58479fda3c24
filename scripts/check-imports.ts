/**
 * Enforces the house rules of scripts/import-map.ts: fails on an import against the map, on folders that import each
 * other, on files that do so without need, and if the pictures in docs/architecture.md are not those of the map.
 *
 *   npm run imports              checks
 *   npm run imports -- --write   draws the pictures anew
 */
import fs from "node:fs";
import path from "node:path";
import { FOLDERS, OWNED_PACKAGES, RECURSIVE, ROOMS } from "./import-map.ts";

const root = path.resolve(import.meta.dirname, "..");
const source = path.join(root, "src");
const picturesFile = path.join(root, "docs/architecture.md");

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s*"([^"]+)"|(?:^|\n)\s*import\s*"([^"]+)"|import\(\s*"([^"]+)"\s*\)/g;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

interface SourceFile {
  /** Relative to `src`, with slashes. */
  name: string;
  packages: string[];
  /** Files of `src`. */
  imports: string[];
}

function filesIn(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(full);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [full] : [];
  });
}

const nameOf = (file: string): string => path.relative(source, file).split(path.sep).join("/");

function readSource(file: string): SourceFile {
  const targets = [...fs.readFileSync(file, "utf8").matchAll(IMPORT)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
  const isOwn = (target: string) => target.startsWith(".");
  return {
    name: nameOf(file),
    packages: targets.filter((target) => !isOwn(target)),
    imports: targets.filter(isOwn).map((target) => nameOf(path.resolve(path.dirname(file), target))),
  };
}

const isTestHelp = (name: string): boolean => name.split("/").includes("testing");
const roomOf = (name: string): string => name.split("/")[0] ?? "";

/** The folder of a room, `.` for the files beside the folders. */
function folderOf(name: string): string {
  const [, folder, file] = name.split("/");
  return file === undefined ? "." : (folder ?? ".");
}

function roomFaults({ name, packages, imports }: SourceFile): string[] {
  const room = roomOf(name);
  const allowed = ROOMS[room];
  if (!allowed) return [`src/${name}: the room "${room}" is not in the map`];
  const faults = imports
    .filter((target) => ![room, "domain", ...allowed].includes(roomOf(target)))
    .map((target) => `src/${name}: "${room}" may not import "${roomOf(target)}" (${target})`);
  for (const [owned, rooms] of Object.entries(OWNED_PACKAGES)) {
    const isNamed = packages.some((target) => target === owned || target.startsWith(`${owned}/`));
    if (isNamed && !rooms.includes(room)) faults.push(`src/${name}: only ${rooms.join(", ")} may import ${owned}`);
  }
  return faults;
}

function folderFaults({ name, imports }: SourceFile): string[] {
  const folder = folderOf(name);
  const folders = FOLDERS[roomOf(name)];
  if (folder === ".") return [];
  const allowed = folders?.[folder];
  if (!allowed) return [`src/${name}: the folder "${roomOf(name)}/${folder}" is not in the map`];
  return imports
    .filter((target) => roomOf(target) === roomOf(name) && ![folder, ...allowed].includes(folderOf(target)))
    .map((target) => `src/${name}: "${folder}" may not import "${folderOf(target)}" (${target})`);
}

function testHelpFaults({ name, imports }: SourceFile): string[] {
  return imports.filter(isTestHelp).map((target) => `src/${name}: only tests may import ${target}`);
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
    if (low === place) {
      const circle = open.splice(open.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

/** The contents of a folder, with each of its folders as a whole, and which of these import which. */
function levelGraph(files: readonly SourceFile[], folder: string): Graph {
  const prefix = folder === "" ? "" : `${folder}/`;
  const partOf = (name: string): string | undefined => {
    if (!name.startsWith(prefix)) return undefined;
    const [first = "", ...rest] = name.slice(prefix.length).split("/");
    return rest.length > 0 ? `${prefix}${first}/` : name;
  };
  const graph = new Map<string, Set<string>>();
  for (const { name, imports } of files) {
    const part = partOf(name);
    if (part === undefined) continue;
    const targets = graph.get(part) ?? new Set();
    graph.set(part, targets);
    for (const target of imports) {
      const other = partOf(target);
      if (other !== undefined && other !== part) targets.add(other);
    }
  }
  return graph;
}

function folderCircles(files: readonly SourceFile[]): string[] {
  const folders = new Set(
    files.flatMap(({ name }) => name.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/"))),
  );
  return [...folders].flatMap((folder) =>
    circlesOf(levelGraph(files, folder))
      .filter((circle) => circle.some((part) => part.endsWith("/")))
      .map((circle) => `src/${folder}: these import each other: ${circle.join(", ")}`),
  );
}

function fileCircles(files: readonly SourceFile[]): string[] {
  const circles = circlesOf(new Map(files.map(({ name, imports }) => [name, new Set(imports)])));
  const isListed = (circle: readonly string[]) =>
    RECURSIVE.some((listed) => circle.every((name) => listed.files.includes(name)));
  const stale = RECURSIVE.filter(
    (listed) => !circles.some((circle) => listed.files.every((name) => circle.includes(name))),
  );
  return [
    ...circles.filter((circle) => !isListed(circle)).map((circle) => `these import each other: ${circle.join(", ")}`),
    ...stale.map((listed) => `no longer import each other, and are listed: ${listed.files.join(", ")}`),
  ];
}

/** Without the arrows that follow from others. */
function reduced(graph: Graph): Graph {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(graph.get(from) ?? [])].some((next) => next === to || reaches(next, to, seen));
  };
  return new Map(
    [...graph].map(([node, targets]) => [
      node,
      new Set(
        [...targets].filter((target) => ![...targets].some((other) => other !== target && reaches(other, target))),
      ),
    ]),
  );
}

function drawing(title: string, map: Readonly<Record<string, readonly string[]>>): string {
  const graph = reduced(
    new Map(Object.entries(map).map(([name, targets]) => [name, new Set(targets.filter((target) => target in map))])),
  );
  const lines = [...graph].flatMap(([name, targets]) =>
    targets.size > 0 ? [...targets].map((target) => `  ${name} --> ${target}`) : [`  ${name}`],
  );
  return `${title}\n\n\`\`\`mermaid\nflowchart TD\n${lines.join("\n")}\n\`\`\``;
}

function pictures(): string {
  const { domain: _, ...rooms } = ROOMS;
  return [
    drawing("The rooms. Every room may import `domain`; an arrow that follows from others is left out.", rooms),
    ...["layout", "paint", "templates", "language", "pdf"].map((room) => {
      const folders = FOLDERS[room] ?? {};
      return drawing(`The folders of \`${room}\`:`, folders);
    }),
  ].join("\n\n");
}

const BEGIN = "<!-- drawn from scripts/import-map.ts: npm run imports -- --write -->";
const END = "<!-- end of the drawing -->";

function pictureFaults(): string[] {
  const text = fs.readFileSync(picturesFile, "utf8");
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (start < 0 || end < start) return ["docs/architecture.md: the marks around the drawing are missing"];
  const drawn = `${text.slice(0, start)}${BEGIN}\n\n${pictures()}\n\n${text.slice(end)}`;
  if (drawn === text) return [];
  if (!process.argv.includes("--write")) return ["docs/architecture.md is stale: npm run imports -- --write"];
  fs.writeFileSync(picturesFile, drawn);
  return [];
}

const files = filesIn(source).map(readSource);
const own = files.filter(({ name }) => !isTestHelp(name));
const checks: readonly (readonly [what: string, faults: string[]])[] = [
  [
    "imports against the map",
    own.flatMap((file) => [...roomFaults(file), ...folderFaults(file), ...testHelpFaults(file)]),
  ],
  ["circles of folders", folderCircles(own)],
  ["circles of files that nothing calls for", fileCircles(own)],
  ["stale pictures", pictureFaults()],
];
for (const [, faults] of checks) for (const fault of faults) console.error(fault);
console.log(`${files.length} files: ${checks.map(([what, faults]) => `${faults.length} ${what}`).join(", ")}`);
process.exit(checks.some(([, faults]) => faults.length > 0) ? 1 : 0);
