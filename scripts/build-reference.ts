// Builds the static pages under public/docs: the API reference (Swagger UI, served from here, works offline) and one page
// per failure code, from docs/errors.
import fs from "node:fs";
import path from "node:path";
import { marked } from "marked";

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

interface ErrorPage {
  code: string;
  title: string;
  markdown: string;
}

function readErrorPages(): ErrorPage[] {
  const folder = path.join(root, "docs/errors");

  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => {
      const markdown = fs.readFileSync(path.join(folder, name), "utf8");

      return { code: path.basename(name, ".md"), title: /^# (.*)$/m.exec(markdown)?.[1] ?? name, markdown };
    });
}

function writeErrorPages(pages: readonly ErrorPage[]): void {
  const list = pages.map(({ code, title }) => `- [\`${code}\`](/docs/errors/${code}) ${title}`).join("\n");
  const index = `# Failures\n\nEvery failure has a stable code, and each code a page.\n\n${list}\n`;

  write("errors/index.html", "Failures", index);
  for (const { code, title, markdown } of pages) write(`errors/${code}.html`, title, markdown);
}

function write(name: string, title: string, markdown: string): void {
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
<nav><a href="/docs/">API reference</a> <a href="/docs/errors/">Failures</a></nav>
<main>
${body}</main>
</body>
</html>
`;

  fs.writeFileSync(path.join(target, name), html);
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

fs.rmSync(target, { recursive: true, force: true });
fs.mkdirSync(path.join(target, "errors"), { recursive: true });
copyReference();
writeErrorPages(readErrorPages());
