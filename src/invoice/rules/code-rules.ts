import {
  ACCOUNT_TYPES,
  ADDRESS_SCHEMES,
  ALLOWANCE_REASONS,
  ATTACHED_MEDIA_TYPES,
  COUNTRIES,
  CREDIT_NOTE_TYPES,
  CURRENCIES,
  CURRENCIES_OF_CEN,
  DELIVERY_TERMS,
  DUE_DATE_CODES,
  EXTENDED_MEDIA_TYPES,
  IDENTIFIER_SCHEMES,
  PAYMENT_MEANS,
  TEXT_SUBJECTS_NOT_IN_UBL,
  TYPE_CODES,
  TYPES_OF_BOTH,
  VAT_CATEGORIES,
} from "../codes/code-lists.ts";
import {
  CHARGE_REASONS,
  EXEMPTION_REASONS,
  ITEM_CLASSIFICATIONS,
  LANGUAGES,
  REFERENCE_QUALIFIERS,
  TEXT_SUBJECTS,
  UNITS,
} from "../codes/code-lists-long.ts";
import type { InvoiceAllowance, InvoiceLine, InvoiceParty } from "../invoice-schema.ts";
import { atLeast } from "../profiles.ts";
import type { RuleContext } from "./rule-context.ts";
import { attributeAt, everyElement } from "./xml-paths.ts";

type Codes = Pick<ReadonlySet<string>, "has">;
type Listed = (
  value: string | undefined,
  list: Codes,
  rule: string,
  term: string,
  pointer: string,
  name: string,
  example?: string,
) => void;

/** XRechnung's extension has lists of its own for these (BR-DEX-...). */
const EXTENSION_RULES: Readonly<Record<string, string>> = {
  "BR-CL-10": "BR-DEX-04",
  "BR-CL-11": "BR-DEX-05",
  "BR-CL-21": "BR-DEX-06",
  "BR-CL-24": "BR-DEX-01",
  "BR-CL-25": "BR-DEX-07",
  "BR-CL-26": "BR-DEX-08",
};
/** Health applications: schemes that the extension adds. */
const EXTENSION_SCHEMES: ReadonlySet<string> = new Set(["XR01", "XR02", "XR03"]);
const EXTENSION_MEDIA_TYPE = "application/xml";

/** Codes are of their lists (EN 16931-1, 6.4.2: BR-CL). */
export function checkCodes(context: RuleContext): void {
  const { invoice, sets, report } = context;
  const extension = sets.xrechnungExtension;
  const listed: Listed = (value, list, rule, term, pointer, name, example) => {
    if (value === undefined || list.has(value)) return;
    const own = extension ? (EXTENSION_RULES[rule] ?? rule) : rule;
    if (own !== rule && (EXTENSION_SCHEMES.has(value) || value === EXTENSION_MEDIA_TYPE)) return;
    const such = example === undefined ? "" : ` Such codes are ${example}.`;
    report(own, term, pointer, `${term} ${name} "${value}" is not in its code list.${such}`);
  };
  checkHead(context, listed);
  checkParties(context, listed);
  if (sets.syntax === "cii" && sets.cen) checkPlainIdentifiers(context, listed);
  if (sets.syntax === "ubl") checkCurrencies(context, listed);
  if (!atLeast(sets.level, "basic-wl")) return;
  for (const [index, { subject_code: subject }] of (invoice.notes ?? []).entries()) {
    const list = sets.syntax === "ubl" ? UBL_SUBJECTS : TEXT_SUBJECTS;
    listed(subject, list, "BR-CL-08", "BT-21", `/notes/${index}/subject_code`, "Invoice note subject code", "AAI, REG");
  }
  for (const [index, { code }] of (invoice.payment_means ?? []).entries()) {
    const pointer = `/payment_means/${index}/code`;
    listed(code, PAYMENT_MEANS, "BR-CL-16", "BT-81", pointer, "Payment means type code", "58, 59, 48");
  }
  for (const [index, each] of (invoice.vat_breakdown ?? []).entries()) {
    const at = `/vat_breakdown/${index}`;
    const rule = sets.syntax === "ubl" ? "BR-CL-17" : "BR-CL-18";
    listed(each.category, VAT_CATEGORIES, rule, "BT-118", `${at}/category`, "VAT category code");
    const dueCode = each.due_date_code;
    listed(dueCode, DUE_DATE_CODES, "BR-CL-06", "BT-8", `${at}/due_date_code`, "VAT point date code", "5, 29, 72");
    const reason = sets.facturX ? each.exemption_code : each.exemption_code?.toUpperCase();
    const pointer = `${at}/exemption_code`;
    listed(reason, EXEMPTION_REASONS, "BR-CL-22", "BT-121", pointer, "VAT exemption reason code", "VATEX-EU-AE");
  }
  checkReasons(invoice.allowances, ALLOWANCES, "", listed);
  checkReasons(invoice.charges, CHARGES, "", listed);
  if (atLeast(sets.level, "basic")) {
    for (const [index, line] of (invoice.lines ?? []).entries()) checkLine(context, line, `/lines/${index}`, listed);
  }
  if (atLeast(sets.level, "en16931")) checkDocuments(context, listed);
  if (sets.level === "extended") checkExtended(context, listed);
}

const UBL_SUBJECTS: Codes = {
  has: (code) => TEXT_SUBJECTS.has(code) && !TEXT_SUBJECTS_NOT_IN_UBL.has(code),
};

function checkHead({ invoice, sets }: RuleContext, listed: Listed): void {
  const types: Codes =
    sets.kind === undefined
      ? TYPE_CODES
      : sets.kind === "CreditNote"
        ? CREDIT_NOTE_TYPES
        : { has: (code) => TYPES_OF_BOTH.has(code) || (TYPE_CODES.has(code) && !CREDIT_NOTE_TYPES.has(code)) };
  listed(invoice.type_code, types, "BR-CL-01", "BT-3", "/type_code", "Invoice type code", "380, 381, 384");
  const currencies = sets.facturX && sets.cen ? CURRENCIES : sets.cen ? CURRENCIES_OF_CEN : CURRENCIES;
  listed(invoice.currency, currencies, "BR-CL-04", "BT-5", "/currency", "Invoice currency code", "EUR, USD");
  listed(invoice.tax_currency, currencies, "BR-CL-05", "BT-6", "/tax_currency", "VAT accounting currency code");
  const { totals } = invoice;
  listed(totals?.vat_currency, currencies, "BR-CL-03", "BT-110", "/totals/vat_currency", "Currency of the total VAT");
}

function checkParties({ invoice, sets }: RuleContext, listed: Listed): void {
  const roles: [string, InvoiceParty | undefined, string, string, string, string][] = [
    ["/seller", invoice.seller, "BT-40", "BT-34", "BT-29", "BT-30"],
    ["/buyer", invoice.buyer, "BT-55", "BT-49", "BT-46", "BT-47"],
  ];
  if (atLeast(sets.level, "basic-wl")) {
    roles.push(
      ["/payee", invoice.payee, "BG-10", "BG-10", "BT-60", "BT-61"],
      ["/tax_representative", invoice.tax_representative, "BT-69", "BG-11", "BG-11", "BG-11"],
    );
    const { deliver_to: place } = invoice;
    listed(place?.address?.country, COUNTRIES, "BR-CL-14", "BT-80", "/deliver_to/address/country", "Country code");
    const scheme = place?.global_id_scheme;
    const pointer = "/deliver_to/global_id_scheme";
    listed(scheme, IDENTIFIER_SCHEMES, "BR-CL-26", "BT-71", pointer, "Deliver to location identifier scheme");
  }
  if (sets.level === "extended") {
    for (const role of EXTENDED_ROLES) roles.push([`/${role}`, invoice[role], "BG-X", "BG-X", "BG-X", "BG-X"]);
  }
  for (const [at, party, country, address, id, legal] of roles) {
    if (!party) continue;
    listed(party.address?.country, COUNTRIES, "BR-CL-14", country, `${at}/address/country`, "Country code", "DE, FR");
    const addressScheme = party.electronic_address_scheme;
    const pointer = `${at}/electronic_address_scheme`;
    listed(addressScheme, ADDRESS_SCHEMES, "BR-CL-25", address, pointer, "Electronic address scheme", "EM, 0204, 9930");
    const schemes = [
      [party.global_id_scheme, "global_id_scheme"],
      ...(party.other_global_ids ?? []).map(
        ({ scheme }, index) => [scheme, `other_global_ids/${index}/scheme`] as const,
      ),
    ] as const;
    for (const [scheme, member] of schemes) {
      listed(scheme, IDENTIFIER_SCHEMES, "BR-CL-10", id, `${at}/${member}`, "Identifier scheme", "0088, 0060");
    }
    const legalScheme = party.legal_id_scheme;
    const legalPointer = `${at}/legal_id_scheme`;
    listed(legalScheme, IDENTIFIER_SCHEMES, "BR-CL-11", legal, legalPointer, "Legal registration scheme", "0002, 0204");
  }
}

/** Every amount of UBL names its currency. */
function checkCurrencies({ root, sets, report }: RuleContext, listed: Listed): void {
  for (const { element } of everyElement(root)) {
    if (!element.local.endsWith("Amount") || element.children.length > 0) continue;
    const currency = attributeAt(element, "currencyID");
    listed(currency ?? "", CURRENCIES_OF_CEN, "BR-CL-03", "BT-5", "/currency", `Currency of ${element.local}`);
    if (sets.peppol && !(CURRENCIES_OF_CEN.has(currency ?? "") && !NOT_PEPPOL.has(currency ?? ""))) {
      const message = `BT-5 Currency of ${element.local} "${currency ?? ""}" is not in Peppol's code list.`;
      report("PEPPOL-EN16931-CL007", "BT-5", "/currency", message);
    }
  }
}

/** Currencies that Peppol's list does not have yet. */
const NOT_PEPPOL: ReadonlySet<string> = new Set(["CNH", "XCG"]);

/** In CII identifiers of parties may have a scheme although there are others for that. */
function checkPlainIdentifiers({ root }: RuleContext, listed: Listed): void {
  for (const { element, above } of everyElement(root)) {
    const parent = above.at(-1)?.local ?? "";
    if (element.local !== "ID" || !parent.endsWith("TradeParty")) continue;
    const scheme = attributeAt(element, "schemeID");
    const role = parent === "SellerTradeParty" ? "/seller" : parent === "BuyerTradeParty" ? "/buyer" : "";
    listed(scheme, IDENTIFIER_SCHEMES, "BR-CL-11", "BT-29", `${role}/id`, "Identifier scheme", "0088, 0060");
  }
}

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
] as const;

const ALLOWANCES = {
  member: "allowances",
  list: ALLOWANCE_REASONS,
  rule: "BR-CL-19",
  reason: ["BT-98", "BT-140"],
  category: "BT-95",
  name: "allowance",
  example: "95, 41",
} as const;
const CHARGES = {
  member: "charges",
  list: CHARGE_REASONS,
  rule: "BR-CL-20",
  reason: ["BT-105", "BT-145"],
  category: "BT-102",
  name: "charge",
  example: "FC, ABL",
} as const;

function checkReasons(
  items: readonly InvoiceAllowance[] | undefined,
  { member, list, rule, reason, category, name, example }: typeof ALLOWANCES | typeof CHARGES,
  above: string,
  listed: Listed,
): void {
  for (const [index, item] of (items ?? []).entries()) {
    const at = `${above}/${member}/${index}`;
    const [ofDocument, ofLine] = reason;
    const term = above === "" ? ofDocument : ofLine;
    listed(item.reason_code, list, rule, term, `${at}/reason_code`, `Reason code of the ${name}`, example);
    const code = item.vat_category;
    if (above === "") listed(code, VAT_CATEGORIES, "BR-CL-17", category, `${at}/vat_category`, "VAT category code");
  }
}

function checkLine(context: RuleContext, line: InvoiceLine, at: string, listed: Listed): void {
  const { sets } = context;
  const name = "Invoiced item VAT category code";
  listed(line.vat_category, VAT_CATEGORIES, "BR-CL-18", "BT-151", `${at}/vat_category`, name, "S, E, AE");
  const units = [
    [line.unit, "BT-130", "unit", "Unit"],
    [line.price_unit, "BT-150", "price_unit", "Unit of the price"],
    [line.gross_price_unit, "BT-150", "gross_price_unit", "Unit of the gross price"],
  ] as const;
  for (const [unit, term, member, unitName] of units) {
    listed(unit, UNITS, "BR-CL-23", term, `${at}/${member}`, unitName, "C62, HUR, KGM");
  }
  const scheme = line.standard_id_scheme;
  listed(
    scheme,
    IDENTIFIER_SCHEMES,
    "BR-CL-21",
    "BT-157",
    `${at}/standard_id_scheme`,
    "Item identifier scheme",
    "0160",
  );
  checkReasons(line.allowances, ALLOWANCES, at, listed);
  checkReasons(line.charges, CHARGES, at, listed);
  if (!atLeast(sets.level, "en16931")) return;
  listed(line.origin_country, COUNTRIES, "BR-CL-15", "BT-159", `${at}/origin_country`, "Item country of origin");
  const object = line.object_id_scheme;
  listed(object, REFERENCE_QUALIFIERS, "BR-CL-07", "BT-128", `${at}/object_id_scheme`, "Invoiced object scheme", "ABZ");
  for (const [index, { list }] of (line.classifications ?? []).entries()) {
    if (sets.cleanVehicles && list === "CVD") continue;
    const pointer = `${at}/classifications/${index}/list`;
    const rule = sets.cleanVehicles ? "BR-TMP-CVD-01" : "BR-CL-13";
    listed(list, ITEM_CLASSIFICATIONS, rule, "BT-158", pointer, "List of the item classification", "STI, HS");
  }
}

function checkDocuments({ invoice, sets }: RuleContext, listed: Listed): void {
  const scheme = invoice.object_id_scheme;
  listed(scheme, REFERENCE_QUALIFIERS, "BR-CL-07", "BT-18", "/object_id_scheme", "Invoiced object scheme", "ABZ, AAA");
  const types: Codes =
    sets.level === "extended"
      ? { has: (type) => ATTACHED_MEDIA_TYPES.has(type) || EXTENDED_MEDIA_TYPES.has(type) }
      : ATTACHED_MEDIA_TYPES;
  for (const [index, { content, media_type: type }] of (invoice.supporting_documents ?? []).entries()) {
    if (content === undefined) continue;
    const pointer = `/supporting_documents/${index}/media_type`;
    const allowed = "those of PDF, PNG, JPEG, CSV and of sheets";
    listed(type ?? "", types, "BR-CL-24", "BT-125", pointer, "Attached document's media type", allowed);
  }
}

function checkExtended({ invoice, sets }: RuleContext, listed: Listed): void {
  if (!sets.facturX) return;
  const rule = "FX-SCH-A";
  listed(invoice.delivery_terms, DELIVERY_TERMS, rule, "BT-X-22", "/delivery_terms", "Delivery terms", "DAP, EXW");
  listed(invoice.language, LANGUAGES, rule, "BT-X-4", "/language", "Language", "de, fr");
  listed(invoice.transport_mode, TRANSPORT_MODES, rule, "BT-X-152", "/transport_mode", "Transport mode", "1, 3");
  listed(invoice.accounting_type, ACCOUNT_TYPES, rule, "BT-X-290", "/accounting_type", "Type of the account", "1, 2");
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    const pointer = `/lines/${index}/status_reason`;
    listed(line.status_reason, STATUS_REASONS, rule, "BT-X-8", pointer, "Line status reason", "DETAIL, GROUP");
  }
  for (const [index, { amount, vat_category: category }] of (invoice.logistics_charges ?? []).entries()) {
    if (amount !== undefined) {
      listed(
        category,
        VAT_CATEGORIES,
        "BR-CL-17",
        "BT-X-273",
        `/logistics_charges/${index}/vat_category`,
        "VAT category",
      );
    }
  }
}

/** UN/ECE Recommendation 19. */
const TRANSPORT_MODES: ReadonlySet<string> = new Set("0 1 2 3 4 5 6 7 8 9".split(" "));
const STATUS_REASONS: ReadonlySet<string> = new Set(["DETAIL", "GROUP", "INFORMATION"]);
