import { z } from "zod";

/**
 * An invoice as JSON: the business terms of EN 16931-1 under names that people can read. Amounts are numbers or text that
 * spells one. What follows from other members may be left out and is worked out; where it is given, it is checked.
 */

const text = () => z.union([z.string(), z.number().transform(String)]).pipe(z.string().trim().min(1).max(4_000));
const code = () => z.union([z.string(), z.number().transform(String)]).pipe(z.string().trim().min(1).max(100));
const amount = () =>
  z.union([z.number(), z.string()], { error: "must be a number" }).transform((value, context) => {
    const written = typeof value === "number" ? plain(value) : value.trim();
    // programs write zeros behind what they mean
    if (/^[+-]?\d{1,15}(\.\d{1,8}0{0,10})?$/.test(written)) return written.replace(/^\+/, "");
    context.addIssue({ code: "custom", message: "must be a number with a point and at most 8 decimal places" });
    return z.NEVER;
  });
/** A file within the invoice; all of its XML has at most 5 MiB. */
const base64 = z
  .string()
  .transform((written) => written.replace(/\s+/g, ""))
  .pipe(z.base64({ error: "must be a file in base64" }).max(5 * 1024 * 1024));
const date = () => z.iso.date({ error: "must be a date such as 2026-11-22" });
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema, z.null().transform(() => undefined), z.literal("").transform(() => undefined)]).optional();

/** Without the noise of binary fractions: 0.1 + 0.2 is 0.3. */
function plain(value: number): string {
  return String(Number(value.toFixed(8)));
}

const address = z.strictObject({
  line1: optional(text()),
  line2: optional(text()),
  line3: optional(text()),
  city: optional(text()),
  post_code: optional(text()),
  region: optional(text()),
  country: optional(code()),
});

const contact = z.strictObject({
  name: optional(text()),
  department: optional(text()),
  phone: optional(text()),
  email: optional(text()),
});

const party = z.strictObject({
  name: optional(text()),
  trading_name: optional(text()),
  id: optional(text()),
  other_ids: optional(z.array(text()).max(100)),
  global_id: optional(text()),
  global_id_scheme: optional(code()),
  legal_id: optional(text()),
  legal_id_scheme: optional(code()),
  legal_information: optional(text()),
  vat_id: optional(text()),
  tax_number: optional(text()),
  address: optional(address),
  contact: optional(contact),
  electronic_address: optional(text()),
  electronic_address_scheme: optional(code()),
});

const period = z.strictObject({ from: optional(date()), to: optional(date()) });

const lineAllowance = z.strictObject({
  amount: amount(),
  base: optional(amount()),
  percent: optional(amount()),
  reason: optional(text()),
  reason_code: optional(code()),
});

const allowance = lineAllowance.extend({ vat_category: optional(code()), vat_rate: optional(amount()) });

const line = z.strictObject({
  id: optional(text()),
  note: optional(text()),
  name: optional(text()),
  description: optional(text()),
  quantity: amount(),
  unit: optional(code()),
  net_price: amount(),
  price_quantity: optional(amount()),
  price_unit: optional(code()),
  gross_price: optional(amount()),
  gross_price_quantity: optional(amount()),
  gross_price_unit: optional(code()),
  price_discount: optional(amount()),
  net_amount: optional(amount()),
  vat_category: optional(code()),
  vat_rate: optional(amount()),
  allowances: optional(z.array(lineAllowance).max(1_000)),
  charges: optional(z.array(lineAllowance).max(1_000)),
  period: optional(period),
  standard_id: optional(text()),
  standard_id_scheme: optional(code()),
  seller_item_id: optional(text()),
  buyer_item_id: optional(text()),
  origin_country: optional(code()),
  attributes: optional(z.array(z.strictObject({ name: text(), value: text() })).max(100)),
  classifications: optional(
    z.array(z.strictObject({ code: text(), list: optional(code()), list_version: optional(code()) })).max(100),
  ),
  order_line: optional(text()),
  object_id: optional(text()),
  object_id_scheme: optional(code()),
  accounting_reference: optional(text()),
});

const paymentMeans = z.strictObject({
  code: optional(code()),
  text: optional(text()),
  iban: optional(text()),
  account_id: optional(text()),
  account_name: optional(text()),
  bic: optional(text()),
  debited_iban: optional(text()),
  card_number: optional(text()),
  card_holder: optional(text()),
});

const vatBreakdown = z.strictObject({
  category: code(),
  rate: optional(amount()),
  base: optional(amount()),
  amount: optional(amount()),
  exemption_reason: optional(text()),
  exemption_code: optional(code()),
  tax_point_date: optional(date()),
  due_date_code: optional(code()),
});

const totals = z.strictObject({
  lines: optional(amount()),
  allowances: optional(amount()),
  charges: optional(amount()),
  net: optional(amount()),
  vat: optional(amount()),
  vat_currency: optional(code()),
  vat_in_tax_currency: optional(amount()),
  tax_currency: optional(code()),
  gross: optional(amount()),
  paid: optional(amount()),
  rounding: optional(amount()),
  due: optional(amount()),
});

const deliverTo = z.strictObject({
  name: optional(text()),
  id: optional(text()),
  global_id: optional(text()),
  global_id_scheme: optional(code()),
  address: optional(address),
});

/** Lines of one invoice; more would not be read by anybody. */
const MAX_LINES = 10_000;

export const invoiceSchema = z.strictObject({
  process: optional(text()),
  number: optional(text()),
  issue_date: optional(date()),
  type_code: optional(code()),
  currency: optional(code()),
  tax_currency: optional(code()),
  due_date: optional(date()),
  buyer_reference: optional(text()),
  order_reference: optional(text()),
  sales_order_reference: optional(text()),
  contract_reference: optional(text()),
  project_reference: optional(text()),
  project_name: optional(text()),
  tender_reference: optional(text()),
  object_id: optional(text()),
  object_id_scheme: optional(code()),
  despatch_reference: optional(text()),
  receiving_reference: optional(text()),
  accounting_reference: optional(text()),
  notes: optional(
    z
      .array(
        z.union([
          text().transform((note) => ({ text: note, subject_code: undefined })),
          z.strictObject({ text: text(), subject_code: optional(code()) }),
        ]),
      )
      .max(100),
  ),
  preceding_invoices: optional(z.array(z.strictObject({ number: text(), issue_date: optional(date()) })).max(1_000)),
  supporting_documents: optional(
    z
      .array(
        z.strictObject({
          id: text(),
          url: optional(text()),
          description: optional(text()),
          content: optional(base64),
          media_type: optional(code()),
          file_name: optional(text()),
        }),
      )
      .max(100),
  ),
  period: optional(period),
  delivery_date: optional(date()),
  deliver_to: optional(deliverTo),
  seller: optional(party),
  buyer: optional(party),
  payee: optional(
    z.strictObject({
      name: optional(text()),
      id: optional(text()),
      global_id: optional(text()),
      global_id_scheme: optional(code()),
      legal_id: optional(text()),
      legal_id_scheme: optional(code()),
    }),
  ),
  tax_representative: optional(
    z.strictObject({ name: optional(text()), vat_id: optional(text()), address: optional(address) }),
  ),
  payment_means: optional(z.array(paymentMeans).max(100)),
  payment_reference: optional(text()),
  payment_terms: optional(text()),
  mandate_id: optional(text()),
  creditor_id: optional(text()),
  lines: optional(z.array(line).max(MAX_LINES)),
  allowances: optional(z.array(allowance).max(1_000)),
  charges: optional(z.array(allowance).max(1_000)),
  vat_breakdown: optional(z.array(vatBreakdown).max(100)),
  totals: optional(totals),
});

/** An invoice whose members have the right shapes; amounts are text. */
export type Invoice = z.output<typeof invoiceSchema>;
export type InvoiceLine = z.output<typeof line>;
export type InvoiceAllowance = z.output<typeof allowance>;
export type InvoiceParty = z.output<typeof party>;
export type VatBreakdown = z.output<typeof vatBreakdown>;
export type InvoiceTotals = z.output<typeof totals>;
