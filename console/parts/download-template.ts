import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api } from "../api/client.ts";
import { saveFile } from "./save-file.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

/** Saves the template of a document as the file it is. @throws Problem */
export async function downloadTemplate({ id, name, type }: { id: string; name: string; type: string }): Promise<void> {
  const { contents } = await dataOf(api.GET("/api/documents/{id}/file", { params: { path: { id } } }));

  saveFile(fileOf(contents, type), `${name}.${type}`);
}

/** A file that came as base64. */
export function fileOf(contents: string, type: string): Blob {
  return new Blob([Uint8Array.fromBase64(contents)], { type: MEDIA_TYPES[type] ?? "application/octet-stream" });
}
