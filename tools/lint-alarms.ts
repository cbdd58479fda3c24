// Counts the linter's false alarms: over pages of installed packages, and over templates and language cases that are
// correct.
//   npm run tools -- lint-alarms [--templates DIR] [--cases FILE]
// Exits with 1 if there is more than one warning. Scripts with `{if(` are refused, as Smarty refuses them; that is not
// an alarm as long as the message says how braces of a script are kept.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { marked } from "marked";
import type { DocumentType } from "../src/domain/document.ts";
import { warningMessage } from "../src/domain/template-warning.ts";
import { engineFor } from "../src/templates/engines.ts";

const PAGES = 60;
const MAX_ALARMS = 1;
const MAX_PAGE_CHARACTERS = 400_000;

interface Looked {
  name: string;
  type: DocumentType;
  bytes: Uint8Array;
}

const modules = path.resolve(import.meta.dirname, "../node_modules");
const encode = (text: string) => new TextEncoder().encode(text);

/** Files of packages by their extensions, in the order of their names: the same for the same lock file. */
function filesOf(end: RegExp): string[] {
  return fs
    .globSync("{*,@*/*}/{*,dist/*,lib/*,dist/*/*}", { cwd: modules })
    .filter((name) => end.test(name) && fs.statSync(path.join(modules, name)).isFile())
    .sort();
}

/** One file of each package, spread over all of them. */
function spread(files: readonly string[], count: number): string[] {
  const packageOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
  const firsts = files.filter((name, index) => index === 0 || packageOf(name) !== packageOf(files[index - 1] ?? ""));
  const step = Math.max(1, firsts.length / count);
  return Array.from({ length: Math.min(count, firsts.length) }, (_, index) => firsts[Math.floor(index * step)] ?? "");
}

function page(name: string): Looked {
  const text = fs.readFileSync(path.join(modules, name), "utf8").slice(0, MAX_PAGE_CHARACTERS);
  const end = path.extname(name);
  const html =
    end === ".md"
      ? marked.parse(text, { async: false })
      : end === ".css"
        ? `<style>${text}</style><p>x</p>`
        : end === ".js"
          ? `<script>${text.replace(/<\/script/gi, "<\\/script")}</script><p>x</p>`
          : text;
  return { name, type: "html", bytes: encode(html) };
}

function pages(): Looked[] {
  const html = filesOf(/\.html$/);
  const share = Math.floor((PAGES - html.length) / 3);
  const css = spread(filesOf(/\.css$/), share);
  const js = spread(filesOf(/(?<!\.min)\.js$/), share);
  const readmes = spread(filesOf(/^[^/]*(?:\/[^/]*)?\/readme\.md$/i), PAGES - html.length - css.length - js.length);
  return [...html, ...css, ...js, ...readmes].map(page);
}

function templates(directory: string): Looked[] {
  return fs.readdirSync(directory).flatMap((name) => {
    const folder = path.join(directory, name);
    const file = fs.statSync(folder).isDirectory() && fs.readdirSync(folder).find((each) => /^template\./.test(each));
    if (!file) return [];
    const type = path.extname(file).slice(1) as DocumentType;
    return [{ name, type, bytes: new Uint8Array(fs.readFileSync(path.join(folder, file))) }];
  });
}

function cases(file: string): Looked[] {
  const listed = JSON.parse(fs.readFileSync(file, "utf8")) as { id: string; template: string }[];
  return listed.map(({ id, template }) => ({ name: id, type: "html", bytes: encode(template) }));
}

/** What the linter says about a file; that a page without fields has none is true. */
async function alarms({ name, type, bytes }: Looked): Promise<{ reported: string[]; isRefused: boolean }> {
  const { errors, warnings } = await engineFor(type).inspect(bytes, {});
  const reported = [
    ...errors.filter(({ message }) => !message.includes("{literal}")).map(({ message }) => message),
    ...warnings.filter(({ code }) => code !== "no_fields" && code !== "left_out").map(warningMessage),
  ];
  return { reported: reported.map((text) => `${name}: ${text}`), isRefused: errors.length > 0 };
}

const { values } = parseArgs({ options: { templates: { type: "string" }, cases: { type: "string" } } });
const groups: [string, Looked[]][] = [
  ["pages", pages()],
  ["templates", values.templates ? templates(values.templates) : []],
  ["cases", values.cases ? cases(values.cases) : []],
];
let sum = 0;
for (const [group, looked] of groups) {
  const found = await Promise.all(looked.map(alarms));
  const reported = found.flatMap((each) => each.reported);
  const refused = found.filter(({ isRefused }) => isRefused).length;
  for (const line of reported) console.log(line);
  console.log(
    `${group}: ${reported.length} alarms in ${looked.length}; ${refused} refused for what their scripts hold`,
  );
  sum += reported.length;
}
process.exitCode = sum > MAX_ALARMS ? 1 : 0;
