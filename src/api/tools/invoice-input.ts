import * as z from "zod";
import { MAX_XML_BYTES } from "../../invoice/parse-invoice.ts";
import { beginsXml, type FoundInvoice, readInvoice, readPdfInvoice } from "../../invoice/read-pdf-invoice.ts";
import { type InputFile, openInput, wholeFile } from "./input-file.ts";

/** A rule that an invoice breaks, as answers have it. */
export const invoiceProblem = z.object({
  rule: z.string().meta({ description: "The rule as the official ones call it, such as `BR-DE-15`." }),
  term: z.string().meta({ description: "The business term, such as `BT-10`." }),
  severity: z
    .enum(["error", "warning"])
    .meta({ description: "`warning`: the rules advise against it, and the invoice is valid all the same." }),
  pointer: z.string().meta({ description: "The member of the invoice, as a JSON pointer." }),
  message: z.string().meta({ description: "The rule, the business term and what is wrong." }),
});

/** The e-invoice that was sent: XML, or the one in a PDF. */
export async function invoiceIn(input: InputFile): Promise<FoundInvoice> {
  const { content } = input;
  const head = content instanceof Uint8Array ? content : await content.read(0, 200);
  if (beginsXml(head)) return readInvoice(await wholeFile(input, MAX_XML_BYTES));
  return await readPdfInvoice(await openInput(input));
}

export function isValid({ problems }: FoundInvoice): boolean {
  return !problems.some(({ severity }) => severity === "error");
}
