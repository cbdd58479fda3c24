// Runs a tool by its name: `npm run tools -- pdf`, and the rest goes to it. Without a name: the list. A program or package
// that a tool needs and that is not here is named, with what installs it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

interface Tool {
  /** From this folder. */
  file: string;
  /** What it is called with before what the command line says. */
  with?: readonly string[];
  what: string;
  /** Programs. */
  needs?: readonly string[];
  /** Packages of `tools/package.json`. */
  packages?: readonly string[];
}

const TOOLS: Readonly<Record<string, Tool>> = {
  "addin-icons": { file: "addin-icons.ts", what: "icons of the add-in for Office" },
  "addin-manifest": {
    file: "addin-manifest.ts",
    what: "the add-in's manifest by Microsoft's schema",
    packages: ["@microsoft/app-manifest", "fs-extra"],
  },
  archive: { file: "archive.ts", what: "share of a folder's files that become PDF/A and PDF/UA" },
  calibrate: { file: "calibrate.ts", what: "what a unit of the work meter costs" },
  "client-php": {
    file: "client-tests.sh",
    with: ["php"],
    what: "tests of the PHP client, against a running service",
    needs: ["php", "phpunit"],
  },
  "client-python": {
    file: "client-tests.sh",
    with: ["python"],
    what: "tests of the Python client, against a running service",
    needs: ["python3"],
  },
  combine: {
    file: "combine.ts",
    what: "combined Word files beside their parts, as LibreOffice prints them",
    needs: ["soffice", "pdftotext", "unzip"],
  },
  "console-pictures": { file: "console-pictures.ts", what: "pictures of docs/console, from a running service" },
  fidelity: { file: "fidelity.ts", what: "PDFs of Office files beside references" },
  fixtures: {
    file: "fixtures/make.sh",
    what: "test/fixtures/office anew",
    needs: ["soffice", "pandoc", "ssconvert", "python3"],
    packages: ["docx", "exceljs", "pptxgenjs"],
  },
  "fixtures-pdf": {
    file: "fixtures/make-pdf.sh",
    what: "test/fixtures/pdf anew",
    needs: ["soffice", "gs", "qpdf", "pdftocairo"],
  },
  "fuzz-readers": { file: "fuzz-readers.ts", what: "readers of fonts, pictures and metafiles with damaged files" },
  gallery: { file: "gallery.ts", what: "Office and PDF templates of console/gallery" },
  "guide-pictures": { file: "guide-pictures.ts", what: "pictures of docs/guide, from a running service" },
  hostile: { file: "hostile.ts", what: "hostile requests to a service of its own" },
  invoices: { file: "invoices.ts", what: "e-invoices by the official rules (Saxon-HE)", needs: ["java"] },
  language: { file: "../test/smarty/run-cases.ts", what: "a file of cases of the merge language" },
  "language-fuzz": { file: "../test/smarty/fuzz.ts", what: "the merge language with damaged templates" },
  "lint-alarms": { file: "lint-alarms.ts", what: "false alarms of the linter" },
  n8n: {
    file: "client-tests.sh",
    with: ["n8n-nodes-docloom"],
    what: "the nodes of n8n, against a running service",
  },
  "open-document": {
    file: "open-document.ts",
    what: "OpenDocument files beside LibreOffice: words in common, pages",
    needs: ["soffice", "pdftotext"],
  },
  pdf: {
    file: "pdf.ts",
    what: "what tools for PDFs change that shows",
    needs: ["pdftotext", "pdftoppm", "mutool", "gs"],
  },
  "people-pictures": { file: "people-pictures.ts", what: "pictures of docs/people.md, from a running service" },
  "platform-pictures": {
    file: "platform-pictures.ts",
    what: "pictures of the guide's pages about other programs, from a running service",
  },
  signatures: {
    file: "signatures.ts",
    what: "signatures beside those of other programs",
    needs: ["pdfsig", "podofosign", "soffice", "certutil", "pk12util", "openssl", "qpdf"],
    packages: ["@signpdf/signpdf", "@signpdf/signer-p12", "@signpdf/placeholder-plain"],
  },
  smarty: { file: "../test/smarty/differential.ts", what: "the merge language beside Smarty 4", needs: ["php"] },
  stores: {
    file: "stores/try-stores.ts",
    what: "deliveries to Apache's WebDAV and the emulator of Azure, cut in each of their parts (npm ci --prefix tools/stores)",
    needs: ["apache2"],
  },
  templates: { file: "templates.ts", what: "folders of templates, data and expected facts" },
  zapier: {
    file: "client-tests.sh",
    with: ["zapier-docloom"],
    what: "triggers and actions of the Zapier app, against a running service",
  },
  validator: { file: "validator.ts", what: "the PDF validator on files of known conformance" },
};

/** Debian's package of a program, where it is not named like it. */
const DEBIAN_PACKAGES: Readonly<Record<string, string>> = {
  soffice: "libreoffice",
  pdftotext: "poppler-utils",
  pdftoppm: "poppler-utils",
  pdftocairo: "poppler-utils",
  pdfsig: "poppler-utils",
  mutool: "mupdf-tools",
  gs: "ghostscript",
  podofosign: "libpodofo-utils",
  certutil: "libnss3-tools",
  pk12util: "libnss3-tools",
  ssconvert: "gnumeric",
  php: "php-cli php-curl smarty4",
  java: "libsaxonhe-java default-jre-headless",
};

const here = import.meta.dirname;
const isHere = (program: string) => spawnSync("which", [program], { stdio: "ignore" }).status === 0;
const isInstalled = (name: string) => existsSync(path.join(here, "node_modules", name));

function missing({ needs = [], packages = [] }: Tool): string[] {
  const programs = needs.filter((program) => !isHere(program));
  const debian = [...new Set(programs.map((program) => DEBIAN_PACKAGES[program] ?? program))].join(" ");
  const absent = packages.filter((name) => !isInstalled(name));
  return [
    ...(programs.length > 0 ? [`${programs.join(", ")} (on Debian: apt-get install ${debian})`] : []),
    ...(absent.length > 0 ? [`${absent.join(", ")} (npm ci --prefix tools)`] : []),
  ];
}

const [name = "", ...rest] = process.argv.slice(2);
const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
if (tool) {
  const lacks = missing(tool);
  for (const each of lacks) console.error(`${name} needs ${each}.`);
  if (lacks.length > 0) process.exit(2);
  const program = tool.file.endsWith(".sh") ? "bash" : process.execPath;
  const child = spawn(program, [path.join(here, tool.file), ...(tool.with ?? []), ...rest], { stdio: "inherit" });
  child.once("close", (code) => process.exit(code ?? 1));
} else {
  if (name !== "") console.error(`There is no tool "${name}".`);
  console.log("npm run tools -- NAME\n");
  for (const [each, { what }] of Object.entries(TOOLS)) console.log(`  ${each.padEnd(18)}${what}`);
  process.exitCode = name === "" ? 0 : 1;
}
