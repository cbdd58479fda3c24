import { Failure, type FailureItem } from "../../domain/failure.ts";
import { PLAIN_RULE, type RouteRule, type RouteRuleChange, type RouteSettings } from "../../domain/route.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { checkInvoiceLevel } from "../../merge/pdf/merged-invoice.ts";
import { type RuleInput, ruleChanges } from "./route-schemas.ts";

/**
 * Rules as the store takes them: each names one document of the workspace or one file, and those with an id are the
 * route's. Throws `invalid_request` with everything that is wrong.
 */
export async function checkRules(
  context: RequestContext,
  caller: Caller,
  inputs: readonly RuleInput[],
  present: readonly RouteRule[] = [],
): Promise<RouteRuleChange[]> {
  const errors: FailureItem[] = [];
  const changes: RouteRuleChange[] = [];
  for (const [index, input] of inputs.entries()) {
    const refuse = (member: string, message: string) => errors.push({ pointer: `/rules/${index}/${member}`, message });
    const members = ruleChanges(input);
    if (members.documentId !== undefined && members.file !== undefined)
      refuse("file", "A rule has a document_id or a file, not both.");
    const known = present.find(({ id }) => id === input.id);
    const { combine, combineDocx } = { ...PLAIN_RULE, ...known, ...members };
    if (combine && combineDocx)
      refuse("combine_docx", "A result goes into the combined PDF or into the combined Word document, not into both.");
    // A rule that keeps a document that was deleted since is told of it, not refused.
    const isKept = members.documentId !== undefined && known?.documentId === members.documentId;
    if (members.documentId !== undefined && !isKept && !(await documentExists(context, caller, members.documentId)))
      refuse("document_id", `There is no document ${input.document_id} in your workspace.`);
    if (input.id) {
      if (!known) refuse("id", `The route has no rule ${input.id}.`);
      changes.push({ id: input.id, ...members });
      continue;
    }
    if (members.documentId === undefined && members.file === undefined)
      refuse("document_id", "A rule needs a document_id or a file.");
    changes.push({ ...PLAIN_RULE, ...members });
  }
  if (errors.length > 0)
    throw new Failure("invalid_request", errors.map(({ message }) => message).join(" "), { errors });
  return changes;
}

/**
 * An e-invoice that goes into the combined PDF needs a PDF/A level that takes it.
 * @throws Failure `e_invoice_invalid`
 */
export async function checkInvoices(
  { store }: RequestContext,
  { workspaceId }: Caller,
  { pdf_a: pdfA }: RouteSettings,
  changes: readonly RouteRuleChange[],
  present: readonly RouteRule[] = [],
): Promise<void> {
  if (!pdfA || pdfA.startsWith("3")) return;
  const changed = changes.map((change) => ({ ...present.find(({ id }) => id === change.id), ...change }));
  const kept = present.filter(({ id }) => !changes.some((change) => change.id === id));
  const combined = [...kept, ...changed].filter(({ combine }) => combine);
  for (const documentId of new Set(combined.map((rule) => rule.documentId))) {
    const document = documentId === undefined ? undefined : await store.documents.byId(workspaceId, documentId);
    if (document) checkInvoiceLevel({ ...document.settings, pdf_a: pdfA });
  }
}

async function documentExists({ store }: RequestContext, { workspaceId }: Caller, id: number): Promise<boolean> {
  return Number.isInteger(id) && (await store.documents.byId(workspaceId, id)) !== undefined;
}
