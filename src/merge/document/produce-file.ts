import { printedBytes, printHtml } from "../../browser/print.ts";
import { PRINT_LIMITS } from "../../browser/print-protocol.ts";
import { convertToPdf } from "../../convert/convert-to-pdf.ts";
import { convertWholly } from "../../convert/convert-wholly.ts";
import type { DocumentOutput } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import type { FileExtension } from "../../domain/media-type.ts";
import { readPageWait } from "../../domain/page-wait.ts";
import type { Renderer } from "../../domain/renderer.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { engineFor } from "../../templates/engines.ts";
import { compiledVersion, fillHtml } from "../../templates/html/html-template.ts";
import type { RenderedTemplate, TemplateFields, TemplateSource } from "../../templates/template-engine.ts";
import { broughtFonts, type WorkspaceDefaults } from "../context.ts";
import { checkInvoiceSettings } from "../pdf/invoice-settings.ts";
import { mergedInvoice } from "../pdf/merged-invoice.ts";
import { type FinishTerms, finishedPdf } from "../pdf/output-pdf.ts";
import type { FileBeside, MergedContent } from "../run/merged-file.ts";
import { pageSetup } from "./page-setup.ts";

/** A merge's file before it has a name and a place. */
export interface ProducedFile {
  content: MergedContent;
  /** Its content before it was signed, if it is. */
  unsigned?: Uint8Array | undefined;
  extension: FileExtension;
  /** A file that goes with it. */
  beside?: FileBeside | undefined;
  warnings: string[];
  templateFields: TemplateFields;
  /** What drew the pages of a PDF. */
  renderer?: Renderer | undefined;
  trace: RenderedTemplate["trace"];
}

/** Everything one production needs; `resultKey` is where a file too large to hand over goes. */
export interface Production extends FinishTerms {
  snapshot: DocumentSnapshot;
  source: TemplateSource;
  defaults: WorkspaceDefaults;
  resultKey: string;
}

/** Renders the template and converts it when the output differs (architecture "A merge, in a straight line"). */
export async function produceFile(production: Production): Promise<ProducedFile> {
  const { snapshot, source, data, environment } = production;
  if (snapshot.output === "xml") return produceInvoice(production);
  if (snapshot.type === "html" && snapshot.output === "pdf") return printHtmlDocument(production);
  const extension = fileExtension(snapshot);
  const isConverted = extension !== snapshot.type;
  // Anything that becomes a PDF is stamped as a whole; a mark in the page's header would be one too many.
  const forMail = snapshot.type === "html" && snapshot.output === "email";
  const marks = {
    ...environment,
    test: environment.test && !isConverted,
    isIntermediate: isConverted,
    framesMissingPictures: environment.test,
    forMail,
  };
  const rendered = await engineFor(snapshot.type).render(source, data, marks);
  if (isConverted) return convertRendered(production, rendered, extension);
  const { bytes, warnings, templateFields, trace } = rendered;
  const finished =
    extension === "pdf" ? await finishedPdf(production, { bytes }) : { content: { bytes }, warnings: [] };
  return { ...finished, extension, warnings: [...warnings, ...finished.warnings], templateFields, trace };
}

/**
 * The e-invoice alone. The template is filled all the same, so that its fields and warnings are those of the document;
 * pages are drawn only where the PDF goes into the XML.
 */
async function produceInvoice(production: Production): Promise<ProducedFile> {
  const { snapshot, source, data, environment } = production;
  checkInvoiceSettings(environment.settings, snapshot.output);
  if (environment.settings.e_invoice_pdf) {
    const drawn = await produceFile({ ...production, snapshot: { ...snapshot, output: "pdf" } });
    if (!drawn.beside) throw new Error("A PDF without its e-invoice");
    return {
      ...drawn,
      content: { bytes: drawn.beside.bytes },
      extension: "xml",
      beside: undefined,
      unsigned: undefined,
    };
  }
  const rendered = await engineFor(snapshot.type).render(source, data, { ...environment, isIntermediate: true });
  const merged = mergedInvoice(data, environment);
  if (!merged) throw new Error("An output xml without e-invoice");
  const { warnings, templateFields, trace } = rendered;
  const { xml, warnings: told } = merged.invoice;
  return { content: { bytes: xml }, extension: "xml", warnings: [...warnings, ...told], templateFields, trace };
}

/** A filled Word, Excel or PowerPoint file as PDF. */
async function convertRendered(
  production: Production,
  { bytes, warnings, templateFields, trace }: RenderedTemplate,
  extension: FileExtension,
): Promise<ProducedFile> {
  const { services, workspaceId, snapshot, environment, defaults, resultKey } = production;
  if (extension !== "pdf")
    throw new Failure("output_not_allowed", `A ${snapshot.type} document cannot be merged to ${extension}.`);
  const { now, locale, timeZone, test } = environment;
  const { internalHosts } = defaults;
  const fonts = broughtFonts(services, defaults);
  const { env, isPool } = services;
  const context = { env, isPool, workspaceId, internalHosts, fonts, now, locale, timeZone, resultKey };
  const file = { name: `${snapshot.name}.${snapshot.type}`, bytes, format: snapshot.type };
  const converted = test ? await convertWholly(file, context) : await convertToPdf(file, context);
  const finished = await finishedPdf(production, contentOf(converted));
  const { renderer } = converted;
  const told = [...warnings, ...converted.warnings, ...finished.warnings];
  return { ...finished, extension, warnings: told, templateFields, renderer, trace };
}

/** A PDF as its maker hands it over: its bytes, or where they were stored. */
function contentOf(made: { bytes: Uint8Array; key?: string } | { bytes?: undefined; key: string }): MergedContent {
  return made.bytes ? { bytes: made.bytes } : { blobKey: made.key };
}

/** `email`: html documents are the mail's body, others go with it as PDF (wire "Output types"). */
function fileExtension({ type, output }: DocumentSnapshot): Exclude<DocumentOutput, "email"> {
  if (output !== "email") return output;
  return type === "html" ? "html" : "pdf";
}

async function printHtmlDocument(production: Production): Promise<ProducedFile> {
  const { services, snapshot, source, data, environment, defaults, resultKey } = production;
  const compiled = await compiledVersion(source, environment.settings);
  const shown = { ...environment, framesMissingPictures: environment.test };
  const { body, header, footer, nonce, warnings, templateFields, trace } = fillHtml(compiled, data, shown);
  const printed = await printHtml(services.env, {
    html: body,
    nonce,
    page: pageSetup(snapshot, header, footer),
    place: { now: environment.now.getTime(), timeZone: environment.timeZone, locale: environment.locale },
    wait: readPageWait(environment.settings.wait ?? ""),
    description: { title: snapshot.name, language: environment.locale },
    resources: { internalHosts: defaults.internalHosts, fonts: defaults.fonts },
    limits: PRINT_LIMITS,
    blobKey: resultKey,
  });
  const content = environment.test ? { bytes: await printedBytes(services.env, printed) } : contentOf(printed);
  const finished = await finishedPdf(production, content);
  const told = [...warnings, ...printed.warnings, ...finished.warnings];
  return { ...finished, extension: "pdf", renderer: "browser", warnings: told, templateFields, trace };
}
