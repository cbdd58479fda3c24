import type { XmlElement } from "../../pdf/xmp/xml-elements.ts";
import { atLeast } from "../profiles.ts";
import type { RuleContext } from "./rule-context.ts";
import { attributeAt, elementsAt, everyElement, textAt } from "./xml-paths.ts";

/** What CII has to have once, and what EN 16931 does not use of it (CEN/TS 16931-3-3: CII-SR, CII-DT). */
export function checkCiiStructure(context: RuleContext): void {
  const { sets, root, report } = context;
  if (atLeast(sets.level, "basic-wl")) {
    const references = elementsAt(root, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/PaymentReference");
    if (references.length > 1) {
      report("CII-SR-469", "BT-83", "/payment_reference", "BT-83 Remittance information is there more than once.");
    }
    checkAllowances(context);
  }
  if (sets.facturX) checkContacts(context);
  if (!sets.cen) return;
  checkOccurrence(context);
  checkTypes(context);
}

const AGREEMENT = "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement";

/** path, what is counted in each, and the rule */
const AT_MOST_ONE = [
  [`${AGREEMENT}/SellerTradeParty`, "DefinedTradeContact", "CII-SR-455", "BG-6", "/seller/contact"],
  [`${AGREEMENT}/BuyerTradeParty`, "DefinedTradeContact", "CII-SR-456", "BG-9", "/buyer/contact"],
  [`${AGREEMENT}/SellerTradeParty`, "URIUniversalCommunication", "CII-SR-459", "BT-34", "/seller/electronic_address"],
  [`${AGREEMENT}/BuyerTradeParty`, "URIUniversalCommunication", "CII-SR-460", "BT-49", "/buyer/electronic_address"],
] as const;

const TOTALS = [
  ["LineTotalAmount", "477"],
  ["ChargeTotalAmount", "478"],
  ["AllowanceTotalAmount", "479"],
  ["TaxBasisTotalAmount", "480"],
  ["RoundingAmount", "481"],
  ["GrandTotalAmount", "482"],
  ["InformationAmount", "483"],
  ["TotalPrepaidAmount", "484"],
  ["TotalDiscountAmount", "485"],
  ["TotalAllowanceChargeAmount", "486"],
  ["DuePayableAmount", "487"],
  ["RetailValueExcludingTaxInformationAmount", "488"],
  ["TotalDepositFeeInformationAmount", "489"],
  ["ProductValueExcludingTobaccoTaxInformationAmount", "490"],
  ["TotalRetailValueInformationAmount", "491"],
  ["GrossLineTotalAmount", "492"],
  ["NetLineTotalAmount", "493"],
  ["NetIncludingTaxesLineTotalAmount", "494"],
] as const;

function checkOccurrence({ root, report }: RuleContext): void {
  const guidelines = elementsAt(root, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter");
  const once = "BT-24 Specification identifier has to be there exactly once.";
  if (guidelines.length !== 1) report("CII-SR-009", "BT-24", "/guideline", once);
  if (guidelines.flatMap((each) => elementsAt(each, "ID")).length !== 1) {
    report("CII-SR-010", "BT-24", "/guideline", once);
  }
  if (elementsAt(root, "ExchangedDocument").some((each) => elementsAt(each, "TypeCode").length !== 1)) {
    report("CII-SR-014", "BT-3", "/type_code", "BT-3 Invoice type code has to be there exactly once.");
  }
  for (const [path, name, rule, term, pointer] of AT_MOST_ONE) {
    const count = elementsAt(root, path).flatMap((each) => elementsAt(each, name)).length;
    if (count > 1) report(rule, term, pointer, `${term} ${name} is there ${count} times; it may be once.`);
  }
  const path =
    "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation";
  for (const element of elementsAt(root, path)) {
    for (const [name, number] of TOTALS) {
      if (elementsAt(element, name).length <= 1) continue;
      report(`CII-SR-${number}`, "BG-22", "/totals", `BG-22 Document totals: ${name} is there more than once.`);
    }
  }
  for (const [index, line] of elementsAt(
    root,
    "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem",
  ).entries()) {
    checkLine(line, `/lines/${index}`, report);
  }
}

function checkLine(line: XmlElement, at: string, report: RuleContext["report"]): void {
  const count = (path: string) => elementsAt(line, path).length;
  for (const product of elementsAt(line, "SpecifiedTradeProduct")) {
    const ids = elementsAt(product, "GlobalID");
    if (ids.length > 0 && !ids.some((id) => attributeAt(id, "schemeID") !== undefined)) {
      const message = "BT-157 Item standard identifier needs its scheme, such as 0160 for a GTIN.";
      report("CII-SR-046", "BT-157", `${at}/standard_id_scheme`, message);
    }
    const origin = elementsAt(product, "OriginTradeCountry");
    if (origin.length > 0 && elementsAt(product, "OriginTradeCountry/ID").length !== 1) {
      report("CII-SR-090", "BT-159", `${at}/origin_country`, "BT-159 Item country of origin has to be one code.");
    }
    for (const [index, attribute] of elementsAt(product, "ApplicableProductCharacteristic").entries()) {
      const own = `${at}/attributes/${index}`;
      if (elementsAt(attribute, "Description").length !== 1) {
        report("CII-SR-069", "BT-160", `${own}/name`, "BT-160 Item attribute name has to be there once.");
      }
      if (elementsAt(attribute, "Value").length !== 1) {
        report("CII-SR-072", "BT-161", `${own}/value`, "BT-161 Item attribute value has to be there once.");
      }
    }
  }
  const prices = count("SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount");
  if (count("SpecifiedLineTradeAgreement") > 0 && prices !== 1) {
    const message = "BT-146 Item net price has to be there once.";
    report("CII-SR-439", "BT-146", `${at}/net_price`, message);
    if (prices > 1) report("CII-SR-441", "BT-146", `${at}/net_price`, message);
  }
}

function checkAllowances({ root, report }: RuleContext): void {
  for (const { element } of everyElement(root)) {
    if (element.local === "AppliedTradeAllowanceCharge" && elementsAt(element, "ActualAmount").length > 1) {
      report("CII-SR-440", "BT-147", "/lines", "BT-147 Item price discount is there more than once.");
    }
    if (element.local !== "SpecifiedTradeAllowanceCharge") continue;
    const kind = "Allowance or charge (BG-20, BG-21, BG-27, BG-28)";
    if (elementsAt(element, "ChargeIndicator").length === 0) {
      report("CII-SR-463", "BG-20", "/allowances", `${kind} does not say which of the two it is.`);
    }
    if (elementsAt(element, "CategoryTradeTax").length > 1) {
      report("CII-SR-472", "BT-95", "/allowances", `${kind} has more than one VAT category.`);
    }
    if (elementsAt(element, "ActualAmount").length > 1) {
      report("CII-SR-473", "BT-92", "/allowances", `${kind} has more than one amount.`);
    }
  }
}

/** Factur-X has one name for a contact: of a person or of a department. */
function checkContacts({ root, report }: RuleContext): void {
  const parties = [
    ["SellerTradeParty", "CII-SR-465", "BT-41", "/seller/contact/department"],
    ["BuyerTradeParty", "CII-SR-466", "BT-56", "/buyer/contact/department"],
  ] as const;
  for (const [name, rule, term, pointer] of parties) {
    for (const contact of elementsAt(root, `${AGREEMENT}/${name}/DefinedTradeContact`)) {
      const isTwice = elementsAt(contact, "PersonName").length > 0 && elementsAt(contact, "DepartmentName").length > 0;
      if (isTwice)
        report(rule, term, pointer, `${term} Contact point is a person or a department: give name or department.`);
    }
  }
}

const ID_ATTRIBUTES = [
  ["schemeName", "101"],
  ["schemeAgencyName", "102"],
  ["schemeDataURI", "103"],
  ["schemeURI", "104"],
] as const;
const PLAIN_ID_ATTRIBUTES = [
  ["schemeName", "001"],
  ["schemeAgencyName", "002"],
  ["schemeDataURI", "003"],
  ["schemeURI", "004"],
  ["schemeID", "005"],
  ["schemeAgencyID", "006"],
  ["schemeVersionID", "007"],
] as const;
const QUANTITY_ATTRIBUTES = [
  ["unitCodeListID", "034"],
  ["unitCodeListAgencyID", "035"],
  ["unitCodeListAgencyName", "036"],
] as const;
const PERIOD_PARTS = [
  ["DurationMeasure", "069"],
  ["InclusiveIndicator", "070"],
  ["Description", "071"],
  ["CompleteDateTime", "073"],
  ["OpenIndicator", "074"],
  ["SeasonCode", "075"],
  ["ID", "076"],
  ["Name", "077"],
  ["SequenceNumeric", "078"],
  ["StartDateFlexibilityCode", "079"],
  ["ContinuousIndicator", "080"],
  ["PurposeCode", "081"],
] as const;
const ADDRESS_PARTS = [
  ["ID", "082"],
  ["PostOfficeBox", "083"],
  ["BuildingName", "084"],
  ["LineFour", "086"],
  ["LineFive", "087"],
  ["StreetName", "088"],
  ["CitySubDivisionName", "089"],
  ["CountryName", "090"],
  ["CountrySubDivisionID", "091"],
  ["AttentionOf", "092"],
  ["CareOf", "093"],
  ["BuildingNumber", "094"],
  ["DepartmentName", "095"],
  ["AdditionalStreetName", "096"],
] as const;
const DOCUMENT_PARTS = [
  ["StatusCode", "016"],
  ["CopyIndicator", "017"],
  ["GlobalID", "019"],
  ["RevisionID", "020"],
  ["Information", "023"],
  ["SectionName", "025"],
  ["PreviousRevisionID", "026"],
  ["EffectiveSpecifiedPeriod", "028"],
  ["IssuerTradeParty", "029"],
  ["AttachedSpecifiedBinaryFile", "030"],
] as const;
/** Parts of documents that only those of some types have. */
const TYPED_PARTS = [
  ["URIID", "015", ["916"]],
  ["TypeCode", "018", ["50", "130", "916"]],
  ["Name", "021", ["916"]],
  ["AttachmentBinaryObject", "022", ["916"]],
  ["ReferenceTypeCode", "024", ["130"]],
] as const;

/** Elements and attributes that EN 16931 does not use. */
function checkTypes({ root, report }: RuleContext): void {
  const fail = (number: string, element: XmlElement, part: string) =>
    report(`CII-DT-${number}`, "BG-0", "", `${element.local} must not have ${part}: EN 16931 does not use it.`);
  const attributes = (element: XmlElement, list: readonly (readonly [string, string])[]) => {
    for (const [name, number] of list) if (attributeAt(element, name) !== undefined) fail(number, element, name);
  };
  const parts = (element: XmlElement, list: readonly (readonly [string, string])[]) => {
    for (const [name, number] of list) if (elementsAt(element, name).length > 0) fail(number, element, name);
  };
  attributes(root, [
    ["languageID", "013"],
    ["languageLocaleID", "014"],
  ]);
  for (const { element, above } of everyElement(root)) {
    const { local } = element;
    const parent = above.at(-1)?.local ?? "";
    if (local.endsWith("ID")) {
      const isPlain =
        (local === "ID" &&
          (parent === "GuidelineSpecifiedDocumentContextParameter" || parent === "ExchangedDocument")) ||
        (local === "LineID" && parent === "AssociatedDocumentLineDocument") ||
        (local === "SellerAssignedID" && parent === "SpecifiedTradeProduct");
      attributes(element, isPlain ? PLAIN_ID_ATTRIBUTES : ID_ATTRIBUTES);
    }
    if (local === "TypeCode") {
      attributes(element, [
        ["name", "008"],
        ["listURI", "009"],
      ]);
      if (parent === "ExchangedDocument") {
        attributes(element, [
          ["listID", "010"],
          ["listAgencyID", "011"],
          ["listVersionID", "012"],
        ]);
      }
    }
    if (local.endsWith("Amount") && local !== "TaxTotalAmount") {
      attributes(element, [
        ["currencyID", "031"],
        ["currencyCodeListVersionID", "032"],
      ]);
    }
    if (local.endsWith("Quantity")) attributes(element, QUANTITY_ATTRIBUTES);
    if (local.endsWith("TradeTax")) {
      const type = textAt(element, "TypeCode");
      if (type !== undefined && type !== "VAT") {
        report("CII-DT-037", "BT-118", "/vat_breakdown", `Taxes are of the type VAT, not "${type}".`);
      }
    }
    if (local === "BillingSpecifiedPeriod") parts(element, PERIOD_PARTS);
    if (local === "PostalTradeAddress") parts(element, ADDRESS_PARTS);
    if (local.endsWith("ReferencedDocument")) {
      parts(element, DOCUMENT_PARTS);
      const type = local === "AdditionalReferencedDocument" ? textAt(element, "TypeCode") : undefined;
      for (const [name, number, types] of TYPED_PARTS) {
        const isAllowed = type !== undefined && (types as readonly string[]).includes(type);
        if (!isAllowed && elementsAt(element, name).length > 0) fail(number, element, name);
      }
      if (local !== "InvoiceReferencedDocument" && elementsAt(element, "FormattedIssueDateTime").length > 0) {
        fail("027", element, "FormattedIssueDateTime");
      }
    }
    if (local === "DateTimeString" && attributeAt(element, "format") === "102") {
      const isDate = /^\s*\d{4}(?:1[0-2]|0[1-9])(?:3[01]|[12]\d|0[1-9])\s*$/.test(element.text);
      if (!isDate) report("CII-DT-097", "BT-2", "", `The date "${element.text.trim()}" is not of the form CCYYMMDD.`);
    }
  }
}
