import type * as z from "zod";
import {
  type DocumentOutput,
  type DocumentSettings,
  type DocumentType,
  OUTPUTS_BY_TYPE,
} from "../../../domain/document.ts";
import { Failure } from "../../../domain/failure.ts";
import { optional, text } from "../../../http/wire-values.ts";
import { settingsSchema, withoutNulls } from "../../documents/settings-schema.ts";
import { permissionNames } from "../encrypt-pdf.ts";

/** The settings of a document that one merge can use, and the passwords of its PDF. */
export const mergeSettingsSchema = settingsSchema
  .omit({ tests: true, sessions: true, explain: true, log: true })
  .extend({
    password: optional(text()).meta({ description: "The owner's password of the PDF: it lifts the restrictions." }),
    user_password: optional(text()).meta({ description: "The password that opens the PDF." }),
    permissions: optional(permissionNames).meta({
      description: "What is allowed without the owner's password; nothing when absent.",
    }),
  });

/** How a PDF is encrypted. */
export interface PdfProtection {
  ownerPassword: string | undefined;
  userPassword: string | undefined;
  permissions: readonly string[] | undefined;
}

/**
 * The settings of the merge, and how its PDF is encrypted, if it is.
 * @throws Failure `invalid_request` for a password where there is no PDF, or one that may have none
 */
export function readMergeSettings(
  sent: z.output<typeof mergeSettingsSchema>,
  output: DocumentOutput,
): { settings: DocumentSettings; protection: PdfProtection | undefined } {
  const { password, user_password, permissions, ...others } = sent;
  const settings = withoutNulls(others);
  const isProtected = [password, user_password].some((one) => one !== undefined && one !== "");
  if (!isProtected && permissions === undefined) return { settings, protection: undefined };
  const wrong = (message: string) =>
    new Failure("invalid_request", message, {
      errors: [{ pointer: isProtected ? "/settings/password" : "/settings/permissions", message }],
    });
  if (!isProtected) throw wrong("Permissions need a password: set settings.password, settings.user_password, or both.");
  if (output !== "pdf") throw wrong(`Only a PDF can have a password: a file of type ${output} cannot.`);
  if (settings.pdf_a || settings.e_invoice)
    throw wrong("A PDF/A file, which an e-invoice is too, cannot have a password: ask for the one or the other.");
  return { settings, protection: { ownerPassword: password, userPassword: user_password, permissions } };
}

/** @throws Failure `output_not_allowed`, naming the outputs that a file of the type can have */
export function fileOutput(asked: string | undefined, type: DocumentType): DocumentOutput {
  const allowed = OUTPUTS_BY_TYPE[type].filter((output) => output !== "email");
  const found = asked ? allowed.find((output) => output === asked) : allowed[0];
  if (found) return found;
  const message = `A template of type ${type} cannot have the output "${asked}", only ${allowed.join(", ")}.`;
  throw new Failure("output_not_allowed", message, {
    errors: [{ pointer: "/output", message: `Use one of ${allowed.join(", ")}.` }],
  });
}
