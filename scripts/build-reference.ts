// Builds the static pages under public/docs: the API reference (Swagger UI, served from here, works offline), the guide, from
// docs/guide, and one page per failure code, from docs/errors.
import fs from "node:fs";
import path from "node:path";
import { marked } from "marked";
import { escapeHtml } from "../src/domain/text/escape-html.ts";
import { buildExample } from "../test/guide/build-example.ts";
import { guidePicture } from "../test/guide/image.ts";
import { type ErrorPage, errorPages } from "./error-pages.ts";
import { GUIDE_FOLDER, type GuidePage, readGuide } from "./read-guide.ts";

const root = path.resolve(import.meta.dirname, "..");
const sources = path.join(root, "scripts/reference");
const target = path.join(root, "public/docs");
const swagger = path.join(root, "node_modules/swagger-ui-dist");

function copyReference(): void {
  for (const name of ["index.html", "reference.js", "docs.css"]) {
    fs.copyFileSync(path.join(sources, name), path.join(target, name));
  }
  for (const name of ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt"]) {
    fs.copyFileSync(path.join(swagger, name), path.join(target, name));
  }
  fs.copyFileSync(path.join(swagger, "LICENSE"), path.join(target, "swagger-ui.LICENSE.txt"));
}

function writeErrorPages(pages: readonly ErrorPage[]): void {
  const list = pages.map(({ code, title }) => `- [\`${code}\`](/docs/errors/${code}) ${title}`).join("\n");
  const index = `# Failures\n\nEvery failure has a stable code, and each code a page.\n\n${list}\n`;

  write("errors/index.html", "Failures", index);
  for (const { code, title, markdown } of pages) write(`errors/${code}.html`, title, markdown);
}

/** The caption above an example, by the first word of its block. */
const CAPTIONS: Readonly<Record<string, string>> = {
  word: "In Word (# is a heading, bars are the cells of a table)",
  excel: "In Excel: the row, then its cells",
  powerpoint: "On the slide",
  pdf: "The form's fields, with their default text",
  html: "The page",
  mail: "The delivery",
  route: "The rules",
  json: "The data",
};

/** What an example can be had as, by the first word of its block. */
const DOWNLOADS: Readonly<Record<string, { label: string; extension: string }>> = {
  word: { label: "This example as a Word file", extension: "docx" },
  excel: { label: "This example as an Excel file", extension: "xlsx" },
  powerpoint: { label: "This example as a PowerPoint file", extension: "pptx" },
  pdf: { label: "This example as a PDF form", extension: "pdf" },
  html: { label: "This example as an HTML file", extension: "html" },
  json: { label: "The data as a file", extension: "json" },
};

/** The files of the examples, as their pages show them, and their data. */
async function writeExampleFiles(pages: readonly GuidePage[]): Promise<void> {
  const folder = path.join(target, "guide/files");
  fs.mkdirSync(folder, { recursive: true });
  const picture = `data:image/png;base64,${Buffer.from(guidePicture()).toString("base64")}`;
  for (const example of pages.flatMap(({ examples }) => examples)) {
    const { name, kind, data } = example;
    const download = DOWNLOADS[kind];
    if (download) fs.writeFileSync(path.join(folder, `${name}.${download.extension}`), await buildExample(example));
    const values = JSON.stringify(data, null, 2).replaceAll("guide:picture", picture);
    fs.writeFileSync(path.join(folder, `${name}.json`), `${values}\n`);
  }
}

/** A page of the guide as it is served: links lead to pages of the service, examples are labeled. */
function guideMarkdown({ markdown }: GuidePage): string {
  return markdown
    .replace(/^<!-- [\w-]+ shows: [\s\S]*? -->$/gm, "")
    .replace(/^\|(?:---\|)+\n(?=\|.*\{)/gm, "")
    .replace(/^```(\w+) ([\w-]+).*\n([\s\S]*?)\n```$/gm, (fence, kind: string, name: string, source: string) => {
      const block = `*${CAPTIONS[kind] ?? fence}:*\n\n\`\`\`${kind}\n${source}\n\`\`\``;
      const download = DOWNLOADS[kind];
      return download
        ? `${block}\n\n<a href="/docs/guide/files/${name}.${download.extension}" download>${download.label}</a>`
        : block;
    })
    .replace(/\]\(\.\.\/warnings\.md\)/g, "](/docs/warnings)")
    .replace(/\]\(index\.md\)/g, "](/docs/guide/)")
    .replace(/\]\(([\w-]+)\.md\)/g, "](/docs/guide/$1)")
    .replace(/\]\((pictures\/[\w-]+\.(?:png|webp))\)/g, "](/docs/guide/$1)");
}

async function writeGuide(): Promise<void> {
  const pages = readGuide();
  await writeExampleFiles(pages);
  for (const page of pages) {
    const { name, title } = page;
    const others = pages.map((each) => {
      const address = each.name === "index" ? "/docs/guide/" : `/docs/guide/${each.name}`;
      return `<a href="${address}"${each === page ? ' aria-current="page"' : ""}>${escapeHtml(shortTitle(each.title))}</a>`;
    });
    write(`guide/${name}.html`, title, guideMarkdown(page), `<nav class="pages">${others.join("\n")}</nav>\n`);
  }
  fs.cpSync(path.join(GUIDE_FOLDER, "pictures"), path.join(target, "guide/pictures"), { recursive: true });
  const warnings = fs.readFileSync(path.join(root, "docs/warnings.md"), "utf8");
  write("warnings.html", "Warnings", warnings.replace(/\]\(errors\/(\w+)\.md\)/g, "](/docs/errors/$1)"));
}

const shortTitle = (title: string): string => title.replace(/[:,].*$/, "");

function write(name: string, title: string, markdown: string, pages = ""): void {
  const body = marked.parse(markdown, { async: false });
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - Docloom</title>
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<nav><a href="/console/">Console</a> <a href="/docs/guide/">Guide</a> <a href="/docs/">API reference</a> <a href="/docs/errors/">Failures</a></nav>
${pages}<main>
${body}</main>
</body>
</html>
`;

  fs.writeFileSync(path.join(target, name), html);
}

fs.rmSync(target, { recursive: true, force: true });
fs.mkdirSync(path.join(target, "errors"), { recursive: true });
fs.mkdirSync(path.join(target, "guide"), { recursive: true });
copyReference();
await writeGuide();
writeErrorPages(errorPages());
