import { amountOf, countsLine, discountLine } from "./calculate.ts";
import type { Invoice, InvoiceLine } from "./invoice-schema.ts";
import type { InvoiceSyntax } from "./parse-invoice.ts";
import { hasLevel, type InvoiceProfile } from "./profiles.ts";
import type { InvoiceProblem } from "./rules/rule-context.ts";

/** What a profile or a syntax has no place for although the sums depend on it. */
export function cannotLeaveOut(invoice: Invoice, profile: InvoiceProfile, syntax: InvoiceSyntax): InvoiceProblem[] {
  const problems: InvoiceProblem[] = [];
  const warn = (term: string, pointer: string, message: string) =>
    problems.push({ rule: "FX-SCH", term, severity: "error", pointer, message: `FX-SCH: ${term} ${message}` });
  if (!hasLevel(profile, "extended")) {
    if (invoice.logistics_charges?.length) {
      warn("BG-X-42", "/logistics_charges", "Logistics service charge: only EXTENDED has it; the others have charges.");
    }
    for (const [index, line] of (invoice.lines ?? []).entries()) {
      if (countsLine(line)) continue;
      const name = `Line status reason "${line.status_reason}" of line ${index + 1}`;
      warn("BT-X-8", `/lines/${index}/status_reason`, `${name}: only EXTENDED has lines that are not in any sum.`);
    }
  }
  if (!hasLevel(profile, "en16931") && amountOf(invoice.totals?.rounding) !== 0n) {
    warn("BT-114", "/totals/rounding", "Rounding amount: the profiles before EN 16931 do not have it.");
  }
  if (invoice.third_party_payments?.length) {
    const message = "Third party payments: only XRechnung's extension has them, which is read but not written.";
    warn("BG-DEX-09", "/third_party_payments", message);
  }
  const nested = (invoice.lines ?? []).findIndex((line: InvoiceLine) => line.sub_lines?.length);
  if (nested >= 0) {
    const message = "Lines within lines: only XRechnung's extension has them, which is read but not written.";
    warn("BG-DEX-01", `/lines/${nested}/sub_lines`, message);
  }
  if (syntax === "ubl" && invoice.payment_means?.some((means) => means.iban && means.account_id)) {
    warn(
      "BT-84",
      "/payment_means/0/account_id",
      "Payment account identifier is given twice: iban or account_id, not both.",
    );
  }
  return problems;
}

const OF_PAYING = [
  ["payment_discount", "BG-X-69", "Payment discount"],
  ["payment_penalty", "BG-X-68", "Payment penalty"],
  ["partial_payment", "BT-X-275", "Partial payment"],
  ["further_payment_terms", "BG-X-54", "Further payment terms"],
  ["advance_payments", "BG-X-45", "Advance payments"],
] as const;

/** What a profile has no place for although it matters to whoever pays, in sentences. */
export function leftOut(invoice: Invoice, profile: InvoiceProfile): string[] {
  if (hasLevel(profile, "extended")) return [];
  return OF_PAYING.flatMap(([member, term, name]) => {
    const value = invoice[member];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const isWritten =
      member === "payment_discount" && profile === "xrechnung" && discountLine(invoice.payment_discount ?? {});
    if (isWritten) return [];
    return [
      `${term} ${name} (${member}) is not in the e-invoice: only the profile extended has it. Say it in payment_terms (BT-20).`,
    ];
  });
}
