import { MEDIA_TYPES } from "../domain/media-type.ts";
import type { FileFormat } from "./identify.ts";
import { sourceFormat } from "./source-format.ts";

/** How a file of a stranger is named and typed. */
export interface FileType {
  /** Without the dot. */
  extension: string;
  mediaType: string;
}

const TYPES: Readonly<Record<FileFormat, FileType>> = {
  pdf: { extension: "pdf", mediaType: MEDIA_TYPES.pdf },
  docx: { extension: "docx", mediaType: MEDIA_TYPES.docx },
  xlsx: { extension: "xlsx", mediaType: MEDIA_TYPES.xlsx },
  pptx: { extension: "pptx", mediaType: MEDIA_TYPES.pptx },
  html: { extension: "html", mediaType: MEDIA_TYPES.html },
  doc: { extension: "doc", mediaType: "application/msword" },
  xls: { extension: "xls", mediaType: "application/vnd.ms-excel" },
  xlsb: { extension: "xlsb", mediaType: "application/vnd.ms-excel.sheet.binary.macroEnabled.12" },
  ppt: { extension: "ppt", mediaType: "application/vnd.ms-powerpoint" },
  odp: { extension: "odp", mediaType: "application/vnd.oasis.opendocument.presentation" },
  ods: { extension: "ods", mediaType: "application/vnd.oasis.opendocument.spreadsheet" },
  odt: { extension: "odt", mediaType: "application/vnd.oasis.opendocument.text" },
  rtf: { extension: "rtf", mediaType: "application/rtf" },
  txt: { extension: "txt", mediaType: "text/plain" },
  csv: { extension: "csv", mediaType: "text/csv" },
  jpeg: { extension: "jpg", mediaType: "image/jpeg" },
  png: { extension: "png", mediaType: "image/png" },
  gif: { extension: "gif", mediaType: "image/gif" },
  webp: { extension: "webp", mediaType: "image/webp" },
  bmp: { extension: "bmp", mediaType: "image/bmp" },
  tiff: { extension: "tiff", mediaType: "image/tiff" },
};

/**
 * What a fetched file is, by its content; one of the kinds that can be converted (interface 2.1), as it would have to be
 * for the combined PDF.
 * @throws Failure as {@link sourceFormat} does
 */
export function fileTypeOf(bytes: Uint8Array, name: string): FileType {
  return TYPES[sourceFormat(bytes, name).format];
}
