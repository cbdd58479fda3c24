import { convertToPdf } from "../../convert/convert-to-pdf.ts";
import { convertWholly } from "../../convert/convert-wholly.ts";
import type { DocumentOutput } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import type { FileExtension } from "../../domain/media-type.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { engineFor } from "../../templates/engines.ts";
import type { RenderedTemplate } from "../../templates/template-engine.ts";
import type { MergeContext } from "../context.ts";
import { checkInvoiceSettings, mergedInvoice } from "../pdf/merged-invoice.ts";
import { outputPdf } from "../pdf/output-pdf.ts";
import { printDocument } from "./print-document.ts";
import { madeContent, type ProducedFile, type Production, templateSource } from "./production.ts";
import { showWarnings } from "./show-warnings.ts";

/** Makes the file of a stored document for a run; one too large to be handed over is stored with the run's results. */
export function produceDocument(
  context: MergeContext,
  runId: string,
  document: { snapshot: DocumentSnapshot; data: MergeData },
): Promise<ProducedFile> {
  const { services, workspaceId } = context;
  const source = templateSource(services, workspaceId, document.snapshot);
  const resultKey = services.store.blobs.resultKey(workspaceId, runId);
  return produceFile({ ...document, context, source, resultKey });
}

/** Renders the template and converts it when the output differs (architecture "A merge, in a straight line"). */
export async function produceFile(production: Production): Promise<ProducedFile> {
  const { snapshot, source, data, context } = production;
  const { environment } = context;
  if (snapshot.output === "xml") return produceInvoice(production);
  if (snapshot.type === "html" && snapshot.output === "pdf") return printDocument(production);
  const extension = fileExtension(snapshot);
  const isConverted = extension !== snapshot.type;
  // Anything that becomes a PDF is stamped as a whole; a mark in the page's header would be one too many.
  const forMail = snapshot.type === "html" && snapshot.output === "email";
  const marks = {
    ...environment,
    test: environment.test && !isConverted,
    isIntermediate: isConverted,
    framesMissingImages: environment.test,
    forMail,
  };
  const rendered = await engineFor(snapshot.type).render(source, data, marks);
  if (isConverted) return convertRendered(production, rendered, extension);
  const { bytes, warnings, templateFields, trace } = rendered;
  if (extension !== "pdf") return { ...asWritten(bytes, extension), warnings, templateFields, trace };
  const output = await outputPdf(production, { bytes });
  return { ...output, extension, warnings: [...warnings, ...output.warnings], templateFields, trace };
}

/** A file that is as it is, but for the warnings that a test merge shows in it. */
const asWritten = (bytes: Uint8Array, extension: FileExtension): Pick<ProducedFile, "extension" | "write"> => ({
  extension,
  write: async (shown) => ({ content: { bytes: showWarnings(bytes, extension, shown) } }),
});

/**
 * The e-invoice alone. The template is filled all the same, so that its fields and warnings are those of the document;
 * pages are drawn only where the PDF goes into the XML.
 */
async function produceInvoice(production: Production): Promise<ProducedFile> {
  const { snapshot, source, data, context } = production;
  const { environment } = context;
  checkInvoiceSettings(environment.settings, snapshot.output);
  if (environment.settings.e_invoice_pdf) {
    const drawn = await produceFile({ ...production, snapshot: { ...snapshot, output: "pdf" } });
    if (!drawn.beside) throw new Error("A PDF without its e-invoice");
    return { ...drawn, ...asWritten(drawn.beside.bytes, "xml"), beside: undefined };
  }
  const rendered = await engineFor(snapshot.type).render(source, data, { ...environment, isIntermediate: true });
  const merged = mergedInvoice(data, environment);
  if (!merged) throw new Error("An output xml without e-invoice");
  const { warnings, templateFields, trace } = rendered;
  const { xml, warnings: allWarnings } = merged.invoice;
  return { ...asWritten(xml, "xml"), warnings: [...warnings, ...allWarnings], templateFields, trace };
}

/** A filled Word, Excel or PowerPoint file as PDF. */
async function convertRendered(
  production: Production,
  { bytes, warnings, templateFields, trace }: RenderedTemplate,
  extension: FileExtension,
): Promise<ProducedFile> {
  const { context, snapshot, resultKey } = production;
  if (extension !== "pdf")
    throw new Failure("output_not_allowed", `A ${snapshot.type} document cannot be merged to ${extension}.`);
  const conversion = { ...context.conversion, resultKey };
  const file = { name: `${snapshot.name}.${snapshot.type}`, bytes, format: snapshot.type };
  const converted = context.environment.test
    ? await convertWholly(file, conversion)
    : await convertToPdf(file, conversion);
  const output = await outputPdf(production, madeContent(converted));
  const { renderer } = converted;
  const allWarnings = [...warnings, ...converted.warnings, ...output.warnings];
  return { ...output, extension, warnings: allWarnings, templateFields, renderer, trace };
}

/** `email`: html documents are the mail's body, others go with it as PDF (wire "Output types"). */
function fileExtension({ type, output }: DocumentSnapshot): Exclude<DocumentOutput, "email"> {
  if (output !== "email") return output;
  return type === "html" ? "html" : "pdf";
}
