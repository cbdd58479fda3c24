import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { NewDocument } from "../client/docloom.ts";
import { readJson } from "./json-file.ts";
import { UsageError } from "./usage-error.ts";

export const DOCUMENT_FILE = "document.json";

const TYPES = ["html", "pdf", "docx", "xlsx", "pptx"] as const;
export type DocumentType = (typeof TYPES)[number];

/** Members that `document.json` may have; those that are absent are left as the service has them. */
const documentSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().min(1),
  type: z.enum(TYPES),
  /** The template's file; `template.<type>` if absent. */
  template: z.string().optional(),
  output: z.string().optional(),
  output_name: z.string().optional(),
  folder: z.string().optional(),
  size_width: z.coerce.string().optional(),
  size_height: z.coerce.string().optional(),
  active: z.coerce.string().optional(),
  retention_days: z.coerce.string().optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
});

export type DocumentMembers = Omit<z.output<typeof documentSchema>, "$schema" | "template">;

/** A document as files: `document.json`, the template, `samples/*.json`, `*.merge.json`. */
export interface DocumentFolder {
  /** Absolute path. */
  folder: string;
  members: DocumentMembers;
  /** Absolute path. */
  templateFile: string;
}

/** Every folder below `root` that holds a `document.json`, in order of their paths. */
export function readDocumentFolders(root: string): DocumentFolder[] {
  if (!fs.existsSync(root)) return [];
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === DOCUMENT_FILE && !entry.parentPath.includes("node_modules"))
    .map((entry) => readDocumentFolder(entry.parentPath))
    .toSorted((one, other) => (one.folder < other.folder ? -1 : 1));
}

/** @throws UsageError if document.json is wrong or the template is missing */
export function readDocumentFolder(folder: string): DocumentFolder {
  const { $schema: _, template, ...members } = readJson(path.join(folder, DOCUMENT_FILE), documentSchema);
  const templateFile = path.resolve(folder, template ?? `template.${members.type}`);
  if (!fs.existsSync(templateFile))
    throw new UsageError(`${folder}: there is no template ${path.basename(templateFile)}.`);

  return { folder: path.resolve(folder), members, templateFile };
}

/** The document that a bare template makes: named and typed by its file. */
export function documentOfTemplate(templateFile: string): DocumentFolder {
  const full = path.resolve(templateFile);
  if (!fs.existsSync(full)) throw new UsageError(`There is no file ${templateFile}.`);
  const beside = path.join(path.dirname(full), DOCUMENT_FILE);
  if (fs.existsSync(beside)) {
    const document = readDocumentFolder(path.dirname(full));
    if (document.templateFile === full) return document;
  }
  const extension = path.extname(full).slice(1).toLowerCase();
  const type = TYPES.find((known) => known === extension || (known === "html" && extension === "htm"));
  if (!type) throw new UsageError(`${templateFile}: a template is a file of type ${TYPES.join(", ")}.`);

  return {
    folder: path.dirname(full),
    members: { name: path.parse(full).name, type, output: "pdf" },
    templateFile: full,
  };
}

/** What the service accepts for it. */
export function documentBody({ members, templateFile }: DocumentFolder): NewDocument {
  const { settings, retention_days, ...rest } = members;
  const template = fs.readFileSync(templateFile);

  return {
    ...rest,
    ...(retention_days === undefined ? {} : { retention_days }),
    ...(settings && { settings }),
    ...(members.type === "html" ? { html: template.toString("utf8") } : { file: new Uint8Array(template) }),
  } as NewDocument;
}

/** Writes `document.json` and the template; returns the paths of files that changed. */
export function writeDocumentFolder(folder: string, members: DocumentMembers, template: Uint8Array): string[] {
  const known = fs.existsSync(path.join(folder, DOCUMENT_FILE))
    ? readJson(path.join(folder, DOCUMENT_FILE), documentSchema)
    : undefined;
  const { $schema, template: templateName } = known ?? {};
  const written = { ...($schema && { $schema }), ...members, ...(templateName && { template: templateName }) };
  fs.mkdirSync(folder, { recursive: true });

  return [
    writeChanged(path.join(folder, DOCUMENT_FILE), Buffer.from(`${JSON.stringify(written, null, 2)}\n`)),
    writeChanged(path.resolve(folder, templateName ?? `template.${members.type}`), template),
  ].flat();
}

function writeChanged(file: string, bytes: Uint8Array): string[] {
  if (fs.existsSync(file) && fs.readFileSync(file).equals(bytes)) return [];
  fs.writeFileSync(file, bytes);
  return [file];
}

/** A folder name for a document's name. */
export function folderNameOf(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, "-").replace(/^[.\s]+|[.\s]+$/g, "") || "document";
}
