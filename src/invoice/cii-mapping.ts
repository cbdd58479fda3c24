import { allowances, LINE } from "./cii-line.ts";
import { BUYER_PARTS, party, SELLER_PARTS } from "./cii-parties.ts";
import { issueDate, note, otherDocuments, period, reference, tax } from "./cii-shared.ts";
import {
  amount,
  constant,
  date,
  EXTENDED,
  type Group,
  group,
  listOf,
  type MappingNode,
  text,
} from "./mapping-nodes.ts";

/**
 * Where each business term of EN 16931-1, and of EXTENDED, is in UN/CEFACT's Cross Industry Invoice (CII D16B, as
 * CEN/TS 16931-3-3 and Factur-X 1.0 use it): one table, by which invoices are written and read.
 */

const agreement: Group = group(
  "ram:ApplicableHeaderTradeAgreement",
  [
    text("ram:BuyerReference", "buyer_reference"),
    group("ram:SellerTradeParty", party(SELLER_PARTS), { to: "seller" }),
    group("ram:BuyerTradeParty", party(BUYER_PARTS), { to: "buyer" }),
    group("ram:SalesAgentTradeParty", party(), { to: "sales_agent", ...EXTENDED }),
    group("ram:BuyerTaxRepresentativeTradeParty", party(), { to: "buyer_tax_representative", ...EXTENDED }),
    group("ram:SellerTaxRepresentativeTradeParty", party({ address: "basic-wl", vat_id: "basic-wl" }), {
      to: "tax_representative",
      from: "basic-wl",
    }),
    group("ram:ProductEndUserTradeParty", party(), { to: "end_user", ...EXTENDED }),
    group("ram:ApplicableTradeDeliveryTerms", [text("ram:DeliveryTypeCode", "delivery_terms")], EXTENDED),
    group(
      "ram:SellerOrderReferencedDocument",
      [text("ram:IssuerAssignedID", "sales_order_reference"), issueDate("sales_order_date")],
      { from: "en16931" },
    ),
    group("ram:BuyerOrderReferencedDocument", [
      text("ram:IssuerAssignedID", "order_reference"),
      issueDate("order_date"),
    ]),
    reference("ram:QuotationReferencedDocument", { to: "quotation", ...EXTENDED }),
    group(
      "ram:ContractReferencedDocument",
      [text("ram:IssuerAssignedID", "contract_reference"), issueDate("contract_date")],
      { from: "basic-wl" },
    ),
    group(
      "ram:AdditionalReferencedDocument",
      [
        text("ram:IssuerAssignedID", "id"),
        text("ram:URIID", "url"),
        text("ram:LineID", "line", EXTENDED),
        constant("ram:TypeCode", "916"),
        text("ram:Name", "description"),
        text("ram:AttachmentBinaryObject", "content", {
          attributes: { mimeCode: "media_type", filename: "file_name" },
        }),
        text("ram:ReferenceTypeCode", "reference_type", EXTENDED),
        issueDate(),
      ],
      { to: "supporting_documents", many: true, from: "en16931" },
    ),
    group(
      "ram:AdditionalReferencedDocument",
      [text("ram:IssuerAssignedID", "tender_reference"), constant("ram:TypeCode", "50"), issueDate("tender_date")],
      { from: "en16931" },
    ),
    group(
      "ram:AdditionalReferencedDocument",
      [
        text("ram:IssuerAssignedID", "object_id"),
        constant("ram:TypeCode", "130"),
        text("ram:ReferenceTypeCode", "object_id_scheme"),
        issueDate("object_date"),
      ],
      { from: "en16931" },
    ),
    otherDocuments(),
    group("ram:BuyerAgentTradeParty", party(), { to: "buyer_agent", ...EXTENDED }),
    group("ram:SpecifiedProcuringProject", [text("ram:ID", "project_reference"), text("ram:Name", "project_name")], {
      from: "en16931",
    }),
    reference("ram:UltimateCustomerOrderReferencedDocument", listOf("ultimate_customer_orders")),
  ],
  { always: true },
);

const delivery: Group = group(
  "ram:ApplicableHeaderTradeDelivery",
  [
    group(
      "ram:RelatedSupplyChainConsignment",
      [group("ram:SpecifiedLogisticsTransportMovement", [text("ram:ModeCode", "transport_mode")])],
      EXTENDED,
    ),
    group("ram:ShipToTradeParty", party({ id: "basic-wl", global_id: "basic-wl", address: "basic-wl" }), {
      to: "deliver_to",
      from: "basic-wl",
    }),
    group("ram:UltimateShipToTradeParty", party(), { to: "ultimate_recipient", ...EXTENDED }),
    group("ram:ShipFromTradeParty", party(), { to: "ship_from", ...EXTENDED }),
    group("ram:ActualDeliverySupplyChainEvent", [date("ram:OccurrenceDateTime", "delivery_date")], {
      from: "basic-wl",
    }),
    group(
      "ram:DespatchAdviceReferencedDocument",
      [text("ram:IssuerAssignedID", "despatch_reference"), issueDate("despatch_date")],
      { from: "basic-wl" },
    ),
    group(
      "ram:ReceivingAdviceReferencedDocument",
      [text("ram:IssuerAssignedID", "receiving_reference"), issueDate("receiving_date")],
      { from: "en16931" },
    ),
    reference("ram:DeliveryNoteReferencedDocument", { to: "delivery_note", ...EXTENDED }),
  ],
  { always: true },
);

const PAYEE_PARTS = { id: "basic-wl", global_id: "basic-wl", legal_id: "basic-wl" } as const;

/** A discount or a penalty for when somebody pays. */
const condition = (tag: string, to: string, actualAmount: string): Group =>
  group(
    tag,
    [
      date("ram:BasisDateTime", "date"),
      amount("ram:BasisPeriodMeasure", "period", { attributes: { unitCode: "period_unit" } }),
      amount("ram:BasisAmount", "base"),
      amount("ram:CalculationPercent", "percent"),
      amount(actualAmount, "amount"),
    ],
    { to, ...EXTENDED },
  );

const paymentTerms: readonly MappingNode[] = [
  text("ram:Description", "payment_terms", { verbatim: true }),
  date("ram:DueDateDateTime", "due_date"),
  text("ram:DirectDebitMandateID", "mandate_id"),
  amount("ram:PartialPaymentAmount", "partial_payment", EXTENDED),
  condition("ram:ApplicableTradePaymentPenaltyTerms", "payment_penalty", "ram:ActualPenaltyAmount"),
  condition("ram:ApplicableTradePaymentDiscountTerms", "payment_discount", "ram:ActualDiscountAmount"),
  group("ram:PayeeTradeParty", party(), { to: "payment_terms_payee", ...EXTENDED }),
];

const paymentMeans: Group = group(
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
);

const vatBreakdown: Group = group(
  "ram:ApplicableTradeTax",
  [
    amount("ram:CalculatedAmount", "amount"),
    constant("ram:TypeCode", "VAT"),
    text("ram:ExemptionReason", "exemption_reason"),
    amount("ram:BasisAmount", "base"),
    amount("ram:LineTotalBasisAmount", "lines_base", EXTENDED),
    amount("ram:AllowanceChargeBasisAmount", "allowance_charge_base", EXTENDED),
    text("ram:CategoryCode", "category"),
    text("ram:ExemptionReasonCode", "exemption_code"),
    group(
      "ram:TaxPointDate",
      [{ kind: "date", tag: "udt:DateString", to: "tax_point_date", fixed: { format: "102" } }],
      {
        from: "en16931",
      },
    ),
    text("ram:DueDateTypeCode", "due_date_code"),
    amount("ram:RateApplicablePercent", "rate"),
  ],
  { to: "vat_breakdown", many: true, from: "basic-wl" },
);

const totals: Group = group(
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
);

const settlement: Group = group("ram:ApplicableHeaderTradeSettlement", [
  text("ram:CreditorReferenceID", "creditor_id", { from: "basic-wl" }),
  text("ram:PaymentReference", "payment_reference", { from: "basic-wl" }),
  text("ram:TaxCurrencyCode", "tax_currency", { from: "basic-wl" }),
  text("ram:InvoiceCurrencyCode", "currency"),
  text("ram:InvoiceIssuerReference", "issuer_reference", EXTENDED),
  group("ram:InvoicerTradeParty", party(), { to: "invoicer", ...EXTENDED }),
  group("ram:InvoiceeTradeParty", party(), { to: "invoicee", ...EXTENDED }),
  group("ram:PayeeTradeParty", party(PAYEE_PARTS), { to: "payee", from: "basic-wl" }),
  group("ram:PayerTradeParty", party(), { to: "payer", ...EXTENDED }),
  group(
    "ram:TaxApplicableTradeCurrencyExchange",
    [
      text("ram:SourceCurrencyCode", "from"),
      text("ram:TargetCurrencyCode", "to"),
      amount("ram:ConversionRate", "rate"),
      date("ram:ConversionRateDateTime", "date"),
    ],
    { to: "tax_exchange", ...EXTENDED },
  ),
  paymentMeans,
  vatBreakdown,
  period("basic-wl"),
  allowances("allowances", false),
  allowances("charges", false),
  group(
    "ram:SpecifiedLogisticsServiceCharge",
    [
      text("ram:Description", "description"),
      amount("ram:AppliedAmount", "amount"),
      group("ram:AppliedTradeTax", [
        constant("ram:TypeCode", "VAT"),
        text("ram:CategoryCode", "vat_category"),
        amount("ram:RateApplicablePercent", "vat_rate"),
      ]),
    ],
    listOf("logistics_charges"),
  ),
  group("ram:SpecifiedTradePaymentTerms", paymentTerms, { from: "basic-wl" }),
  group("ram:SpecifiedTradePaymentTerms", paymentTerms, listOf("further_payment_terms")),
  totals,
  group(
    "ram:InvoiceReferencedDocument",
    [
      text("ram:IssuerAssignedID", "number"),
      text("ram:TypeCode", "type_code", EXTENDED),
      date("ram:FormattedIssueDateTime", "issue_date", {}, "qdt"),
    ],
    { to: "preceding_invoices", many: true, from: "basic-wl" },
  ),
  group(
    "ram:ReceivableSpecifiedTradeAccountingAccount",
    [text("ram:ID", "accounting_reference"), text("ram:TypeCode", "accounting_type", EXTENDED)],
    { from: "basic-wl" },
  ),
  group(
    "ram:ReceivableSpecifiedTradeAccountingAccount",
    [text("ram:ID", "id"), text("ram:TypeCode", "type")],
    listOf("further_accounts"),
  ),
  group(
    "ram:SpecifiedAdvancePayment",
    [
      amount("ram:PaidAmount", "amount"),
      date("ram:FormattedReceivedDateTime", "date", {}, "qdt"),
      tax("ram:IncludedTradeTax", listOf("taxes")),
      reference("ram:InvoiceSpecifiedReferencedDocument", { to: "invoice" }),
    ],
    listOf("advance_payments"),
  ),
]);

/** The whole of it. */
export const CROSS_INDUSTRY_INVOICE: Group = group("rsm:CrossIndustryInvoice", [
  group("rsm:ExchangedDocumentContext", [
    group("ram:TestIndicator", [text("udt:Indicator", "test")], EXTENDED),
    group("ram:BusinessProcessSpecifiedDocumentContextParameter", [text("ram:ID", "process")]),
    group("ram:GuidelineSpecifiedDocumentContextParameter", [text("ram:ID", "guideline")]),
  ]),
  group("rsm:ExchangedDocument", [
    text("ram:ID", "number"),
    text("ram:Name", "document_name", EXTENDED),
    text("ram:TypeCode", "type_code"),
    date("ram:IssueDateTime", "issue_date"),
    group("ram:CopyIndicator", [text("udt:Indicator", "copy")], EXTENDED),
    text("ram:LanguageID", "language", EXTENDED),
    group("ram:IncludedNote", note(), { to: "notes", many: true, from: "basic-wl" }),
    group("ram:EffectiveSpecifiedPeriod", [date("ram:CompleteDateTime", "contractual_due_date")], EXTENDED),
  ]),
  group("rsm:SupplyChainTradeTransaction", [LINE, agreement, delivery, settlement]),
]);
