import { amountOf } from "../calculate.ts";
import { CARD_PAYMENTS, CREDIT_TRANSFERS } from "../codes/code-lists.ts";
import type { InvoiceLine } from "../invoice-schema.ts";
import { isIban } from "./iban.ts";
import { checkDecimals, checkPresent, normalized, type RuleContext } from "./rule-context.ts";
import { XRECHNUNG_GUIDELINES } from "./rule-sets.ts";
import { attributeAt, elementsAt } from "./xml-paths.ts";

/** The names of XRechnung's rules; Peppol asks the same of invoices within Germany, by other names. */
type Named = (rule: string) => string;

/** What XRechnung asks for beyond EN 16931 (version 3.0, chapter 3.4). */
export function checkXRechnung(context: RuleContext, guideline: string): void {
  const named: Named = (rule) => rule;
  checkGerman(context, named);
  checkDirectDebit(context, named);
  if (!XRECHNUNG_GUIDELINES.includes(guideline.trim())) {
    const message = `BT-24 Specification identifier "${guideline}" is not one of XRechnung 3.0.`;
    context.warn("BR-DE-21", "BT-24", "/guideline", message);
  }
  const { invoice } = context;
  const lines = invoice.lines ?? [];
  if (!invoice.delivery_date && !invoice.period && !(lines.length > 0 && lines.every(({ period }) => period))) {
    const message =
      "BT-72 Actual delivery date should be there, or BG-14 Invoicing period, or BG-26 Invoice line period in every line.";
    context.warn("BR-DE-TMP-32", "BT-72", "/delivery_date", message);
  }
  for (const [index, { url }] of (invoice.supporting_documents ?? []).entries()) {
    if (url === undefined || /^[A-Za-z][A-Za-z0-9+.-]+:.*/.test(url)) continue;
    const message =
      "BT-124 External document location should be an absolute address, such as https://files.example/a.pdf.";
    context.warn("BR-TMP-2", "BT-124", `/supporting_documents/${index}/url`, message);
  }
  if (context.sets.syntax === "cii") checkPriceQuantities(context);
  if (context.sets.xrechnungExtension) checkExtension(context);
  if (context.sets.cleanVehicles) checkCleanVehicles(context);
}

/** Peppol asks of invoices within Germany what XRechnung does (DE-R-...). */
export function checkGermanPeppol(context: RuleContext): void {
  const named: Named = (rule) => {
    const [, number = "", part] = /^BR-DE-(\d+)(?:-([ab]))?$/.exec(rule) ?? [];
    const suffix = part === undefined ? "" : part === "a" ? "-1" : "-2";
    return `DE-R-${number.padStart(3, "0")}${suffix}`;
  };
  checkGerman(context, named);
  checkDirectDebit(context, named);
}

const TYPES: ReadonlySet<string> = new Set("326 380 384 389 381 875 876 877".split(" "));

function checkGerman(context: RuleContext, named: Named): void {
  const { invoice, sets, report, warn, root } = context;
  const { seller, buyer, deliver_to: place } = invoice;
  const why = sets.xrechnung ? "; XRechnung needs it" : "; invoices within Germany need it";
  const need = (value: unknown, rule: string, term: string, pointer: string, name: string) =>
    checkPresent(context, value, [named(rule), term, pointer], name, why);
  need(invoice.payment_means?.[0], "BR-DE-1", "BG-16", "/payment_means", "Payment instructions");
  need(seller?.contact, "BR-DE-2", "BG-6", "/seller/contact", "Seller contact");
  if (seller?.address) {
    need(seller.address.city, "BR-DE-3", "BT-37", "/seller/address/city", "Seller city");
    need(seller.address.post_code, "BR-DE-4", "BT-38", "/seller/address/post_code", "Seller post code");
  }
  if (seller?.contact) {
    const { name, department, phone, email } = seller.contact;
    need(name ?? department, "BR-DE-5", "BT-41", "/seller/contact/name", "Seller contact point");
    need(phone, "BR-DE-6", "BT-42", "/seller/contact/phone", "Seller contact telephone number");
    need(email, "BR-DE-7", "BT-43", "/seller/contact/email", "Seller contact email address");
    if ((phone?.match(/\d/g)?.length ?? 0) < 3) {
      const message = "BT-42 Seller contact telephone number should have at least three digits.";
      warn(named("BR-DE-27"), "BT-42", "/seller/contact/phone", message);
    }
    if (!(sets.peppol ? PEPPOL_EMAIL : EMAIL).test(normalized(email ?? ""))) {
      const message = "BT-43 Seller contact email address should be an e-mail address, such as name@example.com.";
      warn(named("BR-DE-28"), "BT-43", "/seller/contact/email", message);
    }
  }
  if (buyer?.address) {
    need(buyer.address.city, "BR-DE-8", "BT-52", "/buyer/address/city", "Buyer city");
    need(buyer.address.post_code, "BR-DE-9", "BT-53", "/buyer/address/post_code", "Buyer post code");
  }
  if (place?.address) {
    need(place.address.city, "BR-DE-10", "BT-77", "/deliver_to/address/city", "Deliver to city");
    need(place.address.post_code, "BR-DE-11", "BT-78", "/deliver_to/address/post_code", "Deliver to post code");
  }
  for (const [index, each] of (invoice.vat_breakdown ?? []).entries()) {
    need(each.rate, "BR-DE-14", "BT-119", `/vat_breakdown/${index}/rate`, "VAT category rate");
  }
  need(invoice.buyer_reference, "BR-DE-15", "BT-10", "/buyer_reference", "Buyer reference");
  checkSellerNumbers(context, named);
  if (!TYPES.has(invoice.type_code ?? "")) {
    const message = `BT-3 Invoice type code "${invoice.type_code ?? ""}" should be one of those that XRechnung uses: ${[...TYPES].join(", ")}.`;
    warn(named("BR-DE-17"), "BT-3", "/type_code", message);
  }
  checkDiscountLines(context, named);
  if (hasSharedFileName(context)) {
    const message = "BT-125 Attached documents need different file names; two have the same.";
    report(named("BR-DE-22"), "BT-125", "/supporting_documents", message);
  }
  const hasPreceding = elementsAt(
    root,
    sets.syntax === "cii"
      ? "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceReferencedDocument"
      : "BillingReference/InvoiceDocumentReference",
  );
  if (invoice.type_code === "384" && hasPreceding.length === 0) {
    const message = "BG-3 Preceding invoice reference should be there: the invoice corrects another (BT-3 is 384).";
    warn(named("BR-DE-26"), "BG-3", "/preceding_invoices", message);
  }
}

const EMAIL = /^[^@\s]+@(?:[^@.\s]+\.)+[^@.\s]+$/;
/** Peppol's rule knows no letters beyond ASCII, and no dots at the ends (DE-R-028). */
const PEPPOL_EMAIL =
  /^[a-z0-9!#$%&"*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&"*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

const TAXED = new Set(["S", "Z", "E", "AE", "K", "G", "L", "M"]);

function checkSellerNumbers({ invoice, sets, report }: RuleContext, named: Named): void {
  const { seller, tax_representative: agent } = invoice;
  // in CII the rule never sees allowances and charges
  const ofDocument = sets.syntax === "ubl" ? [...(invoice.allowances ?? []), ...(invoice.charges ?? [])] : [];
  const isTaxed = [...(invoice.lines ?? []), ...ofDocument].some(({ vat_category: code }) => TAXED.has(code ?? ""));
  if (!isTaxed || seller?.vat_id || seller?.tax_number || agent) return;
  const message =
    "BT-31 Seller VAT identifier is missing, and so are BT-32 Seller tax registration identifier and BG-11 Seller tax representative; one of them is needed.";
  report(named("BR-DE-16"), "BT-31", "/seller/vat_id", message);
}

const DISCOUNT_LINE = /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(?:#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/;

/** Discounts for early payment are lines of the payment terms, each with its own line break. */
function checkDiscountLines({ invoice, report }: RuleContext, named: Named): void {
  const terms = invoice.payment_terms ?? "";
  const lines = terms
    .split(/\r?\n/)
    .map(normalized)
    .filter((line) => line.startsWith("#"));
  if (lines.length === 0) return;
  const wrong = lines.find((line) => !DISCOUNT_LINE.test(line));
  const rest = terms.split(/#.+#/).at(-1) ?? "";
  const fail = (message: string) => report(named("BR-DE-18"), "BT-20", "/payment_terms", message);
  if (wrong !== undefined) {
    const right = "#SKONTO#TAGE=14#PROZENT=2.00#, where a part is meant with #BASISBETRAG=100.00# at the end";
    fail(`BT-20 Payment terms have the line "${wrong.slice(0, 80)}"; one that begins with # has to be like ${right}.`);
  } else if (!/^\s*\n/.test(rest)) fail("BT-20 Payment terms need a line break after the last line of discounts.");
}

function hasSharedFileName({ root, sets }: RuleContext): boolean {
  const objects =
    sets.syntax === "cii"
      ? elementsAt(
          root,
          "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/AdditionalReferencedDocument/AttachmentBinaryObject",
        )
      : elementsAt(root, "AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject");
  const names = objects.flatMap((element) => attributeAt(element, "filename") ?? []);
  return new Set(names).size < names.length;
}

/** Which of the groups BG-17, BG-18 and BG-19 are there, whatever is in them. */
function checkDirectDebit(context: RuleContext, named: Named): void {
  const { invoice, report, warn } = context;
  for (const [index, means] of paymentGroups(context).entries()) {
    const at = `/payment_means/${index}`;
    const fail = (rule: string, term: string, message: string, member = "") =>
      report(named(rule), term, `${at}${member}`, message);
    const code = means.code ?? "";
    const own = invoice.payment_means?.[index];
    if (CREDIT_TRANSFERS.has(code)) {
      if (!means.account)
        fail("BR-DE-23-a", "BG-17", "BG-17 Credit transfer is missing: a transfer needs an account.", "/iban");
      if (means.card || means.debit) {
        const found = means.card ? "BG-18 Payment card information" : "BG-19 Direct debit";
        fail(
          "BR-DE-23-b",
          means.card ? "BG-18" : "BG-19",
          `${found} is there, but the payment is a credit transfer (${code}).`,
        );
      }
      const account = own?.iban ?? own?.account_id;
      if (code === "58" && !isIban(context.sets.syntax === "cii" ? own?.iban : account)) {
        const message =
          "BT-84 Payment account identifier should be a correct IBAN: the payment is a SEPA transfer (58).";
        warn(named("BR-DE-19"), "BT-84", `${at}/iban`, message);
      }
    } else if (CARD_PAYMENTS.has(code)) {
      if (!means.card) {
        fail(
          "BR-DE-24-a",
          "BG-18",
          "BG-18 Payment card information is missing: the payment is by card.",
          "/card_number",
        );
      }
      if (means.account || means.debit) {
        const found = means.account ? "BG-17 Credit transfer" : "BG-19 Direct debit";
        fail(
          "BR-DE-24-b",
          means.account ? "BG-17" : "BG-19",
          `${found} is there, but the payment is by card (${code}).`,
        );
      }
    } else if (code === "59") {
      if (!means.debit) {
        fail("BR-DE-25-a", "BG-19", "BG-19 Direct debit is missing: give mandate_id, creditor_id and debited_iban.");
      }
      if (means.account || means.card || means.bank) {
        const found = means.card ? "BG-18 Payment card information" : "BG-17 Credit transfer";
        fail(
          "BR-DE-25-b",
          means.card ? "BG-18" : "BG-17",
          `${found} is there, but the payment is a direct debit (59).`,
        );
      }
      if (!isIban(own?.debited_iban)) {
        const message =
          "BT-91 Debited account identifier should be a correct IBAN: the payment is a SEPA direct debit (59).";
        warn(named("BR-DE-20"), "BT-91", `${at}/debited_iban`, message);
      }
    }
  }
  const debited = invoice.payment_means?.some(({ debited_iban: iban }) => iban) ?? false;
  const { mandate_id: mandate, creditor_id: creditor } = invoice;
  const hasDebit =
    context.sets.syntax === "ubl"
      ? paymentGroups(context).some(({ debit }) => debit)
      : mandate !== undefined || creditor !== undefined || debited;
  if (!hasDebit) return;
  const isCii = context.sets.syntax === "cii";
  if (creditor === undefined || (isCii && mandate === undefined && !debited)) {
    const message =
      "BT-90 Bank assigned creditor identifier goes with BT-89 or BT-91: a direct debit (BG-19) needs creditor_id beside mandate_id or debited_iban.";
    report(named("BR-DE-30"), "BT-90", "/creditor_id", message);
  }
  if (!debited || (isCii && mandate === undefined && creditor === undefined)) {
    const message =
      "BT-91 Debited account identifier is missing: a direct debit (BG-19) needs debited_iban in its payment means.";
    report(named("BR-DE-31"), "BT-91", "/payment_means/0/debited_iban", message);
  }
}

interface PaymentGroups {
  code: string | undefined;
  account: boolean;
  card: boolean;
  debit: boolean;
  /** BT-86, where it is without an account. */
  bank: boolean;
}

function paymentGroups({ root, sets, invoice }: RuleContext): PaymentGroups[] {
  const has = (element: Parameters<typeof elementsAt>[0], path: string) => elementsAt(element, path).length > 0;
  const textOf = (element: Parameters<typeof elementsAt>[0], path: string) => elementsAt(element, path)[0]?.text.trim();
  if (sets.syntax === "ubl") {
    return elementsAt(root, "PaymentMeans").map((element) => ({
      code: textOf(element, "PaymentMeansCode"),
      account: has(element, "PayeeFinancialAccount"),
      card: has(element, "CardAccount"),
      debit: has(element, "PaymentMandate"),
      bank: false,
    }));
  }
  const settlement = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement";
  const mandated =
    has(root, `${settlement}/SpecifiedTradePaymentTerms/DirectDebitMandateID`) || invoice.creditor_id !== undefined;
  return elementsAt(root, `${settlement}/SpecifiedTradeSettlementPaymentMeans`).map((element) => ({
    code: textOf(element, "TypeCode"),
    account: has(element, "PayeePartyCreditorFinancialAccount"),
    card: has(element, "ApplicableTradeSettlementFinancialCard"),
    debit: mandated || has(element, "PayerPartyDebtorFinancialAccount/IBANID"),
    bank:
      has(element, "PayeeSpecifiedCreditorFinancialInstitution") ||
      has(element, "PayerSpecifiedDebtorFinancialInstitution"),
  }));
}

/** CII says of both prices for how much they are; EN 16931 has one quantity for them. */
function checkPriceQuantities({ invoice, report }: RuleContext): void {
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    const { price_quantity: net, gross_price_quantity: gross, price_unit: unit, gross_price_unit: grossUnit } = line;
    if (net === undefined || gross === undefined) continue;
    // the rule compares what is written: 1 is not 1.0
    const differs = net !== gross || (unit !== undefined && grossUnit !== undefined && unit !== grossUnit);
    if (!differs) continue;
    const message = `BT-149 Item price base quantity of line ${index + 1} is ${net} for the net price and ${gross} for the gross price; they have to be the same, with their units.`;
    report("BR-TMP-3", "BT-149", `/lines/${index}/gross_price_quantity`, message);
  }
}

function checkExtension(context: RuleContext): void {
  const { invoice, report, warn, sets, root } = context;
  if (sets.syntax === "cii") {
    for (const [index, { parent_line: parent }] of (invoice.lines ?? []).entries()) {
      if (parent === undefined) continue;
      const message = "BT-X-304 Parent line: XRechnung has no lines within lines in this syntax; they exist in UBL.";
      warn("BR-DEX-15", "BT-X-304", `/lines/${index}/parent_line`, message);
    }
    return;
  }
  if (sets.kind !== "Invoice") return;
  for (const [index, line] of (invoice.lines ?? []).entries()) checkSubLines(context, line, `/lines/${index}`);
  const items = elementsAt(root, "InvoiceLine").flatMap(function items(element): (typeof root)[] {
    const inner = elementsAt(element, "SubInvoiceLine");
    return [...inner, ...inner.flatMap(items)];
  });
  if (items.some((element) => elementsAt(element, "Item/ClassifiedTaxCategory").length !== 1)) {
    report(
      "BR-DEX-03",
      "BG-DEX-06",
      "/lines",
      "BG-DEX-06 Sub invoice line VAT information: each line within a line has exactly one.",
    );
  }
  for (const [index, payment] of (invoice.third_party_payments ?? []).entries()) {
    const at = `/third_party_payments/${index}`;
    const name = "Third party payment";
    checkPresent(context, payment.type, ["BR-DEX-10", "BT-DEX-001", `${at}/type`], `${name} type`);
    checkPresent(context, payment.amount, ["BR-DEX-11", "BT-DEX-002", `${at}/amount`], `${name} amount`);
    checkPresent(context, payment.description, ["BR-DEX-12", "BT-DEX-003", `${at}/description`], `${name} description`);
    const amount = { given: payment.amount, term: "BT-DEX-002", pointer: `${at}/amount`, name: `${name} amount` };
    checkDecimals(context, amount, "BR-DEX-13");
  }
  const currency = invoice.currency;
  const paid = elementsAt(root, "PrepaidPayment/PaidAmount");
  if (paid.some((element) => attributeAt(element, "currencyID") !== currency)) {
    const message = "BT-DEX-002 Third party payment amount is in another currency than the invoice (BT-5).";
    report("BR-DEX-14", "BT-DEX-002", "/third_party_payments", message);
  }
}

function checkSubLines(context: RuleContext, line: InvoiceLine, at: string): void {
  const inner = line.sub_lines ?? [];
  for (const [index, each] of inner.entries()) checkSubLines(context, each, `${at}/sub_lines/${index}`);
  if (inner.length === 0) return;
  const worked = inner.reduce((sum, { net_amount: amount }) => sum + amountOf(amount), 0n);
  if (amountOf(line.net_amount) === worked) return;
  const message = `BT-131 Invoice line net amount should be the sum of the lines within the line; it is ${line.net_amount ?? "missing"}.`;
  context.warn("BR-DEX-02", "BT-131", `${at}/net_amount`, message);
}

const VEHICLES: ReadonlySet<string> = new Set(["M1", "M2", "M3", "N1", "N2", "N3"]);
const VEHICLE_USES: ReadonlySet<string> = new Set(["clean", "zero-emission", "other"]);

/** XRechnung for the purchase of clean vehicles (CVD 0.9). */
function checkCleanVehicles(context: RuleContext): void {
  const { invoice, report } = context;
  const why = "; XRechnung for clean vehicles needs it";
  checkPresent(
    context,
    invoice.contract_reference,
    ["BR-DE-CVD-01", "BT-12", "/contract_reference"],
    "Contract reference",
    why,
  );
  checkPresent(
    context,
    invoice.tender_reference,
    ["BR-DE-CVD-02", "BT-17", "/tender_reference"],
    "Tender or lot reference",
    why,
  );
  const lines = (invoice.lines ?? []).map((line) => ({
    vehicles: (line.classifications ?? []).filter(({ list }) => list === "CVD"),
    uses: (line.attributes ?? []).filter(({ name }) => name === "cva"),
  }));
  if (!lines.some(({ vehicles, uses }) => vehicles.length > 0 && uses.length > 0)) {
    const message = "BT-158 Item classification of the list CVD, with the attribute cva (BT-160), is in no line.";
    report("BR-DE-CVD-03", "BT-158", "/lines", message);
  }
  for (const [index, { vehicles, uses }] of lines.entries()) {
    const at = `/lines/${index}`;
    if (vehicles.length > 0 && uses.length !== 1) {
      const message = "BT-160 Item attribute name: a vehicle has the attribute cva exactly once.";
      report("BR-DE-CVD-06-a", "BT-160", `${at}/attributes`, message);
    }
    if (uses.length > 0 && vehicles.length !== 1) {
      const message = "BT-158 Item classification: an item with the attribute cva has one of the list CVD.";
      report("BR-DE-CVD-06-b", "BT-158", `${at}/classifications`, message);
    }
    if (vehicles.some(({ code }) => !VEHICLES.has(code ?? ""))) {
      const message = `BT-158 Item classification of the list CVD is one of ${[...VEHICLES].join(", ")}.`;
      report("BR-DE-CVD-04", "BT-158", `${at}/classifications`, message);
    }
    if (uses.some(({ value }) => !VEHICLE_USES.has(value ?? ""))) {
      const message = `BT-161 Item attribute value of cva is one of ${[...VEHICLE_USES].join(", ")}.`;
      report("BR-DE-CVD-05", "BT-161", `${at}/attributes`, message);
    }
  }
}
