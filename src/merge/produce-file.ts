import { printedBytes, printHtml } from "../browser/print.ts";
import { PRINT_LIMITS } from "../browser/print-protocol.ts";
import { convertToPdf } from "../convert/convert-to-pdf.ts";
import { convertWholly } from "../convert/convert-wholly.ts";
import type { DocumentOutput } from "../domain/document.ts";
import { Failure } from "../domain/failure.ts";
import type { FileExtension } from "../domain/media-type.ts";
import type { Renderer } from "../domain/renderer.ts";
import type { DocumentSnapshot } from "../domain/run-task.ts";
import { inTurns } from "../domain/steps.ts";
import { finishSteps } from "../pdf/finish/finish-pdf.ts";
import { stampPdf } from "../pdf/operations/stamp.ts";
import { engineFor } from "../templates/engines.ts";
import { compiledVersion, fillHtml } from "../templates/html/html-template.ts";
import type { MergeData, RenderEnvironment, RenderedTemplate, TemplateSource } from "../templates/template-engine.ts";
import type { MergeServices, WorkspaceDefaults } from "./merge-services.ts";
import type { MergedContent } from "./merged-file.ts";
import { pageSetup } from "./page-setup.ts";

/** The word that marks test merges (wire "Test mode"). */
export const SAMPLE = "SAMPLE";

/** A merge's file before it has a name and a place. */
export interface ProducedFile {
  content: MergedContent;
  extension: FileExtension;
  warnings: string[];
  fieldNames: readonly string[];
  /** What drew the pages of a PDF. */
  renderer?: Renderer | undefined;
  trace: RenderedTemplate["trace"];
}

/** Everything one production needs; `resultKey` is where a file too large to hand over goes. */
export interface Production {
  services: MergeServices;
  snapshot: DocumentSnapshot;
  source: TemplateSource;
  data: MergeData;
  environment: RenderEnvironment;
  defaults: WorkspaceDefaults;
  resultKey: string;
}

/** Renders the template and converts it when the output differs (architecture "A merge, in a straight line"). */
export async function produceFile(production: Production): Promise<ProducedFile> {
  const { snapshot, source, data, environment } = production;
  if (snapshot.type === "html" && snapshot.output === "pdf") return printHtmlDocument(production);
  const extension = fileExtension(snapshot);
  const isConverted = extension !== snapshot.type;
  // What becomes a PDF is stamped as a whole; a second mark in the page's header would be one too many.
  const forMail = snapshot.type === "html" && snapshot.output === "email";
  const marks = {
    ...environment,
    test: environment.test && !isConverted,
    framesMissingPictures: environment.test,
    forMail,
  };
  const rendered = await engineFor(snapshot.type).render(source, data, marks);
  if (isConverted) return convertRendered(production, rendered, extension);
  const { bytes, warnings, fieldNames, trace } = rendered;
  const content = { bytes: extension === "pdf" ? await finished(production, bytes) : bytes };
  return { content, extension, warnings, fieldNames, trace };
}

/** A filled Word, Excel or PowerPoint file as PDF. */
async function convertRendered(
  production: Production,
  { bytes, warnings, fieldNames, trace }: RenderedTemplate,
  extension: FileExtension,
): Promise<ProducedFile> {
  const { services, snapshot, environment, defaults, resultKey } = production;
  if (extension !== "pdf")
    throw new Failure("output_not_allowed", `A ${snapshot.type} document cannot be merged to ${extension}.`);
  const { now, locale, timeZone, test } = environment;
  const { internalHosts } = defaults;
  const context = { env: services.env, internalHosts, now, locale, timeZone, resultKey };
  const file = { name: `${snapshot.name}.${snapshot.type}`, bytes, format: snapshot.type };
  const produced = { extension, fieldNames, trace };
  if (test) {
    const converted = await convertWholly(file, context);
    const content = { bytes: await finished(production, converted.bytes) };
    return { ...produced, content, renderer: converted.renderer, warnings: [...warnings, ...converted.warnings] };
  }
  const converted = await convertToPdf(file, context);
  const content = converted.bytes ? { bytes: await finished(production, converted.bytes) } : { blobKey: converted.key };
  return { ...produced, content, renderer: converted.renderer, warnings: [...warnings, ...converted.warnings] };
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
  const { body, header, footer, nonce, warnings, fieldNames, trace } = fillHtml(compiled, data, shown);
  const printed = await printHtml(services.env, {
    html: body,
    nonce,
    page: pageSetup(snapshot, header, footer),
    description: { title: snapshot.name, language: environment.locale },
    resources: { internalHosts: defaults.internalHosts },
    limits: PRINT_LIMITS,
    blobKey: resultKey,
  });
  const told = [...warnings, ...printed.warnings];
  const produced = { extension: "pdf", renderer: "browser", warnings: told, fieldNames, trace } as const;
  if (!printed.bytes && !environment.test) return { ...produced, content: { blobKey: printed.key } };
  return { ...produced, content: { bytes: await finished(production, await printedBytes(services.env, printed)) } };
}

/** The last steps of every PDF that is in memory: the mark of test merges, then {@link finishSteps}. */
async function finished({ snapshot, environment }: Production, bytes: Uint8Array): Promise<Uint8Array> {
  const { now, locale, test } = environment;
  const marked = test ? stampPdf(bytes, { text: SAMPLE }) : bytes;
  return inTurns(finishSteps(marked, { now, title: snapshot.name, language: locale }));
}
