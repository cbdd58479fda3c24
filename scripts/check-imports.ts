// Holds the import directions of docs/decisions/house.md: fails when a room imports one it may not.
import fs from "node:fs";
import path from "node:path";

const source = path.resolve(import.meta.dirname, "../src");

/** room -> the rooms it may import; a room may always import itself and `domain`. Top-level files are rooms, too. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "index.ts": ["app.ts", "jobs", "env.ts", "browser"],
  "app.ts": ["api", "http", "console", "store", "env.ts"],
  "env.ts": ["store"],
  domain: [],
  http: ["store", "env.ts"],
  api: ["http", "merge", "delivery", "convert", "pdf", "store", "templates", "language", "outbound", "env.ts"],
  console: ["http", "merge", "delivery", "convert", "pdf", "store", "env.ts"],
  jobs: ["merge", "delivery", "convert", "pdf", "outbound", "store", "env.ts"],
  merge: ["language", "templates", "convert", "pdf", "delivery", "store", "browser", "outbound", "env.ts"],
  templates: ["language", "opc", "pdf", "browser"],
  convert: ["opc", "browser", "pdf", "word", "outbound"],
  word: ["opc"],
  delivery: ["language", "outbound", "store", "env.ts"],
  browser: ["outbound"],
  language: [],
  opc: [],
  pdf: [],
  outbound: [],
  store: [],
  layout: ["opc"],
};

/** package -> the only rooms that may name it. */
const OWNED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "@cloudflare/puppeteer": ["browser"],
  "drizzle-orm": ["store"],
  "cloudflare:sockets": ["outbound"],
  "@cantoo/pdf-lib": ["pdf"],
};

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s*"([^"]+)"|(?:^|\n)\s*import\s*"([^"]+)"|import\(\s*"([^"]+)"\s*\)/g;

function sourceFiles(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(full);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [full] : [];
  });
}

const roomOf = (file: string): string => path.relative(source, file).split(path.sep)[0] ?? "";

function violationsOf(file: string): string[] {
  const room = roomOf(file);
  const allowed = MAY_IMPORT[room];
  const where = path.relative(path.dirname(source), file);
  if (!allowed) return [`${where}: the room "${room}" is not in the map of the house`];

  return [...fs.readFileSync(file, "utf8").matchAll(IMPORT)].flatMap((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? "";
    if (target.startsWith(".")) {
      const other = roomOf(path.resolve(path.dirname(file), target));
      return other === room || other === "domain" || allowed.includes(other)
        ? []
        : [`${where}: "${room}" may not import "${other}" (${target})`];
    }
    const owner = Object.entries(OWNED_PACKAGES).find(([name]) => target === name || target.startsWith(`${name}/`));
    return owner && !owner[1].includes(room) ? [`${where}: only ${owner[1].join(", ")} may import ${owner[0]}`] : [];
  });
}

const files = sourceFiles(source);
const violations = files.flatMap(violationsOf);
for (const violation of violations) console.error(violation);
console.log(`${files.length} files, ${violations.length} imports against the rules`);
process.exit(violations.length ? 1 : 0);
