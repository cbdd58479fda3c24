import * as z from "zod";
import { E_INVOICE_PROFILES, E_INVOICE_SYNTAXES } from "../../domain/document.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { invoiceIn, invoiceProblem, isValid } from "./invoice-input.ts";
import { jsonAnswer } from "./json-answer.ts";

const answerSchema = z.object({
  valid: z.boolean().meta({
    description: "Whether the invoice follows the rules of its profile that can be checked without a service.",
  }),
  profile: z
    .enum(E_INVOICE_PROFILES)
    .nullable()
    .meta({ description: "Its profile; null for one that is not known, which is checked as EN 16931." }),
  guideline: z.string().nullable().meta({ description: "BT-24: the specification that it names." }),
  file_name: z.string().nullable().meta({ description: "Name of the attached file; null when XML was sent." }),
  invoice: z.record(z.string(), z.unknown()).meta({
    description: "The invoice: the record from which `settings[e_invoice]` would make the same XML.",
    examples: [{ number: "2026-117", issue_date: "2026-11-22", currency: "EUR" }],
  }),
  problems: z.array(invoiceProblem).meta({ description: "The rules that it breaks, at most 100." }),
  unknown: z.array(z.string()).meta({ description: "Elements that are not terms of EN 16931, by their paths." }),
  syntax: z.enum(E_INVOICE_SYNTAXES).meta({ description: "Cross Industry Invoice, or UBL." }),
  xml: z.string().meta({ description: "The XML as it is." }),
});

export const readInvoiceTool = fileTool({
  name: "read_invoice",
  summary: "Read the e-invoice in a PDF",
  description:
    "Factur-X, ZUGFeRD 2, XRechnung and Peppol BIS, in CII or UBL: the one attached to a PDF, or an XML file.",
  body: z.object({ file: fileInfo }),
  answers: { description: "The invoice, and what it breaks.", schema: answerSchema },
  problems: ["e_invoice_missing", "e_invoice_invalid"],
  secrets: [],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const found = await invoiceIn(input);
    const answer: z.output<typeof answerSchema> = {
      valid: isValid(found),
      profile: found.profile ?? null,
      guideline: found.guideline ?? null,
      file_name: found.fileName ?? null,
      invoice: found.invoice,
      problems: found.problems,
      unknown: found.unknown,
      syntax: found.syntax,
      xml: found.text,
    };
    return jsonAnswer(input, answer);
  },
});
