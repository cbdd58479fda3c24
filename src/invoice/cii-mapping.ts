import type { ProfileLevel } from "./profiles.ts";

/**
 * Where each business term of EN 16931-1 stands in UN/CEFACT's Cross Industry Invoice (CII D16B, as CEN/TS 16931-3-3 and
 * Factur-X 1.0 use it): one table, by which invoices are written and read.
 */
export type MappingNode = Leaf | Constant | Group;

interface Common {
  tag: string;
  /** The poorest profile that has it; every one when absent. */
  from?: ProfileLevel;
}

/** An element with a text, which is a member of the record. */
export interface Leaf extends Common {
  kind: "text" | "date" | "amount";
  to: string;
  /** Attributes that are members, too, by their names. */
  attributes?: Readonly<Record<string, string>>;
  /** Attributes that always stand there; when reading, an element with others is another one. */
  fixed?: Readonly<Record<string, string>>;
  /** A list of texts. */
  many?: boolean;
}

/** An element that says which of several things its parent is. */
interface Constant extends Common {
  kind: "constant";
  value: string;
}

/** An element of elements: their members are those of the record itself, or of a member. */
export interface Group extends Common {
  kind: "group";
  to?: string;
  many?: boolean;
  children: readonly MappingNode[];
  /** Stands there even when nothing is in it. */
  always?: boolean;
}

type Options = Omit<Leaf, "kind" | "tag" | "to">;

const text = (tag: string, to: string, options: Options = {}): Leaf => ({ kind: "text", tag, to, ...options });
const amount = (tag: string, to: string, options: Options = {}): Leaf => ({ kind: "amount", tag, to, ...options });
const constant = (tag: string, value: string): Constant => ({ kind: "constant", tag, value });
const group = (tag: string, children: readonly MappingNode[], options: Partial<Group> = {}): Group => ({
  kind: "group",
  tag,
  children,
  ...options,
});
/** A date by day (qualifier 102: CCYYMMDD). */
const date = (tag: string, to: string, options: Options = {}, namespace = "udt"): Group =>
  group(tag, [{ kind: "date", tag: `${namespace}:DateTimeString`, to, fixed: { format: "102" } }], options);

/** BG-5, BG-8, BG-12, BG-15. */
const address = (from: ProfileLevel): Group =>
  group(
    "ram:PostalTradeAddress",
    [
      text("ram:PostcodeCode", "post_code", { from: "basic-wl" }),
      text("ram:LineOne", "line1", { from: "basic-wl" }),
      text("ram:LineTwo", "line2", { from: "basic-wl" }),
      text("ram:LineThree", "line3", { from: "basic-wl" }),
      text("ram:CityName", "city", { from: "basic-wl" }),
      text("ram:CountryID", "country"),
      text("ram:CountrySubDivisionName", "region", { from: "basic-wl" }),
    ],
    { to: "address", from },
  );

/** BG-4 and BG-7; a buyer's address is not in the poorest profile. */
const party = (addressFrom: ProfileLevel): readonly MappingNode[] => [
  text("ram:ID", "id", { from: "basic-wl" }),
  text("ram:ID", "other_ids", { many: true, from: "basic-wl" }),
  text("ram:GlobalID", "global_id", { attributes: { schemeID: "global_id_scheme" }, from: "basic-wl" }),
  text("ram:Name", "name"),
  text("ram:Description", "legal_information", { from: "en16931" }),
  group("ram:SpecifiedLegalOrganization", [
    text("ram:ID", "legal_id", { attributes: { schemeID: "legal_id_scheme" } }),
    text("ram:TradingBusinessName", "trading_name", { from: "basic-wl" }),
  ]),
  group(
    "ram:DefinedTradeContact",
    [
      text("ram:PersonName", "name"),
      text("ram:DepartmentName", "department"),
      group("ram:TelephoneUniversalCommunication", [text("ram:CompleteNumber", "phone")]),
      group("ram:EmailURIUniversalCommunication", [text("ram:URIID", "email")]),
    ],
    { to: "contact", from: "en16931" },
  ),
  address(addressFrom),
  group(
    "ram:URIUniversalCommunication",
    [text("ram:URIID", "electronic_address", { attributes: { schemeID: "electronic_address_scheme" } })],
    { from: "basic-wl" },
  ),
  group("ram:SpecifiedTaxRegistration", [text("ram:ID", "tax_number", { fixed: { schemeID: "FC" } })]),
  group("ram:SpecifiedTaxRegistration", [text("ram:ID", "vat_id", { fixed: { schemeID: "VA" } })]),
];

const period = (from: ProfileLevel): Group =>
  group("ram:BillingSpecifiedPeriod", [date("ram:StartDateTime", "from"), date("ram:EndDateTime", "to")], {
    to: "period",
    from,
  });

/** BG-20 and BG-21 of the document, BG-27 and BG-28 of a line. */
const allowances = (to: "allowances" | "charges", ofLine: boolean): Group =>
  group(
    "ram:SpecifiedTradeAllowanceCharge",
    [
      group("ram:ChargeIndicator", [constant("udt:Indicator", to === "charges" ? "true" : "false")]),
      amount("ram:CalculationPercent", "percent", ofLine ? { from: "en16931" } : {}),
      amount("ram:BasisAmount", "base", ofLine ? { from: "en16931" } : {}),
      amount("ram:ActualAmount", "amount"),
      text("ram:ReasonCode", "reason_code"),
      text("ram:Reason", "reason"),
      ...(ofLine
        ? []
        : [
            group("ram:CategoryTradeTax", [
              constant("ram:TypeCode", "VAT"),
              text("ram:CategoryCode", "vat_category"),
              amount("ram:RateApplicablePercent", "vat_rate"),
            ]),
          ]),
    ],
    { to, many: true, from: ofLine ? "basic" : "basic-wl" },
  );

const line: Group = group(
  "ram:IncludedSupplyChainTradeLineItem",
  [
    group("ram:AssociatedDocumentLineDocument", [
      text("ram:LineID", "id"),
      group("ram:IncludedNote", [text("ram:Content", "note")]),
    ]),
    group("ram:SpecifiedTradeProduct", [
      text("ram:GlobalID", "standard_id", { attributes: { schemeID: "standard_id_scheme" } }),
      text("ram:SellerAssignedID", "seller_item_id", { from: "en16931" }),
      text("ram:BuyerAssignedID", "buyer_item_id", { from: "en16931" }),
      text("ram:Name", "name"),
      text("ram:Description", "description", { from: "en16931" }),
      group("ram:ApplicableProductCharacteristic", [text("ram:Description", "name"), text("ram:Value", "value")], {
        to: "attributes",
        many: true,
        from: "en16931",
      }),
      group(
        "ram:DesignatedProductClassification",
        [text("ram:ClassCode", "code", { attributes: { listID: "list", listVersionID: "list_version" } })],
        { to: "classifications", many: true, from: "en16931" },
      ),
      group("ram:OriginTradeCountry", [text("ram:ID", "origin_country")], { from: "en16931" }),
    ]),
    group("ram:SpecifiedLineTradeAgreement", [
      group("ram:BuyerOrderReferencedDocument", [text("ram:LineID", "order_line")], { from: "en16931" }),
      group("ram:GrossPriceProductTradePrice", [
        amount("ram:ChargeAmount", "gross_price"),
        amount("ram:BasisQuantity", "gross_price_quantity", { attributes: { unitCode: "gross_price_unit" } }),
        group("ram:AppliedTradeAllowanceCharge", [
          group("ram:ChargeIndicator", [constant("udt:Indicator", "false")]),
          amount("ram:ActualAmount", "price_discount"),
        ]),
      ]),
      group("ram:NetPriceProductTradePrice", [
        amount("ram:ChargeAmount", "net_price"),
        amount("ram:BasisQuantity", "price_quantity", { attributes: { unitCode: "price_unit" } }),
      ]),
    ]),
    group("ram:SpecifiedLineTradeDelivery", [
      amount("ram:BilledQuantity", "quantity", { attributes: { unitCode: "unit" } }),
    ]),
    group("ram:SpecifiedLineTradeSettlement", [
      group("ram:ApplicableTradeTax", [
        constant("ram:TypeCode", "VAT"),
        text("ram:CategoryCode", "vat_category"),
        amount("ram:RateApplicablePercent", "vat_rate"),
      ]),
      period("basic"),
      allowances("allowances", true),
      allowances("charges", true),
      group("ram:SpecifiedTradeSettlementLineMonetarySummation", [amount("ram:LineTotalAmount", "net_amount")]),
      group(
        "ram:AdditionalReferencedDocument",
        [
          text("ram:IssuerAssignedID", "object_id"),
          constant("ram:TypeCode", "130"),
          text("ram:ReferenceTypeCode", "object_id_scheme"),
        ],
        { from: "en16931" },
      ),
      group("ram:ReceivableSpecifiedTradeAccountingAccount", [text("ram:ID", "accounting_reference")], {
        from: "en16931",
      }),
    ]),
  ],
  { to: "lines", many: true, from: "basic" },
);

const agreement: Group = group(
  "ram:ApplicableHeaderTradeAgreement",
  [
    text("ram:BuyerReference", "buyer_reference"),
    group("ram:SellerTradeParty", party("minimum"), { to: "seller" }),
    group("ram:BuyerTradeParty", party("basic-wl"), { to: "buyer" }),
    group(
      "ram:SellerTaxRepresentativeTradeParty",
      [
        text("ram:Name", "name"),
        address("basic-wl"),
        group("ram:SpecifiedTaxRegistration", [text("ram:ID", "vat_id", { fixed: { schemeID: "VA" } })]),
      ],
      { to: "tax_representative", from: "basic-wl" },
    ),
    group("ram:SellerOrderReferencedDocument", [text("ram:IssuerAssignedID", "sales_order_reference")], {
      from: "en16931",
    }),
    group("ram:BuyerOrderReferencedDocument", [text("ram:IssuerAssignedID", "order_reference")]),
    group("ram:ContractReferencedDocument", [text("ram:IssuerAssignedID", "contract_reference")], { from: "basic-wl" }),
    group(
      "ram:AdditionalReferencedDocument",
      [
        text("ram:IssuerAssignedID", "id"),
        text("ram:URIID", "url"),
        constant("ram:TypeCode", "916"),
        text("ram:Name", "description"),
        text("ram:AttachmentBinaryObject", "content", {
          attributes: { mimeCode: "media_type", filename: "file_name" },
        }),
      ],
      { to: "supporting_documents", many: true, from: "en16931" },
    ),
    group(
      "ram:AdditionalReferencedDocument",
      [text("ram:IssuerAssignedID", "tender_reference"), constant("ram:TypeCode", "50")],
      { from: "en16931" },
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
    group("ram:SpecifiedProcuringProject", [text("ram:ID", "project_reference"), text("ram:Name", "project_name")], {
      from: "en16931",
    }),
  ],
  { always: true },
);

const delivery: Group = group(
  "ram:ApplicableHeaderTradeDelivery",
  [
    group(
      "ram:ShipToTradeParty",
      [
        text("ram:ID", "id"),
        text("ram:GlobalID", "global_id", { attributes: { schemeID: "global_id_scheme" } }),
        text("ram:Name", "name"),
        address("basic-wl"),
      ],
      { to: "deliver_to", from: "basic-wl" },
    ),
    group("ram:ActualDeliverySupplyChainEvent", [date("ram:OccurrenceDateTime", "delivery_date")], {
      from: "basic-wl",
    }),
    group("ram:DespatchAdviceReferencedDocument", [text("ram:IssuerAssignedID", "despatch_reference")], {
      from: "basic-wl",
    }),
    group("ram:ReceivingAdviceReferencedDocument", [text("ram:IssuerAssignedID", "receiving_reference")], {
      from: "en16931",
    }),
  ],
  { always: true },
);

const settlement: Group = group("ram:ApplicableHeaderTradeSettlement", [
  text("ram:CreditorReferenceID", "creditor_id", { from: "basic-wl" }),
  text("ram:PaymentReference", "payment_reference", { from: "basic-wl" }),
  text("ram:TaxCurrencyCode", "tax_currency", { from: "basic-wl" }),
  text("ram:InvoiceCurrencyCode", "currency"),
  group(
    "ram:PayeeTradeParty",
    [
      text("ram:ID", "id"),
      text("ram:GlobalID", "global_id", { attributes: { schemeID: "global_id_scheme" } }),
      text("ram:Name", "name"),
      group("ram:SpecifiedLegalOrganization", [
        text("ram:ID", "legal_id", { attributes: { schemeID: "legal_id_scheme" } }),
      ]),
    ],
    { to: "payee", from: "basic-wl" },
  ),
  group(
    "ram:SpecifiedTradeSettlementPaymentMeans",
    [
      text("ram:TypeCode", "code"),
      text("ram:Information", "text", { from: "en16931" }),
      group(
        "ram:ApplicableTradeSettlementFinancialCard",
        [text("ram:ID", "card_number"), text("ram:CardholderName", "card_holder")],
        { from: "en16931" },
      ),
      group("ram:PayerPartyDebtorFinancialAccount", [text("ram:IBANID", "debited_iban")]),
      group("ram:PayeePartyCreditorFinancialAccount", [
        text("ram:IBANID", "iban"),
        text("ram:AccountName", "account_name", { from: "en16931" }),
        text("ram:ProprietaryID", "account_id"),
      ]),
      group("ram:PayeeSpecifiedCreditorFinancialInstitution", [text("ram:BICID", "bic")], { from: "en16931" }),
    ],
    { to: "payment_means", many: true, from: "basic-wl" },
  ),
  group(
    "ram:ApplicableTradeTax",
    [
      amount("ram:CalculatedAmount", "amount"),
      constant("ram:TypeCode", "VAT"),
      text("ram:ExemptionReason", "exemption_reason"),
      amount("ram:BasisAmount", "base"),
      text("ram:CategoryCode", "category"),
      text("ram:ExemptionReasonCode", "exemption_code"),
      group(
        "ram:TaxPointDate",
        [{ kind: "date", tag: "udt:DateString", to: "tax_point_date", fixed: { format: "102" } }],
        { from: "en16931" },
      ),
      text("ram:DueDateTypeCode", "due_date_code"),
      amount("ram:RateApplicablePercent", "rate"),
    ],
    { to: "vat_breakdown", many: true, from: "basic-wl" },
  ),
  period("basic-wl"),
  allowances("allowances", false),
  allowances("charges", false),
  group(
    "ram:SpecifiedTradePaymentTerms",
    [
      text("ram:Description", "payment_terms"),
      date("ram:DueDateDateTime", "due_date"),
      text("ram:DirectDebitMandateID", "mandate_id"),
    ],
    { from: "basic-wl" },
  ),
  group(
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
    [
      amount("ram:LineTotalAmount", "lines", { from: "basic-wl" }),
      amount("ram:ChargeTotalAmount", "charges", { from: "basic-wl" }),
      amount("ram:AllowanceTotalAmount", "allowances", { from: "basic-wl" }),
      amount("ram:TaxBasisTotalAmount", "net"),
      amount("ram:TaxTotalAmount", "vat", { attributes: { currencyID: "vat_currency" } }),
      amount("ram:TaxTotalAmount", "vat_in_tax_currency", {
        attributes: { currencyID: "tax_currency" },
        from: "basic-wl",
      }),
      amount("ram:RoundingAmount", "rounding", { from: "en16931" }),
      amount("ram:GrandTotalAmount", "gross"),
      amount("ram:TotalPrepaidAmount", "paid", { from: "basic-wl" }),
      amount("ram:DuePayableAmount", "due"),
    ],
    { to: "totals" },
  ),
  group(
    "ram:InvoiceReferencedDocument",
    [text("ram:IssuerAssignedID", "number"), date("ram:FormattedIssueDateTime", "issue_date", {}, "qdt")],
    { to: "preceding_invoices", many: true, from: "basic-wl" },
  ),
  group("ram:ReceivableSpecifiedTradeAccountingAccount", [text("ram:ID", "accounting_reference")], {
    from: "basic-wl",
  }),
]);

/** The whole of it. */
export const CROSS_INDUSTRY_INVOICE: Group = group("rsm:CrossIndustryInvoice", [
  group("rsm:ExchangedDocumentContext", [
    group("ram:BusinessProcessSpecifiedDocumentContextParameter", [text("ram:ID", "process")]),
    group("ram:GuidelineSpecifiedDocumentContextParameter", [text("ram:ID", "guideline")]),
  ]),
  group("rsm:ExchangedDocument", [
    text("ram:ID", "number"),
    text("ram:TypeCode", "type_code"),
    date("ram:IssueDateTime", "issue_date"),
    group("ram:IncludedNote", [text("ram:Content", "text"), text("ram:SubjectCode", "subject_code")], {
      to: "notes",
      many: true,
      from: "basic-wl",
    }),
  ]),
  group("rsm:SupplyChainTradeTransaction", [line, agreement, delivery, settlement]),
]);
