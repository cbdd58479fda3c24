// Holds identifiers, names of files and headings of docs to the terms of docs/glossary.md: `npm run words`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { headingsOf, identifiersOf, unusedIn } from "./words.ts";

const root = path.resolve(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((name) => name !== "" && !name.includes("/fixtures/") && fs.existsSync(path.join(root, name)));

/**
 * `name?: T | undefined` says the same twice (docs/glossary.md). Types of the package are for those, too, whose compiler tells the
 * two apart.
 */
const TWICE = /(?<![\w$])[\w$]+\?: [^;{}(),=\n]*? \| undefined(?=\s*[;,})\n])/g;

const faults = files.flatMap((file) => {
  const names = /\.(?:tsx?|mjs|css|md)$/.test(file) ? [path.basename(file).replace(/\.[a-z]+$/, "")] : [];
  const twice: string[] = [];
  if (file !== "scripts/words.ts" && /\.(?:tsx?|mjs)$/.test(file)) {
    const text = fs.readFileSync(path.join(root, file), "utf8");
    names.push(...identifiersOf(text));
    if (!file.startsWith("packages/"))
      twice.push(...[...text.matchAll(TWICE)].map(([member]) => `${member.trim()}: either \`?\` or \`| undefined\``));
  } else if (/^docs\/.*\.md$/.test(file)) names.push(...headingsOf(fs.readFileSync(path.join(root, file), "utf8")));
  return [...names.flatMap((name) => unusedIn(name, file) ?? []), ...twice].map((fault) => `${file}: ${fault}`);
});

for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log("names and headings have the terms of docs/glossary.md");
process.exit(faults.length > 0 ? 1 : 0);
