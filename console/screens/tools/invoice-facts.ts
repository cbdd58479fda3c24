import { amountIn, numberOf, quantityIn } from "./invoice-words.ts";

/** What `read_invoice` answers, as far as it is shown. */
export interface ReadInvoiceFacts {
  valid: boolean;
  profile: string | null;
  guideline: string | null;
  syntax: string;
  invoice: ShownInvoice;
  problems: readonly { rule: string; severity: "error" | "warning"; pointer: string; message: string }[];
}

interface ShownParty {
  name?: string;
  vat_id?: string;
  address?: Partial<Record<"line1" | "line2" | "line3" | "city" | "post_code" | "region" | "country", string>>;
}

type ShownLine = Partial<
  Record<
    | "id"
    | "name"
    | "description"
    | "note"
    | "quantity"
    | "unit"
    | "net_price"
    | "price_quantity"
    | "vat_category"
    | "vat_rate"
    | "net_amount",
    string
  >
> & { allowances?: readonly ShownChange[]; charges?: readonly ShownChange[] };

/** An allowance or a charge. */
type ShownChange = Partial<Record<"amount" | "percent" | "reason" | "vat_rate", string>>;

export interface ShownInvoice {
  number?: string;
  type_code?: string;
  issue_date?: string;
  due_date?: string;
  currency?: string;
  buyer_reference?: string;
  order_reference?: string;
  contract_reference?: string;
  project_reference?: string;
  preceding_invoices?: readonly { number?: string; issue_date?: string }[];
  delivery_date?: string;
  period?: { from?: string; to?: string };
  notes?: readonly (string | { text?: string })[];
  seller?: ShownParty;
  buyer?: ShownParty;
  payee?: ShownParty;
  deliver_to?: ShownParty;
  lines?: readonly ShownLine[];
  allowances?: readonly ShownChange[];
  charges?: readonly ShownChange[];
  vat_breakdown?: readonly Partial<Record<"category" | "rate" | "base" | "amount" | "exemption_reason", string>>[];
  totals?: Partial<
    Record<"lines" | "allowances" | "charges" | "net" | "vat" | "gross" | "paid" | "rounding" | "due", string>
  >;
  supporting_documents?: readonly { id?: string; description?: string; file_name?: string; url?: string }[];
  payment_means?: readonly Partial<
    Record<"code" | "text" | "iban" | "account_id" | "bic" | "debited_iban" | "card_number", string>
  >[];
  payment_terms?: string;
  payment_reference?: string;
  mandate_id?: string;
}

/** Whether the answer of a tool is an invoice. */
export function isInvoice(facts: Record<string, unknown>): boolean {
  return typeof facts.invoice === "object" && Array.isArray(facts.problems);
}

export function linesOfAddress({ address = {}, vat_id: vat }: ShownParty): string[] {
  const { line1, line2, line3, city, post_code: postCode, region, country } = address;
  const town = [postCode, city].filter(Boolean).join(" ");
  const lines = [line1, line2, line3, town, region, country, vat && `VAT ${vat}`];
  return lines.filter((line): line is string => line !== undefined && line !== "");
}

/** A fact with its name. */
export type NamedFact = readonly [name: string, fact: string];

/** What it belongs to, and when. */
export function references(invoice: ShownInvoice): NamedFact[] {
  const { period, preceding_invoices: preceding = [], supporting_documents: documents = [] } = invoice;
  const facts: [string, string | undefined][] = [
    ["Buyer reference", invoice.buyer_reference],
    ["Order", invoice.order_reference],
    ["Contract", invoice.contract_reference],
    ["Project", invoice.project_reference],
    ["Refers to", listOf(preceding.map((each) => [each.number, each.issue_date && `of ${each.issue_date}`]))],
    ["Delivered on", invoice.delivery_date],
    ["Period", [period?.from, period?.to].filter(Boolean).join(" to ")],
    ["Documents", listOf(documents.map((each) => [each.description ?? each.file_name ?? each.id ?? each.url]))],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

const listOf = (items: readonly (readonly (string | undefined)[])[]): string =>
  items.map((parts) => parts.filter(Boolean).join(" ")).join(", ");

/** From the sum of the lines to what is to be paid, in the order in which it is reckoned. */
export function totalsOf(invoice: ShownInvoice): NamedFact[] {
  const { totals = {}, allowances = [], charges = [], vat_breakdown: breakdown = [] } = invoice;
  const rates = breakdown.length > 1 ? breakdown : [];
  const facts: [string, string | undefined][] = [
    ["Lines", totals.lines],
    ["Allowances", allowances.length > 0 ? undefined : negative(totals.allowances)],
    ...allowances.map((each): [string, string | undefined] => [named("Allowance", each), negative(each.amount)]),
    ["Charges", charges.length > 0 ? undefined : totals.charges],
    ...charges.map((each): [string, string | undefined] => [named("Charge", each), each.amount]),
    ["Net total", totals.net],
    ...rates.map((each): [string, string | undefined] => [
      `VAT ${rateOf(each.rate, each.category)} of ${numberOf(each.base ?? "", 2)}`,
      each.amount,
    ]),
    [breakdown.length === 1 ? `VAT ${rateOf(breakdown[0]?.rate, breakdown[0]?.category)}` : "VAT", totals.vat],
    ["Total including VAT", totals.gross],
    ["Already paid", negative(totals.paid)],
    ["Rounding", totals.rounding],
    ["Amount due", totals.due],
  ];
  return facts.flatMap(([name, amount]) => (amount === undefined ? [] : [[name, amountIn(amount, invoice.currency)]]));
}

const negative = (amount: string | undefined): string | undefined =>
  amount === undefined || Number(amount) === 0 ? amount : amount.startsWith("-") ? amount.slice(1) : `-${amount}`;

function named(kind: string, { reason, percent }: ShownChange): string {
  const share = percent === undefined ? undefined : `${numberOf(percent)} %`;
  const of = [reason, share].filter(Boolean).join(", ");
  return of === "" ? kind : `${kind}: ${of}`;
}

const rateOf = (rate: string | undefined, category: string | undefined): string =>
  rate === undefined ? (category ?? "") : `${numberOf(rate)} %`;

/** Lines by their places: their own numbers may occur twice. */
export function numberedLines(lines: NonNullable<ShownInvoice["lines"]>) {
  return lines.map((line, index) => ({ number: index + 1, line, reckoned: reckoned(line) }));
}

/** How the amount of a line comes about. */
function reckoned(line: ShownLine): string {
  const { quantity, unit, net_price: price, price_quantity: per, vat_rate: rate, vat_category: category } = line;
  const each =
    price && [numberOf(price, 2), per && Number(per) !== 1 && `for ${numberOf(per)}`].filter(Boolean).join(" ");
  const product = [quantity && quantityIn(quantity, unit), each].filter(Boolean).join(" × ");
  const changes = [
    ...(line.allowances ?? []).map((change) => `${named("allowance", change)} ${numberOf(change.amount ?? "", 2)}`),
    ...(line.charges ?? []).map((change) => `${named("charge", change)} ${numberOf(change.amount ?? "", 2)}`),
  ];
  const vat = rateOf(rate, category);
  return [product, ...changes, vat && `VAT ${vat}`].filter(Boolean).join(" · ");
}

/** What the seller has to say beside. */
export const notesOf = ({ notes = [] }: ShownInvoice): string[] =>
  notes.map((note) => (typeof note === "string" ? note : (note.text ?? ""))).filter((text) => text.trim() !== "");

/** How and until when it is paid, in sentences. */
export function paymentSentences(invoice: ShownInvoice): string[] {
  const ways = (invoice.payment_means ?? []).map(
    ({ code = "", text, iban, account_id, bic, debited_iban, card_number }) => {
      const account = iban ?? account_id;
      if (debited_iban) {
        const mandate = invoice.mandate_id ? ` under mandate ${invoice.mandate_id}` : "";
        return `Debited from ${debited_iban}${mandate}.`;
      }
      if (card_number) return `Paid by card ${card_number}.`;
      if (account) return `Payable to ${account}${bic ? ` (${bic})` : ""}.`;
      return `Paid by ${text ?? `means of payment ${code}`}.`;
    },
  );
  return [
    ...ways,
    ...(invoice.due_date ? [`Due on ${invoice.due_date}.`] : []),
    ...(invoice.payment_reference ? [`Payment reference: ${invoice.payment_reference}`] : []),
    ...(invoice.payment_terms ? [`Terms: ${invoice.payment_terms.trim()}`] : []),
  ];
}
