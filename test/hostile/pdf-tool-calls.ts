import { MODERN_PKCS12 } from "../../src/signing/testing/key-files.ts";

/** A tool that takes a PDF, and the fields beside the file that it needs. */
export type PdfToolCall = readonly [tool: string, fields: Readonly<Record<string, string>>];

/** Every tool that takes a PDF, in each of its ways. */
export const PDF_TOOL_CALLS: readonly PdfToolCall[] = [
  ["merge", {}],
  ["pdf_info", {}],
  ["split_pdf", {}],
  ["split_pdf", { extract: "1" }],
  ["combine", { output: "pdf" }],
  ["combine_pdf", {}],
  ["encrypt_pdf", { user_password: "u" }],
  ["rotate_pdf", { degrees: "90" }],
  ["stamp_pdf", { text: "DRAFT" }],
  ["flatten_pdf", {}],
  ["detect_fields", {}],
  ["add_fields", { fields: '[{"page":1,"box":[10,10,110,30],"kind":"text","name":"added"}]' }],
  ["compress_pdf", {}],
  ["convert_to_pdf", {}],
  ["convert_to_pdfa", { profile: "3b" }],
  ["validate_pdf", { profile: "2a" }],
  ["validate_pdf", { profile: "ua1" }],
  ["verify_pdf", {}],
  [
    "sign_pdf",
    {
      "certificate[name]": "notary.p12",
      "certificate[contents]": MODERN_PKCS12,
      "certificate[password]": "geheim",
    },
  ],
  ["prepare_signature", {}],
  ["insert_signature", { signature: "MAA=" }],
  ["read_invoice", {}],
  ["validate_invoice", {}],
];
