import { htmlInUtf8, isHtmlInOtherCharset } from "../../../convert/html-text.ts";
import { identify } from "../../../convert/identify.ts";
import { DOCUMENT_TYPES, type DocumentType } from "../../../domain/document.ts";
import { Failure } from "../../../domain/failure.ts";
import { runYielding } from "../../../domain/steps.ts";
import { openForChange } from "../../../pdf/operations/open-for-change.ts";
import { writeSteps } from "../../../pdf/writer.ts";
import { type FileInfo, readInputFile } from "../file-info.ts";
import type { ToolScope } from "../file-tool.ts";
import { wholeFile } from "../input-file.ts";

/** Largest template, in bytes, as for documents that are kept. */
const MAX_BYTES = 25 * 1024 * 1024 - 1;

/** A template that came with its request. */
export interface SentTemplate {
  /** Of its file, without the extension. */
  name: string;
  type: DocumentType;
  bytes: Uint8Array;
}

/**
 * The template of a request: a file, or html.
 * @throws Failure `file_missing`, `file_ambiguous`, `file_encrypted`, `file_type_mismatch`, and those of reading files
 */
export async function sentTemplate(
  { file, html }: { file?: FileInfo; html?: string },
  scope: ToolScope,
): Promise<SentTemplate> {
  if (file && html)
    throw new Failure("file_ambiguous", "Send the template once: file and html were both given.", {
      errors: [{ pointer: "/html", message: "The template came as file, too." }],
    });
  if (html) return { name: "document", type: "html", bytes: new TextEncoder().encode(html) };
  if (!file) {
    const message = "The merge needs a template: send file, or html.";
    throw new Failure("file_missing", message, { errors: [{ pointer: "/file", message }] });
  }
  const input = await readInputFile(scope, file, "/file");
  const bytes = await wholeFile(input, MAX_BYTES);
  const name = input.name.slice(input.name.search(/[^/\\]*$/)).replace(/\.[A-Za-z0-9]{1,5}$/, "");
  const type = templateType(bytes, input.name);
  if (type === "html") return { name, type, bytes: htmlInUtf8(bytes) };
  if (type !== "pdf" || !input.password) return { name, type, bytes };
  // it is filled like one without a password, and gets those that the settings give it
  const document = openForChange(bytes, { password: input.password, meter: scope.meter });
  return { name, type, bytes: await runYielding(writeSteps(document)) };
}

function templateType(bytes: Uint8Array, name: string): DocumentType {
  const { format, description, encrypted } = identify(bytes);
  const wrong = (code: "file_encrypted" | "file_type_mismatch", message: string) =>
    new Failure(code, message, { errors: [{ pointer: "/file", message }] });
  if (encrypted)
    throw wrong(
      "file_encrypted",
      `The template "${name}" is a password-protected Office file: save it without the password.`,
    );
  const type = DOCUMENT_TYPES.find((one) => one === format);
  if (type) return type;
  if (format === undefined && isHtmlInOtherCharset(bytes)) return "html";
  const newer = format !== undefined && NEWER[format];
  throw wrong(
    "file_type_mismatch",
    `The template "${name}" is ${description}; a template is a docx, xlsx, pptx, pdf or html file. ${newer ? `Save it as ${newer}.` : ""}`.trim(),
  );
}

const NEWER: Readonly<Record<string, string>> = {
  doc: "docx",
  xls: "xlsx",
  xlsb: "xlsx",
  ppt: "pptx",
  odt: "docx",
  ods: "xlsx",
  odp: "pptx",
  rtf: "docx",
};
