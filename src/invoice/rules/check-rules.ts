import { atLeast } from "../profiles.ts";
import { checkCiiStructure } from "./cii-structure.ts";
import { checkCodes } from "./code-rules.ts";
import { checkDocument } from "./document-rules.ts";
import { checkExtended } from "./extended-rules.ts";
import { checkFacturX } from "./factur-x-rules.ts";
import { checkLines } from "./line-rules.ts";
import { checkNational } from "./national-rules.ts";
import { checkPayment } from "./payment-rules.ts";
import { checkSharedPeppol } from "./peppol-rules.ts";
import type { InvoiceProblem, RuleContext } from "./rule-context.ts";
import { checkTotals } from "./total-rules.ts";
import { checkUblStructure } from "./ubl-structure.ts";
import { checkVat } from "./vat-rules.ts";
import { checkXRechnung } from "./xrechnung-rules.ts";

/** More are not listed: one mistake in a table is one in each of its lines. */
const MAX_PROBLEMS = 100;

/**
 * What an invoice breaks of the rules of its specification, each of them once at one place.
 * @param guideline BT-24, as it is written
 */
export function checkRules(
  subject: Pick<RuleContext, "invoice" | "root" | "sets">,
  guideline: string | undefined,
): InvoiceProblem[] {
  const problems: InvoiceProblem[] = [];
  const reported = new Set<string>();
  const fail =
    (severity: InvoiceProblem["severity"]): RuleContext["report"] =>
    (rule, term, pointer, message) => {
      const key = `${rule} ${pointer}`;
      if (problems.length >= MAX_PROBLEMS || reported.has(key)) return;
      reported.add(key);
      problems.push({ rule, term, severity, pointer, message: `${rule}: ${message}` });
    };
  const context: RuleContext = { ...subject, report: fail("error"), warn: fail("warning") };
  const { sets } = context;
  if (!guideline?.trim()) {
    context.report("BR-01", "BT-24", "/guideline", "BT-24 Specification identifier is missing.");
  }
  checkDocument(context);
  checkCodes(context);
  checkPayment(context);
  checkLines(context);
  checkVat(context);
  checkTotals(context);
  if (atLeast(sets.level, "extended")) checkExtended(context);
  if (sets.facturX) checkFacturX(context);
  if (sets.xrechnung || sets.peppol) checkSharedPeppol(context);
  if (sets.xrechnung) checkXRechnung(context, guideline ?? "");
  if (sets.peppol) checkNational(context);
  if (sets.syntax === "cii") checkCiiStructure(context);
  else checkUblStructure(context);
  return problems;
}
