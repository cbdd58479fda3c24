import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import type { TemplateWarning } from "../../api/documents.ts";
import { asProblem, Problem } from "../../api/problem.ts";
import { uploadOf } from "../../api/upload.ts";

/** A file on its way to becoming a document. */
export interface UploadedFile {
  key: string;
  name: string;
  /** Share of the bytes that are sent, 0 to 1. */
  share: number;
  problem?: Problem;
  /** The new document. */
  documentId?: string;
  /** What in it is most likely unintended. */
  warnings?: readonly TemplateWarning[];
}

export interface Uploads {
  files: readonly UploadedFile[];
  add(files: readonly File[]): void;
  clear(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  htm: "html",
  html: "html",
  docx: "docx",
  docm: "docx",
  dotx: "docx",
  dotm: "docx",
  xlsx: "xlsx",
  xlsm: "xlsx",
  xltx: "xlsx",
  xltm: "xlsx",
  pptx: "pptx",
  pptm: "pptx",
  potx: "pptx",
  potm: "pptx",
  ppsx: "pptx",
  pdf: "pdf",
};

/** What to do about files of other programs, by how their names end. */
const REMEDIES: Readonly<Record<string, string>> = {
  doc: 'It is of an old version of Word: open it in Word, choose "Save as" and "Word document (.docx)", and upload that.',
  xls: 'It is of an old version of Excel: open it in Excel, choose "Save as" and "Excel workbook (.xlsx)", and upload that.',
  xlsb: 'It is a binary workbook: open it in Excel, choose "Save as" and "Excel workbook (.xlsx)", and upload that.',
  ppt: 'It is of an old version of PowerPoint: open it there, choose "Save as" and "PowerPoint presentation (.pptx)", and upload that.',
  pages: 'It is of Pages: choose "Export to" and "Word" there, and upload the .docx file.',
  numbers: 'It is of Numbers: choose "Export to" and "Excel" there, and upload the .xlsx file.',
  key: 'It is of Keynote: choose "Export to" and "PowerPoint" there, and upload the .pptx file.',
  odt: 'It is of LibreOffice: choose "Save as" and "Word 2010-365 Document (.docx)" there, and upload that.',
  ods: 'It is of LibreOffice: choose "Save as" and "Excel 2010-365 Spreadsheet (.xlsx)" there, and upload that.',
  odp: 'It is of LibreOffice: choose "Save as" and "PowerPoint 2010-365 (.pptx)" there, and upload that.',
  rtf: 'Open it in Word, choose "Save as" and "Word document (.docx)", and upload that.',
};

/** Extensions of the files that can be templates. */
export const TEMPLATE_ENDINGS = Object.keys(TYPES).map((ending) => `.${ending}`);

/** Checks a file before it is sent. @throws Problem */
function refuseUnusable({ name, size }: File): void {
  const ending = endingOf(name);
  const message =
    size === 0
      ? `"${name}" is empty: it has 0 bytes.`
      : ending in TYPES
        ? undefined
        : `"${name}" cannot be a template. ${REMEDIES[ending] ?? "Templates are Word (.docx), Excel (.xlsx), PowerPoint (.pptx), PDF and HTML files."}`;
  if (message !== undefined) throw new Problem({ status: 0, code: "unusable_file", message });
}

const endingOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** Files become documents, all at once; a single one opens when it is there. */
export function useUploads(folder: string | undefined): Uploads {
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  const queries = useQueryClient();
  const navigate = useNavigate();

  const change = (key: string, members: Partial<UploadedFile>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...members } : file)));

  async function send(key: string, file: File): Promise<string | undefined> {
    try {
      refuseUnusable(file);
      const form = new FormData();
      const ending = endingOf(file.name);
      form.set("name", file.name.replace(/\.\w+$/, "") || file.name);
      form.set("type", TYPES[ending] ?? ending);
      form.set("output", "pdf");
      if (folder) form.set("folder", folder);
      if (TYPES[ending] === "html") form.set("html", await file.text());
      else form.set("file_contents", file);
      const onProgress = (share: number) => change(key, { share });
      const { id, warnings } = await dataOf(api.POST("/api/documents", uploadOf(form, onProgress)));
      change(key, { share: 1, documentId: id, warnings });

      return id;
    } catch (error) {
      change(key, { problem: asProblem(error) });

      return undefined;
    }
  }

  async function add(added: readonly File[]): Promise<void> {
    const keyed = added.map((file) => ({ key: crypto.randomUUID(), file }));
    setFiles((before) => [...before, ...keyed.map(({ key, file }) => ({ key, name: file.name, share: 0 }))]);
    const ids = await Promise.all(keyed.map(({ key, file }) => send(key, file)));
    await queries.invalidateQueries({ queryKey: ["documents", "list"] });
    const [only] = ids;
    if (ids.length === 1 && only) await navigate({ to: "/documents/$id", params: { id: only } });
  }

  return { files, add: (added) => void add(added), clear: () => setFiles([]) };
}
