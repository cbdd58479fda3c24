import * as z from "zod";
import { plainNumber } from "./decimal.ts";

/**
 * An invoice as JSON: the business terms of EN 16931-1 under names that people can read. Amounts are numbers or text that
 * spells one. What follows from other members may be left out and is worked out; if it is given, it is checked.
 */

const text = () => z.union([z.string(), z.number().transform(String)]).pipe(z.string().trim().min(1).max(4_000));
/** Text whose line breaks at the end say something (BT-20). */
const verbatim = () =>
  z
    .union([z.string(), z.number().transform(String)])
    .transform((written) => (written.trim() === "" ? "" : written.replaceAll(/\r\n?/g, "\n")))
    .pipe(z.string().min(1).max(4_000));
const code = () => z.union([z.string(), z.number().transform(String)]).pipe(z.string().trim().min(1).max(100));
const amount = () =>
  z.union([z.number(), z.string()], { error: "must be a number" }).transform((value, context) => {
    // XML writes 64. and .5, too
    const written = (typeof value === "number" ? plainNumber(value) : value.trim())
      .replace(/^([+-]?)\./, "$10.")
      .replace(/\.$/, "");
    if (/^[+-]?\d{1,15}(\.\d{1,18})?$/.test(written)) return written.replace(/^\+/, "");
    context.addIssue({ code: "custom", message: "must be a number with a point and at most 18 decimal places" });
    return z.NEVER;
  });
/** A file within the invoice; all of its XML has at most 5 MiB. */
const base64 = z
  .string()
  .transform((written) => written.replace(/\s+/g, ""))
  .pipe(z.base64({ error: "must be a file in base64" }).max(5 * 1024 * 1024));
const date = () => z.iso.date({ error: "must be a date such as 2026-11-22" });
/** Nothing, as forms and XML write it. */
const blank = z.string().regex(/^\s*$/);
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema, z.null().transform(() => undefined), blank.transform(() => undefined)]).optional();

/** Yes or no, as CII writes it. */
const indicator = () =>
  z.union([z.boolean(), z.enum(["true", "false"])], { error: "must be true or false" }).transform(String);

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
  type_code: optional(code()),
  phone: optional(text()),
  fax: optional(text()),
  email: optional(text()),
});

const schemedId = z.strictObject({ id: optional(text()), scheme: optional(code()) });

/** Somebody involved in the invoice; which members are written depends on role and profile. */
const party = z.strictObject({
  name: optional(text()),
  role: optional(code()),
  trading_name: optional(text()),
  id: optional(text()),
  other_ids: optional(z.array(text()).max(100)),
  global_id: optional(text()),
  global_id_scheme: optional(code()),
  other_global_ids: optional(z.array(schemedId).max(100)),
  legal_id: optional(text()),
  legal_id_scheme: optional(code()),
  legal_information: optional(text()),
  legal_address: optional(address),
  vat_id: optional(text()),
  tax_number: optional(text()),
  address: optional(address),
  contact: optional(contact),
  other_contacts: optional(z.array(contact).max(100)),
  electronic_address: optional(text()),
  electronic_address_scheme: optional(code()),
});

/** Another document: number, line of it, and its date. */
const reference = z.strictObject({ id: optional(text()), line: optional(text()), date: optional(date()) });
const references = z.array(reference).max(1_000);

const documentMembers = {
  url: optional(text()),
  line: optional(text()),
  description: optional(text()),
  content: optional(base64),
  media_type: optional(code()),
  file_name: optional(text()),
  reference_type: optional(code()),
  date: optional(date()),
};
const otherDocuments = z
  .array(z.strictObject({ id: optional(text()), type_code: optional(code()), ...documentMembers }))
  .max(100);

const tax = z.strictObject({
  amount: optional(amount()),
  category: optional(code()),
  rate: optional(amount()),
  exemption_reason: optional(text()),
  exemption_code: optional(code()),
});

const note = z.strictObject({ text: optional(text()), subject_code: optional(code()), content_code: optional(code()) });

const period = z.strictObject({ from: optional(date()), to: optional(date()), description: optional(text()) });

const lineAllowance = z.strictObject({
  amount: optional(amount()),
  base: optional(amount()),
  base_quantity: optional(amount()),
  base_unit: optional(code()),
  percent: optional(amount()),
  reason: optional(text()),
  reason_code: optional(code()),
  sequence: optional(code()),
});

/** What a price was less, or more, before it is multiplied. */
const priceAdjustment = z.strictObject({
  amount: amount(),
  base: optional(amount()),
  percent: optional(amount()),
  reason: optional(text()),
  reason_code: optional(code()),
});

const includedProduct = z.strictObject({
  product_id: optional(text()),
  standard_ids: optional(z.array(schemedId).max(100)),
  seller_item_id: optional(text()),
  buyer_item_id: optional(text()),
  industry_item_id: optional(text()),
  name: optional(text()),
  description: optional(text()),
  quantity: optional(amount()),
  unit: optional(code()),
});

const allowance = lineAllowance.extend({ vat_category: optional(code()), vat_rate: optional(amount()) });

/** The members of a line that only EXTENDED has. */
const extendedLine = {
  parent_line: optional(text()),
  status_code: optional(code()),
  status_reason: optional(code()),
  note_content_code: optional(code()),
  note_subject_code: optional(code()),
  further_notes: optional(z.array(note).max(100)),
  product_id: optional(text()),
  industry_item_id: optional(text()),
  model_id: optional(text()),
  model: optional(text()),
  brand: optional(text()),
  batch_ids: optional(z.array(text()).max(1_000)),
  instances: optional(
    z.array(z.strictObject({ batch_id: optional(text()), serial_number: optional(text()) })).max(1_000),
  ),
  included_products: optional(z.array(includedProduct).max(1_000)),
  sales_order: optional(reference),
  order: optional(text()),
  order_date: optional(date()),
  quotation: optional(reference),
  contract: optional(reference),
  other_documents: optional(otherDocuments),
  ultimate_customer_orders: optional(references),
  price_discount_percent: optional(amount()),
  price_discount_base: optional(amount()),
  price_discount_reason: optional(text()),
  price_discount_reason_code: optional(code()),
  further_price_discounts: optional(z.array(priceAdjustment).max(100)),
  price_charges: optional(z.array(priceAdjustment).max(100)),
  price_tax: optional(tax),
  free_quantity: optional(amount()),
  free_unit: optional(code()),
  package_quantity: optional(amount()),
  package_unit: optional(code()),
  deliver_to: optional(party),
  ultimate_recipient: optional(party),
  delivery_date: optional(date()),
  despatch: optional(reference),
  receiving: optional(reference),
  delivery_note: optional(reference),
  vat_amount: optional(amount()),
  exemption_reason: optional(text()),
  exemption_code: optional(code()),
  charges_total: optional(amount()),
  allowances_total: optional(amount()),
  vat_total: optional(amount()),
  gross_amount: optional(amount()),
  allowance_charge_total: optional(amount()),
  preceding_invoice: optional(
    z.strictObject({
      number: optional(text()),
      line: optional(text()),
      type_code: optional(code()),
      issue_date: optional(date()),
    }),
  ),
  accounting_type: optional(code()),
};

const lineMembers = z.strictObject({
  ...extendedLine,
  id: optional(text()),
  note: optional(text()),
  name: optional(text()),
  description: optional(text()),
  quantity: optional(amount()),
  unit: optional(code()),
  net_price: optional(amount()),
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
  attributes: optional(
    z
      .array(
        z.strictObject({
          name: optional(text()),
          value: optional(text()),
          code: optional(code()),
          measure: optional(amount()),
          measure_unit: optional(code()),
        }),
      )
      .max(100),
  ),
  classifications: optional(
    z
      .array(
        z.strictObject({
          code: optional(text()),
          list: optional(code()),
          list_version: optional(code()),
          name: optional(text()),
        }),
      )
      .max(100),
  ),
  order_line: optional(text()),
  object_id: optional(text()),
  object_id_scheme: optional(code()),
  accounting_reference: optional(text()),
});

/** A line; in XRechnung's extension with lines that it is made of (BG-DEX-01). */
const line = lineMembers.extend({
  get sub_lines() {
    return optional(z.array(line).max(1_000));
  },
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
  category: optional(code()),
  rate: optional(amount()),
  base: optional(amount()),
  amount: optional(amount()),
  exemption_reason: optional(text()),
  exemption_code: optional(code()),
  tax_point_date: optional(date()),
  due_date_code: optional(code()),
  lines_base: optional(amount()),
  allowance_charge_base: optional(amount()),
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

/** A discount or a penalty for when somebody pays. */
const paymentCondition = z.strictObject({
  date: optional(date()),
  period: optional(amount()),
  period_unit: optional(code()),
  base: optional(amount()),
  percent: optional(amount()),
  amount: optional(amount()),
});

const paymentTerms = {
  payment_terms: optional(verbatim()),
  due_date: optional(date()),
  mandate_id: optional(text()),
  partial_payment: optional(amount()),
  payment_penalty: optional(paymentCondition),
  payment_discount: optional(paymentCondition),
  payment_terms_payee: optional(party),
};

const logisticsCharge = z.strictObject({
  description: text(),
  amount: amount(),
  vat_category: optional(code()),
  vat_rate: optional(amount()),
});

/** The members of an invoice that only EXTENDED has. */
const extendedInvoice = {
  test: optional(indicator()),
  copy: optional(indicator()),
  document_name: optional(text()),
  language: optional(code()),
  contractual_due_date: optional(date()),
  sales_agent: optional(party),
  buyer_agent: optional(party),
  buyer_tax_representative: optional(party),
  end_user: optional(party),
  invoicer: optional(party),
  invoicee: optional(party),
  payer: optional(party),
  ultimate_recipient: optional(party),
  ship_from: optional(party),
  delivery_terms: optional(code()),
  transport_mode: optional(code()),
  order_date: optional(date()),
  sales_order_date: optional(date()),
  contract_date: optional(date()),
  tender_date: optional(date()),
  object_date: optional(date()),
  despatch_date: optional(date()),
  receiving_date: optional(date()),
  quotation: optional(reference),
  delivery_note: optional(reference),
  ultimate_customer_orders: optional(references),
  other_documents: optional(otherDocuments),
  issuer_reference: optional(text()),
  tax_exchange: optional(
    z.strictObject({
      from: optional(code()),
      to: optional(code()),
      rate: optional(amount()),
      date: optional(date()),
    }),
  ),
  logistics_charges: optional(z.array(logisticsCharge).max(1_000)),
  further_payment_terms: optional(z.array(z.strictObject(paymentTerms)).max(100)),
  accounting_type: optional(code()),
  further_accounts: optional(z.array(z.strictObject({ id: optional(text()), type: optional(code()) })).max(100)),
  advance_payments: optional(
    z
      .array(
        z.strictObject({
          amount: amount(),
          date: optional(date()),
          taxes: optional(z.array(tax).max(100)),
          invoice: optional(reference),
        }),
      )
      .max(1_000),
  ),
};

/** Paid by others, or for others (XRechnung's extension, BG-DEX-09). */
const thirdPartyPayment = z.strictObject({
  type: optional(text()),
  amount: optional(amount()),
  description: optional(text()),
});

/** Lines of one invoice; more would not be read by anybody. */
const MAX_LINES = 10_000;

export const invoiceSchema = z.strictObject({
  ...extendedInvoice,
  ...paymentTerms,
  process: optional(text()),
  number: optional(text()),
  issue_date: optional(date()),
  type_code: optional(code()),
  currency: optional(code()),
  tax_currency: optional(code()),
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
    z.array(z.union([text().transform((written) => ({ text: written, subject_code: undefined })), note])).max(100),
  ),
  preceding_invoices: optional(
    z
      .array(z.strictObject({ number: optional(text()), type_code: optional(code()), issue_date: optional(date()) }))
      .max(1_000),
  ),
  supporting_documents: optional(z.array(z.strictObject({ id: optional(text()), ...documentMembers })).max(100)),
  period: optional(period),
  delivery_date: optional(date()),
  deliver_to: optional(party),
  seller: optional(party),
  buyer: optional(party),
  payee: optional(party),
  tax_representative: optional(party),
  payment_means: optional(z.array(paymentMeans).max(100)),
  payment_reference: optional(text()),
  creditor_id: optional(text()),
  lines: optional(z.array(line).max(MAX_LINES)),
  allowances: optional(z.array(allowance).max(1_000)),
  charges: optional(z.array(allowance).max(1_000)),
  vat_breakdown: optional(z.array(vatBreakdown).max(100)),
  third_party_payments: optional(z.array(thirdPartyPayment).max(1_000)),
  totals: optional(totals),
});

/** An invoice whose members have the right shapes; amounts are text. */
export type Invoice = z.output<typeof invoiceSchema>;
export type InvoiceLine = z.output<typeof line>;
export type InvoiceAllowance = z.output<typeof allowance>;
export type InvoiceParty = z.output<typeof party>;
export type VatBreakdown = z.output<typeof vatBreakdown>;
export type PaymentCondition = z.output<typeof paymentCondition>;
export type InvoiceTotals = z.output<typeof totals>;
