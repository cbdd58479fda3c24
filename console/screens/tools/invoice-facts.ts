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

export interface ShownInvoice {
  number?: string;
  issue_date?: string;
  due_date?: string;
  currency?: string;
  seller?: ShownParty;
  buyer?: ShownParty;
  payee?: ShownParty;
  deliver_to?: ShownParty;
  lines?: readonly Partial<
    Record<
      "id" | "name" | "description" | "quantity" | "unit" | "net_price" | "vat_category" | "vat_rate" | "net_amount",
      string
    >
  >[];
  totals?: Partial<
    Record<"lines" | "allowances" | "charges" | "net" | "vat" | "gross" | "paid" | "rounding" | "due", string>
  >;
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

export function amountIn(amount: string, currency: string): string {
  return [amount, currency].filter(Boolean).join(" ");
}

export function linesOfAddress({ address = {}, vat_id: vat }: ShownParty): string[] {
  const { line1, line2, line3, city, post_code: postCode, region, country } = address;
  const town = [postCode, city].filter(Boolean).join(" ");
  const lines = [line1, line2, line3, town, region, country, vat && `VAT ${vat}`];
  return lines.filter((line): line is string => line !== undefined && line !== "");
}

/** Lines by their places: their own numbers may occur twice. */
export function numberedLines(lines: NonNullable<ShownInvoice["lines"]>) {
  return lines.map((line, index) => ({ number: index + 1, line }));
}

/** How and until when it is paid, in sentences. */
export function paymentSentences(invoice: ShownInvoice): string[] {
  const ways = (invoice.payment_means ?? []).map(
    ({ code = "", text, iban, account_id, bic, debited_iban, card_number }) => {
      const account = iban ?? account_id;
      if (debited_iban) {
        const mandate = invoice.mandate_id ? ` by the mandate ${invoice.mandate_id}` : "";
        return `It is debited from ${debited_iban}${mandate}.`;
      }
      if (card_number) return `It is paid by the card ${card_number}.`;
      if (account) return `It is paid to ${account}${bic ? ` (${bic})` : ""}.`;
      return `It is paid by ${text ?? `the way with the code ${code}`}.`;
    },
  );
  return [
    ...ways,
    ...(invoice.due_date ? [`It is due on ${invoice.due_date}.`] : []),
    ...(invoice.payment_reference ? [`The payment names ${invoice.payment_reference}.`] : []),
    ...(invoice.payment_terms ? [`Terms: ${invoice.payment_terms.trim()}`] : []),
  ];
}
