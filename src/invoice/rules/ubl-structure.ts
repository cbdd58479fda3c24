import type { XmlElement } from "../../pdf/xmp/xml-elements.ts";
import type { RuleContext } from "./rule-context.ts";
import { attributeAt, elementsAt, everyElement, textAt } from "./xml-paths.ts";

/** What UBL may have once only (CEN/TS 16931-3-2: UBL-SR, UBL-DT, UBL-CR). */
export function checkUblStructure(context: RuleContext): void {
  const { root, report } = context;
  checkOccurrence(context);
  const lines = elementsAt(root, `${context.sets.kind ?? "Invoice"}Line`);
  for (const [index, line] of lines.entries()) checkLine(line, `/lines/${index}`, report);
  checkPayee(context);
  checkPayment(context);
  checkReferences(context);
  checkParts(context);
}

/** path, rule, term, pointer */
const AT_MOST_ONE = [
  ["ContractDocumentReference/ID", "UBL-SR-01", "BT-12", "/contract_reference"],
  ["ReceiptDocumentReference/ID", "UBL-SR-02", "BT-15", "/receiving_reference"],
  ["DespatchDocumentReference/ID", "UBL-SR-03", "BT-16", "/despatch_reference"],
  ["PaymentTerms/Note", "UBL-SR-05", "BT-20", "/payment_terms"],
  ["InvoicePeriod", "UBL-SR-08", "BG-14", "/period"],
  ["AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName", "UBL-SR-09", "BT-27", "/seller/name"],
  ["AccountingSupplierParty/Party/PartyName/Name", "UBL-SR-10", "BT-28", "/seller/trading_name"],
  ["AccountingSupplierParty/Party/PartyLegalEntity/CompanyID", "UBL-SR-11", "BT-30", "/seller/legal_id"],
  [
    "AccountingSupplierParty/Party/PartyLegalEntity/CompanyLegalForm",
    "UBL-SR-14",
    "BT-33",
    "/seller/legal_information",
  ],
  ["AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName", "UBL-SR-15", "BT-44", "/buyer/name"],
  ["AccountingCustomerParty/Party/PartyIdentification/ID", "UBL-SR-16", "BT-46", "/buyer/id"],
  ["AccountingCustomerParty/Party/PartyLegalEntity/CompanyID", "UBL-SR-17", "BT-47", "/buyer/legal_id"],
  ["Delivery", "UBL-SR-24", "BG-13", "/deliver_to"],
  ["Delivery/DeliveryParty/PartyName/Name", "UBL-SR-25", "BT-70", "/deliver_to/name"],
  ["ProjectReference/ID", "UBL-SR-39", "BT-11", "/project_reference"],
  ["AccountingCustomerParty/Party/PartyName/Name", "UBL-SR-40", "BT-45", "/buyer/trading_name"],
  ["PaymentMeans/PaymentDueDate", "UBL-SR-45", "BT-9", "/due_date"],
  ["InvoicePeriod/DescriptionCode", "UBL-SR-49", "BT-8", "/vat_breakdown/0/due_date_code"],
  ["PaymentMeans/CardAccount", "UBL-SR-54", "BG-18", "/payment_means"],
  ["PaymentMeans/PaymentMandate", "UBL-SR-55", "BG-19", "/payment_means"],
  ["OriginatorDocumentReference/ID", "UBL-SR-56", "BT-17", "/tender_reference"],
  ["TaxRepresentativeParty/PartyName/Name", "UBL-SR-22", "BT-62", "/tax_representative/name"],
  ["TaxRepresentativeParty/PartyTaxScheme/CompanyID", "UBL-SR-23", "BT-63", "/tax_representative/vat_id"],
] as const;

function checkOccurrence({ root, report }: RuleContext): void {
  for (const [path, rule, term, pointer] of AT_MOST_ONE) {
    const count = elementsAt(root, path).length;
    if (count > 1)
      report(rule, term, pointer, `${term} ${path.split("/").at(-1)} is there ${count} times; it may be once.`);
  }
  const schemes = (role: string) => elementsAt(root, `${role}/Party/PartyTaxScheme`);
  const isVat = (scheme: XmlElement) => textAt(scheme, "TaxScheme/ID")?.toUpperCase() === "VAT";
  const numbers = (list: XmlElement[]) => list.flatMap((scheme) => elementsAt(scheme, "CompanyID")).length;
  const seller = schemes("AccountingSupplierParty");
  const buyer = schemes("AccountingCustomerParty");
  const once = "is there more than once";
  if (numbers(seller.filter(isVat)) > 1)
    report("UBL-SR-12", "BT-31", "/seller/vat_id", `BT-31 Seller VAT identifier ${once}.`);
  if (numbers(seller.filter((each) => !isVat(each))) > 1) {
    report("UBL-SR-13", "BT-32", "/seller/tax_number", `BT-32 Seller tax registration identifier ${once}.`);
  }
  if (numbers(buyer.filter(isVat)) > 1)
    report("UBL-SR-18", "BT-48", "/buyer/vat_id", `BT-48 Buyer VAT identifier ${once}.`);
  if (seller.length > 2) {
    report("UBL-SR-42", "BT-31", "/seller/vat_id", "The seller has more than two tax registrations (BT-31, BT-32).");
  }
  const schemed = [...everyElement(root)].filter(({ element }) => element.local === "PartyTaxScheme");
  for (const { element } of schemed) {
    if (elementsAt(element, "TaxScheme/ID").length > 0 && elementsAt(element, "CompanyID").length > 0) continue;
    report("UBL-SR-53", "BT-31", "/seller/vat_id", "A tax registration has a number and says of which tax it is.");
  }
  for (const [index, subtotal] of elementsAt(root, "TaxTotal/TaxSubtotal").entries()) {
    if (elementsAt(subtotal, "TaxCategory/TaxExemptionReason").length <= 1) continue;
    const pointer = `/vat_breakdown/${index}/exemption_reason`;
    report("UBL-SR-32", "BT-120", pointer, `BT-120 VAT exemption reason ${once}.`);
  }
  for (const item of elementsAt(root, "AllowanceCharge")) {
    if (elementsAt(item, "AllowanceChargeReason").length <= 1) continue;
    const isCharge = textAt(item, "ChargeIndicator") === "true";
    const term = isCharge ? "BT-104" : "BT-97";
    report(
      isCharge ? "UBL-SR-31" : "UBL-SR-30",
      term,
      isCharge ? "/charges" : "/allowances",
      `${term} Reason ${once}.`,
    );
  }
}

const OF_LINE = [
  ["Note", "UBL-SR-34", "BT-127", "note"],
  ["OrderLineReference/LineID", "UBL-SR-35", "BT-132", "order_line"],
  ["InvoicePeriod", "UBL-SR-36", "BG-26", "period"],
  ["Price/AllowanceCharge/Amount", "UBL-SR-37", "BT-147", "price_discount"],
  ["Item/Description", "UBL-SR-50", "BT-154", "description"],
  ["DocumentReference", "UBL-SR-52", "BT-128", "object_id"],
] as const;

function checkLine(line: XmlElement, at: string, report: RuleContext["report"]): void {
  for (const [path, rule, term, member] of OF_LINE) {
    const count = elementsAt(line, path).length;
    if (count > 1)
      report(
        rule,
        term,
        `${at}/${member}`,
        `${term} ${path.split("/").at(-1)} is there ${count} times; it may be once.`,
      );
  }
  if (elementsAt(line, "Item/ClassifiedTaxCategory").length !== 1) {
    report(
      "UBL-SR-48",
      "BT-151",
      `${at}/vat_category`,
      "BT-151 Invoiced item VAT category has to be there exactly once.",
    );
  }
}

/** The published rules for a payee fail, too, where the seller has its name: checkPayee of the document tells that. */
function checkPayee({ root, report }: RuleContext): void {
  const [payee] = elementsAt(root, "PayeeParty");
  if (!payee) return;
  const names = elementsAt(payee, "PartyName/Name");
  const seller = elementsAt(root, "AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName")[0]?.text;
  const differs = names.some((name) => seller !== undefined && name.text !== seller);
  const ids = elementsAt(payee, "PartyIdentification/ID").filter((id) => {
    const scheme = attributeAt(id, "schemeID");
    return scheme !== undefined && scheme.toUpperCase() !== "SEPA";
  });
  const once = "may be there once, and only if the payee is not the seller";
  if (names.length > 1 || !differs) report("UBL-SR-19", "BT-59", "/payee/name", `BT-59 Payee name ${once}.`);
  if (ids.length > 1 || !differs) report("UBL-SR-20", "BT-60", "/payee/id", `BT-60 Payee identifier ${once}.`);
  if (elementsAt(payee, "PartyLegalEntity/CompanyID").length > 1 || !differs) {
    report("UBL-SR-21", "BT-61", "/payee/legal_id", `BT-61 Payee legal registration identifier ${once}.`);
  }
}

function checkPayment({ root, report }: RuleContext): void {
  const all = elementsAt(root, "PaymentMeans");
  const references = new Set(elementsAt(root, "PaymentMeans/PaymentID").map(({ text }) => text));
  if (references.size > 1) {
    report(
      "UBL-SR-44",
      "BT-83",
      "/payment_reference",
      "BT-83 Remittance information differs between the payment means.",
    );
  }
  const codes = elementsAt(root, "PaymentMeans/PaymentMeansCode");
  if (codes.filter((code) => attributeAt(code, "name") !== undefined).length > 1) {
    report("UBL-SR-46", "BT-82", "/payment_means", "BT-82 Payment means text is there more than once.");
  }
  for (const [index, means] of all.entries()) {
    const at = `/payment_means/${index}`;
    if (elementsAt(means, "PaymentID").length > 1) {
      report("UBL-SR-26", "BT-83", "/payment_reference", "BT-83 Remittance information is there more than once.");
    }
    if (elementsAt(means, "PaymentMeansCode").length > 1) {
      report("UBL-SR-27", "BT-81", `${at}/code`, "BT-81 Payment means type code is there more than once.");
    }
    if (elementsAt(means, "PaymentMandate/ID").length > 1) {
      report("UBL-SR-28", "BT-89", "/mandate_id", "BT-89 Mandate reference identifier is there more than once.");
    }
  }
  const creditors = [...everyElement(root)].filter(
    ({ element, above }) =>
      element.local === "ID" &&
      above.at(-1)?.local === "PartyIdentification" &&
      attributeAt(element, "schemeID")?.toUpperCase() === "SEPA",
  );
  if (creditors.length > 1) {
    report("UBL-SR-29", "BT-90", "/creditor_id", "BT-90 Bank assigned creditor identifier is there more than once.");
  }
}

function checkReferences({ root, sets, report }: RuleContext): void {
  const objects = elementsAt(root, "AdditionalDocumentReference");
  const typed = objects.map((element) => ({ element, type: textAt(element, "DocumentTypeCode") }));
  if (typed.filter(({ type }) => type === "130").length > 1) {
    report("UBL-SR-04", "BT-18", "/object_id", "BT-18 Invoiced object identifier is there more than once.");
  }
  for (const { element, type } of typed) {
    if (elementsAt(element, "DocumentDescription").length > 1) {
      report(
        "UBL-SR-33",
        "BT-123",
        "/supporting_documents",
        "BT-123 Supporting document description is there more than once.",
      );
    }
    const isPlain =
      type === undefined && !elementsAt(element, "ID").some((id) => attributeAt(id, "schemeID") !== undefined);
    if (!(type === "130" || (sets.kind === "CreditNote" && type === "50") || isPlain)) {
      const message =
        "BT-122 Supporting document reference has no scheme and no type; only an invoiced object (130) has.";
      report("UBL-SR-43", "BT-122", "/supporting_documents", message);
    }
    if (type !== "130") continue;
    if (elementsAt(element, "Attachment").length > 0) {
      report("UBL-CR-666", "BT-18", "/object_id", "BT-18 Invoiced object identifier has no file attached.");
    }
    if (elementsAt(element, "DocumentDescription").length > 0) {
      report("UBL-CR-673", "BT-18", "/object_id", "BT-18 Invoiced object identifier has no description.");
    }
  }
  for (const [index, reference] of elementsAt(root, "BillingReference").entries()) {
    const at = `/preceding_invoices/${index}/number`;
    const documents = elementsAt(reference, "InvoiceDocumentReference");
    if (documents.length > 1)
      report("UBL-SR-06", "BT-25", at, "BT-25 Preceding invoice reference is there more than once.");
    if (!documents.some((each) => elementsAt(each, "ID").length > 0)) {
      report("UBL-SR-07", "BT-25", at, "BT-25 Preceding invoice reference is missing.");
    }
  }
  const projects = typed.filter(({ type }) => type === "50").length;
  if (sets.peppol && sets.kind === "CreditNote" && projects > 1) {
    report("PEPPOL-EN16931-R080", "BT-11", "/project_reference", "BT-11 Project reference is there more than once.");
  }
}

function checkParts({ root, report }: RuleContext): void {
  for (const { element, above } of everyElement(root)) {
    const { local } = element;
    if (local === "PostalAddress" || local === "Address") {
      if (elementsAt(element, "AddressLine").length > 1) {
        report("UBL-SR-51", "BT-162", "", "An address has one third line (AddressLine).");
      }
    }
    const isOfPrice =
      local.endsWith("PriceAmount") ||
      above.some((each, index) => each.local === "Price" && above[index + 1]?.local === "AllowanceCharge");
    if (local.endsWith("Amount") && !isOfPrice && (element.text.split(".")[1]?.length ?? 0) > 2) {
      report("UBL-DT-01", "BG-0", "", `${local} is ${element.text.trim()}; amounts have at most two decimal places.`);
    }
    if (local.endsWith("BinaryObject")) {
      const at = "/supporting_documents";
      if (attributeAt(element, "mimeCode") === undefined) {
        report("UBL-DT-06", "BT-125", at, "BT-125 Attached document needs its media type.");
      }
      if (attributeAt(element, "filename") === undefined) {
        report("UBL-DT-07", "BT-125", at, "BT-125 Attached document needs its file name.");
      }
    }
  }
}
