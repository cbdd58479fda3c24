import * as z from "zod";
import { SAMPLE_FILE } from "../../http/openapi/sample-file.ts";
import { list, optional, text } from "../../http/wire-values.ts";
import { createEncryptor } from "../../pdf/operations/encrypt.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { openInputForChange, sizeOf } from "./input-file.ts";
import { changedAnswer, PDF_ANSWER } from "./pdf-answer.ts";
import { brokenSignature, SIGNED_MEMBERS } from "./signed-files.ts";

/** A single name counts as a list of one: form pairs cannot tell them apart. */
export const permissionNames = z.union([
  list(z.array(text())),
  text().transform((name) => (name === "" ? [] : [name])),
]);

export const encryptPdfTool = fileTool({
  name: "encrypt_pdf",
  summary: "Encrypt a PDF with passwords and permissions",
  description:
    "`password` is the owner's and lifts the restrictions; `user_password` opens the file. One of the two is enough. " +
    "Permissions: Printing, DegradedPrinting, ModifyContents, Assembly, CopyContents, FillIn, AllFeatures.",
  example: { file: SAMPLE_FILE, user_password: "secret", permissions: ["Printing"] },
  body: z.object({
    file: fileInfo,
    ...SIGNED_MEMBERS,
    password: optional(text()).meta({ description: "The owner's password: it lifts the restrictions." }),
    user_password: optional(text()).meta({ description: "The password that opens the file." }),
    permissions: optional(permissionNames).meta({
      description: "What is allowed without the owner's password; nothing when absent.",
    }),
  }),
  answers: PDF_ANSWER,
  problems: ["pdf_signed", "pdf_same_passwords", "pdf_no_password", "pdf_permission_unknown"],
  secrets: ["password", "user_password"],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const encryptor = createEncryptor({
      ownerPassword: body.password,
      userPassword: body.user_password,
      permissions: body.permissions,
    });
    const document = await openInputForChange(input);
    for (const warning of brokenSignature(document, body.signed)) scope.warn(warning);
    return changedAnswer(document, renamed(input.name, "pdf"), sizeOf(input), scope, { encryptor });
  },
});
