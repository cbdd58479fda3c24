import { amountOf } from "../calculate.ts";
import { ADDRESS_SCHEMES } from "../codes/code-lists.ts";
import { divide, multiply, parseDecimal } from "../decimal.ts";
import type { InvoiceAllowance, InvoiceParty } from "../invoice-schema.ts";
import { PEPPOL_GUIDELINE } from "../profiles.ts";
import {
  isAustralian,
  isBelgian,
  isDanish,
  isGln,
  isItalianOffice,
  isItalianTaxCode,
  isItalianVat,
  isNorwegian,
  isSwedish,
} from "./identifier-checks.ts";
import { checkPresent, distance, type RuleContext, roundingSlack } from "./rule-context.ts";
import { attributeAt, elementsAt, everyElement, textAt } from "./xml-paths.ts";

/** The rules of Peppol BIS Billing 3.0 that XRechnung has taken over. */
export function checkSharedPeppol(context: RuleContext): void {
  const { invoice, sets, report } = context;
  checkPresent(context, invoice.process, ["PEPPOL-EN16931-R001", "BT-23", "/process"], "Business process type");
  checkEmptyElements(context);
  const address = "electronic address";
  const { seller, buyer } = invoice;
  if (seller) {
    const at = "/seller/electronic_address";
    checkPresent(context, seller.electronic_address, ["PEPPOL-EN16931-R020", "BT-34", at], `Seller ${address}`);
  }
  if (buyer) {
    const at = "/buyer/electronic_address";
    checkPresent(context, buyer.electronic_address, ["PEPPOL-EN16931-R010", "BT-49", at], `Buyer ${address}`);
  }
  if (invoice.tax_currency !== undefined && invoice.tax_currency === invoice.currency) {
    const message = `BT-6 VAT accounting currency is ${invoice.tax_currency}, as BT-5, the invoice's; it is only for another one.`;
    report("PEPPOL-EN16931-R005", "BT-6", "/tax_currency", message);
  }
  checkTaxTotals(context);
  checkAllowances(context);
  checkPrices(context);
  checkPeriods(context);
  const isDebit = invoice.payment_means?.findIndex(({ code }) => code === "49" || code === "59") ?? -1;
  if (isDebit >= 0 && invoice.mandate_id === undefined) {
    const message = "BT-89 Mandate reference identifier is missing: a direct debit needs one.";
    report("PEPPOL-EN16931-R061", "BT-89", "/mandate_id", message);
  }
  checkObjects(context);
  if (sets.peppol) checkPeppol(context);
}

function checkEmptyElements({ root, report, sets }: RuleContext): void {
  for (const { element } of everyElement(root)) {
    // CII has to have this one, even with nothing in it
    if (sets.syntax === "cii" && element.local === "ApplicableHeaderTradeDelivery") continue;
    if (element.children.length > 0 || element.text.trim() !== "") continue;
    report(
      "PEPPOL-EN16931-R008",
      "BG-0",
      "",
      `The element ${element.local} is empty; it has to say something or be left out.`,
    );
  }
}

/** BT-110 with its breakdown is there once, and BT-111 where there is an accounting currency. */
function checkTaxTotals({ invoice, sets, root, report }: RuleContext): void {
  const { currency, tax_currency: taxCurrency, totals } = invoice;
  const amounts =
    sets.syntax === "cii"
      ? elementsAt(root, `${CII_SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount`).map(
          (element) => ({
            amount: element.text.trim(),
            currency: attributeAt(element, "currencyID"),
            broken: undefined,
          }),
        )
      : elementsAt(root, "TaxTotal").map((element) => ({
          amount: textAt(element, "TaxAmount"),
          currency: attributeAt(elementsAt(element, "TaxAmount")[0] ?? element, "currencyID"),
          broken: elementsAt(element, "TaxSubtotal").length > 0,
        }));
  const main = amounts.filter((each) => each.broken ?? each.currency === currency);
  const others = amounts.filter((each) => (each.broken === undefined ? each.currency !== currency : !each.broken));
  // XRechnung lets CII have none
  const least = sets.syntax === "cii" && !sets.peppol ? 0 : 1;
  if (main.length > 1 || main.length < least) {
    const message = `BT-110 Invoice total VAT amount with its breakdown is there ${main.length} times; it has to be once.`;
    report("PEPPOL-EN16931-R053", "BT-110", "/totals/vat", message);
  }
  if (others.length !== (taxCurrency === undefined ? 0 : 1)) {
    const wanted = taxCurrency === undefined ? "is only for an accounting currency (BT-6)" : "has to be there once";
    const message = `BT-111 Invoice total VAT amount in accounting currency ${wanted}.`;
    report("PEPPOL-EN16931-R054", "BT-111", "/totals/vat_in_tax_currency", message);
  }
  if (taxCurrency === undefined) return;
  const own = amounts.find((each) => each.currency === currency)?.amount ?? totals?.vat;
  const foreign = amounts.find((each) => each.currency === taxCurrency)?.amount;
  const [left, right] = [parseDecimal(own), parseDecimal(foreign)];
  const sameSign =
    left !== undefined && right !== undefined && ((left <= 0n && right <= 0n) || (left >= 0n && right >= 0n));
  if (!sameSign) {
    const message =
      "BT-111 Invoice total VAT amount in accounting currency has another sign than BT-110, or one is missing.";
    report("PEPPOL-EN16931-R055", "BT-111", "/totals/vat_in_tax_currency", message);
  }
}

const CII_SETTLEMENT = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement";
const HUNDRED = parseDecimal("100") ?? 1n;

function checkAllowances(context: RuleContext): void {
  const { invoice, sets, root, report } = context;
  const check = (
    items: readonly InvoiceAllowance[] | undefined,
    kind: string,
    above: string,
    terms: readonly string[],
  ) => {
    const [amountTerm = "", baseTerm = "", percentTerm = ""] = terms;
    for (const [index, { amount, base, percent }] of (items ?? []).entries()) {
      const at = `${above}/${index}`;
      if (percent !== undefined && base === undefined) {
        const message = `${baseTerm} ${kind} base amount is missing: a percentage (${percentTerm}) needs it.`;
        report("PEPPOL-EN16931-R041", baseTerm, `${at}/base`, message);
      }
      if (percent === undefined && base !== undefined) {
        const message = `${percentTerm} ${kind} percentage is missing: a base amount (${baseTerm}) needs it.`;
        report("PEPPOL-EN16931-R042", percentTerm, `${at}/percent`, message);
      }
      if (percent === undefined || base === undefined) continue;
      const worked = divide(multiply(amountOf(base), amountOf(percent)), HUNDRED);
      if (distance(amountOf(amount), worked) <= roundingSlack(context)) continue;
      const message = `${amountTerm} ${kind} amount is ${amount ?? "missing"}, which is not ${percent} % of ${base}.`;
      report("PEPPOL-EN16931-R040", amountTerm, `${at}/amount`, message);
    }
  };
  check(invoice.allowances, "Document level allowance", "/allowances", ["BT-92", "BT-93", "BT-94"]);
  check(invoice.charges, "Document level charge", "/charges", ["BT-99", "BT-100", "BT-101"]);
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    check(line.allowances, "Invoice line allowance", `/lines/${index}/allowances`, ["BT-136", "BT-137", "BT-138"]);
    check(line.charges, "Invoice line charge", `/lines/${index}/charges`, ["BT-141", "BT-142", "BT-143"]);
  }
  const ofPrice: Readonly<Record<string, string>> =
    sets.syntax === "cii"
      ? { SpecifiedTradeAllowanceCharge: "R043", AppliedTradeAllowanceCharge: "R044" }
      : { AllowanceCharge: "R043" };
  for (const { element, above } of everyElement(root)) {
    const own = ofPrice[element.local];
    if (own === undefined) continue;
    const isOfPrice = own === "R044" || above.at(-1)?.local === "Price";
    const [indicator] = elementsAt(element, sets.syntax === "cii" ? "ChargeIndicator/Indicator" : "ChargeIndicator");
    const written = indicator?.text.trim();
    if (isOfPrice ? written === "false" : written === "true" || written === "false") continue;
    const message = isOfPrice
      ? "BT-147 Item price discount: the indicator has to be false, since prices have no charges."
      : `Allowances and charges say by true or false which of the two they are, not by "${written ?? ""}".`;
    report(`PEPPOL-EN16931-${isOfPrice ? "R044" : "R043"}`, isOfPrice ? "BT-147" : "BG-20", "", message);
  }
}

function checkPrices({ invoice, sets, report }: RuleContext): void {
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    const at = `/lines/${index}`;
    const { gross_price: gross, net_price: net, price_discount: discount } = line;
    if (gross !== undefined && net !== undefined && amountOf(net) !== amountOf(gross) - amountOf(discount)) {
      const message = `BT-146 Item net price of line ${index + 1} is ${net}, which is not the gross price ${gross} less the discount ${discount ?? "0"} (BT-148, BT-147).`;
      report("PEPPOL-EN16931-R046", "BT-146", `${at}/net_price`, message);
    }
    const quantities = [
      ["price_quantity", line.price_quantity],
      ...(sets.syntax === "cii" ? [["gross_price_quantity", line.gross_price_quantity] as const] : []),
    ] as const;
    for (const [member, quantity] of quantities) {
      if (quantity === undefined || amountOf(quantity) > 0n) continue;
      const message = `BT-149 Item price base quantity of line ${index + 1} is ${quantity}; it has to be above 0.`;
      report("PEPPOL-EN16931-R121", "BT-149", `${at}/${member}`, message);
    }
    const units = [
      ["price_unit", line.price_unit],
      ...(sets.syntax === "cii" ? [["gross_price_unit", line.gross_price_unit] as const] : []),
    ] as const;
    for (const [member, unit] of units) {
      if (unit === undefined || unit === line.unit || line.quantity === undefined) continue;
      const message = `BT-150 Unit of the price of line ${index + 1} is ${unit}, but that of the quantity (BT-130) is ${line.unit ?? "missing"}.`;
      report("PEPPOL-EN16931-R130", "BT-150", `${at}/${member}`, message);
    }
  }
}

function checkPeriods({ invoice, report }: RuleContext): void {
  const { period } = invoice;
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    const at = `/lines/${index}/period`;
    if (period?.from && line.period?.from && line.period.from < period.from) {
      const message = `BT-134 Invoice line period start date of line ${index + 1} is before that of the invoice (BT-73).`;
      report("PEPPOL-EN16931-R110", "BT-134", `${at}/from`, message);
    }
    if (period?.to && line.period?.to && line.period.to > period.to) {
      const message = `BT-135 Invoice line period end date of line ${index + 1} is after that of the invoice (BT-74).`;
      report("PEPPOL-EN16931-R111", "BT-135", `${at}/to`, message);
    }
  }
}

/** Documents of a line are only its invoiced object. */
function checkObjects({ root, sets, report }: RuleContext): void {
  const lines =
    sets.syntax === "cii"
      ? elementsAt(root, "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem")
      : elementsAt(root, `${sets.kind ?? "Invoice"}Line`);
  const path =
    sets.syntax === "cii"
      ? (["SpecifiedLineTradeSettlement/AdditionalReferencedDocument", "TypeCode"] as const)
      : (["DocumentReference", "DocumentTypeCode"] as const);
  for (const [index, line] of lines.entries()) {
    const documents = elementsAt(line, path[0]);
    const types = documents.map((each) => textAt(each, path[1]));
    const pointer = `/lines/${index}/object_id`;
    if (documents.length > 0 && !types.includes("130")) {
      const message = `BT-128 Invoice line object identifier of line ${index + 1}: a line's document is of the type 130.`;
      report("PEPPOL-EN16931-R101", "BT-128", pointer, message);
    }
    const count = sets.syntax === "cii" ? types.filter((type) => type === "130").length : documents.length;
    if (count > 1) {
      const message = `BT-128 Invoice line object identifier of line ${index + 1} is there more than once.`;
      report("PEPPOL-EN16931-R100", "BT-128", pointer, message);
    }
  }
}

const BILLING = /urn:fdc:peppol\.eu:2017:poacc:billing:(\d{2}):1\.0/;
const INVOICE_TYPES =
  "71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877".split(" ");
const CREDIT_NOTE_TYPES = ["381", "396", "81", "83", "532"];

/** What is Peppol's alone. */
function checkPeppol(context: RuleContext): void {
  const { invoice, sets, root, report } = context;
  const { seller, buyer } = invoice;
  const isGerman = seller?.address?.country === "DE" && buyer?.address?.country === "DE";
  const process = BILLING.exec(invoice.process ?? "")?.[1];
  if (process === undefined) {
    const message = "BT-23 Business process type has to be like urn:fdc:peppol.eu:2017:poacc:billing:01:1.0.";
    report("PEPPOL-EN16931-R007", "BT-23", "/process", message);
  }
  const guideline =
    textAt(root, "CustomizationID") ??
    textAt(root, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID") ??
    "";
  if (!guideline.startsWith(PEPPOL_GUIDELINE)) {
    report(
      "PEPPOL-EN16931-R004",
      "BT-24",
      "/guideline",
      `BT-24 Specification identifier has to be ${PEPPOL_GUIDELINE}.`,
    );
  }
  const notes = invoice.notes ?? [];
  const tooMany =
    sets.syntax === "cii"
      ? notes.length > 1 || notes.some(({ subject_code: code }) => code !== undefined)
      : notes.length > 1 && !isGerman;
  if (tooMany) {
    const message = "BT-22 Invoice note: Peppol allows one, unless seller and buyer are German.";
    report("PEPPOL-EN16931-R002", "BT-22", "/notes", message);
  }
  if (invoice.buyer_reference === undefined && invoice.order_reference === undefined) {
    const message =
      "BT-10 Buyer reference is missing, and so is BT-13 Purchase order reference; Peppol needs one of them.";
    report("PEPPOL-EN16931-R003", "BT-10", "/buyer_reference", message);
  }
  checkType(context, process, isGerman);
  checkExemptions(context);
  checkSchemes(context);
  if (sets.syntax === "ubl") checkCurrencies(context);
}

function checkType({ invoice, sets, report }: RuleContext, process: string | undefined, isGerman: boolean): void {
  const type = invoice.type_code ?? "";
  const isCredit = sets.kind === "CreditNote";
  if (process === "01" && sets.syntax === "ubl" && !(isCredit ? CREDIT_NOTE_TYPES : INVOICE_TYPES).includes(type)) {
    const rule = isCredit ? "PEPPOL-EN16931-P0101" : "PEPPOL-EN16931-P0100";
    report(rule, "BT-3", "/type_code", `BT-3 Invoice type code "${type}" is not used in Peppol's billing.`);
  }
  if (sets.syntax === "ubl" && !isCredit && (type === "326" || type === "384") && !isGerman) {
    const message = `BT-3 Invoice type code ${type} is only for invoices between German organizations in Peppol.`;
    report("PEPPOL-EN16931-P0112", "BT-3", "/type_code", message);
  }
}

/** Reasons that belong to one category. */
const CATEGORY_OF_REASON: Readonly<Record<string, readonly [rule: string, category: string]>> = {
  "VATEX-EU-G": ["P0104", "G"],
  "VATEX-EU-O": ["P0105", "O"],
  "VATEX-EU-IC": ["P0106", "K"],
  "VATEX-EU-AE": ["P0107", "AE"],
  "VATEX-EU-D": ["P0108", "E"],
  "VATEX-EU-F": ["P0109", "E"],
  "VATEX-EU-I": ["P0110", "E"],
  "VATEX-EU-J": ["P0111", "E"],
};

function checkExemptions({ invoice, sets, report }: RuleContext): void {
  if (sets.syntax !== "ubl") return;
  for (const [index, { category, exemption_code: code }] of (invoice.vat_breakdown ?? []).entries()) {
    const [rule, wanted] = CATEGORY_OF_REASON[code?.toUpperCase() ?? ""] ?? [];
    if (rule === undefined || category === wanted) continue;
    const message = `BT-121 VAT exemption reason code ${code} is for the category ${wanted}, not ${category ?? "none"}.`;
    report(`PEPPOL-EN16931-${rule}`, "BT-121", `/vat_breakdown/${index}/exemption_code`, message);
  }
}

const NOT_IN_PEPPOL: ReadonlySet<string> = new Set("0219 0220 0242 0244 0245 0246 0248 AN AQ AS AU EM".split(" "));

/** scheme -> rule, whether it is a warning, and what checks it. */
const SCHEME_CHECKS: Readonly<Record<string, readonly [rule: string, check: (text: string) => boolean, warns?: true]>> =
  {
    "0088": ["R040", isGln],
    "0192": ["R041", isNorwegian],
    "0184": ["R042", isDanish],
    "0208": ["R043", isBelgian],
    "0201": ["R044", isItalianOffice, true],
    "0210": ["R045", isItalianTaxCode, true],
    "9907": ["R046", isItalianTaxCode, true],
    "0211": ["R047", isItalianVat, true],
    "0007": ["R049", isSwedish],
    "0151": ["R050", isAustralian],
  };

function checkSchemes({ invoice, report, warn }: RuleContext): void {
  const parties: [string, InvoiceParty | undefined, string][] = [
    ["/seller", invoice.seller, "BT-34"],
    ["/buyer", invoice.buyer, "BT-49"],
    ["/payee", invoice.payee, "BT-60"],
  ];
  for (const [at, party, term] of parties) {
    const scheme = party?.electronic_address_scheme;
    if (scheme !== undefined && (NOT_IN_PEPPOL.has(scheme) || !ADDRESS_SCHEMES.has(scheme))) {
      const pointer = `${at}/electronic_address_scheme`;
      const message = `${term} Electronic address scheme ${scheme} is not one of Peppol's; such are 0088, 0204 and 9930.`;
      report("PEPPOL-EN16931-CL008", term, pointer, message);
    }
    const identifiers = [
      [party?.electronic_address, scheme, "electronic_address"],
      [party?.global_id, party?.global_id_scheme, "global_id"],
      [party?.legal_id, party?.legal_id_scheme, "legal_id"],
    ] as const;
    for (const [value, of, member] of identifiers) {
      const [rule, check, warns] = SCHEME_CHECKS[of ?? ""] ?? [];
      if (rule === undefined || check === undefined || value === undefined || check(value)) continue;
      const message = `${term} Identifier "${value}" is not one of the scheme ${of}: its form or its check digit is wrong.`;
      (warns ? warn : report)(`PEPPOL-COMMON-${rule}`, term, `${at}/${member}`, message);
    }
  }
}

const OWN_CURRENCY = new Set(
  "Amount BaseAmount PriceAmount TaxableAmount LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount".split(
    " ",
  ),
);

function checkCurrencies({ invoice, root, report }: RuleContext): void {
  for (const { element, above } of everyElement(root)) {
    const isTax = element.local === "TaxAmount" && elementsAt(above.at(-1) ?? element, "TaxSubtotal").length > 0;
    const isSubtotal = element.local === "TaxAmount" && above.at(-1)?.local === "TaxSubtotal";
    if (!OWN_CURRENCY.has(element.local) && !isTax && !isSubtotal) continue;
    const currency = attributeAt(element, "currencyID");
    if (currency === invoice.currency) continue;
    const message = `${element.local} is in ${currency ?? "no currency"}; all amounts but BT-111 are in the invoice's (BT-5).`;
    report("PEPPOL-EN16931-R051", "BT-5", "/currency", message);
  }
}
