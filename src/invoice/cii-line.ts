import { party } from "./cii-parties.ts";
import { issueDate, note, otherDocuments, period, reference, tax } from "./cii-shared.ts";
import {
  amount,
  constant,
  date,
  EXTENDED,
  type Group,
  group,
  type LeafOptions,
  listOf,
  type MappingNode,
  text,
} from "./mapping-nodes.ts";

const indicator = (isCharge: boolean): Group =>
  group("ram:ChargeIndicator", [constant("udt:Indicator", String(isCharge))]);

/** BG-20 and BG-21 of the document, BG-27 and BG-28 of a line. */
export const allowances = (to: "allowances" | "charges", ofLine: boolean): Group => {
  const richer: LeafOptions = ofLine ? { from: "en16931" } : {};
  const taxed = group("ram:CategoryTradeTax", [
    constant("ram:TypeCode", "VAT"),
    text("ram:CategoryCode", "vat_category"),
    amount("ram:RateApplicablePercent", "vat_rate"),
  ]);
  return group(
    "ram:SpecifiedTradeAllowanceCharge",
    [
      indicator(to === "charges"),
      text("ram:SequenceNumeric", "sequence", EXTENDED),
      amount("ram:CalculationPercent", "percent", richer),
      amount("ram:BasisAmount", "base", richer),
      amount("ram:BasisQuantity", "base_quantity", { attributes: { unitCode: "base_unit" }, ...EXTENDED }),
      amount("ram:ActualAmount", "amount"),
      text("ram:ReasonCode", "reason_code"),
      text("ram:Reason", "reason"),
      ...(ofLine ? [] : [taxed]),
    ],
    { to, many: true, from: ofLine ? "basic" : "basic-wl" },
  );
};

/** What the price of an item was less, or more, before it is multiplied. */
const priceAdjustment = (isCharge: boolean, name: string, options: Partial<Group>): Group => {
  const own = (member: string) => (name === "" ? member : `${name}_${member}`);
  return group(
    "ram:AppliedTradeAllowanceCharge",
    [
      indicator(isCharge),
      amount("ram:CalculationPercent", own("percent"), EXTENDED),
      amount("ram:BasisAmount", own("base"), EXTENDED),
      amount("ram:ActualAmount", name || "amount"),
      text("ram:ReasonCode", own("reason_code"), EXTENDED),
      text("ram:Reason", own("reason"), EXTENDED),
    ],
    options,
  );
};

const product: readonly MappingNode[] = [
  text("ram:ID", "product_id", EXTENDED),
  text("ram:GlobalID", "standard_id", { attributes: { schemeID: "standard_id_scheme" } }),
  text("ram:SellerAssignedID", "seller_item_id", { from: "en16931" }),
  text("ram:BuyerAssignedID", "buyer_item_id", { from: "en16931" }),
  text("ram:IndustryAssignedID", "industry_item_id", EXTENDED),
  text("ram:ModelID", "model_id", EXTENDED),
  text("ram:Name", "name"),
  text("ram:Description", "description", { from: "en16931" }),
  text("ram:BatchID", "batch_ids", { many: true, ...EXTENDED }),
  text("ram:BrandName", "brand", EXTENDED),
  text("ram:ModelName", "model", EXTENDED),
  group(
    "ram:ApplicableProductCharacteristic",
    [
      text("ram:TypeCode", "code", EXTENDED),
      text("ram:Description", "name"),
      amount("ram:ValueMeasure", "measure", { attributes: { unitCode: "measure_unit" }, ...EXTENDED }),
      text("ram:Value", "value"),
    ],
    { to: "attributes", many: true, from: "en16931" },
  ),
  group(
    "ram:DesignatedProductClassification",
    [
      text("ram:ClassCode", "code", { attributes: { listID: "list", listVersionID: "list_version" } }),
      text("ram:ClassName", "name", EXTENDED),
    ],
    { to: "classifications", many: true, from: "en16931" },
  ),
  group(
    "ram:IndividualTradeProductInstance",
    [text("ram:BatchID", "batch_id"), text("ram:SupplierAssignedSerialID", "serial_number")],
    listOf("instances"),
  ),
  group("ram:OriginTradeCountry", [text("ram:ID", "origin_country")], { from: "en16931" }),
  group(
    "ram:IncludedReferencedProduct",
    [
      text("ram:ID", "product_id"),
      text("ram:GlobalID", "standard_ids", { item: "id", attributes: { schemeID: "scheme" } }),
      text("ram:SellerAssignedID", "seller_item_id"),
      text("ram:BuyerAssignedID", "buyer_item_id"),
      text("ram:IndustryAssignedID", "industry_item_id"),
      text("ram:Name", "name"),
      text("ram:Description", "description"),
      amount("ram:UnitQuantity", "quantity", { attributes: { unitCode: "unit" } }),
    ],
    listOf("included_products"),
  ),
];

const agreement: readonly MappingNode[] = [
  reference("ram:SellerOrderReferencedDocument", { to: "sales_order", ...EXTENDED }),
  group(
    "ram:BuyerOrderReferencedDocument",
    [text("ram:IssuerAssignedID", "order", EXTENDED), text("ram:LineID", "order_line"), issueDate("order_date")],
    { from: "en16931" },
  ),
  reference("ram:QuotationReferencedDocument", { to: "quotation", ...EXTENDED }),
  reference("ram:ContractReferencedDocument", { to: "contract", ...EXTENDED }),
  otherDocuments(),
  group("ram:GrossPriceProductTradePrice", [
    amount("ram:ChargeAmount", "gross_price"),
    amount("ram:BasisQuantity", "gross_price_quantity", { attributes: { unitCode: "gross_price_unit" } }),
    priceAdjustment(false, "price_discount", {}),
    priceAdjustment(false, "", listOf("further_price_discounts")),
    priceAdjustment(true, "", listOf("price_charges")),
  ]),
  group("ram:NetPriceProductTradePrice", [
    amount("ram:ChargeAmount", "net_price"),
    amount("ram:BasisQuantity", "price_quantity", { attributes: { unitCode: "price_unit" } }),
    tax("ram:IncludedTradeTax", { to: "price_tax", ...EXTENDED }),
  ]),
  reference("ram:UltimateCustomerOrderReferencedDocument", listOf("ultimate_customer_orders")),
];

const delivery: readonly MappingNode[] = [
  amount("ram:BilledQuantity", "quantity", { attributes: { unitCode: "unit" } }),
  amount("ram:ChargeFreeQuantity", "free_quantity", { attributes: { unitCode: "free_unit" }, ...EXTENDED }),
  amount("ram:PackageQuantity", "package_quantity", { attributes: { unitCode: "package_unit" }, ...EXTENDED }),
  group("ram:ShipToTradeParty", party(), { to: "deliver_to", ...EXTENDED }),
  group("ram:UltimateShipToTradeParty", party(), { to: "ultimate_recipient", ...EXTENDED }),
  group("ram:ActualDeliverySupplyChainEvent", [date("ram:OccurrenceDateTime", "delivery_date")], EXTENDED),
  reference("ram:DespatchAdviceReferencedDocument", { to: "despatch", ...EXTENDED }),
  reference("ram:ReceivingAdviceReferencedDocument", { to: "receiving", ...EXTENDED }),
  reference("ram:DeliveryNoteReferencedDocument", { to: "delivery_note", ...EXTENDED }),
];

const settlement: readonly MappingNode[] = [
  group("ram:ApplicableTradeTax", [
    amount("ram:CalculatedAmount", "vat_amount", EXTENDED),
    constant("ram:TypeCode", "VAT"),
    text("ram:ExemptionReason", "exemption_reason", EXTENDED),
    text("ram:CategoryCode", "vat_category"),
    text("ram:ExemptionReasonCode", "exemption_code", EXTENDED),
    amount("ram:RateApplicablePercent", "vat_rate"),
  ]),
  period("basic"),
  allowances("allowances", true),
  allowances("charges", true),
  group("ram:SpecifiedTradeSettlementLineMonetarySummation", [
    amount("ram:LineTotalAmount", "net_amount"),
    amount("ram:ChargeTotalAmount", "charges_total", EXTENDED),
    amount("ram:AllowanceTotalAmount", "allowances_total", EXTENDED),
    amount("ram:TaxTotalAmount", "vat_total", { currency: true, ...EXTENDED }),
    amount("ram:GrandTotalAmount", "gross_amount", EXTENDED),
    amount("ram:TotalAllowanceChargeAmount", "allowance_charge_total", EXTENDED),
  ]),
  group(
    "ram:InvoiceReferencedDocument",
    [
      text("ram:IssuerAssignedID", "number"),
      text("ram:LineID", "line"),
      text("ram:TypeCode", "type_code"),
      issueDate("issue_date"),
    ],
    { to: "preceding_invoice", ...EXTENDED },
  ),
  group(
    "ram:AdditionalReferencedDocument",
    [
      text("ram:IssuerAssignedID", "object_id"),
      constant("ram:TypeCode", "130"),
      text("ram:ReferenceTypeCode", "object_id_scheme"),
    ],
    { from: "en16931" },
  ),
  group(
    "ram:ReceivableSpecifiedTradeAccountingAccount",
    [text("ram:ID", "accounting_reference"), text("ram:TypeCode", "accounting_type", EXTENDED)],
    { from: "en16931" },
  ),
];

/** BG-25. */
export const LINE: Group = group(
  "ram:IncludedSupplyChainTradeLineItem",
  [
    group("ram:AssociatedDocumentLineDocument", [
      text("ram:LineID", "id"),
      text("ram:ParentLineID", "parent_line", EXTENDED),
      text("ram:LineStatusCode", "status_code", EXTENDED),
      text("ram:LineStatusReasonCode", "status_reason", EXTENDED),
      group("ram:IncludedNote", [
        text("ram:ContentCode", "note_content_code", EXTENDED),
        text("ram:Content", "note"),
        text("ram:SubjectCode", "note_subject_code", EXTENDED),
      ]),
      group("ram:IncludedNote", note(), listOf("further_notes")),
    ]),
    group("ram:SpecifiedTradeProduct", product),
    group("ram:SpecifiedLineTradeAgreement", agreement),
    group("ram:SpecifiedLineTradeDelivery", delivery),
    group("ram:SpecifiedLineTradeSettlement", settlement),
  ],
  { to: "lines", many: true, from: "basic" },
);
