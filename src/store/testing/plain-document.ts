/** The least that a document has: html whose PDF is named after it. */
export const PLAIN_DOCUMENT = {
  name: "a",
  type: "html",
  output: "pdf",
  outputName: "",
  folder: "",
  sizeWidth: "",
  sizeHeight: "",
  active: true,
  settings: {},
} as const;

/** A template of one byte. */
export const PLAIN_TEMPLATE = { bytes: new Uint8Array(1), fields: [], warnings: [] };
