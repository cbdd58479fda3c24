import { expect, it } from "vitest";
import {
  isInvoice,
  linesOfAddress,
  notesOf,
  numberedLines,
  paymentSentences,
  references,
  totalsOf,
} from "./invoice-facts.ts";
import { amountIn, kindOfInvoice, quantityIn } from "./invoice-words.ts";

it("an invoice's payment is said in sentences", () => {
  const transfer = { payment_means: [{ code: "58", iban: "DE02120300000000202051", bic: "BYLADEM1001" }] };
  expect(paymentSentences({ ...transfer, due_date: "2026-12-24", payment_reference: "R-1" })).toEqual([
    "Payable to DE02120300000000202051 (BYLADEM1001).",
    "Due on 2026-12-24.",
    "Payment reference: R-1",
  ]);
  const debit = { payment_means: [{ code: "59", debited_iban: "DE02" }], mandate_id: "M-1" };
  expect(paymentSentences(debit)).toEqual(["Debited from DE02 under mandate M-1."]);
  expect(paymentSentences({ payment_means: [{ code: "10" }] })).toEqual(["Paid by means of payment 10."]);
});

it("an address has only the lines that are there", () => {
  const address = { line1: "Weg 1", post_code: "95028", city: "Hof", country: "DE" };
  expect(linesOfAddress({ address, vat_id: "DE1" })).toEqual(["Weg 1", "95028 Hof", "DE", "VAT DE1"]);
});

it("the answers of other tools are no invoices", () => {
  expect([isInvoice({ valid: true, problems: [] }), isInvoice({ invoice: {}, problems: [] })]).toEqual([false, true]);
});

it("amounts have their thousands apart, two decimal places or more, and every digit", () => {
  expect(["1801.7", "-100", "0.0015", "12345678901234567.89", "a lot"].map((each) => amountIn(each))).toEqual([
    "1,801.70",
    "-100.00",
    "0.0015",
    "12,345,678,901,234,567.89",
    "a lot",
  ]);
  expect([quantityIn("1", "HUR"), quantityIn("7.5", "HUR"), quantityIn("3", "XZZ")]).toEqual([
    "1 hour",
    "7.5 hours",
    "3 XZZ",
  ]);
  expect([kindOfInvoice("380"), kindOfInvoice("381"), kindOfInvoice(undefined)]).toEqual([
    "Invoice",
    "Credit note",
    "Invoice",
  ]);
});

it("a line says how its amount comes about", () => {
  const said = (line: object) => numberedLines([line])[0]?.reckoned;
  expect(said({ quantity: "250", unit: "MTR", net_price: "0.75", vat_rate: "25", vat_category: "S" })).toBe(
    "250 m × 0.75 · VAT 25 %",
  );
  expect(said({ quantity: "2", unit: "C62", net_price: "9", price_quantity: "100", vat_category: "O" })).toBe(
    "2 pieces × 9.00 for 100 · VAT O",
  );
  expect(said({ quantity: "1", allowances: [{ amount: "12", reason: "Damage" }] })).toBe("1 · allowance: Damage 12.00");
});

it("totals lead from the lines to what is to be paid", () => {
  const totals = { lines: "1000", net: "950", vat: "180.5", gross: "1130.5", paid: "30.5", due: "1100" };
  const allowances = [{ amount: "50", reason: "Discount", percent: "5" }];
  expect(
    totalsOf({ currency: "EUR", totals, allowances, vat_breakdown: [{ category: "S", rate: "19", base: "950" }] }),
  ).toEqual([
    ["Lines", "1,000.00 EUR"],
    ["Allowance: Discount, 5 %", "-50.00 EUR"],
    ["Net total", "950.00 EUR"],
    ["VAT 19 %", "180.50 EUR"],
    ["Total including VAT", "1,130.50 EUR"],
    ["Already paid", "-30.50 EUR"],
    ["Amount due", "1,100.00 EUR"],
  ]);
  const rates = [
    { category: "S", rate: "19", base: "100", amount: "19" },
    { category: "E", base: "50", amount: "0" },
  ];
  expect(totalsOf({ totals: { vat: "19" }, vat_breakdown: rates })).toEqual([
    ["VAT 19 % of 100.00", "19.00"],
    ["VAT E of 50.00", "0.00"],
    ["VAT", "19.00"],
  ]);
});

it("references and notes are those that are there", () => {
  expect(
    references({
      order_reference: "PO-7",
      period: { from: "2026-11-01", to: "2026-11-30" },
      preceding_invoices: [{ number: "R-0", issue_date: "2026-10-01" }],
    }),
  ).toEqual([
    ["Order", "PO-7"],
    ["Refers to", "R-0 of 2026-10-01"],
    ["Period", "2026-11-01 to 2026-11-30"],
  ]);
  expect(notesOf({ notes: ["Thanks", { text: "Court of Hof" }, { text: " " }] })).toEqual(["Thanks", "Court of Hof"]);
});
