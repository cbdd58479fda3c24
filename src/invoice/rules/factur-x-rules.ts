import {
  ACCOUNT_TYPES,
  ADDRESS_SCHEMES,
  ALLOWANCE_REASONS,
  COUNTRIES,
  CURRENCIES,
  IDENTIFIER_SCHEMES,
  TYPE_CODES,
  VAT_CATEGORIES,
} from "../codes/code-lists.ts";
import { TEXT_SUBJECTS, UNITS } from "../codes/code-lists-long.ts";
import type { Invoice, InvoiceLine, InvoiceParty } from "../invoice-schema.ts";
import { atLeast } from "../profiles.ts";
import type { RuleContext } from "./rule-context.ts";

/** Its rules are numbered one by one for each element; here they have one name. */
const RULE = "FX-SCH-A";

/** What Factur-X 1.09 asks of an invoice beyond EN 16931: what parties have, what goes with what, and codes of EXTENDED. */
export function checkFacturX(context: RuleContext): void {
  const { invoice, sets, report } = context;
  const isExtended = sets.level === "extended";
  const roles = (isExtended ? [...ROLES, ...EXTENDED_ROLES] : ROLES).map((role) => [role, invoice[role]] as const);
  for (const [role, party] of roles) if (party) checkParty(context, party, `/${role}`, role);
  for (const [index, { text, subject_code: subject }] of (invoice.notes ?? []).entries()) {
    if (isExtended || text || !subject) continue;
    report(RULE, "BT-22", `/notes/${index}/text`, "BT-22 Invoice note is missing: a subject (BT-21) needs it.");
  }
  if (invoice.totals?.vat_in_tax_currency !== undefined && invoice.tax_currency === undefined) {
    const message = "BT-6 VAT accounting currency is missing: BT-111, the total VAT amount in it, is given.";
    report("FX-SCH", "BT-6", "/tax_currency", message);
  }
  for (const [at, number, others] of documentsOf(invoice)) {
    if (number || others.every((value) => value === undefined)) continue;
    report(RULE, "BG-24", at, `BG-24 The number of a document is missing, of which a date, line or scheme is given.`);
  }
  if (!atLeast(sets.level, "extended")) return;
  checkDocuments(context);
  for (const [index, line] of (invoice.lines ?? []).entries()) checkLine(context, line, `/lines/${index}`);
  checkCodes(context);
}

const ROLES = ["seller", "buyer", "payee", "deliver_to", "tax_representative"] as const;
const EXTENDED_ROLES = [
  "sales_agent",
  "buyer_agent",
  "buyer_tax_representative",
  "end_user",
  "invoicer",
  "invoicee",
  "payer",
  "ship_from",
  "ultimate_recipient",
  "payment_terms_payee",
] as const;
/** Others say where something goes, or have their names by rules of EN 16931. */
const NAMED: ReadonlySet<string> = new Set([
  "sales_agent",
  "buyer_agent",
  "buyer_tax_representative",
  "end_user",
  "invoicer",
  "invoicee",
  "payer",
  "payment_terms_payee",
]);
/** Their countries and VAT identifiers are looked at by rules of EN 16931. */
const OF_EN_16931: ReadonlySet<string> = new Set(["seller", "buyer", "tax_representative"]);

function checkParty({ sets, report }: RuleContext, party: InvoiceParty, at: string, role: string): void {
  const fail = (member: string, term: string, message: string, rule = RULE) =>
    report(rule, term, `${at}/${member}`, `${term} ${message}`);
  if (role !== "seller" && party.other_ids?.length) {
    fail("other_ids", "BT-29", "Identifier: only the seller has more than one in Factur-X; give id, or global_id.");
  }
  if (role !== "seller" && party.legal_information !== undefined) {
    fail("legal_information", "BT-33", "Additional legal information is only the seller's in Factur-X.", "FX-SCH");
  }
  const schemed = [
    [party.global_id, party.global_id_scheme, "global_id_scheme"],
    ...(party.other_global_ids ?? []).map(({ id, scheme }, index) => [id, scheme, `other_global_ids/${index}/scheme`]),
  ] as const;
  for (const [id, scheme, member = ""] of schemed) {
    if (id && !scheme) fail(member, "BT-29", "Identifier scheme is missing: give it, or the identifier as id.");
  }
  if (role !== "seller" && role !== "buyer" && party.electronic_address && !party.electronic_address_scheme) {
    fail("electronic_address_scheme", "BT-34", "Electronic address needs its scheme, such as EM for e-mail.");
  }
  if (sets.level !== "extended") return;
  if (NAMED.has(role) && !party.name) fail("name", "BG-X", "Name is missing.");
  if (role === "buyer_tax_representative" && !party.vat_id) fail("vat_id", "BG-X", "VAT identifier is missing.");
  const prefix = party.vat_id?.slice(0, 2) ?? "";
  if (!OF_EN_16931.has(role) && party.vat_id !== undefined && prefix !== "EL" && !COUNTRIES.has(prefix)) {
    const message = `VAT identifier "${party.vat_id}" does not begin with the code of a country.`;
    fail("vat_id", "BT-31", message, "BR-CO-09");
  }
  const addresses = [
    ...(OF_EN_16931.has(role) || role === "deliver_to" ? [] : [["address", party.address] as const]),
    ["legal_address", party.legal_address] as const,
  ];
  for (const [member, address] of addresses) {
    if (address && !COUNTRIES.has(address.country ?? "")) {
      fail(
        `${member}/country`,
        "BT-40",
        `Country code "${address.country ?? ""}" is missing, or not in its code list.`,
      );
    }
  }
  const schemes = [
    [party.electronic_address_scheme, ADDRESS_SCHEMES, "electronic_address_scheme"],
    [party.legal_id_scheme, IDENTIFIER_SCHEMES, "legal_id_scheme"],
    ...schemed.map(([, scheme, member]) => [scheme, IDENTIFIER_SCHEMES, member] as const),
  ] as const;
  for (const [scheme, list, member = ""] of schemes) {
    if (scheme && !list.has(scheme)) fail(member, "BT-29", `Scheme "${scheme}" is not in its code list.`);
  }
}

type NumberedDocument = [at: string, number: string | undefined, others: (string | undefined)[]];

/** Where each document's number belongs, and what else is said of it. */
function documentsOf(invoice: Invoice): NumberedDocument[] {
  const dated = (
    name: "order" | "sales_order" | "contract" | "tender" | "despatch" | "receiving",
  ): NumberedDocument => [`/${name}_reference`, invoice[`${name}_reference`], [invoice[`${name}_date`]]];
  const reference = (at: string, each: Invoice["quotation"]): NumberedDocument[] =>
    each ? [[`${at}/id`, each.id, [each.line, each.date]]] : [];
  const references = (at: string, all: Invoice["ultimate_customer_orders"]) =>
    (all ?? []).flatMap((each, index) => reference(`${at}/${index}`, each));
  return [
    ...(["order", "sales_order", "contract", "tender", "despatch", "receiving"] as const).map(dated),
    ["/object_id", invoice.object_id, [invoice.object_date]],
    ...reference("/quotation", invoice.quotation),
    ...reference("/delivery_note", invoice.delivery_note),
    ...references("/ultimate_customer_orders", invoice.ultimate_customer_orders),
    ...(invoice.lines ?? []).flatMap((line, index): NumberedDocument[] => {
      const at = `/lines/${index}`;
      return [
        ...LINE_REFERENCES.flatMap((name) => reference(`${at}/${name}`, line[name])),
        ...references(`${at}/ultimate_customer_orders`, line.ultimate_customer_orders),
      ];
    }),
  ];
}

const LINE_REFERENCES = ["sales_order", "quotation", "contract", "despatch", "receiving", "delivery_note"] as const;

function checkDocuments({ invoice, report }: RuleContext): void {
  for (const index of (invoice.other_documents ?? []).keys()) {
    const message =
      "BG-24 Additional document: those of the invoice are of the types 50, 130 and 916 in Factur-X; give supporting_documents, tender_reference or object_id.";
    report("FX-SCH", "BG-24", `/other_documents/${index}/type_code`, message);
  }
}

/** UNTDID 1229 has the numbers up to this one. */
const LINE_STATUSES = 119;

function checkLine(context: RuleContext, line: InvoiceLine, at: string): void {
  const fail = (member: string, term: string, message: string, rule = RULE) =>
    context.report(rule, term, `${at}/${member}`, `${term} ${message}`);
  for (const role of ["deliver_to", "ultimate_recipient"] as const) {
    const party = line[role];
    if (!party) continue;
    checkParty(context, party, `${at}/${role}`, `line's ${role}`);
    if (role === "deliver_to" && party.legal_id && !party.legal_id_scheme) {
      fail(`${role}/legal_id_scheme`, "BT-30", "Legal registration scheme is missing.");
    }
    if (party.legal_address !== undefined) {
      fail(`${role}/legal_address`, "BG-X-9", "Legal address: who gets a line has none in Factur-X.", "FX-SCH");
    }
  }
  const status = line.status_code;
  if (status !== undefined && !(/^[1-9]\d{0,2}$/.test(status) && Number(status) <= LINE_STATUSES)) {
    fail("status_code", "BT-X-7", `Line status code "${status}" is not in its code list (UNTDID 1229).`);
  }
  for (const [index, { id, type_code: type }] of (line.other_documents ?? []).entries()) {
    const own = `other_documents/${index}`;
    if (!id) fail(`${own}/id`, "BT-122", "Document reference is missing.");
    if (!type || !["50", "130", "916"].includes(type)) {
      fail(`${own}/type_code`, "BT-X-30", `Document type "${type ?? ""}" is not one of 50, 130 and 916.`);
    }
  }
  const quantities = [
    [line.free_quantity, line.free_unit, "free_unit"],
    [line.package_quantity, line.package_unit, "package_unit"],
    ...(line.included_products ?? []).map(({ quantity, unit }, index) => [
      quantity,
      unit,
      `included_products/${index}/unit`,
    ]),
  ] as const;
  for (const [quantity, unit, member = ""] of quantities) {
    if (quantity === undefined || UNITS.has(unit ?? "")) continue;
    fail(member, "BT-130", `Unit "${unit ?? ""}" of a quantity is missing, or not in its code list.`);
  }
  for (const [index, { name, standard_ids: ids = [] }] of (line.included_products ?? []).entries()) {
    const own = `included_products/${index}`;
    if (!name) fail(`${own}/name`, "BT-X-18", "Name of an included product is missing.");
    for (const [place, { scheme }] of ids.entries()) {
      if (IDENTIFIER_SCHEMES.has(scheme ?? "")) continue;
      fail(`${own}/standard_ids/${place}/scheme`, "BT-X-309", `Scheme "${scheme ?? ""}" is not in its code list.`);
    }
  }
  for (const [index, { code, name }] of (line.classifications ?? []).entries()) {
    if (name && !code) fail(`classifications/${index}/code`, "BT-158", "Item classification identifier is missing.");
  }
  const ofDiscount = ["percent", "base", "reason", "reason_code"] as const;
  if (line.price_discount === undefined && ofDiscount.some((member) => line[`price_discount_${member}`])) {
    fail("price_discount", "BT-147", "Item price discount is missing, of which percentage, base or reason is given.");
  }
  checkTax(context, line.price_tax, `${at}/price_tax`);
  if (line.price_tax && line.price_tax.rate === undefined) {
    fail("price_tax/rate", "BT-119", "Rate of the VAT of a price is missing.");
  }
}

/** VAT that is not of the breakdown has its amount and its category. */
function checkTax({ report }: RuleContext, tax: InvoiceLine["price_tax"], at: string): void {
  if (!tax) return;
  if (tax.amount === undefined) report(RULE, "BT-117", `${at}/amount`, "BT-117 Amount of VAT is missing.");
  if (VAT_CATEGORIES.has(tax.category ?? "")) return;
  const message = `BT-118 VAT category code "${tax.category ?? ""}" is missing, or not in its code list.`;
  report(RULE, "BT-118", `${at}/category`, message);
}

function checkCodes(context: RuleContext): void {
  const { invoice, report } = context;
  const lines = invoice.lines ?? [];
  const coded: [value: string | undefined, list: ReadonlySet<string>, at: string, term: string, name: string][] = [
    [invoice.tax_exchange?.from, CURRENCIES, "/tax_exchange/from", "BT-X-258", "Currency"],
    [invoice.tax_exchange?.to, CURRENCIES, "/tax_exchange/to", "BT-X-259", "Currency"],
  ];
  for (const [index, { type }] of (invoice.further_accounts ?? []).entries()) {
    coded.push([type, ACCOUNT_TYPES, `/further_accounts/${index}/type`, "BT-X-290", "Type of the account"]);
  }
  for (const [index, { type_code: type }] of (invoice.preceding_invoices ?? []).entries()) {
    coded.push([type, TYPE_CODES, `/preceding_invoices/${index}/type_code`, "BT-X-555", "Type of the invoice before"]);
  }
  for (const [index, line] of lines.entries()) {
    const at = `/lines/${index}`;
    const discount = line.price_discount_reason_code;
    const before = line.preceding_invoice?.type_code;
    coded.push(
      [line.note_subject_code, TEXT_SUBJECTS, `${at}/note_subject_code`, "BT-X-10", "Subject of the line's note"],
      [discount, ALLOWANCE_REASONS, `${at}/price_discount_reason_code`, "BT-X-313", "Reason of the discount"],
      [before, TYPE_CODES, `${at}/preceding_invoice/type_code`, "BT-X-537", "Type of the invoice before"],
    );
    for (const member of ["further_price_discounts", "price_charges"] as const) {
      for (const [place, { reason_code: reason }] of (line[member] ?? []).entries()) {
        coded.push([
          reason,
          ALLOWANCE_REASONS,
          `${at}/${member}/${place}/reason_code`,
          "BT-X-313",
          "Reason of a price",
        ]);
      }
    }
  }
  for (const [value, list, at, term, name] of coded) {
    if (value === undefined || list.has(value)) continue;
    report(RULE, term, at, `${term} ${name} "${value}" is not in its code list.`);
  }
  for (const [index, { taxes = [] }] of (invoice.advance_payments ?? []).entries()) {
    const at = `/advance_payments/${index}/taxes`;
    if (taxes.length === 0) report(RULE, "BG-X-46", at, "BG-X-46 VAT of an advance payment is missing.");
    for (const [place, tax] of taxes.entries()) checkTax(context, tax, `${at}/${place}`);
  }
}
