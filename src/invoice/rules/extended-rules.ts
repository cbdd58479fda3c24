import { amountOf, countsLine } from "../calculate.ts";
import { parseDecimal } from "../decimal.ts";
import { checkAmount, type RuleContext } from "./rule-context.ts";

/** What EXTENDED asks of lines within lines, and of notes (Factur-X 1.09: BR-FXEXT). */
export function checkExtended(context: RuleContext): void {
  const { invoice, report } = context;
  for (const [index, note] of (invoice.notes ?? []).entries()) {
    if (!note.subject_code || note.text || note.content_code) continue;
    const message = "BT-22 Invoice note is missing: a subject (BT-21) needs it, or the content_code of a text.";
    report("BR-FXEXT-01", "BT-22", `/notes/${index}/text`, message);
  }
  const lines = invoice.lines ?? [];
  const ids = new Set(lines.map(({ id }) => id));
  for (const [index, line] of lines.entries()) {
    const at = `/lines/${index}`;
    if (line.note_subject_code && !line.note && !line.note_content_code) {
      const message = "BT-127 Invoice line note is missing: a subject (BT-X-10) needs it, or note_content_code.";
      report("BR-FXEXT-02", "BT-127", `${at}/note`, message);
    }
    if (line.parent_line !== undefined && line.status_reason === undefined) {
      const message = `BT-X-8 Line status reason of line ${index + 1} is missing: a line within another (BT-X-304) needs DETAIL, GROUP or INFORMATION.`;
      report("BR-FXEXT-06", "BT-X-8", `${at}/status_reason`, message);
    }
    if (line.parent_line !== undefined && !ids.has(line.parent_line)) {
      const message = `BT-X-304 Parent line of line ${index + 1} is "${line.parent_line}", which no line has as its id (BT-126).`;
      report("BR-FXEXT-11", "BT-X-304", `${at}/parent_line`, message);
    }
    if (line.status_reason !== "GROUP" || parseDecimal(line.net_amount) === undefined) continue;
    const inner = lines.filter(
      (each) => each.parent_line === line.id && (countsLine(each) || each.status_reason === "GROUP"),
    );
    const detailed = inner.filter((each) => each.status_reason !== undefined);
    if (detailed.some((each) => each.net_amount === undefined)) {
      const message = `BT-131 Invoice line net amount of a group within line ${index + 1} is missing; its group has one.`;
      report("BR-FXEXT-12", "BT-131", `${at}/net_amount`, message);
    }
    const worked = detailed.reduce((sum, each) => sum + amountOf(each.net_amount), 0n);
    const name = `Invoice line net amount of the group in line ${index + 1}`;
    const stated = { given: line.net_amount, term: "BT-131", pointer: `${at}/net_amount`, name };
    checkAmount(context, stated, worked, "BR-FXEXT-08");
  }
  const numbered = [
    ["/payee", invoice.payee],
    ["/deliver_to", invoice.deliver_to],
    ["/buyer", invoice.buyer],
    ["/payer", invoice.payer],
    ["/invoicer", invoice.invoicer],
    ["/invoicee", invoice.invoicee],
    ["/ship_from", invoice.ship_from],
    ["/ultimate_recipient", invoice.ultimate_recipient],
    ["/sales_agent", invoice.sales_agent],
    ["/buyer_agent", invoice.buyer_agent],
    ["/buyer_tax_representative", invoice.buyer_tax_representative],
    ["/tax_representative", invoice.tax_representative],
    ["/end_user", invoice.end_user],
    ["/payment_terms_payee", invoice.payment_terms_payee],
    ...lines.flatMap(
      (line, index) =>
        [
          [`/lines/${index}/deliver_to`, line.deliver_to],
          [`/lines/${index}/ultimate_recipient`, line.ultimate_recipient],
        ] as const,
    ),
  ] as const;
  for (const [at, party] of numbered) {
    if (party?.tax_number === undefined) continue;
    const message = "BT-32 Tax registration identifier is only the seller's; give vat_id.";
    report("BR-FXEXT-03", "BT-32", `${at}/tax_number`, message);
  }
}
