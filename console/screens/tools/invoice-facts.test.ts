import { expect, it } from "vitest";
import { isInvoice, linesOfAddress, paymentSentences } from "./invoice-facts.ts";

it("an invoice's payment is said in sentences", () => {
  const transfer = { payment_means: [{ code: "58", iban: "DE02120300000000202051", bic: "BYLADEM1001" }] };
  expect(paymentSentences({ ...transfer, due_date: "2026-12-24", payment_reference: "R-1" })).toEqual([
    "It is paid to DE02120300000000202051 (BYLADEM1001).",
    "It is due on 2026-12-24.",
    "The payment names R-1.",
  ]);
  const debit = { payment_means: [{ code: "59", debited_iban: "DE02" }], mandate_id: "M-1" };
  expect(paymentSentences(debit)).toEqual(["It is debited from DE02 by the mandate M-1."]);
  expect(paymentSentences({ payment_means: [{ code: "10" }] })).toEqual(["It is paid by the way with the code 10."]);
});

it("an address has only the lines that are there", () => {
  const address = { line1: "Weg 1", post_code: "95028", city: "Hof", country: "DE" };
  expect(linesOfAddress({ address, vat_id: "DE1" })).toEqual(["Weg 1", "95028 Hof", "DE", "VAT DE1"]);
});

it("the answers of other tools are no invoices", () => {
  expect([isInvoice({ valid: true, problems: [] }), isInvoice({ invoice: {}, problems: [] })]).toEqual([false, true]);
});
