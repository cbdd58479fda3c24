// Checks what is cited. In code: the sections of docs/spec that comments name. In all documentation: paths, links with their
// headings, commands of npm, and names of the code (`likeThis`, `LIKE_THIS`). In SECURITY.md: a test for every promise. In
// package.json: the programs of its commands.
// Run by `npm run imports`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const read = (name: string): string => fs.readFileSync(path.join(root, name), "utf8");
/** What git has or would add. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((name) => name !== "" && fs.existsSync(path.join(root, name)));
const pages = files.filter((name) => name.endsWith(".md") && !/^(?:CHANGELOG|test\/)/.test(name));
const code = files.filter((name) => /\.(?:tsx?|mjs|toml|json|sh)$/.test(name) && name !== "package-lock.json");
const isThere = new Set(
  files.flatMap((name) => name.split("/").map((_, depth, parts) => parts.slice(0, depth + 1).join("/"))),
);

/** Headings of a page, without their marks. */
const headingsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].flatMap(([, heading]) => heading ?? []);
const interfaceSections = new Set(
  headingsOf("docs/spec/interface.md").flatMap((heading) => heading.match(/^[\d.]*\d/) ?? []),
);
const headings = { wire: headingsOf("docs/spec/wire.md"), language: headingsOf("docs/spec/language.md") };

/** `(interface 4.3)`, `wire "Deliveries"`, `language "Grammar"`; the old names of the pages are errors. */
const CITATIONS =
  /\binterface (\d(?:\.\d)*)((?:(?:,| and|;) \d(?:\.\d)*)*)|\b(wire|language) "([^"\n]+)"|\b(wire "[^"\n]+"|language\.md)/g;

function sectionFaults(text: string): string[] {
  return [...text.matchAll(CITATIONS)].flatMap(([all, section = "", more = "", page, heading = "", old]) => {
    if (old !== undefined) return [`cites ${old}: name a page and heading of docs/spec`];
    if (page === "wire" || page === "language")
      return headings[page].includes(heading) ? [] : [`docs/spec/${page}.md has no heading "${heading}"`];
    const missing = [section, ...(more.match(/\d(?:\.\d)*/g) ?? [])].filter((each) => !interfaceSections.has(each));
    return missing.length > 0 ? [`"${all}": docs/spec/interface.md has no section ${missing.join(", ")}`] : [];
  });
}

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function linkFaults(page: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!\w+:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([, target = "", anchor]) => {
    const file = target === "" ? page : path.join(path.dirname(page), target).replace(/\/$/, "");
    if (!isThere.has(file)) return [`links to ${target}, which is not there`];
    const isHeading = anchor === undefined || headingsOf(file).some((heading) => anchorOf(heading) === anchor);
    return isHeading ? [] : [`${file} has no heading #${anchor}`];
  });
}

/** A path from the root, or the end of one (`email/send.ts`); with `*`, `<name>`, `{a,b}` it is a pattern. */
const PATH = /^(?:[\w.@-]+\/)+[\w.@-]*$|^[\w-]+\.(?:tsx?|mjs)$/;
const TOP = /^(?:src|test|docs|scripts|bench|tools|console|packages|migrations)\//;
const tails = new Set(files.flatMap((name) => name.split("/").map((_, depth, parts) => parts.slice(depth).join("/"))));
const words = new Set(code.flatMap((name) => read(name).match(/[A-Za-z_$][\w$]*/g) ?? []));
const commands: Record<string, string> = JSON.parse(read("package.json")).scripts;

function quotedFaults(quoted: string): string[] {
  const [, command = "", name] = /^npm run ([\w:-]+)(?: -- ([\w-]+))?/.exec(quoted) ?? [];
  if (command !== "") {
    if (!(command in commands)) return [`there is no \`npm run ${command}\``];
    const isTable = name !== undefined && (command === "bench" || command === "tools");
    const isKnown = !isTable || new RegExp(`^  "?${name}"?: \\{`, "m").test(read(`${command}/run.ts`));
    return isKnown ? [] : [`there is no \`npm run ${command} -- ${name}\``];
  }
  const at = quoted.replace(/\/$/, "");
  const isOfModule = isThere.has(`src/${at.split("/")[0]}`);
  if (PATH.test(quoted) && (TOP.test(quoted) || isOfModule || /\.(?:tsx?|mjs)$/.test(quoted)))
    return isThere.has(at) || isThere.has(`src/${at}`) || tails.has(at) ? [] : [`there is no ${quoted}`];
  const [, symbol] = /^((?:[a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+))(?:\(.*\))?$/.exec(quoted) ?? [];
  return symbol === undefined || words.has(symbol) ? [] : [`nothing is called ${symbol}`];
}

function promiseFaults(): string[] {
  const promises = read("SECURITY.md").match(/^\| [^|]+ \| [^|]*\|$/gm) ?? [];
  return promises
    .filter((row) => !/`(?:src|test)\/[^`]+\.test\.ts`/.test(row))
    .map((row) => `no test is named for ${row}`);
}

/** Programs that commands of package.json start with Node. */
const programFaults = (): string[] =>
  Object.entries(commands).flatMap(([command, line]) =>
    [...line.matchAll(/\bnode ([\w./-]+\.(?:ts|mjs))/g)].flatMap(([, program = ""]) =>
      isThere.has(program) ? [] : [`npm run ${command} starts ${program}, which is not there`],
    ),
  );

const faults = [
  ...code
    .filter((name) => name !== "scripts/check-citations.ts")
    .flatMap((name) => sectionFaults(read(name)).map((fault) => `${name}: ${fault}`)),
  ...pages.flatMap((page) => {
    const text = read(page).replace(/^```[\s\S]*?^```$/gm, "");
    const quoted = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, each = ""]) => quotedFaults(each));
    return [...linkFaults(page, text), ...quoted].map((fault) => `${page}: ${fault}`);
  }),
  ...promiseFaults().map((fault) => `SECURITY.md: ${fault}`),
  ...programFaults().map((fault) => `package.json: ${fault}`),
];
for (const fault of faults) console.error(fault);
console.log(`${pages.length} pages, ${code.length} files of code: ${faults.length} citations of what is not there`);
process.exit(faults.length > 0 ? 1 : 0);
