import * as z from "zod";
import { SAMPLE_FILE } from "../../http/openapi/sample-file.ts";
import { base64 } from "../../http/wire-values.ts";
import { insertForeignSignature } from "../../signing/insert-signature.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";
import { PDF_ANSWER, pdfAnswer } from "./pdf-answer.ts";

/** A signature covers every byte of the file, so all of it is in memory. */
const MAX_BYTES = 24 * 1024 * 1024;

export const insertSignatureTool = fileTool({
  name: "insert_signature",
  summary: "Insert a signature made elsewhere",
  description:
    "The second step after `prepare_signature`: the signature is checked first, and refused if it is not for this file or does not " +
    "hold. So nothing has to be kept between the two.",
  example: { file: SAMPLE_FILE, signature: "MIIGhgYJKoZIhvcNAQcCoIIGdzCCBnMCAQExDTALBglghkgBZQMEAgE=" },
  body: z.object({
    file: fileInfo,
    signature: base64().meta({
      description: "The signature: CMS (RFC 5652), detached, DER; as base64 or a file part.",
    }),
  }),
  answers: PDF_ANSWER,
  problems: ["signature_mismatch", "signature_too_large"],
  secrets: [],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const bytes = await wholeFile(input, MAX_BYTES);
    return pdfAnswer(await insertForeignSignature(bytes, body.signature, input.password), renamed(input.name, "pdf"));
  },
});
