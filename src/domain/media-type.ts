/** The exact media type of each kind of file the service answers (wire "Media type"). */
export const MEDIA_TYPES = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  html: "text/html;charset=utf-8",
  zip: "application/zip",
  xml: "application/xml",
} as const;

/** Media types of merged files as the OpenAPI document lists them: without parameters. */
export const FILE_TYPES: readonly string[] = Object.values(MEDIA_TYPES).map((type) => type.split(";")[0] ?? type);

/** What files of runs may be: those that merges make, and those that rules of data routes bring. */
export const RUN_FILE_TYPES: readonly string[] = [
  ...FILE_TYPES,
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/bmp",
  "image/tiff",
  "application/octet-stream",
];

export type FileExtension = keyof typeof MEDIA_TYPES;
