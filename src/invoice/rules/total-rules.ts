import { amountOf, countsLine } from "../calculate.ts";
import { type Decimal, parseDecimal, toCents } from "../decimal.ts";
import { atLeast } from "../profiles.ts";
import { CENT, checkAmount, checkDecimals, checkPresent, type RuleContext, type Slack } from "./rule-context.ts";
import { attributeAt, elementsAt } from "./xml-paths.ts";

/** The totals of an invoice (BG-22): each from those before it, as they are stated. */
export function checkTotals(context: RuleContext): void {
  const { invoice, sets } = context;
  const totals = invoice.totals ?? {};
  const level = sets.level;
  if (atLeast(level, "basic-wl")) {
    checkPresent(context, totals.lines, ["BR-12", "BT-106", "/totals/lines"], "Sum of invoice line net amounts");
  }
  checkPresent(context, totals.net, ["BR-13", "BT-109", "/totals/net"], "Invoice total amount without VAT");
  checkPresent(context, totals.gross, ["BR-14", "BT-112", "/totals/gross"], "Invoice total amount with VAT");
  checkPresent(context, totals.due, ["BR-15", "BT-115", "/totals/due"], "Amount due for payment");
  for (const [member, rule, term, name] of DECIMALS) {
    checkDecimals(context, { given: totals[member], term, pointer: `/totals/${member}`, name }, rule);
  }
  if (!atLeast(level, "basic-wl")) return;
  checkTaxCurrency(context);
  checkSums(context);
  checkVatTotal(context);
}

const DECIMALS = [
  ["lines", "BR-DEC-09", "BT-106", "Sum of invoice line net amounts"],
  ["allowances", "BR-DEC-10", "BT-107", "Sum of allowances on document level"],
  ["charges", "BR-DEC-11", "BT-108", "Sum of charges on document level"],
  ["net", "BR-DEC-12", "BT-109", "Invoice total amount without VAT"],
  ["vat", "BR-DEC-13", "BT-110", "Invoice total VAT amount"],
  ["gross", "BR-DEC-14", "BT-112", "Invoice total amount with VAT"],
  ["vat_in_tax_currency", "BR-DEC-15", "BT-111", "Invoice total VAT amount in accounting currency"],
  ["paid", "BR-DEC-16", "BT-113", "Paid amount"],
  ["rounding", "BR-DEC-17", "BT-114", "Rounding amount"],
  ["due", "BR-DEC-18", "BT-115", "Amount due for payment"],
] as const;

function checkTaxCurrency({ invoice, sets, report }: RuleContext): void {
  const { tax_currency: taxCurrency, currency, totals } = invoice;
  if (!taxCurrency) return;
  if (taxCurrency === currency) {
    const message = `BT-6 VAT accounting currency is ${taxCurrency}, as BT-5, the invoice's: leave it out, it is only for another one.`;
    if (sets.syntax === "cii") report("BR-53", "BT-6", "/tax_currency", message);
    return;
  }
  if (totals?.vat_in_tax_currency === undefined || (totals.tax_currency ?? taxCurrency) !== taxCurrency) {
    const message = `BT-111 Invoice total VAT amount in ${taxCurrency} is missing: BT-6 VAT accounting currency needs it.`;
    report("BR-53", "BT-111", "/totals/vat_in_tax_currency", message);
  }
}

function checkSums(context: RuleContext): void {
  const { invoice, sets, report } = context;
  const { totals = {}, lines = [], allowances = [], charges = [], logistics_charges: logistics = [] } = invoice;
  const isExtended = sets.level === "extended";
  const rule = (number: string) => (isExtended ? `BR-FXEXT-CO-${number}` : `BR-CO-${number}`);
  const slack = (count: number): Slack => (isExtended ? { upTo: CENT * BigInt(count) } : {});
  const counted = isExtended ? lines.filter(countsLine) : lines;
  const sumOfLines = toCents(sum(counted.map(({ net_amount: amount }) => amount)));
  const sumOfAllowances = sum(allowances.map(({ amount }) => amount));
  const sumOfCharges = sum([...charges, ...logistics].map(({ amount }) => amount));
  const stated = (member: keyof typeof totals & string, term: string, name: string) => ({
    given: totals[member],
    term,
    pointer: `/totals/${member}`,
    name,
  });
  if (atLeast(sets.level, "basic")) {
    const total = stated("lines", "BT-106", "Sum of invoice line net amounts");
    checkAmount(context, total, sumOfLines, rule("10"), slack(lines.length));
  }
  const listed = [
    ["allowances", allowances.length, sumOfAllowances, "11", "BT-107", "Sum of allowances on document level"],
    ["charges", charges.length + logistics.length, sumOfCharges, "12", "BT-108", "Sum of charges on document level"],
  ] as const;
  for (const [member, count, worked, number, term, name] of listed) {
    checkAmount(context, stated(member, term, name), worked, rule(number), slack(count));
    if (count > 0) checkPresent(context, totals[member], [rule(number), term, `/totals/${member}`], name);
  }
  const net = stated("net", "BT-109", "Invoice total amount without VAT");
  const count = counted.length + allowances.length + charges.length + logistics.length;
  if (isExtended) checkAmount(context, net, sumOfLines - sumOfAllowances + sumOfCharges, rule("13"), slack(count));
  else {
    const worked = amountOf(totals.lines) - amountOf(totals.allowances) + amountOf(totals.charges);
    checkAmount(context, net, worked, rule("13"));
  }
  const gross = stated("gross", "BT-112", "Invoice total amount with VAT");
  const vats = vatTotals(context);
  const [vat = 0n] = vats;
  // CII may say nothing of VAT where there is none; EXTENDED only then
  const isPlain = amountOf(totals.gross) === amountOf(totals.net) && sets.syntax === "cii";
  if (vats.length !== 1 && !isPlain) {
    const currency = invoice.currency ?? "its currency";
    const times = vats.length === 0 ? "is missing" : "is there more than once";
    report(rule("15"), "BT-110", "/totals/vat", `BT-110 Invoice total VAT amount in ${currency} ${times}.`);
  } else if (!isPlain || isExtended) {
    checkAmount(context, gross, amountOf(totals.net) + vat, rule("15"), slack(count));
  }
  const due = stated("due", "BT-115", "Amount due for payment");
  const paidByOthers = sets.xrechnungExtension
    ? sum((invoice.third_party_payments ?? []).map(({ amount }) => amount))
    : 0n;
  const worked = amountOf(totals.gross) - amountOf(totals.paid) + amountOf(totals.rounding) + paidByOthers;
  checkAmount(context, due, worked, sets.xrechnungExtension ? "BR-DEX-09" : rule("16"));
}

/** BT-110: all that the invoice says of its VAT in its own currency. */
function vatTotals({ invoice, sets, root }: RuleContext): Decimal[] {
  const path = sets.syntax === "cii" ? CII_VAT : "TaxTotal/TaxAmount";
  return elementsAt(root, path)
    .filter((element) => attributeAt(element, "currencyID") === invoice.currency)
    .flatMap(({ text }) => parseDecimal(text) ?? []);
}

const CII_VAT =
  "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount";

function checkVatTotal(context: RuleContext): void {
  const { invoice, sets } = context;
  const breakdown = invoice.vat_breakdown ?? [];
  if (vatTotals(context).length === 0 || (sets.syntax === "ubl" && breakdown.length === 0)) return;
  const worked = toCents(sum(breakdown.map(({ amount }) => amount)));
  const { vat } = invoice.totals ?? {};
  const stated = { given: vat, term: "BT-110", pointer: "/totals/vat", name: "Invoice total VAT amount" };
  checkAmount(context, stated, worked, "BR-CO-14");
}

function sum(amounts: readonly (string | undefined)[]): Decimal {
  return amounts.reduce((total, amount) => total + amountOf(amount), 0n);
}
