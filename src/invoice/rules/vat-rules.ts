import { amountOf, countsLine } from "../calculate.ts";
import { type Decimal, divide, multiply, parseDecimal, toCents } from "../decimal.ts";
import type { VatBreakdown } from "../invoice-schema.ts";
import { atLeast } from "../profiles.ts";
import {
  CENT,
  checkAmount,
  checkDecimals,
  checkPresent,
  distance,
  ONE_UNIT,
  type RuleContext,
  type Slack,
} from "./rule-context.ts";

/** Rules of each VAT category (EN 16931-1, 6.4.3). */
interface Category {
  prefix: string;
  name: string;
  /** Whether its rate is above 0, 0, or not there at all. */
  rate: "taxed" | "zero" | "none";
  /** Whether the breakdown says why there is no VAT. */
  reason: boolean;
  /** Which numbers of seller and buyer it needs. */
  numbers: "seller" | "seller's VAT" | "both" | "both VAT" | "no VAT";
}

const CATEGORIES: Readonly<Record<string, Category>> = {
  S: { prefix: "S", name: "Standard rate (S)", rate: "taxed", reason: false, numbers: "seller" },
  Z: { prefix: "Z", name: "Zero rated (Z)", rate: "zero", reason: false, numbers: "seller" },
  E: { prefix: "E", name: "Exempt from VAT (E)", rate: "zero", reason: true, numbers: "seller" },
  AE: { prefix: "AE", name: "Reverse charge (AE)", rate: "zero", reason: true, numbers: "both" },
  K: { prefix: "IC", name: "Intra-community supply (K)", rate: "zero", reason: true, numbers: "both VAT" },
  G: { prefix: "G", name: "Export outside the EU (G)", rate: "zero", reason: true, numbers: "seller's VAT" },
  O: { prefix: "O", name: "Not subject to VAT (O)", rate: "none", reason: true, numbers: "no VAT" },
  L: { prefix: "AF", name: "IGIC (L)", rate: "taxed", reason: false, numbers: "seller" },
  M: { prefix: "AG", name: "IPSI (M)", rate: "taxed", reason: false, numbers: "seller" },
};

/** A line, an allowance or a charge, as it is taxed. */
interface Taxed {
  kind: "line" | "allowance" | "charge" | "logistics";
  pointer: string;
  category: string | undefined;
  rate: string | undefined;
  /** What it adds to the taxable amount. */
  amount: Decimal;
}

const RULES_OF_KIND = {
  line: { numbers: "02", rate: "05", term: "BT-152", name: "Invoiced item VAT rate" },
  allowance: { numbers: "03", rate: "06", term: "BT-96", name: "Document level allowance VAT rate" },
  charge: { numbers: "04", rate: "07", term: "BT-103", name: "Document level charge VAT rate" },
  logistics: { numbers: "04", rate: "07", term: "BT-X-274", name: "Logistics service charge VAT rate" },
} as const;

const HUNDRED = parseDecimal("100") ?? 1n;

export function checkVat(context: RuleContext): void {
  const { invoice, sets, report } = context;
  if (!atLeast(sets.level, "basic-wl")) return;
  const breakdown = invoice.vat_breakdown ?? [];
  if (breakdown.length === 0 && (sets.syntax === "ubl" || invoice.lines?.length || !atLeast(sets.level, "basic"))) {
    report("BR-CO-18", "BG-23", "/vat_breakdown", "BG-23 VAT breakdown is missing: an invoice has at least one.");
  }
  const items = taxedItems(context);
  for (const [code, category] of Object.entries(CATEGORIES)) {
    const own = items.filter((item) => item.category === code);
    const stated = breakdown.filter((each) => each.category === code);
    if (atLeast(sets.level, "basic")) checkPresence(context, category, own, stated);
    checkNumbers(context, category, own);
    for (const item of own) checkRate(context, category, item);
  }
  for (const [index, each] of breakdown.entries()) checkBreakdown(context, each, `/vat_breakdown/${index}`, items);
  checkDates(context);
  checkAlone(context, items);
  checkSplitPayment(context, items);
}

function taxedItems({ invoice, sets }: RuleContext): Taxed[] {
  const lines = atLeast(sets.level, "basic") ? (invoice.lines ?? []) : [];
  return [
    ...lines.flatMap((line, index): Taxed[] =>
      sets.level === "extended" && !countsLine(line)
        ? []
        : [
            {
              kind: "line",
              pointer: `/lines/${index}`,
              category: line.vat_category,
              rate: line.vat_rate,
              amount: amountOf(line.net_amount),
            },
          ],
    ),
    ...(invoice.allowances ?? []).map(
      (item, index): Taxed => ({
        kind: "allowance",
        pointer: `/allowances/${index}`,
        category: item.vat_category,
        rate: item.vat_rate,
        amount: -amountOf(item.amount),
      }),
    ),
    ...(invoice.charges ?? []).map(
      (item, index): Taxed => ({
        kind: "charge",
        pointer: `/charges/${index}`,
        category: item.vat_category,
        rate: item.vat_rate,
        amount: amountOf(item.amount),
      }),
    ),
    ...(invoice.logistics_charges ?? []).map(
      (item, index): Taxed => ({
        kind: "logistics",
        pointer: `/logistics_charges/${index}`,
        category: item.vat_category,
        rate: item.vat_rate,
        amount: amountOf(item.amount),
      }),
    ),
  ];
}

/** What is taxed is in the breakdown, and the other way round. */
function checkPresence(
  { sets, report }: RuleContext,
  { prefix, name, rate }: Category,
  items: readonly Taxed[],
  stated: readonly VatBreakdown[],
): void {
  const rule = sets.level === "extended" ? `BR-FXEXT-${prefix}-01` : `BR-${prefix}-01`;
  const missing = `BG-23 VAT breakdown has nothing for ${name}, which lines, allowances or charges have.`;
  if (rate === "taxed" && sets.syntax === "cii" && sets.cen) {
    // this is all that the rule sees: one item and no breakdown
    const alone = (kinds: readonly Taxed["kind"][]) =>
      stated.length + items.filter(({ kind }) => kinds.includes(kind)).length === 1 && stated.length === 0;
    if (alone(["line"]) || alone(["allowance", "charge"])) report(rule, "BG-23", "/vat_breakdown", missing);
    return;
  }
  if (prefix === "O" && sets.syntax === "cii" && sets.cen && stated.length === 0) return;
  if (items.length > 0 && stated.length === 0) report(rule, "BG-23", "/vat_breakdown", missing);
  // one that nothing calls for shows in its taxable amount in UBL
  const isUnseen = sets.syntax === "ubl" && rate !== "taxed";
  if (items.length === 0 && stated.length > 0 && !isUnseen) {
    const message = `BG-23 VAT breakdown names ${name}, which no line, allowance or charge has.`;
    report(rule, "BG-23", "/vat_breakdown", message);
  }
  if (rate !== "taxed" && stated.length > 1 && sets.level !== "extended") {
    report(rule, "BG-23", "/vat_breakdown", `BG-23 VAT breakdown has ${name} more than once.`);
  }
}

function checkNumbers(
  { invoice, report }: RuleContext,
  { prefix, name, numbers }: Category,
  items: readonly Taxed[],
): void {
  const { seller, buyer, tax_representative: agent } = invoice;
  const vatOfSeller = seller?.vat_id ?? agent?.vat_id;
  for (const suffix of new Set(items.map(({ kind }) => RULES_OF_KIND[kind].numbers))) {
    const rule = `BR-${prefix}-${suffix}`;
    if (numbers === "no VAT") {
      if (!vatOfSeller && !buyer?.vat_id) continue;
      const pointer = vatOfSeller ? "/seller/vat_id" : "/buyer/vat_id";
      const message = `${name}: seller, tax representative and buyer have no VAT identifier in the invoice; give the seller's BT-29 identifier, BT-30 legal registration or BT-32 tax registration instead.`;
      report(rule, vatOfSeller ? "BT-31" : "BT-48", pointer, message);
      continue;
    }
    const needsVat = numbers === "seller's VAT" || numbers === "both VAT";
    if (!vatOfSeller && (needsVat || !seller?.tax_number)) {
      const choice = needsVat ? "" : ", or BT-32 Seller tax registration identifier,";
      const message = `BT-31 Seller VAT identifier${choice} is missing: ${name} needs it.`;
      report(rule, "BT-31", "/seller/vat_id", message);
    }
    const needsBuyer = numbers === "both" || numbers === "both VAT";
    if (needsBuyer && !buyer?.vat_id && (numbers === "both VAT" || !buyer?.legal_id)) {
      report(rule, "BT-48", "/buyer/vat_id", `BT-48 Buyer VAT identifier is missing: ${name} needs it.`);
    }
  }
}

function checkRate({ sets, report }: RuleContext, { prefix, name, rate }: Category, item: Taxed): void {
  const { rate: suffix, term, name: rateName } = RULES_OF_KIND[item.kind];
  const value = parseDecimal(item.rate);
  const isLine = item.kind === "line";
  const pointer = `${item.pointer}/vat_rate`;
  const fail = (message: string) => report(`BR-${prefix}-${suffix}`, term, pointer, `${term} ${rateName}: ${message}`);
  if (rate === "none") {
    if (item.rate !== undefined && item.kind !== "logistics") fail(`${name} has no rate.`);
  } else if (rate === "zero") {
    if (value !== 0n) fail(`${name} has the rate 0, not ${item.rate ?? "none"}.`);
  } else {
    // the rules for the Canary Islands, Ceuta and Melilla allow 0 in UBL
    const allowsZero = prefix !== "S" && sets.syntax === "ubl";
    if (value === undefined || value < 0n || (value === 0n && !allowsZero)) {
      const other = isLine ? "give vat_rate, or another vat_category" : "give vat_rate, or another vat_category of it";
      fail(`${name} has a rate above 0: ${other}.`);
    }
  }
}

function checkBreakdown(context: RuleContext, each: VatBreakdown, at: string, items: readonly Taxed[]): void {
  const { sets, report } = context;
  checkPresent(context, each.category, ["BR-47", "BT-118", `${at}/category`], "VAT category code");
  checkPresent(context, each.base, ["BR-45", "BT-116", `${at}/base`], "VAT category taxable amount");
  checkPresent(context, each.amount, ["BR-46", "BT-117", `${at}/amount`], "VAT category tax amount");
  if (each.category !== "O") checkPresent(context, each.rate, ["BR-48", "BT-119", `${at}/rate`], "VAT category rate");
  const base = { given: each.base, term: "BT-116", pointer: `${at}/base`, name: "VAT category taxable amount" };
  const tax = { given: each.amount, term: "BT-117", pointer: `${at}/amount`, name: "VAT category tax amount" };
  checkDecimals(context, base, "BR-DEC-19");
  checkDecimals(context, tax, "BR-DEC-20");
  checkTax(context, each, at);
  const category = CATEGORIES[each.category ?? ""];
  if (!category) return;
  const { prefix, name, rate, reason } = category;
  if (reason && !each.exemption_reason && !each.exemption_code) {
    const message = `BT-120 VAT exemption reason is missing: ${name} needs one, or its code (BT-121).`;
    report(`BR-${prefix}-10`, "BT-120", `${at}/exemption_reason`, message);
  }
  if (!reason && sets.level !== "extended" && (each.exemption_reason || each.exemption_code)) {
    report(`BR-${prefix}-10`, "BT-120", `${at}/exemption_reason`, `BT-120 VAT exemption reason: ${name} has none.`);
  }
  if (rate !== "taxed" && parseDecimal(each.amount) !== undefined && amountOf(each.amount) !== 0n) {
    report(
      `BR-${prefix}-09`,
      "BT-117",
      `${at}/amount`,
      `BT-117 VAT category tax amount is ${each.amount}: ${name} has none.`,
    );
  }
  if (each.category === "K") checkIntraCommunity(context);
  if (!atLeast(sets.level, "basic")) return;
  const own = items.filter(
    (item) =>
      item.category === each.category &&
      // O is one category, whatever it says of its rate
      (rate !== "taxed" && sets.level !== "extended" ? true : sameRate(item.rate, each.rate)),
  );
  const worked = toCents(own.reduce((sum, { amount }) => sum + amount, 0n));
  if (sets.level === "extended") {
    checkAmount(context, base, worked, `BR-FXEXT-${prefix === "S" ? "S08b" : `${prefix}-08b`}`, {
      upTo: CENT * BigInt(own.length),
    });
  } else if (rate !== "taxed" || each.rate !== undefined) {
    checkAmount(context, base, worked, `BR-${prefix}-08`, baseSlack(category, sets.syntax));
  }
}

const sameRate = (left: string | undefined, right: string | undefined) =>
  parseDecimal(left) === parseDecimal(right) || (amountOf(left) === 0n && amountOf(right) === 0n);

/** The published rules forgive less than one unit, but not for the same categories in both syntaxes. */
function baseSlack({ rate }: Category, syntax: "cii" | "ubl"): Slack {
  const forgives = syntax === "ubl" ? rate === "taxed" : rate === "zero";
  return forgives ? { below: ONE_UNIT } : {};
}

/** BR-CO-17, and S-09 with its like in the categories that are taxed. */
function checkTax(context: RuleContext, each: VatBreakdown, at: string): void {
  const { sets, report } = context;
  const amount = parseDecimal(each.amount);
  const base = parseDecimal(each.base);
  const rate = parseDecimal(each.rate);
  if (amount === undefined) return;
  const worked = base === undefined || rate === undefined ? 0n : vatOf(base, rate);
  const message = `BT-117 VAT category tax amount is ${each.amount}, which is not BT-116 by BT-119, its base by its rate.`;
  const absolute = (value: Decimal) => (value < 0n ? -value : value);
  const apart = distance(absolute(amount), absolute(worked));
  const rounded = (value: Decimal) => (absolute(value) * 2n >= ONE_UNIT ? 1n : 0n);
  const isFar = sets.syntax === "ubl" ? apart >= ONE_UNIT : apart > ONE_UNIT;
  const fail = (rule: string) => report(rule, "BT-117", `${at}/amount`, message);
  if (sets.level === "extended") {
    if (each.category === "S" && apart > CENT * BigInt(itemsAtRate(context, each))) fail("BR-FXEXT-S-09b");
    return;
  }
  if (rate === undefined || rounded(rate) === 0n ? rounded(amount) !== 0n : isFar) fail("BR-CO-17");
  if (rate !== undefined && base !== undefined && apart >= ONE_UNIT) {
    if (each.category === "S") fail("BR-S-09");
    if (sets.syntax === "ubl" && each.category === "L") fail("BR-AF-09");
    if (sets.syntax === "ubl" && each.category === "M") fail("BR-AG-09");
  }
}

function itemsAtRate(context: RuleContext, each: VatBreakdown): number {
  return taxedItems(context).filter((item) => item.category === each.category && sameRate(item.rate, each.rate)).length;
}

const vatOf = (base: Decimal, rate: Decimal) => toCents(divide(multiply(base, rate), HUNDRED));

function checkIntraCommunity({ invoice, report }: RuleContext): void {
  const { delivery_date: date, period, deliver_to: place } = invoice;
  if (!date && !period?.from && !period?.to) {
    const message =
      "BT-72 Actual delivery date is missing: an intra-community supply needs it, or BG-14 Invoicing period.";
    report("BR-IC-11", "BT-72", "/delivery_date", message);
  }
  if (!place?.address?.country) {
    const message = "BT-80 Deliver to country code is missing: an intra-community supply needs it.";
    report("BR-IC-12", "BT-80", "/deliver_to/address/country", message);
  }
}

/** When VAT is due is said once, by a date or by a code. */
function checkDates({ invoice, sets, report }: RuleContext): void {
  const breakdown = invoice.vat_breakdown ?? [];
  const dated = breakdown.findIndex(({ tax_point_date: date }) => date);
  const coded = breakdown.filter(({ due_date_code: code }) => code);
  const together = sets.cen
    ? dated >= 0 && coded.length > 0
    : breakdown.some(({ tax_point_date: date, due_date_code: code }) => date && code);
  if (together) {
    const message = "BT-7 Value added tax point date and BT-8 its code are both given; only one may be.";
    report("BR-CO-03", "BT-7", `/vat_breakdown/${Math.max(0, dated)}/tax_point_date`, message);
  }
  if (sets.syntax !== "cii" || !sets.cen) return;
  if (breakdown.filter(({ tax_point_date: date }) => date).length > 1) {
    const message = "BT-7 Value added tax point date is given at more than one rate; an invoice has one.";
    report("CII-SR-461", "BT-7", `/vat_breakdown/${dated}/tax_point_date`, message);
  }
  if (new Set(coded.map(({ due_date_code: code }) => code)).size > 1) {
    const message = "BT-8 Value added tax point date code differs between rates; an invoice has one.";
    report("CII-SR-462", "BT-8", "/vat_breakdown/0/due_date_code", message);
  }
}

/** Nothing else stands beside "not subject to VAT". */
function checkAlone({ invoice, sets, report }: RuleContext, items: readonly Taxed[]): void {
  if (!sets.cen) return;
  const breakdown = invoice.vat_breakdown ?? [];
  if (!breakdown.some(({ category }) => category === "O")) return;
  const other = (category: string | undefined) => category !== undefined && category !== "O";
  const alone = "Not subject to VAT (O) stands alone: an invoice has no other VAT category beside it";
  const inBreakdown = breakdown.some(({ category }) => other(category));
  const ofKind = (kind: Taxed["kind"]) => items.some((item) => item.kind === kind && other(item.category));
  const isCii = sets.syntax === "cii";
  const anyTax = isCii && (inBreakdown || ofKind("line"));
  const anyCategory = isCii && (ofKind("allowance") || ofKind("charge"));
  if (inBreakdown || anyTax) report("BR-O-11", "BG-23", "/vat_breakdown", `${alone} in the breakdown.`);
  if (ofKind("line") || anyTax) report("BR-O-12", "BT-151", "/lines", `${alone} in its lines.`);
  if (ofKind("allowance") || anyCategory) report("BR-O-13", "BT-95", "/allowances", `${alone} in its allowances.`);
  if (ofKind("charge") || anyCategory) report("BR-O-14", "BT-102", "/charges", `${alone} in its charges.`);
}

/** Split payment is Italian, and instead of the standard rate. */
function checkSplitPayment({ invoice, sets, report }: RuleContext, items: readonly Taxed[]): void {
  if (!atLeast(sets.level, "basic")) return;
  const categories = [...items, ...(invoice.vat_breakdown ?? [])].map(({ category }) => category);
  if (!categories.includes("B")) return;
  const parties = [invoice.seller, invoice.buyer, invoice.deliver_to, invoice.tax_representative];
  if (parties.some((party) => party?.address?.country !== undefined && party.address.country !== "IT")) {
    report("BR-B-01", "BT-151", "/vat_breakdown", "Split payment (B) is only for invoices within Italy.");
  }
  if (categories.includes("S")) {
    report(
      "BR-B-02",
      "BT-151",
      "/vat_breakdown",
      "Split payment (B) and the standard rate (S) are not in one invoice.",
    );
  }
}
