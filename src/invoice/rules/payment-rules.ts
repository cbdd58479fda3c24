import { amountOf } from "../calculate.ts";
import { CREDIT_TRANSFERS } from "../codes/code-lists.ts";
import { atLeast } from "../profiles.ts";
import type { RuleContext } from "./rule-context.ts";

/** How an invoice is paid (EN 16931-1: BG-16 to BG-19). */
export function checkPayment(context: RuleContext): void {
  const { invoice, sets, report, warn } = context;
  if (!atLeast(sets.level, "basic-wl")) return;
  const all = invoice.payment_means ?? [];
  if (sets.level === "extended") {
    const terms = [invoice, ...(invoice.further_payment_terms ?? [])];
    const isSaid = terms.some(({ due_date: date, payment_terms: text }) => date || text);
    if (amountOf(invoice.totals?.due) > 0n && !isSaid) {
      const message = "An amount is due: BT-9 Payment due date or BT-20 Payment terms is needed.";
      report("BR-CO-25", "BT-9", "/due_date", message);
    }
  }
  for (const [index, means] of all.entries()) {
    const at = `/payment_means/${index}`;
    if (!means.code) report("BR-49", "BT-81", `${at}/code`, "BT-81 Payment means type code is missing.");
    const isTransfer = CREDIT_TRANSFERS.has(means.code ?? "");
    const hasAccount = means.iban !== undefined || means.account_id !== undefined;
    if (isTransfer && !hasAccount) {
      const message = "BT-84 Payment account identifier is missing: a credit transfer needs one.";
      const names = means.account_name !== undefined;
      if (sets.syntax === "ubl" || names) report("BR-61", "BT-84", `${at}/iban`, message);
      if (names) report("BR-50", "BT-84", `${at}/iban`, message);
      if (sets.syntax === "cii") report("CII-SR-470", "BT-84", `${at}/iban`, message);
    }
    if (isTransfer && sets.facturX && means.iban !== undefined && means.account_id !== undefined) {
      const message = "BT-84 Payment account identifier is given twice: iban or account_id, not both.";
      report("CII-SR-470", "BT-84", `${at}/account_id`, message);
    }
    if (means.card_number !== undefined && means.card_number.length > 10) {
      const message = "BT-87 Payment card primary account number is written in full; give only its last 4 to 6 digits.";
      (sets.syntax === "cii" ? report : warn)("BR-51", "BT-87", `${at}/card_number`, message);
    }
  }
  const [first] = all;
  const otherCode = all.findIndex(({ code }) => code !== undefined && code !== first?.code);
  if (otherCode >= 0) {
    const message = `BT-81 Payment means type code is ${all[otherCode]?.code} beside ${first?.code}: an invoice has one, for all of its payment means.`;
    const rule = sets.syntax === "ubl" ? "UBL-SR-47" : "CII-SR-467";
    report(rule, "BT-81", `/payment_means/${otherCode}/code`, message);
  }
  const said = all.find(({ text }) => text !== undefined)?.text;
  const otherText = all.findIndex(({ text }) => text !== undefined && text !== said);
  if (otherText >= 0 && sets.syntax === "cii" && atLeast(sets.level, "en16931")) {
    const message = "BT-82 Payment means text differs between the payment means: an invoice has one for all of them.";
    report("CII-SR-468", "BT-82", `/payment_means/${otherText}/text`, message);
  }
}
