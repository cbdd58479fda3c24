import * as z from "zod";
import { amountOf } from "../calculate.ts";
import { parseDecimal } from "../decimal.ts";
import type { Invoice, InvoiceParty } from "../invoice-schema.ts";
import { isGreek, isNorwegian, isSwedish } from "./identifier-checks.ts";
import { normalized, type RuleContext } from "./rule-context.ts";
import { elementsAt, textAt } from "./xml-paths.ts";
import { checkGermanPeppol } from "./xrechnung-rules.ts";

/** What Peppol asks of sellers in some countries, by their VAT identifier or their address. */
export function checkNational(context: RuleContext): void {
  const { invoice, sets } = context;
  const country = {
    seller: invoice.seller?.address?.country?.toUpperCase(),
    buyer: invoice.buyer?.address?.country?.toUpperCase(),
    /** The seller's by the VAT identifier, which comes before the address. */
    taxed: countryOf(invoice),
  };
  if (country.taxed === "NO") checkNorway(context);
  if (country.taxed === "IT") checkItaly(context);
  if (country.seller === "SE") checkSweden(context, country.buyer);
  if (country.seller === "DK") checkDenmark(context, country.buyer === "DK");
  if (country.seller === "NL") checkNetherlands(context, country.buyer === "NL");
  // these countries have no rules for CII
  if (sets.syntax === "cii") return;
  if (country.seller === "DE" && country.buyer === "DE") checkGermanPeppol(context);
  if (country.seller === "IS") checkIceland(context, country.buyer === "IS");
  if (country.taxed === "EL" || country.taxed === "GR") checkGreece(context);
}

function countryOf({ seller, tax_representative: agent }: Invoice): string | undefined {
  const prefix = (seller?.vat_id ?? agent?.vat_id)?.slice(0, 2);
  return (prefix ?? seller?.address?.country)?.toUpperCase();
}

/** A check that names what is wrong where it fails. */
function unless({ report }: RuleContext, holds: boolean, rule: string, term: string, pointer: string, message: string) {
  if (!holds) report(rule, term, pointer, `${term} ${message}`);
}

const text = (value: string | undefined) => normalized(value ?? "");

function checkNorway(context: RuleContext): void {
  const { invoice, root, sets, warn } = context;
  const vat = invoice.seller?.vat_id ?? "";
  const number = /^NO(\d{9})MVA$/.exec(vat)?.[1];
  const isRight = !vat.startsWith("NO") || (number !== undefined && isNorwegian(number));
  const form = "Seller VAT identifier has to be NO, nine digits with their check digit, and MVA in Norway.";
  unless(context, isRight, "NO-R-001", "BT-31", "/seller/vat_id", form);
  const numbers =
    sets.syntax === "cii"
      ? [invoice.seller?.tax_number]
      : elementsAt(root, "AccountingSupplierParty/Party/PartyTaxScheme")
          .filter((scheme) => textAt(scheme, "TaxScheme/ID") === "TAX")
          .map((scheme) => textAt(scheme, "CompanyID"));
  if (!numbers.some((number) => text(number) === "Foretaksregisteret")) {
    const message =
      'BT-32 Seller tax registration identifier should be "Foretaksregisteret", in UBL of the scheme TAX, in Norway.';
    warn("NO-R-002", "BT-32", "/seller/tax_number", message);
  }
}

function checkItaly(context: RuleContext): void {
  const { seller } = context.invoice;
  const number = seller?.tax_number;
  const isRight = number === undefined || /^[A-Z0-9]{11,16}$/.test(text(number));
  const form = "Seller tax registration identifier has 11 to 16 letters and digits in Italy.";
  unless(context, isRight, "IT-R-001", "BT-32", "/seller/tax_number", form);
  const at = "/seller/address";
  unless(
    context,
    !!seller?.address?.line1,
    "IT-R-002",
    "BT-35",
    `${at}/line1`,
    "Seller address line 1 is missing; Italy needs it.",
  );
  unless(
    context,
    !!seller?.address?.city,
    "IT-R-003",
    "BT-37",
    `${at}/city`,
    "Seller city is missing; Italy needs it.",
  );
  unless(
    context,
    !!seller?.address?.post_code,
    "IT-R-004",
    "BT-38",
    `${at}/post_code`,
    "Seller post code is missing; Italy needs it.",
  );
}

const SWEDISH_RATES = ["25", "12", "6"].map(parseDecimal);

function checkSweden(context: RuleContext, buyerCountry: string | undefined): void {
  const { invoice, warn, report } = context;
  const { seller } = invoice;
  const vat = seller?.vat_id ?? "";
  const isSwedishVat = vat.startsWith("SE");
  const at = "/seller/vat_id";
  if (isSwedishVat) {
    unless(
      context,
      text(vat).length === 14,
      "SE-R-001",
      "BT-31",
      at,
      "Seller VAT identifier has 14 characters in Sweden.",
    );
    const form = "Seller VAT identifier has 12 digits behind SE in Sweden.";
    unless(context, /^\d+$/.test(vat.slice(2, 14).trim()), "SE-R-002", "BT-31", at, form);
    const rates: [string, string | undefined, string | undefined][] = [
      ...(invoice.lines ?? []).map((line, index): [string, string | undefined, string | undefined] => [
        `/lines/${index}/vat_rate`,
        line.vat_category,
        line.vat_rate,
      ]),
      ...(invoice.vat_breakdown ?? []).map((each, index): [string, string | undefined, string | undefined] => [
        `/vat_breakdown/${index}/rate`,
        each.category,
        each.rate,
      ]),
      ...[...(invoice.allowances ?? []), ...(invoice.charges ?? [])].map(
        (item): [string, string | undefined, string | undefined] => ["/allowances", item.vat_category, item.vat_rate],
      ),
    ];
    for (const [pointer, category, rate] of rates) {
      if (category !== "S" || SWEDISH_RATES.includes(parseDecimal(rate))) continue;
      report("SE-R-006", "BT-119", pointer, "BT-119 VAT rate: Sweden's standard rates are 25, 12 and 6.");
    }
  }
  if (seller?.legal_id !== undefined) {
    const id = seller.legal_id;
    const legal = "/seller/legal_id";
    unless(
      context,
      !Number.isNaN(Number(id)),
      "SE-R-003",
      "BT-30",
      legal,
      "Seller legal registration is a number in Sweden.",
    );
    unless(
      context,
      text(id).length === 10,
      "SE-R-004",
      "BT-30",
      legal,
      "Seller legal registration has 10 digits in Sweden.",
    );
    unless(
      context,
      isSwedish(text(id)),
      "SE-R-013",
      "BT-30",
      legal,
      "Seller legal registration has a wrong check digit.",
    );
    const isSaid = seller.tax_number === undefined || text(seller.tax_number).toUpperCase() === "GODKÄND FÖR F-SKATT";
    const form = 'Seller tax registration identifier says "Godkänd för F-skatt" in Sweden.';
    unless(context, isSaid, "SE-R-005", "BT-32", "/seller/tax_number", form);
  }
  for (const [index, means] of (invoice.payment_means ?? []).entries()) {
    const pointer = `/payment_means/${index}`;
    const account = text(means.account_id ?? means.iban);
    // that an account is missing is for BR-61 to say
    const giro = account === "" ? "" : text(means.bic);
    if (means.code === "30" && giro === "SE:PLUSGIRO") {
      if (!/^\d+$/.test(account))
        warn("SE-R-007", "BT-84", `${pointer}/account_id`, "BT-84 Account of Plusgiro should be a number.");
      if (account.length < 2 || account.length > 8) {
        warn("SE-R-010", "BT-84", `${pointer}/account_id`, "BT-84 Account of Plusgiro should have 2 to 8 characters.");
      }
    }
    if (means.code === "30" && giro === "SE:BANKGIRO") {
      if (!/^\d+$/.test(account))
        warn("SE-R-008", "BT-84", `${pointer}/account_id`, "BT-84 Account of Bankgiro should be a number.");
      if (account.length !== 7 && account.length !== 8) {
        warn("SE-R-009", "BT-84", `${pointer}/account_id`, "BT-84 Account of Bankgiro should have 7 or 8 characters.");
      }
    }
    if (means.code === "50" || means.code === "56") {
      const message = "BT-81 Payment means type code should be 30 with bic SE:BANKGIRO or SE:PLUSGIRO in Sweden.";
      warn("SE-R-011", "BT-81", `${pointer}/code`, message);
    }
    if (means.code === "31" && buyerCountry === "SE") {
      warn("SE-R-012", "BT-81", `${pointer}/code`, "BT-81 Payment means type code should be 30 within Sweden.");
    }
  }
}

const DANISH_MEANS = new Set("1 10 31 42 48 49 50 58 59 93 97".split(" "));

function checkDenmark(context: RuleContext, isDomestic: boolean): void {
  const { invoice, sets } = context;
  const { seller, payment_reference: reference = "" } = invoice;
  const legal = "/seller/legal_id";
  unless(
    context,
    text(seller?.legal_id) !== "",
    "DK-R-002",
    "BT-30",
    legal,
    "Seller legal registration (CVR) is missing; Denmark needs it.",
  );
  const isCvr = seller?.legal_id === undefined || seller.legal_id_scheme === "0184";
  unless(
    context,
    isCvr,
    "DK-R-014",
    "BT-30",
    `${legal}_scheme`,
    "Seller legal registration is of the scheme 0184 in Denmark.",
  );
  const isCredit = sets.kind === "CreditNote" || (sets.syntax === "cii" && invoice.type_code === "381");
  const isNegative = isDomestic && isCredit && amountOf(invoice.totals?.due) < 0n;
  unless(
    context,
    !isNegative,
    "DK-R-016",
    "BT-115",
    "/totals/due",
    "Amount due of a credit note is not negative in Denmark.",
  );
  if (!isDomestic) return;
  const bare = (party: InvoiceParty | undefined) => party?.id !== undefined || party?.other_ids?.length;
  const hasBare = !!bare(seller) || !!bare(invoice.buyer);
  unless(
    context,
    !hasBare,
    "DK-R-013",
    "BT-29",
    "/seller/id",
    "Seller and buyer identifiers need a scheme in Denmark: use global_id.",
  );
  // in UBL the rules look at how invoices are paid, not credit notes
  const paid = sets.kind === "CreditNote" ? [] : (invoice.payment_means ?? []);
  for (const [index, means] of paid.entries()) {
    const at = `/payment_means/${index}`;
    const { code = "" } = means;
    const account = means.iban ?? means.account_id ?? "";
    unless(
      context,
      DANISH_MEANS.has(code),
      "DK-R-005",
      "BT-81",
      `${at}/code`,
      `Payment means type code ${code} is not used in Denmark.`,
    );
    const hasBank = account !== "" && text(means.bic) !== "";
    const isBank = code !== "31" && code !== "42";
    unless(
      context,
      isBank || hasBank,
      "DK-R-006",
      "BT-84",
      `${at}/account_id`,
      "Account and bank (bic) are needed for 31 and 42 in Denmark.",
    );
    const hasMandate = text(invoice.mandate_id) !== "" && text(means.debited_iban) !== "";
    unless(
      context,
      code !== "49" || hasMandate,
      "DK-R-007",
      "BT-89",
      "/mandate_id",
      "Mandate and debited account are needed for 49 in Denmark.",
    );
    const giro = /^(?:01|04|15)#/.test(reference) && /^\d{7,8}$/.test(account);
    unless(
      context,
      code !== "50" || giro,
      "DK-R-008",
      "BT-83",
      "/payment_reference",
      "Remittance information begins with 01#, 04# or 15# for Giro (50), with an account of 7 or 8 digits.",
    );
    const isLongGiro = !/^(?:04|15)#/.test(reference) || reference.length === 19;
    unless(
      context,
      code !== "50" || isLongGiro,
      "DK-R-009",
      "BT-83",
      "/payment_reference",
      "Remittance information has 16 digits behind 04# or 15#.",
    );
    const fik = /^7[135]#/.test(reference) && account.length === 8;
    unless(
      context,
      code !== "93" || fik,
      "DK-R-010",
      "BT-83",
      "/payment_reference",
      "Remittance information begins with 71#, 73# or 75# for FIK (93), with an account of 8 characters.",
    );
    const isLongFik = !/^7[15]#/.test(reference) || reference.length === 18 || reference.length === 19;
    unless(
      context,
      code !== "93" || isLongFik,
      "DK-R-011",
      "BT-83",
      "/payment_reference",
      "Remittance information has 15 or 16 digits behind 71# or 75#.",
    );
  }
  checkDanishItems(context);
}

const DANISH_UNSPSC = new Set(["19.05.01", "19.0501", "26.08.01", "26.0801"]);

function checkDanishItems(context: RuleContext): void {
  const { invoice, warn } = context;
  for (const [index, line] of (invoice.lines ?? []).entries()) {
    const classes = line.classifications ?? [];
    const isUnspsc = classes.some(({ list }) => list === "TST");
    if (isUnspsc && !classes.some(({ list_version: version }) => DANISH_UNSPSC.has(version ?? ""))) {
      const message = "BT-158 Item classification should be of UNSPSC version 19.05.01 or 26.08.01 in Denmark.";
      warn("DK-R-003", "BT-158", `/lines/${index}/classifications`, message);
    }
  }
  const items = [
    ...(invoice.allowances ?? []),
    ...(invoice.charges ?? []),
    ...(invoice.lines ?? []).flatMap((line) => [...(line.allowances ?? []), ...(line.charges ?? [])]),
  ];
  const isRight = items.every(
    ({ reason_code: code, reason = "" }) =>
      code !== "ZZZ" || /^\d{4}$/.test(text(reason)) || (reason.includes("#") && /^[^#].*[^#]$/.test(reason)),
  );
  unless(
    context,
    isRight,
    "DK-R-004",
    "BT-104",
    "/charges",
    "Charge reason with the code ZZZ is a tax category of four digits, or has a # within it, in Denmark.",
  );
}

const DUTCH_MEANS = new Set(["30", "48", "49", "57", "58", "59"]);

function checkNetherlands(context: RuleContext, isDomestic: boolean): void {
  const { invoice, sets } = context;
  const { seller, buyer, tax_representative: agent } = invoice;
  const full = (party: InvoiceParty | undefined) =>
    !party?.address || (!!party.address.line1 && !!party.address.city && !!party.address.post_code);
  const registered = (party: InvoiceParty | undefined) =>
    party?.legal_id === undefined || party.legal_id_scheme === "0106" || party.legal_id_scheme === "0190";
  const isCredit =
    sets.kind === "CreditNote" ||
    (sets.syntax === "cii" && ["81", "83", "381", "396", "532"].includes(invoice.type_code ?? ""));
  const hasPreceding = invoice.preceding_invoices?.some(({ number }) => number) ?? false;
  unless(
    context,
    !isCredit || hasPreceding,
    "NL-R-001",
    "BT-25",
    "/preceding_invoices",
    "Preceding invoice reference is missing: a credit note needs it in the Netherlands.",
  );
  const parts = "address needs street, city and post code in the Netherlands.";
  const scheme = "legal registration is of the scheme 0106 (KVK) or 0190 (OIN) in the Netherlands.";
  unless(context, full(seller), "NL-R-002", "BG-5", "/seller/address", `Seller ${parts}`);
  unless(context, registered(seller), "NL-R-003", "BT-30", "/seller/legal_id_scheme", `Seller ${scheme}`);
  if (isDomestic) {
    unless(context, full(buyer), "NL-R-004", "BG-8", "/buyer/address", `Buyer ${parts}`);
    unless(context, registered(buyer), "NL-R-005", "BT-47", "/buyer/legal_id_scheme", `Buyer ${scheme}`);
    for (const [index, { code }] of (invoice.payment_means ?? []).entries()) {
      const message = `Payment means type code ${code ?? ""} is not used within the Netherlands; 30, 48, 49, 57, 58 and 59 are.`;
      unless(context, DUTCH_MEANS.has(code ?? ""), "NL-R-008", "BT-81", `/payment_means/${index}/code`, message);
    }
  }
  if (agent?.address?.country === "NL") {
    unless(context, full(agent), "NL-R-006", "BG-12", "/tax_representative/address", `Tax representative's ${parts}`);
  }
  const due = amountOf(invoice.totals?.due);
  const pays = isCredit ? due < 0n : due > 0n;
  unless(
    context,
    !pays || !!invoice.payment_means?.length,
    "NL-R-007",
    "BG-16",
    "/payment_means",
    "Payment instructions are missing; the Netherlands need them where somebody pays.",
  );
  const orders = invoice.lines?.some(({ order_line: line }) => line !== undefined) ?? false;
  unless(
    context,
    !orders || invoice.order_reference !== undefined,
    "NL-R-009",
    "BT-13",
    "/order_reference",
    "Purchase order reference is missing: lines name lines of it.",
  );
}

function checkIceland(context: RuleContext, isDomestic: boolean): void {
  const { invoice, sets, warn } = context;
  const { seller, buyer } = invoice;
  if (invoice.type_code !== "380" && invoice.type_code !== "381") {
    warn("IS-R-001", "BT-3", "/type_code", "BT-3 Invoice type code should be 380 or 381 in Iceland.");
  }
  const registered = (party: InvoiceParty | undefined) =>
    party?.legal_id !== undefined && party.legal_id_scheme === "0196";
  const placed = (party: InvoiceParty | undefined) => !!party?.address?.line1 && !!party.address.post_code;
  const id = "legal registration of the scheme 0196 is missing; Iceland needs it.";
  const place = "address needs street and post code in Iceland.";
  unless(context, registered(seller), "IS-R-002", "BT-30", "/seller/legal_id", `Seller ${id}`);
  unless(context, placed(seller), "IS-R-003", "BT-35", "/seller/address", `Seller ${place}`);
  if (isDomestic) {
    unless(context, registered(buyer), "IS-R-004", "BT-47", "/buyer/legal_id", `Buyer ${id}`);
    unless(context, placed(buyer), "IS-R-005", "BT-50", "/buyer/address", `Buyer ${place}`);
  }
  for (const [index, means] of (invoice.payment_means ?? []).entries()) {
    const rule = means.code === "9" ? "IS-R-006" : means.code === "42" ? "IS-R-007" : undefined;
    const account = text(means.account_id ?? means.iban);
    if (rule === undefined || account.length === 12) continue;
    const message = `Payment account identifier has 12 digits for ${means.code} in Iceland.`;
    unless(context, false, rule, "BT-84", `/payment_means/${index}/account_id`, message);
  }
  const last = invoice.supporting_documents?.find(({ description }) => description === "EINDAGI");
  if (!last) return;
  const at = "/supporting_documents";
  const isDate = z.iso.date().safeParse(last.id).success;
  // a credit note in UBL has no due date where the rules look for it
  const due = sets.kind === "CreditNote" ? undefined : invoice.due_date;
  unless(
    context,
    isDate,
    "IS-R-008",
    "BT-122",
    at,
    "Supporting document EINDAGI has a date such as 2026-11-22 as its number.",
  );
  unless(
    context,
    due !== undefined,
    "IS-R-009",
    "BT-9",
    "/due_date",
    "Payment due date is missing: there is an EINDAGI, which only invoices have.",
  );
  const isLater = due !== undefined && due <= (last.id ?? "");
  unless(context, isLater, "IS-R-010", "BT-122", at, "Supporting document EINDAGI is not before the payment due date.");
}

const GREEK_TYPES = new Set("1.1 1.6 2.1 2.4 5.1 5.2".split(" "));
const MARK = "##M.AR.K##";
const GREEK_ADDRESS = "##INVOICE|URL##";

function checkGreece(context: RuleContext): void {
  const { invoice, warn } = context;
  const { seller, buyer, tax_representative: agent } = invoice;
  const parts = (invoice.number ?? "").split("|");
  const [tin = "", date = "", serial = "", type = "", fifth = "", sixth = ""] = parts;
  const number = (holds: boolean, rule: string, message: string) =>
    unless(context, holds, `GR-R-001-${rule}`, "BT-1", "/number", `Invoice number ${message}`);
  const own = [seller?.vat_id, agent?.vat_id].some((vat) => vat?.slice(2, 11) === tin);
  number(parts.length === 6, "1", "has six parts with | between them in Greece.");
  number(tin.length === 9 && isGreek(tin) && own, "2", "begins with the tax number of the seller in Greece.");
  const [day, month, year] = date.split("/");
  number(
    `${year}-${month}-${day}` === invoice.issue_date,
    "3",
    "has the issue date (DD/MM/YYYY) as its second part in Greece.",
  );
  number(/^\d+$/.test(serial), "4", "has a number as its third part in Greece.");
  number(GREEK_TYPES.has(type), "5", "has a Greek type of document as its fourth part.");
  number(fifth !== "", "6", "has a fifth part in Greece.");
  number(sixth !== "", "7", "has a sixth part in Greece.");
  const vat = seller?.vat_id ?? "";
  const isRight = vat.startsWith("EL") && isGreek(vat.slice(2));
  const form = "Seller VAT identifier is EL and a tax number with its check digit in Greece.";
  if (seller?.vat_id !== undefined) unless(context, isRight, "GR-R-003", "BT-31", "/seller/vat_id", form);
  if (!isRight) warn("GR-S-011", "BT-31", "/seller/vat_id", `BT-31 ${form}`);
  unless(
    context,
    !!seller?.trading_name,
    "GR-R-002",
    "BT-28",
    "/seller/trading_name",
    "Seller trading name is missing; Greece needs the registered name.",
  );
  unless(
    context,
    !!buyer?.trading_name,
    "GR-R-005",
    "BT-45",
    "/buyer/trading_name",
    "Buyer trading name is missing; Greece needs the full name.",
  );
  const addressed = (party: InvoiceParty | undefined) =>
    party?.electronic_address === undefined ||
    (party.electronic_address_scheme === "9933" && isGreek(party.electronic_address));
  const address = "electronic address is a tax number of the scheme 9933 in Greece.";
  unless(context, addressed(seller), "GR-R-009", "BT-34", "/seller/electronic_address", `Seller ${address}`);
  const buyerCountry = (buyer?.vat_id?.slice(0, 2) ?? buyer?.address?.country)?.toUpperCase();
  if (buyerCountry === "EL" || buyerCountry === "GR") {
    const isGreekBuyer = buyer?.vat_id?.startsWith("EL") === true && isGreek(buyer.vat_id.slice(2));
    unless(
      context,
      isGreekBuyer,
      "GR-R-006",
      "BT-48",
      "/buyer/vat_id",
      "Buyer VAT identifier is EL and a tax number in Greece.",
    );
    unless(context, addressed(buyer), "GR-R-010", "BT-49", "/buyer/electronic_address", `Buyer ${address}`);
  }
  const documents = invoice.supporting_documents ?? [];
  const marks = documents.filter(({ description }) => description === MARK);
  const addresses = documents.filter(({ description }) => description === GREEK_ADDRESS);
  const at = "/supporting_documents";
  if (seller?.address?.country === "GR") {
    unless(
      context,
      marks.length === 1,
      "GR-R-004-1",
      "BT-122",
      at,
      `Supporting document ${MARK} is missing; Greece needs one.`,
    );
    if (addresses.length !== 1)
      warn("GR-S-008-1", "BT-122", at, `BT-122 Supporting document ${GREEK_ADDRESS} should be there.`);
    unless(
      context,
      addresses.length <= 1,
      "GR-R-008-2",
      "BT-122",
      at,
      `Supporting document ${GREEK_ADDRESS} is there twice.`,
    );
    const positive = marks.every(({ id }) => /^[1-9]\d*/.test(id ?? ""));
    unless(context, positive, "GR-R-004-2", "BT-122", at, `Supporting document ${MARK} has a number above 0.`);
  }
  const located = addresses.every(({ url }) => url !== undefined);
  unless(context, located, "GR-R-008-3", "BT-124", at, `External document location of ${GREEK_ADDRESS} is missing.`);
}
