import type * as z from "zod";
import type { DocumentType } from "../../domain/document.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import { unknownMembers } from "./unknown-members.ts";

/** Width and height of paper in inches, by the names that people send. */
const PAPERS: Readonly<Record<string, readonly [width: string, height: string]>> = {
  a3: ["11.69", "16.54"],
  a4: ["8.27", "11.69"],
  a5: ["5.83", "8.27"],
  letter: ["8.5", "11"],
  legal: ["8.5", "14"],
};

/** Members of a document's create or update that say how large its pages are. */
interface SentSize {
  size?: unknown;
  size_width?: string;
  size_height?: string;
}

/** Warnings about the request itself: members that mean nothing. */
export function requestWarnings(
  ignored: readonly string[],
  { shape }: z.ZodObject,
  sent: SentSize,
  type: DocumentType,
): TemplateWarning[] {
  const known = Object.keys(shape).filter((name) => name !== "size");
  return [...unknownMembers(ignored, known), ...sizeWarnings(sent, type)];
}

/** Answers have an empty `size`, which clients send back; any other size is meant to do something. */
function sizeWarnings({ size, size_width, size_height }: SentSize, type: DocumentType): TemplateWarning[] {
  if (size === undefined || size === null || size === "" || (size_width && size_height)) return [];
  const text = typeof size === "string" ? size : JSON.stringify(size);
  const [width, height] = PAPERS[text.trim().toLowerCase()] ?? ["8.27", "11.69"];
  const isHtml = type === "html";
  return [
    {
      code: "unknown_member",
      part: "size",
      place: "the member size of the request",
      text,
      message: isHtml
        ? "size has no effect: html pages are 8.5 by 11 inches unless size_width and size_height say otherwise."
        : `size has no effect: the pages of a ${type} document have the size that its template sets.`,
      remedy: isHtml ? `Send inches, such as size_width ${width} and size_height ${height}.` : "",
    },
  ];
}
