import type { RouteSnapshot } from "../../domain/run-task.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import { combinedPdf } from "../pdf/combined-pdf.ts";
import { checkInvoiceLevel } from "../pdf/invoice-settings.ts";
import { finishedPdf } from "../pdf/output-pdf.ts";
import { sharedClaims } from "../pdf/shared-claims.ts";
import { renderEnvironment } from "../render-environment.ts";
import type { MergedContent } from "../run/merged-file.ts";
import type { RouteScope, TurnResult } from "./produce-turn.ts";

/**
 * The one PDF of the turns that are combined. Signatures of the parts do not survive that, so it is made of the parts
 * as they were before, and signed itself.
 * @throws Failure those of combinedPdf and finishedPdf; `e_invoice_invalid`
 */
export async function routePdf(
  { services, run, defaults }: RouteScope,
  { settings: own = {} }: RouteSnapshot,
  data: MergeData,
  parts: readonly TurnResult[],
  title: string,
): Promise<{ content: MergedContent; warnings: string[] }> {
  const { workspaceId } = run;
  // the pages of a sample are marked already: with the mark it is not a file to archive, and does not claim to be one
  const test = parts.some((part) => part.test);
  // the route's own setting, else what all of its documents agree on
  for (const { snapshot } of test ? [] : parts)
    if (snapshot) checkInvoiceLevel({ ...snapshot.settings, pdf_a: own.pdf_a });
  const settings = test ? {} : { ...sharedClaims(parts.map(({ snapshot }) => snapshot?.settings ?? {})), ...own };
  const environment = renderEnvironment(services, { defaults, settings, test: false });
  const { now, locale } = environment;
  const inputs = parts.map(({ name, bytes, unsigned }) => ({ name, bytes: unsigned ?? bytes }));
  const combined = await combinedPdf(services.store.blobs, run, inputs, { now, title, language: locale });
  if (Object.keys(settings).length === 0) return combined;
  const terms = { services, workspaceId, snapshot: { name: title }, data, environment };
  const finished = await finishedPdf(terms, combined.content);
  return { content: finished.content, warnings: [...combined.warnings, ...finished.warnings] };
}
