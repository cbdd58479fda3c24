import * as z from "zod";
import { E_INVOICE_PROFILES, E_INVOICE_SYNTAXES } from "../../domain/document.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { invoiceIn, invoiceProblem, isValid } from "./invoice-input.ts";
import { jsonAnswer } from "./json-answer.ts";

const answerSchema = z.object({
  valid: z.boolean().meta({ description: "Whether no rule is broken; warnings do not count." }),
  profile: z
    .enum(E_INVOICE_PROFILES)
    .nullable()
    .meta({ description: "Its profile; null for one that is not known, which is checked as EN 16931." }),
  syntax: z.enum(E_INVOICE_SYNTAXES).meta({ description: "Cross Industry Invoice, or UBL." }),
  guideline: z.string().nullable().meta({ description: "BT-24: the specification that it names." }),
  file_name: z.string().nullable().meta({ description: "Name of the attached file; null when XML was sent." }),
  rules: z
    .array(z.string())
    .meta({ description: "The rules that are broken, each once, as the official ones call them." }),
  problems: z.array(invoiceProblem).meta({ description: "What is broken, and where; at most 100." }),
});

export const validateInvoiceTool = fileTool({
  name: "validate_invoice",
  summary: "Check an e-invoice by the rules of its specification",
  description:
    "EN 16931, Factur-X, XRechnung or Peppol BIS Billing, whatever the invoice says that it is, in CII or UBL: the one attached to " +
    "a PDF, or an XML file. Rules have the names of the official ones.",
  body: z.object({ file: fileInfo }),
  secrets: [],
  answers: { description: "Whether the invoice keeps its rules, and those that it breaks.", schema: answerSchema },
  problems: ["e_invoice_missing", "e_invoice_invalid"],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const found = await invoiceIn(input);
    const errors = found.problems.filter(({ severity }) => severity === "error");
    const answer: z.output<typeof answerSchema> = {
      valid: isValid(found),
      profile: found.profile ?? null,
      syntax: found.syntax,
      guideline: found.guideline ?? null,
      file_name: found.fileName ?? null,
      rules: [...new Set(errors.map(({ rule }) => rule))],
      problems: found.problems,
    };
    return jsonAnswer(input, answer);
  },
});
