import { LANGUAGE_CODES } from "./codes/code-lists.ts";
import { type Decimal, divide, multiply, parseDecimal, toCents, writeDecimal } from "./decimal.ts";
import type { Invoice, InvoiceLine, InvoiceTotals, PaymentCondition, VatBreakdown } from "./invoice-schema.ts";
import { BILLING_PROCESS, hasLevel, type InvoiceProfile } from "./profiles.ts";

/** Commercial invoice (UNTDID 1001). */
const COMMERCIAL_INVOICE = "380";
/** One piece (UN/ECE Recommendation 20). */
const PIECE = "C62";
/** Standard rate (UNTDID 5305). */
const STANDARD_RATE = "S";
/** Outside of VAT: no rate at all. */
const OUTSIDE = "O";

const ONE = parseDecimal("1") ?? 1n;

/** An amount that is given, or nothing. */
export function amountOf(value: string | undefined): Decimal {
  return parseDecimal(value) ?? 0n;
}

/**
 * The invoice with everything that follows from what was given (EN 16931-1, 6.5), in the form that its profile asks for;
 * what was given stays.
 */
export function complete(invoice: Invoice, profile: InvoiceProfile): Invoice {
  const lines = completeLines(invoice.lines);
  const withCategory = <Item extends { vat_category?: string; vat_rate?: string }>(item: Item) => ({
    ...item,
    vat_category: item.vat_category ?? STANDARD_RATE,
    ...(item.vat_rate === undefined && item.vat_category !== OUTSIDE ? { vat_rate: "0" } : {}),
  });
  const ofDocument = (items: Invoice["allowances"]) => items?.map(completeAllowance).map(withCategory);
  const completed: Invoice = {
    ...invoice,
    type_code: invoice.type_code ?? COMMERCIAL_INVOICE,
    process: invoice.process ?? (asksForProcess(profile) ? BILLING_PROCESS : undefined),
    // a project has a name (XSD of CII)
    project_name: invoice.project_name ?? invoice.project_reference,
    payment_terms: profile === "xrechnung" ? discountTerms(invoice) : invoice.payment_terms,
    ...withPeriodUnits(invoice),
    further_payment_terms: invoice.further_payment_terms?.map((terms) => ({ ...terms, ...withPeriodUnits(terms) })),
    language: invoice.language && (LANGUAGE_CODES.get(invoice.language.toLowerCase()) ?? invoice.language),
    lines,
    allowances: ofDocument(invoice.allowances),
    charges: ofDocument(invoice.charges),
    // Factur-X wants a rate of them, even outside of VAT
    logistics_charges: invoice.logistics_charges
      ?.map(withCategory)
      .map((item) => ({ ...item, vat_rate: item.vat_rate ?? "0" })),
  };
  const worked = lines ? breakdownOf(completed) : invoice.vat_breakdown;
  const dated = hasLevel(profile, "extended") ? worked : withOneDate(worked);
  // XRechnung wants a rate of every category, even of the one that has none
  const breakdown =
    profile === "xrechnung"
      ? dated?.map((each) => (each.category === OUTSIDE ? { ...each, rate: each.rate ?? "0" } : each))
      : dated;
  return { ...completed, vat_breakdown: breakdown, totals: totalsOf({ ...completed, vat_breakdown: breakdown }) };
}

const asksForProcess = (profile: InvoiceProfile) => profile === "xrechnung" || profile === "peppol";

/** When VAT is due is said once for all rates; where it differs it stays, so that the rules can say so. */
function withOneDate(breakdown: readonly VatBreakdown[] | undefined): VatBreakdown[] | undefined {
  const first = breakdown?.find(({ tax_point_date: date, due_date_code: code }) => date ?? code);
  return breakdown?.map((each) => {
    const isSame = each.tax_point_date === first?.tax_point_date && each.due_date_code === first?.due_date_code;
    if (!isSame || each === first) return each;
    const { tax_point_date: _, due_date_code: __, ...rest } = each;
    return rest;
  });
}

/** The payment terms with the line for a discount that XRechnung has instead of members of its own, and its line break. */
function discountTerms(invoice: Invoice): string | undefined {
  const { payment_terms: terms, payment_discount: discount } = invoice;
  const line = discount && !terms?.includes("#SKONTO#") ? discountLine(discount) : undefined;
  const all = [terms, line].filter((part) => part !== undefined).join("\n");
  if (all === "") return undefined;
  const last = all.split("\n").at(-1) ?? "";
  return last.trimStart().startsWith("#") ? `${all}\n` : all;
}

/** `#SKONTO#TAGE=14#PROZENT=2.00#` of a discount by days and percent; undefined for others. */
export function discountLine({
  period,
  period_unit: unit = "DAY",
  percent,
  base,
}: PaymentCondition): string | undefined {
  const days = DAYS[unit];
  const count = parseDecimal(period);
  const share = parseDecimal(percent);
  if (days === undefined || count === undefined || share === undefined) return undefined;
  const shown = writeDecimal(toCents(share));
  const part = base === undefined ? "" : `BASISBETRAG=${writeDecimal(toCents(amountOf(base)))}#`;
  return `#SKONTO#TAGE=${writeDecimal(count * days, 0)}#PROZENT=${shown}#${part}`;
}

/** A period is one of days where nothing is said. */
function withPeriodUnits({ payment_discount: discount, payment_penalty: penalty }: Conditions): Conditions {
  const inDays = (condition: PaymentCondition | undefined) =>
    condition?.period === undefined ? condition : { ...condition, period_unit: condition.period_unit ?? "DAY" };
  return {
    ...(discount ? { payment_discount: inDays(discount) } : {}),
    ...(penalty ? { payment_penalty: inDays(penalty) } : {}),
  };
}

type Conditions = Pick<Invoice, "payment_discount" | "payment_penalty">;

/** UN/ECE Recommendation 20. */
const DAYS: Readonly<Record<string, bigint>> = { DAY: 1n, WEE: 7n };

function completeLines(lines: readonly InvoiceLine[] | undefined): InvoiceLine[] | undefined {
  const completed = lines?.map(completeLine);
  return completed?.map((line) => (line.status_reason === "GROUP" ? withGroupSum(line, completed) : line));
}

function completeLine(line: InvoiceLine, index: number): InvoiceLine {
  const own: InvoiceLine = {
    ...line,
    id: line.id ?? String(index + 1),
    gross_price: line.gross_price ?? grossPriceOf(line),
    allowances: line.allowances?.map(completeAllowance),
    charges: line.charges?.map(completeAllowance),
  };
  // a line that is in no sum says only what was given
  if (!countsLine(line) && line.vat_category === undefined && line.vat_rate === undefined) {
    const unit = line.quantity === undefined ? line.unit : (line.unit ?? PIECE);
    return { ...own, unit };
  }
  const category = line.vat_category ?? STANDARD_RATE;
  return {
    ...own,
    unit: line.unit ?? PIECE,
    net_amount: line.net_amount ?? writtenNet(own),
    vat_category: category,
    ...(line.vat_rate === undefined && category !== OUTSIDE ? { vat_rate: "0" } : {}),
  };
}

/** What a price was before its discounts and charges, which are only written with it (BT-148). */
function grossPriceOf(line: InvoiceLine): string | undefined {
  const {
    net_price: net,
    price_discount: discount,
    further_price_discounts: further = [],
    price_charges: charges = [],
  } = line;
  if (net === undefined || (discount === undefined && further.length + charges.length === 0)) return undefined;
  return writeDecimal(amountOf(net) + amountOf(discount) + sumOf(further) - sumOf(charges));
}

function writtenNet(line: InvoiceLine): string | undefined {
  return countsLine(line) && line.net_price !== undefined ? writeDecimal(netOf(line)) : undefined;
}

/** A group's amount is that of the lines in it, groups among them (BR-FXEXT-08). */
function withGroupSum(group: InvoiceLine, all: readonly InvoiceLine[]): InvoiceLine {
  if (group.net_amount !== undefined) return group;
  const sum = groupSum(group, all, new Set());
  return sum === undefined ? group : { ...group, net_amount: writeDecimal(sum) };
}

function groupSum(
  group: InvoiceLine,
  all: readonly InvoiceLine[],
  above: ReadonlySet<InvoiceLine>,
): Decimal | undefined {
  if (above.has(group)) return undefined;
  const inner = all.filter(
    ({ parent_line: parent, status_reason: reason }) =>
      parent !== undefined && parent === group.id && reason !== undefined && reason !== "INFORMATION",
  );
  if (inner.length === 0) return undefined;
  const around = new Set([...above, group]);
  return inner.reduce<Decimal | undefined>((sum, line) => {
    const own =
      line.status_reason === "GROUP" && line.net_amount === undefined
        ? groupSum(line, all, around)
        : parseDecimal(line.net_amount);
    return sum === undefined || own === undefined ? undefined : sum + own;
  }, 0n);
}

/** The amount of a percentage, where only that is given. */
function completeAllowance<Item extends { amount?: string; base?: string; percent?: string }>(item: Item): Item {
  if (item.amount !== undefined || item.base === undefined || item.percent === undefined) return item;
  return { ...item, amount: writeDecimal(vatOn(amountOf(item.base), item.percent)) };
}

/** Quantity by price, less allowances, with charges (BT-131). */
function netOf(line: InvoiceLine): Decimal {
  return toCents(exactNet(line));
}

/** {@link netOf} before it is rounded. */
export function exactNet(line: InvoiceLine): Decimal {
  const given = parseDecimal(line.price_quantity ?? line.gross_price_quantity);
  const per = given === undefined || given === 0n ? ONE : given;
  const price = divide(multiply(parseDecimal(line.quantity) ?? ONE, amountOf(line.net_price)), per);
  return price + toCents(sumOf(line.charges)) - toCents(sumOf(line.allowances));
}

function sumOf(items: readonly { amount?: string }[] | undefined): Decimal {
  return (items ?? []).reduce((sum, { amount }) => sum + amountOf(amount), 0n);
}

/** Lines that only group others, or only inform, are in no sum (EXTENDED, BT-X-8). */
export function countsLine({ status_reason: reason }: InvoiceLine): boolean {
  return reason !== "GROUP" && reason !== "INFORMATION";
}

/** What is taxed alike: category and rate. */
function taxKey(category: string | undefined, rate: string | undefined): string {
  if (category === OUTSIDE) return OUTSIDE;
  return `${category ?? STANDARD_RATE} ${rate === undefined ? "" : writeDecimal(amountOf(rate), 0)}`;
}

/** The taxable amount of each category and rate (BT-116). */
function taxableAmounts(invoice: Invoice): Map<string, { category: string; rate: string | undefined; base: Decimal }> {
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
function vatOn(base: Decimal, rate: string | undefined): Decimal {
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
function sumsOf(
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
