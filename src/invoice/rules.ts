import { amountOf, countsLine, netOf, sumsOf, taxableAmounts, taxKey, vatOn } from "./calculate.ts";
import {
  ATTACHED_MEDIA_TYPES,
  COUNTRIES,
  CREDIT_TRANSFERS,
  CURRENCIES,
  DIRECT_DEBITS,
  PAYMENT_MEANS,
  SCHEME_SHAPE,
  TYPE_CODES,
  UNIT_SHAPE,
  VAT_CATEGORIES,
} from "./code-lists.ts";
import { type Decimal, parseDecimal, writeDecimal } from "./decimal.ts";
import type { Invoice, InvoiceAllowance, InvoiceParty } from "./invoice-schema.ts";
import { hasLevel, type InvoiceProfile } from "./profiles.ts";

/** A rule of EN 16931-1 (BR-...) or of XRechnung (BR-DE-...) that an invoice breaks. */
export interface InvoiceProblem {
  rule: string;
  /** The business term, such as `BT-10`. */
  term: string;
  /** JSON pointer of the member. */
  pointer: string;
  message: string;
}

type Report = (rule: string, term: string, pointer: string, message: string) => void;

/** More are not listed: one mistake in a table is one in each of its lines. */
const MAX_PROBLEMS = 50;

/** What a complete invoice breaks of the rules that need no service; empty when nothing. */
export function checkRules(invoice: Invoice, profile: InvoiceProfile): InvoiceProblem[] {
  const problems: InvoiceProblem[] = [];
  const report: Report = (rule, term, pointer, message) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ rule, term, pointer, message });
  };
  checkHead(invoice, profile, report);
  checkParties(invoice, profile, report);
  checkCodes(invoice, report);
  if (hasLevel(profile, "basic-wl")) {
    checkOthers(invoice, report);
    checkPayment(invoice, report);
    checkAllowances(invoice, report);
    checkVat(invoice, profile, report);
  }
  if (hasLevel(profile, "basic")) checkLines(invoice, report);
  if (hasLevel(profile, "en16931")) checkReferences(invoice, report);
  if (!hasLevel(profile, "extended")) checkSumsOfExtended(invoice, report);
  checkTotals(invoice, profile, report);
  if (profile === "xrechnung") checkXRechnung(invoice, report);
  return problems;
}

function checkHead(invoice: Invoice, profile: InvoiceProfile, report: Report): void {
  const needed = (value: unknown, rule: string, term: string, pointer: string, name: string) => {
    if (value === undefined) report(rule, term, pointer, `${term} ${name} is missing.`);
  };
  needed(invoice.number, "BR-02", "BT-1", "/number", "Invoice number");
  needed(invoice.issue_date, "BR-03", "BT-2", "/issue_date", "Invoice issue date");
  needed(invoice.currency, "BR-05", "BT-5", "/currency", "Invoice currency code");
  for (const [index, each] of (invoice.preceding_invoices ?? []).entries()) {
    needed(each.number, "BR-55", "BT-25", `/preceding_invoices/${index}/number`, "Preceding invoice reference");
  }
  const { from, to } = invoice.period ?? {};
  if (from && to && to < from) {
    report("BR-29", "BT-74", "/period/to", "BT-74 Invoicing period end date is before its start date.");
  }
  if (hasLevel(profile, "basic") && !invoice.lines?.length) {
    report("BR-16", "BG-25", "/lines", "BG-25 Invoice line is missing: an invoice has at least one.");
  }
}

function checkParties(invoice: Invoice, profile: InvoiceProfile, report: Report): void {
  const parties = [
    {
      party: invoice.seller,
      at: "/seller",
      role: "Seller",
      name: "BT-27",
      country: "BT-40",
      rules: ["BR-06", "BR-09"],
    },
    { party: invoice.buyer, at: "/buyer", role: "Buyer", name: "BT-44", country: "BT-55", rules: ["BR-07", "BR-11"] },
  ] as const;
  for (const { party, at, role, name, country, rules } of parties) {
    if (!party?.name) report(rules[0], name, `${at}/name`, `${name} ${role} name is missing.`);
    const needsCountry = role === "Seller" || hasLevel(profile, "basic-wl");
    if (needsCountry && !party?.address?.country) {
      report(rules[1], country, `${at}/address/country`, `${country} ${role} country code is missing.`);
    }
    const term = role === "Seller" ? "BT-34" : "BT-49";
    if (party?.electronic_address && !party.electronic_address_scheme) {
      const rule = role === "Seller" ? "BR-62" : "BR-63";
      const pointer = `${at}/electronic_address_scheme`;
      report(rule, term, pointer, `${term} ${role} electronic address needs its scheme, such as EM for e-mail.`);
    }
  }
  const { seller } = invoice;
  if (seller && !seller.id && !seller.global_id && !seller.legal_id && !seller.vat_id && !seller.tax_number) {
    report(
      "BR-CO-26",
      "BT-31",
      "/seller/vat_id",
      "The seller needs an identifier: BT-31 VAT identifier, BT-30 legal registration or BT-29 identifier.",
    );
  }
  const vatIds = [
    ["BT-31", "/seller/vat_id", seller?.vat_id],
    ["BT-48", "/buyer/vat_id", invoice.buyer?.vat_id],
    ["BT-63", "/tax_representative/vat_id", invoice.tax_representative?.vat_id],
  ] as const;
  for (const [term, pointer, value] of vatIds) {
    const prefix = value?.slice(0, 2) ?? "";
    if (value !== undefined && prefix !== "EL" && !COUNTRIES.has(prefix)) {
      report("BR-CO-09", term, pointer, `${term} VAT identifier "${value}" does not begin with the code of a country.`);
    }
  }
}

/** Those besides seller and buyer. */
function checkOthers({ payee, tax_representative: agent, deliver_to: place }: Invoice, report: Report): void {
  const needed = (value: unknown, rule: string, term: string, pointer: string, name: string) => {
    if (!value) report(rule, term, pointer, `${term} ${name} is missing.`);
  };
  if (payee) needed(payee.name, "BR-17", "BT-59", "/payee/name", "Payee name");
  if (agent) {
    const at = "/tax_representative";
    needed(agent.name, "BR-18", "BT-62", `${at}/name`, "Seller tax representative name");
    needed(agent.vat_id, "BR-56", "BT-63", `${at}/vat_id`, "Seller tax representative VAT identifier");
    const country = agent.address?.country;
    needed(country, "BR-20", "BT-69", `${at}/address/country`, "Tax representative country code");
  }
  if (place?.address)
    needed(place.address.country, "BR-57", "BT-80", "/deliver_to/address/country", "Deliver to country code");
}

/** Identifiers with their schemes, and attached files. */
function checkReferences(invoice: Invoice, report: Report): void {
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    const at = `/lines/${index}`;
    if (line.standard_id && !line.standard_id_scheme) {
      const message = "BT-157 Item standard identifier needs its scheme, such as 0160 for a GTIN.";
      report("BR-64", "BT-157", `${at}/standard_id_scheme`, message);
    }
    for (const [place, { list }] of (line.classifications ?? []).entries()) {
      if (list) continue;
      const message = "BT-158 Item classification identifier needs its list, such as STI for UNSPSC.";
      report("BR-65", "BT-158", `${at}/classifications/${place}/list`, message);
    }
  }
  for (const [index, { content, media_type: mediaType, file_name: fileName }] of (
    invoice.supporting_documents ?? []
  ).entries()) {
    if (content === undefined) continue;
    const at = `/supporting_documents/${index}`;
    if (!fileName) report("BR-52", "BT-125", `${at}/file_name`, "BT-125 Attached document needs its file name.");
    if (!mediaType || !ATTACHED_MEDIA_TYPES.has(mediaType)) {
      const message = `BT-125 Attached document is of the media type "${mediaType ?? ""}"; PDF, PNG, JPEG, CSV, XML and sheets are allowed.`;
      report("BR-CL-24", "BT-125", `${at}/media_type`, message);
    }
  }
}

function checkCodes(invoice: Invoice, report: Report): void {
  const listed = (
    value: string | undefined,
    list: ReadonlySet<string>,
    rule: string,
    term: string,
    pointer: string,
    name: string,
  ) => {
    if (value !== undefined && !list.has(value)) {
      report(rule, term, pointer, `${term} ${name} "${value}" is not in its code list.`);
    }
  };
  listed(invoice.type_code, TYPE_CODES, "BR-CL-01", "BT-3", "/type_code", "Invoice type code");
  listed(invoice.currency, CURRENCIES, "BR-CL-04", "BT-5", "/currency", "Invoice currency code");
  listed(invoice.tax_currency, CURRENCIES, "BR-CL-05", "BT-6", "/tax_currency", "VAT accounting currency code");
  const countries = [
    ["BT-40", "/seller/address/country", invoice.seller?.address?.country],
    ["BT-55", "/buyer/address/country", invoice.buyer?.address?.country],
    ["BT-80", "/deliver_to/address/country", invoice.deliver_to?.address?.country],
    ["BT-69", "/tax_representative/address/country", invoice.tax_representative?.address?.country],
  ] as const;
  for (const [term, pointer, value] of countries) listed(value, COUNTRIES, "BR-CL-14", term, pointer, "Country code");
  for (const [index, { code }] of (invoice.payment_means ?? []).entries()) {
    const pointer = `/payment_means/${index}/code`;
    listed(code, PAYMENT_MEANS, "BR-CL-16", "BT-81", pointer, "Payment means type code");
  }
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    const at = `/lines/${index}`;
    listed(
      line.vat_category,
      VAT_CATEGORIES,
      "BR-CL-18",
      "BT-151",
      `${at}/vat_category`,
      "Invoiced item VAT category code",
    );
    if (line.unit !== undefined && !UNIT_SHAPE.test(line.unit)) {
      const message = `BT-130 Unit "${line.unit}" is not a code of UN/ECE Recommendation 20, such as C62, HUR or KGM.`;
      report("BR-CL-23", "BT-130", `${at}/unit`, message);
    }
  }
  for (const [at, party] of [
    ["/seller", invoice.seller],
    ["/buyer", invoice.buyer],
  ] as const) {
    const scheme = party?.electronic_address_scheme;
    if (scheme !== undefined && !SCHEME_SHAPE.test(scheme)) {
      const term = at === "/seller" ? "BT-34" : "BT-49";
      const message = `${term} Electronic address scheme "${scheme}" is not in its code list.`;
      report("BR-CL-25", term, `${at}/electronic_address_scheme`, message);
    }
  }
}

function checkPayment(invoice: Invoice, report: Report): void {
  const due = amountOf(invoice.totals?.due);
  if (due > 0n && !invoice.due_date && !invoice.payment_terms) {
    const message = "An amount is due: BT-9 Payment due date or BT-20 Payment terms is needed.";
    report("BR-CO-25", "BT-9", "/due_date", message);
  }
  for (const [index, means] of (invoice.payment_means ?? []).entries()) {
    const at = `/payment_means/${index}`;
    if (!means.code) report("BR-49", "BT-81", `${at}/code`, "BT-81 Payment means type code is missing.");
    else if (CREDIT_TRANSFERS.has(means.code) && !means.iban && !means.account_id) {
      report(
        "BR-61",
        "BT-84",
        `${at}/iban`,
        "BT-84 Payment account identifier is missing: a credit transfer needs one.",
      );
    } else if (DIRECT_DEBITS.has(means.code) && !invoice.mandate_id) {
      report(
        "PEPPOL-EN16931-R061",
        "BT-89",
        "/mandate_id",
        "BT-89 Mandate reference identifier is missing: a direct debit needs one.",
      );
    }
  }
}

function checkAllowances(invoice: Invoice, report: Report): void {
  const check = (items: readonly InvoiceAllowance[] | undefined, kind: "allowances" | "charges", at: string) => {
    const isCharge = kind === "charges";
    const ofLine = at !== "";
    const term = ofLine ? (isCharge ? "BT-144" : "BT-139") : isCharge ? "BT-104" : "BT-97";
    const rule = ofLine ? (isCharge ? "BR-44" : "BR-42") : isCharge ? "BR-38" : "BR-33";
    for (const [index, item] of (items ?? []).entries()) {
      if (!item.reason && !item.reason_code) {
        const name = isCharge ? "Charge" : "Allowance";
        report(rule, term, `${at}/${kind}/${index}/reason`, `${term} ${name} reason is missing.`);
      }
    }
  };
  check(invoice.allowances, "allowances", "");
  check(invoice.charges, "charges", "");
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    check(line.allowances, "allowances", `/lines/${index}`);
    check(line.charges, "charges", `/lines/${index}`);
  }
}

/** Two cents, as Peppol's rule allows. */
const LINE_SLACK = parseDecimal("0.02") ?? 0n;

function checkLines(invoice: Invoice, report: Report): void {
  const ids = new Set<string>();
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    const at = `/lines/${index}`;
    if (!line.name) report("BR-25", "BT-153", `${at}/name`, `BT-153 Item name is missing in line ${index + 1}.`);
    if (!line.id)
      report("BR-21", "BT-126", `${at}/id`, `BT-126 Invoice line identifier is missing in line ${index + 1}.`);
    if (!line.unit) {
      report(
        "BR-23",
        "BT-130",
        `${at}/unit`,
        `BT-130 Invoiced quantity unit of measure is missing in line ${index + 1}.`,
      );
    }
    if (!line.net_amount) {
      report("BR-24", "BT-131", `${at}/net_amount`, `BT-131 Invoice line net amount is missing in line ${index + 1}.`);
    }
    if (!line.vat_category) {
      const message = `BT-151 Invoiced item VAT category code is missing in line ${index + 1}.`;
      report("BR-CO-04", "BT-151", `${at}/vat_category`, message);
    }
    if (amountOf(line.net_price) < 0n) {
      report(
        "BR-27",
        "BT-146",
        `${at}/net_price`,
        `BT-146 Item net price is negative in line ${index + 1}; make the quantity negative instead.`,
      );
    }
    if (amountOf(line.gross_price) < 0n) {
      report("BR-28", "BT-148", `${at}/gross_price`, `BT-148 Item gross price is negative in line ${index + 1}.`);
    }
    if (parseDecimal(line.price_quantity) === 0n) {
      report("BR-26", "BT-149", `${at}/price_quantity`, `BT-149 Item price base quantity is 0 in line ${index + 1}.`);
    }
    const { from, to } = line.period ?? {};
    if (from && to && to < from) {
      report(
        "BR-30",
        "BT-135",
        `${at}/period/to`,
        `BT-135 Invoice line period of line ${index + 1} ends before it begins.`,
      );
    }
    const net = {
      given: line.net_amount,
      term: "BT-131",
      pointer: `${at}/net_amount`,
      name: "Invoice line net amount",
    };
    const worked = netOf(line);
    const apart = amountOf(line.net_amount) - worked;
    // programs round prices, allowances and charges at different steps
    if (line.net_amount !== undefined && (apart > LINE_SLACK || apart < -LINE_SLACK)) {
      const ofLine = { ...net, name: `${net.name} of line ${index + 1}` };
      checkAmount(ofLine, worked, "PEPPOL-EN16931-R120", report);
    }
    checkDecimals(net, "BR-DEC-23", report);
    if (line.id !== undefined && ids.has(line.id)) {
      report("BR-21", "BT-126", `${at}/id`, `BT-126 Invoice line identifier "${line.id}" appears twice.`);
    }
    if (line.id !== undefined) ids.add(line.id);
  }
}

/** Rules of each VAT category (EN 16931-1, 6.4.3). */
const CATEGORY_RULES: Readonly<
  Record<string, { rule: string; name: string; needsReason: boolean; needsBuyer: boolean }>
> = {
  S: { rule: "BR-S", name: "Standard rate", needsReason: false, needsBuyer: false },
  Z: { rule: "BR-Z", name: "Zero rated", needsReason: false, needsBuyer: false },
  E: { rule: "BR-E", name: "Exempt from VAT", needsReason: true, needsBuyer: false },
  AE: { rule: "BR-AE", name: "Reverse charge", needsReason: true, needsBuyer: true },
  K: { rule: "BR-IC", name: "Intra-community supply", needsReason: true, needsBuyer: true },
  G: { rule: "BR-G", name: "Export outside the EU", needsReason: true, needsBuyer: false },
  O: { rule: "BR-O", name: "Not subject to VAT", needsReason: true, needsBuyer: false },
  L: { rule: "BR-AF", name: "IGIC", needsReason: false, needsBuyer: false },
  M: { rule: "BR-AG", name: "IPSI", needsReason: false, needsBuyer: false },
};

function checkVat(invoice: Invoice, profile: InvoiceProfile, report: Report): void {
  const breakdown = invoice.vat_breakdown ?? [];
  if (breakdown.length === 0) {
    report("BR-CO-18", "BG-23", "/vat_breakdown", "BG-23 VAT breakdown is missing: an invoice has at least one.");
  }
  const taxable = hasLevel(profile, "basic") ? taxableAmounts(invoice) : undefined;
  for (const [index, each] of breakdown.entries()) {
    const at = `/vat_breakdown/${index}`;
    const facts = CATEGORY_RULES[each.category];
    if (!facts) {
      report(
        "BR-CL-17",
        "BT-118",
        `${at}/category`,
        `BT-118 VAT category code "${each.category}" is not in its code list.`,
      );
      continue;
    }
    if (each.base === undefined) {
      report("BR-45", "BT-116", `${at}/base`, "BT-116 VAT category taxable amount is missing.");
    }
    if (each.amount === undefined) {
      report("BR-46", "BT-117", `${at}/amount`, "BT-117 VAT category tax amount is missing.");
    }
    if (each.tax_point_date && each.due_date_code) {
      const message = "BT-7 Value added tax point date and BT-8 its code are both given; only one may be.";
      report("BR-CO-03", "BT-7", `${at}/tax_point_date`, message);
    }
    const { rule, name } = facts;
    const taxes = each.category === "S" || each.category === "L" || each.category === "M";
    const rate = amountOf(each.rate);
    if (each.category === "S" && rate <= 0n) {
      report(
        `${rule}-05`,
        "BT-152",
        `${at}/rate`,
        `${name} (S) has a VAT rate above 0: give vat_rate, or another vat_category.`,
      );
    }
    if (!taxes && rate !== 0n) {
      report(`${rule}-05`, "BT-152", `${at}/rate`, `${name} (${each.category}) has the VAT rate 0, not ${each.rate}.`);
    }
    if (facts.needsReason && !each.exemption_reason && !each.exemption_code) {
      const message = `BT-120 VAT exemption reason is missing: ${name} (${each.category}) needs one, or its code (BT-121).`;
      report(`${rule}-10`, "BT-120", `${at}/exemption_reason`, message);
    }
    if (!facts.needsReason && (each.exemption_reason || each.exemption_code)) {
      report(
        `${rule}-10`,
        "BT-120",
        `${at}/exemption_reason`,
        `BT-120 VAT exemption reason: ${name} (${each.category}) has none.`,
      );
    }
    checkTaxNumbers(invoice, each.category, facts, report);
    const statedBase = {
      given: each.base,
      term: "BT-116",
      pointer: `${at}/base`,
      name: "VAT category taxable amount",
    };
    const statedTax = { given: each.amount, term: "BT-117", pointer: `${at}/amount`, name: "VAT category tax amount" };
    const base = taxable?.get(taxKey(each.category, each.category === "O" ? undefined : (each.rate ?? "0")))?.base;
    if (taxable && base === undefined) {
      const message = `BG-23 VAT breakdown names ${each.category} at ${each.rate ?? "no rate"}, which no line, allowance or charge has.`;
      report("BR-CO-18", "BG-23", at, message);
    } else if (base !== undefined) {
      checkAmount(statedBase, base, `${rule}-08`, report);
    }
    checkAmount(statedTax, vatOn(amountOf(each.base), each.rate), "BR-CO-17", report);
    checkDecimals(statedBase, "BR-DEC-19", report);
    checkDecimals(statedTax, "BR-DEC-20", report);
  }
  const outside = breakdown.some(({ category }) => category === "O");
  if (outside && breakdown.length > 1) {
    report(
      "BR-O-11",
      "BG-23",
      "/vat_breakdown",
      "Not subject to VAT (O) stands alone: an invoice has no other category beside it.",
    );
  }
}

function checkTaxNumbers(
  invoice: Invoice,
  category: string,
  { rule, name, needsBuyer }: { rule: string; name: string; needsBuyer: boolean },
  report: Report,
): void {
  const { seller, buyer, tax_representative: representative } = invoice;
  if (category === "O") {
    if (seller?.vat_id || buyer?.vat_id) {
      report(
        "BR-O-02",
        "BT-31",
        "/seller/vat_id",
        "Not subject to VAT (O): seller and buyer have no VAT identifier in the invoice.",
      );
    }
    return;
  }
  const onlyVatId = category === "G" || category === "K";
  if (!seller?.vat_id && !representative?.vat_id && (onlyVatId || !seller?.tax_number)) {
    const choice = onlyVatId ? "" : ", or BT-32 Seller tax registration identifier,";
    report(
      `${rule}-02`,
      "BT-31",
      "/seller/vat_id",
      `BT-31 Seller VAT identifier${choice} is missing: ${name} (${category}) needs it.`,
    );
  }
  if (needsBuyer && !buyer?.vat_id && (category === "K" || !buyer?.legal_id)) {
    report(
      `${rule}-02`,
      "BT-48",
      "/buyer/vat_id",
      `BT-48 Buyer VAT identifier is missing: ${name} (${category}) needs it.`,
    );
  }
  if (category !== "K") return;
  if (!invoice.delivery_date && !invoice.period) {
    report(
      "BR-IC-11",
      "BT-72",
      "/delivery_date",
      "BT-72 Actual delivery date is missing: an intra-community supply needs it, or BG-14 Invoicing period.",
    );
  }
  if (!invoice.deliver_to?.address?.country) {
    report(
      "BR-IC-12",
      "BT-80",
      "/deliver_to/address/country",
      "BT-80 Deliver to country code is missing: an intra-community supply needs it.",
    );
  }
}

/** What would be left out in a poorer profile, though the sums depend on it. */
function checkSumsOfExtended(invoice: Invoice, report: Report): void {
  if (invoice.logistics_charges?.length) {
    const message = "BG-X-42 Logistics service charge: only EXTENDED has it; the others have charges.";
    report("FX-SCH", "BG-X-42", "/logistics_charges", message);
  }
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    if (countsLine(line)) continue;
    const message = `BT-X-8 Line status reason "${line.status_reason}" of line ${index + 1}: only EXTENDED has lines that are not in any sum.`;
    report("FX-SCH", "BT-X-8", `/lines/${index}/status_reason`, message);
  }
}

const NEEDED_TOTALS = [
  ["lines", "BR-12", "BT-106", "Sum of invoice line net amounts", "basic"],
  ["net", "BR-13", "BT-109", "Invoice total amount without VAT", "minimum"],
  ["gross", "BR-14", "BT-112", "Invoice total amount with VAT", "minimum"],
  ["due", "BR-15", "BT-115", "Amount due for payment", "minimum"],
] as const;

function checkTotals(invoice: Invoice, profile: InvoiceProfile, report: Report): void {
  const totals = invoice.totals ?? {};
  for (const [member, rule, term, name, from] of NEEDED_TOTALS) {
    if (totals[member] === undefined && hasLevel(profile, from))
      report(rule, term, `/totals/${member}`, `${term} ${name} is missing.`);
  }
  if (hasLevel(profile, "basic-wl") && invoice.tax_currency && totals.vat_in_tax_currency === undefined) {
    const message = `BT-111 Invoice total VAT amount in ${invoice.tax_currency} is missing: BT-6 VAT accounting currency needs it.`;
    report("BR-53", "BT-111", "/totals/vat_in_tax_currency", message);
  }
  const sums = sumsOf(invoice);
  const all = [
    ["lines", sums.lines, "BR-CO-10", "BT-106", "Sum of invoice line net amounts", "basic"],
    ["allowances", sums.allowances, "BR-CO-11", "BT-107", "Sum of allowances on document level", "basic-wl"],
    ["charges", sums.charges, "BR-CO-12", "BT-108", "Sum of charges on document level", "basic-wl"],
    ["net", sums.net, "BR-CO-13", "BT-109", "Invoice total amount without VAT", "basic-wl"],
    ["vat", sums.vat, "BR-CO-14", "BT-110", "Invoice total VAT amount", "basic-wl"],
    ["gross", sums.gross, "BR-CO-15", "BT-112", "Invoice total amount with VAT", "minimum"],
    ["due", sums.due, "BR-CO-16", "BT-115", "Amount due for payment", "basic-wl"],
  ] as const;
  for (const [member, worked, rule, term, name, from] of all) {
    const total = { given: totals[member], term, pointer: `/totals/${member}`, name };
    checkDecimals(total, "BR-DEC-14", report);
    if (hasLevel(profile, from)) checkAmount(total, worked, rule, report);
  }
}

/** What XRechnung asks for beyond EN 16931 (version 3.0, chapter 3.4). */
function checkXRechnung(invoice: Invoice, report: Report): void {
  const needed = (value: unknown, rule: string, term: string, pointer: string, name: string) => {
    if (!value) report(rule, term, pointer, `${term} ${name} is missing; XRechnung needs it.`);
  };
  const { seller, buyer } = invoice;
  needed(invoice.payment_means?.length, "BR-DE-1", "BG-16", "/payment_means", "Payment instructions");
  needed(seller?.contact, "BR-DE-2", "BG-6", "/seller/contact", "Seller contact");
  needed(seller?.address?.city, "BR-DE-3", "BT-37", "/seller/address/city", "Seller city");
  needed(seller?.address?.post_code, "BR-DE-4", "BT-38", "/seller/address/post_code", "Seller post code");
  if (seller?.contact) {
    needed(
      seller.contact.name ?? seller.contact.department,
      "BR-DE-5",
      "BT-41",
      "/seller/contact/name",
      "Seller contact point",
    );
    needed(seller.contact.phone, "BR-DE-6", "BT-42", "/seller/contact/phone", "Seller contact telephone number");
    needed(seller.contact.email, "BR-DE-7", "BT-43", "/seller/contact/email", "Seller contact email address");
  }
  needed(buyer?.address?.city, "BR-DE-8", "BT-52", "/buyer/address/city", "Buyer city");
  needed(buyer?.address?.post_code, "BR-DE-9", "BT-53", "/buyer/address/post_code", "Buyer post code");
  needed(invoice.buyer_reference, "BR-DE-15", "BT-10", "/buyer_reference", "Buyer reference");
  needed(electronic(seller), "PEPPOL-EN16931-R020", "BT-34", "/seller/electronic_address", "Seller electronic address");
  needed(electronic(buyer), "PEPPOL-EN16931-R010", "BT-49", "/buyer/electronic_address", "Buyer electronic address");
  const allowed = ["326", "380", "384", "389", "381", "875", "876", "877"];
  if (invoice.type_code && !allowed.includes(invoice.type_code)) {
    report("BR-DE-17", "BT-3", "/type_code", `BT-3 Invoice type code "${invoice.type_code}" is not used in XRechnung.`);
  }
  const { phone, email } = seller?.contact ?? {};
  if (phone && (phone.match(/\d/g)?.length ?? 0) < 3) {
    report(
      "BR-DE-27",
      "BT-42",
      "/seller/contact/phone",
      "BT-42 Seller contact telephone number has at least three digits.",
    );
  }
  if (email && !/^[^@\s.](?:[^@\s]*[^@\s.])?@[^@\s]{2,}\.[^@\s]{2,}$/.test(email)) {
    report(
      "BR-DE-28",
      "BT-43",
      "/seller/contact/email",
      "BT-43 Seller contact email address is not an e-mail address.",
    );
  }
}

const electronic = (party: InvoiceParty | undefined) => party?.electronic_address;

/** An amount as the invoice states it, and what to call it. */
interface StatedAmount {
  given: string | undefined;
  term: string;
  pointer: string;
  name: string;
}

function checkAmount(
  { given, term, pointer, name }: StatedAmount,
  worked: Decimal,
  rule: string,
  report: Report,
): void {
  const value = parseDecimal(given);
  if (value === undefined || value === worked) return;
  report(rule, term, pointer, `${term} ${name} is ${given}, but the others make ${writeDecimal(worked)}.`);
}

function checkDecimals({ given, term, pointer, name }: StatedAmount, rule: string, report: Report): void {
  if (given !== undefined && /\.\d{2}\d*[1-9]/.test(given)) {
    report(rule, term, pointer, `${term} ${name} is ${given}; amounts have at most two decimal places.`);
  }
}
