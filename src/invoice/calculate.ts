import { type Decimal, divide, multiply, parseDecimal, toCents, writeDecimal } from "./decimal.ts";
import type { Invoice, InvoiceLine, InvoiceTotals, VatBreakdown } from "./invoice-schema.ts";

/** Commercial invoice (UNTDID 1001). */
const COMMERCIAL_INVOICE = "380";
/** One piece (UN/ECE Recommendation 20). */
const PIECE = "C62";
/** Standard rate (UNTDID 5305). */
const STANDARD_RATE = "S";
/** Outside of VAT: no rate at all. */
const OUTSIDE = "O";

/** An amount that is given, or nothing. */
export function amountOf(value: string | undefined): Decimal {
  return parseDecimal(value) ?? 0n;
}

/** The invoice with everything that follows from what was given (EN 16931-1, 6.5); what was given stays. */
export function complete(invoice: Invoice): Invoice {
  const lines = invoice.lines?.map(completeLine);
  const withCategory = <Item extends { vat_category?: string | undefined; vat_rate?: string | undefined }>(
    item: Item,
  ) => ({
    ...item,
    vat_category: item.vat_category ?? STANDARD_RATE,
    ...(item.vat_rate === undefined && item.vat_category !== OUTSIDE ? { vat_rate: "0" } : {}),
  });
  const completed: Invoice = {
    ...invoice,
    type_code: invoice.type_code ?? COMMERCIAL_INVOICE,
    lines,
    allowances: invoice.allowances?.map(withCategory),
    charges: invoice.charges?.map(withCategory),
    logistics_charges: invoice.logistics_charges?.map(withCategory),
  };
  const breakdown = lines ? breakdownOf(completed) : invoice.vat_breakdown;
  return { ...completed, vat_breakdown: breakdown, totals: totalsOf({ ...completed, vat_breakdown: breakdown }) };
}

function completeLine(line: InvoiceLine, index: number): InvoiceLine {
  const category = line.vat_category ?? STANDARD_RATE;
  return {
    ...line,
    id: line.id ?? String(index + 1),
    unit: line.unit ?? PIECE,
    net_amount: line.net_amount ?? writeDecimal(netOf(line)),
    vat_category: category,
    ...(line.vat_rate === undefined && category !== OUTSIDE ? { vat_rate: "0" } : {}),
  };
}

/** Quantity by price, less allowances, with charges (BT-131). */
export function netOf(line: InvoiceLine): Decimal {
  const per = parseDecimal(line.price_quantity) ?? parseDecimal("1") ?? 1n;
  const price = divide(multiply(amountOf(line.quantity), amountOf(line.net_price)), per);
  return toCents(price + sumOf(line.charges) - sumOf(line.allowances));
}

function sumOf(items: readonly { amount: string }[] | undefined): Decimal {
  return (items ?? []).reduce((sum, { amount }) => sum + amountOf(amount), 0n);
}

/** Lines that only group others, or only inform, are in no sum (EXTENDED, BT-X-8). */
export function countsLine({ status_reason: reason }: InvoiceLine): boolean {
  return reason !== "GROUP" && reason !== "INFORMATION";
}

/** What is taxed alike: category and rate. */
export function taxKey(category: string | undefined, rate: string | undefined): string {
  return `${category ?? STANDARD_RATE} ${rate === undefined ? "" : writeDecimal(amountOf(rate), 0)}`;
}

/** The taxable amount of each category and rate (BT-116). */
export function taxableAmounts(
  invoice: Invoice,
): Map<string, { category: string; rate: string | undefined; base: Decimal }> {
  const amounts = new Map<string, { category: string; rate: string | undefined; base: Decimal }>();
  const add = (category = STANDARD_RATE, rate: string | undefined, amount: Decimal) => {
    const key = taxKey(category, rate);
    const known = amounts.get(key) ?? { category, rate, base: 0n };
    amounts.set(key, { ...known, base: known.base + amount });
  };
  for (const line of (invoice.lines ?? []).filter(countsLine))
    add(line.vat_category, line.vat_rate, amountOf(line.net_amount));
  for (const item of invoice.allowances ?? []) add(item.vat_category, item.vat_rate, -amountOf(item.amount));
  for (const item of [...(invoice.charges ?? []), ...(invoice.logistics_charges ?? [])]) {
    add(item.vat_category, item.vat_rate, amountOf(item.amount));
  }
  return amounts;
}

const HUNDRED = parseDecimal("100") ?? 1n;

/** VAT on an amount, to cents (BT-117). */
export function vatOn(base: Decimal, rate: string | undefined): Decimal {
  return toCents(divide(multiply(base, amountOf(rate)), HUNDRED));
}

function breakdownOf(invoice: Invoice): VatBreakdown[] {
  const given = new Map(invoice.vat_breakdown?.map((each) => [taxKey(each.category, rateOf(each)), each]));
  const worked = [...taxableAmounts(invoice)].map(([key, { category, rate, base }]): VatBreakdown => {
    const own = given.get(key);
    given.delete(key);
    const shown = rate === undefined ? {} : { rate };
    return {
      ...shown,
      ...own,
      category,
      base: own?.base ?? writeDecimal(base),
      amount: own?.amount ?? writeDecimal(vatOn(base, rate)),
    };
  });
  // what nothing in the invoice calls for stays, so that the rules can say so
  return [...worked, ...given.values()];
}

const rateOf = ({ category, rate }: VatBreakdown) => rate ?? (category === OUTSIDE ? undefined : "0");

function totalsOf(invoice: Invoice): InvoiceTotals {
  const given = invoice.totals ?? {};
  const sums = sumsOf(invoice);
  const written = (value: Decimal) => writeDecimal(value);
  return {
    ...given,
    ...(invoice.lines ? { lines: given.lines ?? written(sums.lines) } : {}),
    ...(invoice.allowances?.length ? { allowances: given.allowances ?? written(sums.allowances) } : {}),
    ...(invoice.charges?.length || invoice.logistics_charges?.length
      ? { charges: given.charges ?? written(sums.charges) }
      : {}),
    net: given.net ?? written(sums.net),
    vat: given.vat ?? written(sums.vat),
    vat_currency: given.vat_currency ?? invoice.currency,
    ...(given.vat_in_tax_currency === undefined ? {} : { tax_currency: given.tax_currency ?? invoice.tax_currency }),
    gross: given.gross ?? written(sums.gross),
    due: given.due ?? written(sums.due),
  };
}

/** The sums of an invoice (BT-106 to BT-115), each from those before it as they are given. */
export function sumsOf(
  invoice: Invoice,
): Record<"lines" | "allowances" | "charges" | "net" | "vat" | "gross" | "due", Decimal> {
  const given = invoice.totals ?? {};
  const or = (value: string | undefined, worked: Decimal) => parseDecimal(value) ?? worked;
  const lines = (invoice.lines ?? [])
    .filter(countsLine)
    .reduce((sum, { net_amount }) => sum + amountOf(net_amount), 0n);
  const allowances = sumOf(invoice.allowances);
  const charges = sumOf(invoice.charges) + sumOf(invoice.logistics_charges);
  const net = or(given.lines, lines) - or(given.allowances, allowances) + or(given.charges, charges);
  const vat = (invoice.vat_breakdown ?? []).reduce((sum, { amount }) => sum + amountOf(amount), 0n);
  const gross = or(given.net, net) + or(given.vat, vat);
  const due = or(given.gross, gross) - amountOf(given.paid) + amountOf(given.rounding);
  return { lines, allowances, charges, net, vat, gross, due };
}
