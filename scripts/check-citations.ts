// Checks what is cited: a section of docs/spec that a comment names has to exist, and a test that SECURITY.md names for a promise,
// which every promise has. Run by `npm run imports`.
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["src", "test", "scripts", "bench", "packages", "console"];

/** Headings of a page of the specification, without their marks. */
function headingsOf(page: string): string[] {
  const text = fs.readFileSync(path.join(root, "docs/spec", page), "utf8");
  return [...text.matchAll(/^#+ (.+)$/gm)].flatMap(([, heading]) => heading ?? []);
}

const interfaceSections = new Set(headingsOf("interface.md").flatMap((heading) => heading.match(/^[\d.]*\d/) ?? []));
const headings: Readonly<Record<string, ReadonlySet<string>>> = {
  wire: new Set(headingsOf("wire.md")),
  language: new Set(headingsOf("language.md")),
};

/** `(interface 4.3)`, `wire "Deliveries"`, `language "Grammar"`; the old names of the pages are errors. */
const CITATIONS =
  /\binterface (\d(?:\.\d)*)((?:(?:,| and|;) \d(?:\.\d)*)*)|\b(wire|language) "([^"\n]+)"|\b(wire "[^"\n]+"|language\.md)/g;

function faultsOf(text: string): string[] {
  return [...text.matchAll(CITATIONS)].flatMap(([all, section = "", more = "", page, heading = "", old]) => {
    if (old !== undefined) return [`cites ${old}: name a page and heading of docs/spec`];
    if (page !== undefined)
      return headings[page]?.has(heading) ? [] : [`docs/spec/${page}.md has no heading "${heading}"`];
    const missing = [section, ...(more.match(/\d(?:\.\d)*/g) ?? [])].filter((each) => !interfaceSections.has(each));
    return missing.length > 0 ? [`"${all}": docs/spec/interface.md has no section ${missing.join(", ")}`] : [];
  });
}

function sources(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist", "generated"].includes(entry.name) ? [] : sources(full);
    return /\.tsx?$/.test(entry.name) && full !== import.meta.filename ? [full] : [];
  });
}

let count = 0;
for (const file of FOLDERS.flatMap((folder) => sources(path.join(root, folder)))) {
  for (const fault of faultsOf(fs.readFileSync(file, "utf8"))) {
    count++;
    console.error(`${path.relative(root, file)}: ${fault}`);
  }
}
const promises = fs.readFileSync(path.join(root, "SECURITY.md"), "utf8").match(/^\| [^|]+ \| [^|]*\|$/gm) ?? [];
for (const promise of promises) {
  const tests = [...promise.matchAll(/`((?:src|test)\/[^`]+\.test\.ts)`/g)].flatMap(([, file]) => file ?? []);
  const missing = tests.filter((file) => !fs.existsSync(path.join(root, file)));
  if (tests.length > 0 && missing.length === 0) continue;
  count++;
  console.error(
    `SECURITY.md: ${missing.length > 0 ? `there is no ${missing.join(", ")}` : `no test is named for ${promise}`}`,
  );
}
if (count === 0) console.log("every section that is cited is in docs/spec, and every test in SECURITY.md is there");
process.exit(count > 0 ? 1 : 0);
