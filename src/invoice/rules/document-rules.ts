import { COUNTRIES } from "../codes/code-lists.ts";
import type { InvoiceParty } from "../invoice-schema.ts";
import { atLeast } from "../profiles.ts";
import { checkPresent, type RuleContext } from "./rule-context.ts";

/** What the head of an invoice and its parties need (EN 16931-1, 6.4.2). */
export function checkDocument(context: RuleContext): void {
  const { invoice, sets, report } = context;
  checkPresent(context, invoice.number, ["BR-02", "BT-1", "/number"], "Invoice number");
  checkPresent(context, invoice.issue_date, ["BR-03", "BT-2", "/issue_date"], "Invoice issue date");
  checkPresent(context, invoice.type_code, ["BR-04", "BT-3", "/type_code"], "Invoice type code");
  checkPresent(context, invoice.currency, ["BR-05", "BT-5", "/currency"], "Invoice currency code");
  if (atLeast(sets.level, "basic-wl")) {
    for (const [index, each] of (invoice.preceding_invoices ?? []).entries()) {
      const at = `/preceding_invoices/${index}/number`;
      checkPresent(context, each.number, ["BR-55", "BT-25", at], "Preceding invoice reference");
    }
    checkPeriod(context);
  }
  if (atLeast(sets.level, "basic") && !invoice.lines?.length) {
    report("BR-16", "BG-25", "/lines", "BG-25 Invoice line is missing: an invoice has at least one.");
  }
  checkSellerAndBuyer(context);
  if (atLeast(sets.level, "basic-wl")) checkOthers(context);
  if (atLeast(sets.level, "en16931")) checkSupportingDocuments(context);
}

function checkPeriod({ invoice, report }: RuleContext): void {
  const { period } = invoice;
  if (!period) return;
  if (!period.from && !period.to) {
    report(
      "BR-CO-19",
      "BT-73",
      "/period/from",
      "BG-14 Invoicing period has neither BT-73, its start, nor BT-74, its end.",
    );
  }
  if (period.from && period.to && period.to < period.from) {
    report("BR-29", "BT-74", "/period/to", "BT-74 Invoicing period end date is before its start date.");
  }
}

const ROLES = [
  {
    role: "Seller",
    at: "/seller",
    name: ["BR-06", "BT-27"],
    address: ["BR-08", "BG-5"],
    country: ["BR-09", "BT-40"],
    electronic: ["BR-62", "BT-34"],
  },
  {
    role: "Buyer",
    at: "/buyer",
    name: ["BR-07", "BT-44"],
    address: ["BR-10", "BG-8"],
    country: ["BR-11", "BT-55"],
    electronic: ["BR-63", "BT-49"],
  },
] as const;

function checkSellerAndBuyer(context: RuleContext): void {
  const { invoice, sets, report } = context;
  for (const { role, at, name, address, country, electronic } of ROLES) {
    const party = role === "Seller" ? invoice.seller : invoice.buyer;
    checkPresent(context, party?.name, [...name, `${at}/name`], `${role} name`);
    if (role === "Seller" || atLeast(sets.level, "basic-wl")) {
      checkPresent(context, party?.address, [...address, `${at}/address`], `${role} postal address`);
      // CII's rule asks without an address, too
      if (party?.address || sets.syntax === "cii") {
        checkPresent(context, party?.address?.country, [...country, `${at}/address/country`], `${role} country code`);
      }
    }
    if (party?.electronic_address && !party.electronic_address_scheme) {
      const [rule, term] = electronic;
      const pointer = `${at}/electronic_address_scheme`;
      report(rule, term, pointer, `${term} ${role} electronic address needs its scheme, such as EM for e-mail.`);
    }
  }
  const { seller } = invoice;
  if (seller && !seller.id && !seller.global_id && !seller.legal_id && !seller.vat_id) {
    const message =
      "The seller needs an identifier: BT-31 VAT identifier, BT-30 legal registration or BT-29 identifier; BT-32 tax registration is none.";
    report("BR-CO-26", "BT-31", "/seller/vat_id", message);
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
function checkOthers(context: RuleContext): void {
  const { invoice } = context;
  const { payee, tax_representative: agent, deliver_to: place } = invoice;
  if (payee) checkPayee(context, payee);
  if (agent) {
    const at = "/tax_representative";
    checkPresent(context, agent.name, ["BR-18", "BT-62", `${at}/name`], "Seller tax representative name");
    checkPresent(
      context,
      agent.address,
      ["BR-19", "BG-12", `${at}/address`],
      "Seller tax representative postal address",
    );
    checkPresent(context, agent.vat_id, ["BR-56", "BT-63", `${at}/vat_id`], "Seller tax representative VAT identifier");
    if (agent.address || context.sets.syntax === "cii") {
      const country = agent.address?.country;
      checkPresent(context, country, ["BR-20", "BT-69", `${at}/address/country`], "Tax representative country code");
    }
  }
  if (place?.address) {
    const { country } = place.address;
    checkPresent(context, country, ["BR-57", "BT-80", "/deliver_to/address/country"], "Deliver to country code");
  }
}

/** A payee is somebody else than the seller; which members are compared depends on the syntax. */
function checkPayee(context: RuleContext, payee: InvoiceParty): void {
  const { invoice, sets, report } = context;
  const { seller } = invoice;
  checkPresent(context, payee.name, ["BR-17", "BT-59", "/payee/name"], "Payee name");
  if (!payee.name) return;
  const isUbl = sets.syntax === "ubl";
  const ids = (party: InvoiceParty | undefined) => [
    party?.id,
    ...(party?.other_ids ?? []),
    ...(isUbl ? [party?.global_id, ...(party?.other_global_ids ?? []).map(({ id }) => id)] : []),
  ];
  const sharesId = ids(payee).some((id) => id !== undefined && ids(seller).includes(id));
  const sharesLegalId = !isUbl && payee.legal_id !== undefined && payee.legal_id === seller?.legal_id;
  const same = "is the seller's: a payee is named only where somebody else is paid.";
  if (sharesId) report("BR-17", "BT-60", "/payee/id", `BT-60 Payee identifier ${same}`);
  else if (sharesLegalId) report("BR-17", "BT-61", "/payee/legal_id", `BT-61 Payee legal registration ${same}`);
  else if (payee.name === (isUbl ? seller?.trading_name : seller?.name)) {
    report("BR-17", "BT-59", "/payee/name", `BT-59 Payee name ${same}`);
  }
  if (isUbl && payee.name === seller?.name) {
    report("UBL-SR-19", "BT-59", "/payee/name", `BT-59 Payee name ${same}`);
  }
}

function checkSupportingDocuments({ invoice, sets, report }: RuleContext): void {
  // in UBL a scheme is an attribute of its number, and not there without it
  const objects = [
    { at: "/object_id", term: "BT-18", id: invoice.object_id, scheme: invoice.object_id_scheme },
    ...(invoice.lines ?? []).map(({ object_id: id, object_id_scheme: scheme }, index) => ({
      at: `/lines/${index}/object_id`,
      term: "BT-128",
      id,
      scheme,
    })),
  ];
  for (const { at, term, id, scheme } of sets.syntax === "cii" ? objects : []) {
    if (scheme && !id)
      report("BR-52", term, at, `${term} Invoiced object identifier is missing, of which the scheme is given.`);
  }
  for (const [index, each] of (invoice.supporting_documents ?? []).entries()) {
    const at = `/supporting_documents/${index}`;
    if (!each.id) report("BR-52", "BT-122", `${at}/id`, "BT-122 Supporting document reference is missing.");
    if (each.content !== undefined && !each.file_name && (sets.syntax === "ubl" || sets.facturX)) {
      report(
        sets.syntax === "ubl" ? "UBL-DT-07" : "FX-SCH-A",
        "BT-125",
        `${at}/file_name`,
        "BT-125 Attached document needs its file name.",
      );
    }
  }
}
