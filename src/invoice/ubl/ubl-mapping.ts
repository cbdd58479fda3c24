import { amount as anyAmount, constant, type Group, group, type MappingNode, text } from "../mapping-nodes.ts";

/**
 * Where the business terms of EN 16931-1 are in UBL 2.1 (CEN/TS 16931-3-2): one table, by which invoices and credit
 * notes are written and read. What UBL orders in another way than the record is turned by `ubl-record.ts`.
 */

/** Invoices and credit notes are documents of their own, with other names for some elements. */
export type UblKind = "Invoice" | "CreditNote";

const money = (tag: string, to: string): MappingNode => anyAmount(tag, to, { currency: true });
const many = (to: string) => ({ to, many: true });

const country = (): Group => group("cac:Country", [text("cbc:IdentificationCode", "country")]);

const address = (tag: string): Group =>
  group(
    tag,
    [
      text("cbc:StreetName", "line1"),
      text("cbc:AdditionalStreetName", "line2"),
      text("cbc:CityName", "city"),
      text("cbc:PostalZone", "post_code"),
      text("cbc:CountrySubentity", "region"),
      group("cac:AddressLine", [text("cbc:Line", "line3")]),
      country(),
    ],
    { to: "address" },
  );

const taxScheme = (id: string, open?: true): Group =>
  group("cac:TaxScheme", [constant("cbc:ID", id, open ? { open } : {})]);

const identifications = group(
  "cac:PartyIdentification",
  [text("cbc:ID", "id", { attributes: { schemeID: "scheme" } })],
  many("identifications"),
);

/**
 * Seller and buyer.
 * @param otherTax what the scheme of a tax number is that is none for VAT, when it is written; any is read
 */
const party = (otherTax: string): readonly MappingNode[] => [
  text("cbc:EndpointID", "electronic_address", { attributes: { schemeID: "electronic_address_scheme" } }),
  identifications,
  group("cac:PartyName", [text("cbc:Name", "trading_name")]),
  address("cac:PostalAddress"),
  group("cac:PartyTaxScheme", [text("cbc:CompanyID", "vat_id"), taxScheme("VAT")]),
  group("cac:PartyTaxScheme", [text("cbc:CompanyID", "tax_number"), taxScheme(otherTax, true)]),
  group("cac:PartyLegalEntity", [
    text("cbc:RegistrationName", "name"),
    text("cbc:CompanyID", "legal_id", { attributes: { schemeID: "legal_id_scheme" } }),
    text("cbc:CompanyLegalForm", "legal_information"),
  ]),
  group(
    "cac:Contact",
    [text("cbc:Name", "name"), text("cbc:Telephone", "phone"), text("cbc:ElectronicMail", "email")],
    { to: "contact" },
  ),
];

const payee: readonly MappingNode[] = [
  identifications,
  group("cac:PartyName", [text("cbc:Name", "name")]),
  group("cac:PartyLegalEntity", [text("cbc:CompanyID", "legal_id", { attributes: { schemeID: "legal_id_scheme" } })]),
];

const taxRepresentative: readonly MappingNode[] = [
  group("cac:PartyName", [text("cbc:Name", "name")]),
  address("cac:PostalAddress"),
  group("cac:PartyTaxScheme", [text("cbc:CompanyID", "vat_id"), taxScheme("VAT")]),
];

const taxCategory = (tag: string, category: string, rate: string, reasons = false): Group =>
  group(tag, [
    text("cbc:ID", category),
    anyAmount("cbc:Percent", rate),
    ...(reasons
      ? [text("cbc:TaxExemptionReasonCode", "exemption_code"), text("cbc:TaxExemptionReason", "exemption_reason")]
      : []),
    taxScheme("VAT"),
  ]);

const allowances = (to: "allowances" | "charges", ofLine: boolean): Group =>
  group(
    "cac:AllowanceCharge",
    [
      constant("cbc:ChargeIndicator", String(to === "charges")),
      text("cbc:AllowanceChargeReasonCode", "reason_code"),
      text("cbc:AllowanceChargeReason", "reason"),
      anyAmount("cbc:MultiplierFactorNumeric", "percent"),
      money("cbc:Amount", "amount"),
      money("cbc:BaseAmount", "base"),
      ...(ofLine ? [] : [taxCategory("cac:TaxCategory", "vat_category", "vat_rate")]),
    ],
    many(to),
  );

const period = (code: readonly MappingNode[] = []): Group =>
  group("cac:InvoicePeriod", [text("cbc:StartDate", "from"), text("cbc:EndDate", "to"), ...code], { to: "period" });

const numbered = (tag: string, to: string): Group => group(tag, [text("cbc:ID", to)]);

const objectReference = (tag: string): Group =>
  group(tag, [
    text("cbc:ID", "object_id", { attributes: { schemeID: "object_id_scheme" } }),
    constant("cbc:DocumentTypeCode", "130"),
  ]);

const supportingDocument = group(
  "cac:AdditionalDocumentReference",
  [
    text("cbc:ID", "id"),
    text("cbc:DocumentDescription", "description"),
    group("cac:Attachment", [
      text("cbc:EmbeddedDocumentBinaryObject", "content", {
        attributes: { mimeCode: "media_type", filename: "file_name" },
      }),
      group("cac:ExternalReference", [text("cbc:URI", "url")]),
    ]),
  ],
  many("supporting_documents"),
);

const projectOfCreditNote = group("cac:AdditionalDocumentReference", [
  text("cbc:ID", "project_reference"),
  constant("cbc:DocumentTypeCode", "50"),
]);

const item = (tag: string): Group =>
  group(tag, [
    text("cbc:Description", "description"),
    text("cbc:Name", "name"),
    group("cac:BuyersItemIdentification", [text("cbc:ID", "buyer_item_id")]),
    group("cac:SellersItemIdentification", [text("cbc:ID", "seller_item_id")]),
    group("cac:StandardItemIdentification", [
      text("cbc:ID", "standard_id", { attributes: { schemeID: "standard_id_scheme" } }),
    ]),
    group("cac:OriginCountry", [text("cbc:IdentificationCode", "origin_country")]),
    group(
      "cac:CommodityClassification",
      [
        text("cbc:ItemClassificationCode", "code", {
          attributes: { listID: "list", listVersionID: "list_version" },
        }),
      ],
      many("classifications"),
    ),
    taxCategory("cac:ClassifiedTaxCategory", "vat_category", "vat_rate"),
    group("cac:AdditionalItemProperty", [text("cbc:Name", "name"), text("cbc:Value", "value")], many("attributes")),
  ]);

const price = group("cac:Price", [
  money("cbc:PriceAmount", "net_price"),
  anyAmount("cbc:BaseQuantity", "price_quantity", { attributes: { unitCode: "price_unit" } }),
  group("cac:AllowanceCharge", [
    constant("cbc:ChargeIndicator", "false"),
    money("cbc:Amount", "price_discount"),
    money("cbc:BaseAmount", "gross_price"),
  ]),
]);

/** How deep lines of XRechnung's extension are within lines when they are read. */
const MAX_SUB_LINES = 8;

function line(kind: UblKind, depth = 0): Group {
  const quantity = kind === "CreditNote" && depth === 0 ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity";
  const tag = depth > 0 ? "cac:SubInvoiceLine" : `cac:${kind}Line`;
  return group(
    tag,
    [
      text("cbc:ID", "id"),
      text("cbc:Note", "note"),
      anyAmount(quantity, "quantity", { attributes: { unitCode: "unit" } }),
      money("cbc:LineExtensionAmount", "net_amount"),
      text("cbc:AccountingCost", "accounting_reference"),
      period(),
      group("cac:OrderLineReference", [text("cbc:LineID", "order_line")]),
      objectReference("cac:DocumentReference"),
      allowances("allowances", true),
      allowances("charges", true),
      item("cac:Item"),
      price,
      ...(kind === "Invoice" && depth < MAX_SUB_LINES ? [line(kind, depth + 1)] : []),
    ],
    many(depth > 0 ? "sub_lines" : "lines"),
  );
}

const delivery = group("cac:Delivery", [
  text("cbc:ActualDeliveryDate", "delivery_date"),
  group(
    "cac:DeliveryLocation",
    [text("cbc:ID", "location_id", { attributes: { schemeID: "location_scheme" } }), address("cac:Address")],
    { to: "deliver_to" },
  ),
  group("cac:DeliveryParty", [group("cac:PartyName", [text("cbc:Name", "name")])], { to: "deliver_to" }),
]);

const paymentMeans = group(
  "cac:PaymentMeans",
  [
    text("cbc:PaymentMeansCode", "code", { attributes: { name: "text" } }),
    text("cbc:PaymentDueDate", "due_date"),
    text("cbc:PaymentID", "payment_reference"),
    group(
      "cac:CardAccount",
      [
        text("cbc:PrimaryAccountNumberID", "card_number"),
        text("cbc:NetworkID", "card_network"),
        text("cbc:HolderName", "card_holder"),
      ],
      { to: "card" },
    ),
    group(
      "cac:PayeeFinancialAccount",
      [
        text("cbc:ID", "account_id"),
        text("cbc:Name", "account_name"),
        group("cac:FinancialInstitutionBranch", [text("cbc:ID", "bic")]),
      ],
      { to: "account" },
    ),
    group(
      "cac:PaymentMandate",
      [text("cbc:ID", "mandate_id"), group("cac:PayerFinancialAccount", [text("cbc:ID", "debited_iban")])],
      { to: "mandate" },
    ),
  ],
  many("payment_means"),
);

const taxTotal = group(
  "cac:TaxTotal",
  [
    anyAmount("cbc:TaxAmount", "amount", { attributes: { currencyID: "currency" } }),
    group(
      "cac:TaxSubtotal",
      [
        money("cbc:TaxableAmount", "base"),
        money("cbc:TaxAmount", "amount"),
        taxCategory("cac:TaxCategory", "category", "rate", true),
      ],
      many("breakdown"),
    ),
  ],
  many("tax_totals"),
);

const totals = group(
  "cac:LegalMonetaryTotal",
  [
    money("cbc:LineExtensionAmount", "lines"),
    money("cbc:TaxExclusiveAmount", "net"),
    money("cbc:TaxInclusiveAmount", "gross"),
    money("cbc:AllowanceTotalAmount", "allowances"),
    money("cbc:ChargeTotalAmount", "charges"),
    money("cbc:PrepaidAmount", "paid"),
    money("cbc:PayableRoundingAmount", "rounding"),
    money("cbc:PayableAmount", "due"),
  ],
  { to: "totals" },
);

const precedingInvoices = group(
  "cac:BillingReference",
  [group("cac:InvoiceDocumentReference", [text("cbc:ID", "number"), text("cbc:IssueDate", "issue_date")])],
  many("preceding_invoices"),
);

const thirdPartyPayments = group(
  "cac:PrepaidPayment",
  [text("cbc:ID", "type"), money("cbc:PaidAmount", "amount"), text("cbc:InstructionID", "description")],
  many("third_party_payments"),
);

/** The whole of it: elements in the order that UBL's schemas have. */
function document(kind: UblKind, otherTax: string): Group {
  const isInvoice = kind === "Invoice";
  const tag = isInvoice ? "ubl:Invoice" : "cn:CreditNote";
  const head: readonly MappingNode[] = [
    text("cbc:CustomizationID", "guideline"),
    text("cbc:ProfileID", "process"),
    text("cbc:ID", "number"),
    text("cbc:IssueDate", "issue_date"),
  ];
  const note = text("cbc:Note", "notes", { many: true });
  const taxPointDate = text("cbc:TaxPointDate", "tax_point_date");
  const type = isInvoice
    ? [text("cbc:DueDate", "due_date"), text("cbc:InvoiceTypeCode", "type_code"), note, taxPointDate]
    : [taxPointDate, text("cbc:CreditNoteTypeCode", "type_code"), note];
  const originator = numbered("cac:OriginatorDocumentReference", "tender_reference");
  const contract = numbered("cac:ContractDocumentReference", "contract_reference");
  const documents = [
    objectReference("cac:AdditionalDocumentReference"),
    ...(isInvoice ? [] : [projectOfCreditNote]),
    supportingDocument,
  ];
  return group(tag, [
    ...head,
    ...type,
    text("cbc:DocumentCurrencyCode", "currency"),
    text("cbc:TaxCurrencyCode", "tax_currency"),
    text("cbc:AccountingCost", "accounting_reference"),
    text("cbc:BuyerReference", "buyer_reference"),
    period([text("cbc:DescriptionCode", "due_date_code")]),
    group("cac:OrderReference", [text("cbc:ID", "order_reference"), text("cbc:SalesOrderID", "sales_order_reference")]),
    precedingInvoices,
    numbered("cac:DespatchDocumentReference", "despatch_reference"),
    numbered("cac:ReceiptDocumentReference", "receiving_reference"),
    ...(isInvoice ? [originator, contract, ...documents] : [contract, ...documents, originator]),
    ...(isInvoice ? [numbered("cac:ProjectReference", "project_reference")] : []),
    group("cac:AccountingSupplierParty", [group("cac:Party", party(otherTax))], { to: "seller" }),
    group("cac:AccountingCustomerParty", [group("cac:Party", party(otherTax))], { to: "buyer" }),
    group("cac:PayeeParty", payee, { to: "payee" }),
    group("cac:TaxRepresentativeParty", taxRepresentative, { to: "tax_representative" }),
    delivery,
    paymentMeans,
    group("cac:PaymentTerms", [text("cbc:Note", "payment_terms", { verbatim: true })]),
    ...(isInvoice ? [thirdPartyPayments] : []),
    allowances("allowances", false),
    allowances("charges", false),
    taxTotal,
    totals,
    line(kind),
  ]);
}

export const UBL_DOCUMENTS: Readonly<Record<UblKind, Group>> = {
  Invoice: document("Invoice", "FC"),
  CreditNote: document("CreditNote", "FC"),
};

/** As Peppol has them: tax numbers that are none for VAT are of the scheme TAX, which its rules ask for (NO-R-002). */
export const PEPPOL_DOCUMENTS: Readonly<Record<UblKind, Group>> = {
  Invoice: document("Invoice", "TAX"),
  CreditNote: document("CreditNote", "TAX"),
};

/** Of the prefixes in the table. */
export const UBL_NAMESPACES: Readonly<Record<string, string>> = {
  ubl: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  cn: "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
};
