import { describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { checkedXml, type EInvoiceTarget, makeEInvoice } from "./e-invoice.ts";
import { readInvoice } from "./read-pdf-invoice.ts";
import { extendedInvoice, sampleInvoice } from "./testing/sample-invoice.ts";

// One thing of a valid invoice is changed. What is said then is what the official Schematron rules say.

type Json = Record<string, unknown>;

/** An invoice as UBL and Peppol take it: with one note, and addresses of Peppol's schemes. */
function plainInvoice(): Json {
  const { buyer, seller, notes, ...rest } = sampleInvoice();
  return {
    ...rest,
    notes: notes.slice(0, 1),
    buyer: { ...buyer, electronic_address: "4000001000005", electronic_address_scheme: "0088" },
    seller: { ...seller, electronic_address: "DE123456789", electronic_address_scheme: "9930" },
  };
}

const CII: EInvoiceTarget = { profile: "en16931" };
const UBL: EInvoiceTarget = { profile: "en16931", syntax: "ubl" };
const XR: EInvoiceTarget = { profile: "xrechnung" };
const XR_UBL: EInvoiceTarget = { profile: "xrechnung", syntax: "ubl" };
const EXTENDED: EInvoiceTarget = { profile: "extended" };
const PEPPOL: EInvoiceTarget = { profile: "peppol", syntax: "ubl" };

function invoiceFor({ profile, syntax }: EInvoiceTarget, changes: Json): Json {
  const sample = profile === "extended" ? extendedInvoice() : syntax === "ubl" ? plainInvoice() : sampleInvoice();
  // a copy in which nothing is shared
  const record: Json = JSON.parse(JSON.stringify(sample));
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split("/");
    const holder = steps.slice(0, -1).reduce<Json>((each, step) => each[step] as Json, record);
    holder[steps.at(-1) ?? ""] = value;
  }
  return record;
}

const listed = (problems: readonly { rule: string; pointer: string }[]) =>
  problems.map(({ rule, pointer }) => `${rule} ${pointer}`.trim()).sort();

const judged = (xml: string) => listed(readInvoice(new TextEncoder().encode(xml)).problems);

/** What is said of a record: when it is made or, if it may be, when it is read again. */
function reported(target: EInvoiceTarget, changes: Json): string[] {
  try {
    return listed(readInvoice(makeEInvoice(invoiceFor(target, changes), target).xml).problems);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.errors.map(({ pointer, message }) => `${message.split(":")[0]} ${pointer}`.trim()).sort();
  }
}

const written = (target: EInvoiceTarget, changes: Json = {}) =>
  new TextDecoder().decode(makeEInvoice(invoiceFor(target, changes), target).xml);

/** XML with a part that is written in another way. */
function edited(xml: string, part: RegExp | string, by: string): string {
  const changed = xml.replace(part, by);
  expect(changed).not.toBe(xml);
  return changed;
}

const means = (members: Json) => ({ payment_means: [members] });
const IBAN = "DE02120300000000202051";
const debited = { code: "59", debited_iban: IBAN };
const mandate = { mandate_id: "M", creditor_id: "C" };
const party = (members: Json) => ({ name: "P", ...members });

/** One line of a category of VAT, which the breakdown explains. */
function taxed(category: string, breakdown: Json = {}, line: Json = {}): Json {
  const rate = category === "O" ? {} : { vat_rate: 0 };
  return {
    lines: [{ id: "1", name: "Item", quantity: 1, net_price: 100, vat_category: category, ...rate, ...line }],
    allowances: null,
    charges: null,
    tax_currency: null,
    totals: {},
    vat_breakdown: [{ category, ...(category === "Z" ? {} : { exemption_reason: "Reason" }), ...breakdown }],
  };
}

describe("an invoice with one thing changed", () => {
  it.each<[string, EInvoiceTarget, Json, string[]]>([
    ["nowhere", CII, {}, []],
    ["nowhere", UBL, {}, []],
    ["nowhere", XR, {}, []],
    ["nowhere", XR_UBL, {}, []],
    ["nowhere", EXTENDED, {}, []],
    ["nowhere", PEPPOL, {}, []],
    // BG-16 to BG-19
    [
      "a transfer to no account",
      XR_UBL,
      means({ code: "30" }),
      ["BR-61 /payment_means/0/iban", "BR-DE-23-a /payment_means/0/iban"],
    ],
    [
      "a SEPA transfer to a wrong IBAN",
      XR,
      means({ code: "58", iban: "DE02120300000000202052" }),
      ["BR-DE-19 /payment_means/0/iban"],
    ],
    [
      "a transfer with a card",
      XR,
      means({ code: "30", iban: IBAN, card_number: "1234" }),
      ["BR-DE-23-b /payment_means/0"],
    ],
    ["a card payment without card", XR, means({ code: "48" }), ["BR-DE-24-a /payment_means/0/card_number"]],
    [
      "a card payment to an account",
      XR,
      means({ code: "48", card_number: "1234", iban: IBAN }),
      ["BR-DE-24-b /payment_means/0"],
    ],
    [
      "a card's whole number in CII",
      XR,
      means({ code: "48", card_number: "12345678901" }),
      ["BR-51 /payment_means/0/card_number"],
    ],
    [
      "a debit to an account",
      XR_UBL,
      { ...means({ ...debited, iban: IBAN }), ...mandate },
      ["BR-DE-25-b /payment_means/0"],
    ],
    [
      "a debit with a card",
      XR,
      { ...means({ ...debited, card_number: "1234" }), ...mandate },
      ["BR-DE-25-b /payment_means/0"],
    ],
    [
      "a debit of a wrong IBAN",
      XR,
      { ...means({ ...debited, debited_iban: "DE1" }), ...mandate },
      ["BR-DE-20 /payment_means/0/debited_iban"],
    ],
    [
      "a debit without anything",
      XR_UBL,
      means({ code: "59" }),
      ["BR-DE-25-a /payment_means/0", "PEPPOL-EN16931-R061 /mandate_id"],
    ],
    ["means of payment without code", CII, means({ iban: IBAN }), ["BR-49 /payment_means/0/code"]],
    [
      "an account given twice",
      CII,
      means({ code: "58", iban: IBAN, account_id: "1" }),
      ["CII-SR-470 /payment_means/0/account_id"],
    ],
    [
      "an account given twice",
      XR_UBL,
      means({ code: "58", iban: IBAN, account_id: "1" }),
      ["FX-SCH /payment_means/0/account_id"],
    ],
    [
      "two texts of one means of payment",
      CII,
      {
        payment_means: [
          { code: "58", text: "A", iban: IBAN },
          { code: "58", text: "B", iban: IBAN },
        ],
      },
      ["CII-SR-468 /payment_means/1/text"],
    ],
    [
      "an amount due at no time",
      EXTENDED,
      { due_date: null, payment_terms: null, further_payment_terms: null },
      ["BR-CO-25 /due_date"],
    ],
    // parties
    ["a VAT identifier of no country", UBL, { "buyer/vat_id": "XX1" }, ["BR-CO-09 /buyer/vat_id"]],
    [
      "an address without scheme",
      CII,
      { "seller/electronic_address_scheme": null },
      ["BR-62 /seller/electronic_address_scheme"],
    ],
    ["the seller as payee, by name", CII, { payee: party({ name: "Müller & Söhne GmbH" }) }, ["BR-17 /payee/name"]],
    ["the seller as payee, by registration", CII, { payee: party({ legal_id: "HRB 1" }) }, ["BR-17 /payee/legal_id"]],
    ["the seller as payee, by number", UBL, { payee: party({ id: "S1" }) }, ["BR-17 /payee/id"]],
    [
      "the seller as payee, by number with a scheme",
      UBL,
      { payee: party({ global_id: "4000001000005", global_id_scheme: "0088" }) },
      ["BR-17 /payee/id"],
    ],
    ["a contact that is two", CII, { "seller/contact/department": "D" }, ["CII-SR-465 /seller/contact/department"]],
    // only the seller has these in Factur-X
    ["a buyer with two numbers", CII, { "buyer/other_ids": ["K2"] }, ["FX-SCH-A /buyer/other_ids"]],
    ["a buyer with two numbers", EXTENDED, { "buyer/other_ids": ["K2"] }, ["FX-SCH-A /buyer/other_ids"]],
    ["a buyer with two numbers", XR, { "buyer/other_ids": ["K2"] }, []],
    ["a buyer with two numbers", XR_UBL, { "buyer/other_ids": ["K2"] }, ["UBL-SR-16 /buyer/id"]],
    [
      "legal information of who pays",
      EXTENDED,
      { "payer/legal_information": "HRB" },
      ["FX-SCH /payer/legal_information"],
    ],
    [
      "a legal address of a line's recipient",
      EXTENDED,
      { "lines/0/deliver_to/legal_address": { country: "DE" } },
      ["FX-SCH /lines/0/deliver_to/legal_address"],
    ],
    [
      "another document of the invoice",
      EXTENDED,
      { other_documents: [{ id: "D", type_code: "201" }] },
      ["FX-SCH /other_documents/0/type_code"],
    ],
    ...["buyer", "payer", "end_user", "tax_representative", "lines/0/deliver_to"].map(
      (role): [string, EInvoiceTarget, Json, string[]] => [
        `a tax number of ${role}`,
        EXTENDED,
        { [`${role}/tax_number`]: "1/2" },
        [`BR-FXEXT-03 /${role}/tax_number`],
      ],
    ),
    // periods, lines and prices
    [
      "a period that ends before it begins",
      CII,
      { period: { from: "2026-11-30", to: "2026-11-01" } },
      ["BR-29 /period/to"],
    ],
    [
      "a line's period that ends before it begins",
      UBL,
      { "lines/0/period": { from: "2026-11-05", to: "2026-11-02" } },
      ["BR-30 /lines/0/period/to"],
    ],
    [
      "a line after the invoice's period",
      XR,
      { "lines/0/period": { from: "2026-11-02", to: "2026-12-02" } },
      ["PEPPOL-EN16931-R111 /lines/0/period/to"],
    ],
    [
      "a negative price",
      UBL,
      { "lines/1/net_price": "-12", "lines/1/gross_price": null, "lines/1/price_discount": null },
      ["BR-27 /lines/1/net_price"],
    ],
    ["a negative gross price", CII, { "lines/1/gross_price": "-13" }, ["BR-28 /lines/1/gross_price"]],
    [
      "a price for less than nothing",
      XR_UBL,
      { "lines/0/price_quantity": "-1", "lines/0/quantity": "-7.5" },
      ["PEPPOL-EN16931-R121 /lines/0/price_quantity"],
    ],
    [
      "a price in another unit",
      XR,
      { "lines/0/price_quantity": "1", "lines/0/price_unit": "C62" },
      ["PEPPOL-EN16931-R130 /lines/0/price_unit"],
    ],
    [
      "prices for different quantities",
      XR,
      { "lines/1/price_quantity": "1", "lines/1/gross_price_quantity": "2" },
      ["BR-TMP-3 /lines/1/gross_price_quantity"],
    ],
    [
      "a quantity written in two ways",
      XR,
      { "lines/1/price_quantity": "1", "lines/1/gross_price_quantity": "1.0" },
      ["BR-TMP-3 /lines/1/gross_price_quantity"],
    ],
    [
      "an attribute without value",
      UBL,
      { "lines/0/attributes": [{ name: "Farbe" }] },
      ["BR-54 /lines/0/attributes/0/value"],
    ],
    [
      "an attribute without name",
      CII,
      { "lines/0/attributes": [{ value: "rot" }] },
      ["BR-54 /lines/0/attributes/0/name", "CII-SR-069 /lines/0/attributes/0/name"],
    ],
    [
      "an attribute without name or code",
      EXTENDED,
      { "lines/0/attributes": [{ value: "rot" }] },
      ["BR-FXEXT-BR-54-1 /lines/0/attributes/0/name"],
    ],
    [
      "an attribute with value and measure",
      EXTENDED,
      { "lines/0/attributes": [{ name: "N", value: "1", measure: "1", measure_unit: "KGM" }] },
      ["BR-FXEXT-BR-54-2 /lines/0/attributes/0/value"],
    ],
    ["a note that is only a subject", EXTENDED, { notes: [{ subject_code: "AAK" }] }, ["BR-FXEXT-01 /notes/0/text"]],
    [
      "a line's note that is only a subject",
      EXTENDED,
      { "lines/0/note": null, "lines/0/note_content_code": null },
      ["BR-FXEXT-02 /lines/0/note"],
    ],
    [
      "a line within another, for no reason",
      EXTENDED,
      { "lines/0/status_reason": null },
      ["BR-FXEXT-06 /lines/0/status_reason"],
    ],
    ["a line within none", EXTENDED, { "lines/0/parent_line": "9" }, ["BR-FXEXT-11 /lines/0/parent_line"]],
    [
      "a group that is not the sum of its lines",
      EXTENDED,
      { "lines/1/net_amount": "99" },
      ["BR-FXEXT-08 /lines/1/net_amount"],
    ],
    [
      "a document without number",
      UBL,
      { supporting_documents: [{ url: "https://a.example" }] },
      ["BR-52 /supporting_documents/0/id"],
    ],
    [
      "a document at no address",
      XR,
      { "supporting_documents/0/url": "hours.pdf" },
      ["BR-TMP-2 /supporting_documents/0/url"],
    ],
    // allowances and charges
    [
      "an allowance for no reason",
      UBL,
      { allowances: [{ amount: 5, vat_rate: 19 }] },
      ["BR-33 /allowances/0/reason", "BR-CO-21 /allowances/0/reason"],
    ],
    [
      "a line's charge for no reason",
      CII,
      { "lines/1/charges": [{ amount: 1 }] },
      ["BR-44 /lines/1/charges/0/reason", "BR-CO-24 /lines/1/charges/0/reason"],
    ],
    [
      "a percentage of nothing",
      XR,
      { allowances: [{ amount: 5, percent: 1, reason: "T", vat_rate: 19 }] },
      ["PEPPOL-EN16931-R041 /allowances/0/base"],
    ],
    [
      "a base without percentage",
      XR_UBL,
      { "lines/1/charges": [{ amount: 1, base: 10, reason: "P" }] },
      ["PEPPOL-EN16931-R042 /lines/1/charges/0/percent"],
    ],
    // VAT
    [
      "VAT in another currency with another sign",
      XR,
      { "totals/vat_in_tax_currency": "-1.00" },
      ["PEPPOL-EN16931-R055 /totals/vat_in_tax_currency"],
    ],
    ["VAT in the currency of nobody", XR, { tax_currency: null }, ["PEPPOL-EN16931-R054 /totals/vat_in_tax_currency"]],
    [
      "the tax office's currency that of the invoice",
      XR_UBL,
      { tax_currency: "EUR" },
      ["BR-CO-15 /totals/vat", "PEPPOL-EN16931-R005 /tax_currency"],
    ],
    [
      "no number of the seller",
      XR,
      { "seller/vat_id": null, "seller/tax_number": null },
      ["BR-DE-16 /seller/vat_id", "BR-S-02 /seller/vat_id", "BR-S-03 /seller/vat_id", "BR-S-04 /seller/vat_id"],
    ],
    [
      "outside of VAT, with the seller's number",
      CII,
      { ...taxed("O"), "buyer/vat_id": null },
      ["BR-O-02 /seller/vat_id"],
    ],
    [
      "outside of VAT, with the buyer's number",
      UBL,
      { ...taxed("O"), "seller/vat_id": null },
      ["BR-O-02 /buyer/vat_id"],
    ],
    [
      "outside of VAT, with a rate",
      UBL,
      { ...taxed("O", {}, { vat_rate: 0 }), "seller/vat_id": null, "buyer/vat_id": null },
      ["BR-O-05 /lines/0/vat_rate"],
    ],
    [
      "exempt, for no reason",
      UBL,
      taxed("E", { exemption_reason: null }),
      ["BR-E-10 /vat_breakdown/0/exemption_reason"],
    ],
    [
      "exempt, with VAT",
      UBL,
      { ...taxed("E", { amount: "1.00" }), totals: { vat: "1.00" } },
      ["BR-CO-17 /vat_breakdown/0/amount", "BR-E-09 /vat_breakdown/0/amount"],
    ],
    [
      "zero rated, for a reason",
      CII,
      taxed("Z", { exemption_reason: "R" }),
      ["BR-Z-10 /vat_breakdown/0/exemption_reason"],
    ],
    [
      "standard rate, for a reason",
      CII,
      { vat_breakdown: [{ category: "S", rate: "19", exemption_reason: "R" }] },
      ["BR-S-10 /vat_breakdown/0/exemption_reason"],
    ],
    ["reverse charge to nobody known", CII, { ...taxed("AE"), "buyer/vat_id": null }, ["BR-AE-02 /buyer/vat_id"]],
    [
      "reverse charge to a registered buyer",
      CII,
      { ...taxed("AE"), "buyer/vat_id": null, "buyer/legal_id": "HRB 2" },
      [],
    ],
    [
      "an export by a seller without VAT number",
      UBL,
      { ...taxed("G"), "seller/vat_id": null },
      ["BR-G-02 /seller/vat_id"],
    ],
    [
      "a supply within the Union to nowhere",
      CII,
      { ...taxed("K"), delivery_date: null, period: null, deliver_to: null },
      ["BR-IC-11 /delivery_date", "BR-IC-12 /deliver_to/address/country"],
    ],
    [
      "IGIC with another amount",
      UBL,
      taxed("L", { rate: "7", amount: "9.00", exemption_reason: null }, { vat_rate: 7 }),
      ["BR-AF-09 /vat_breakdown/0/amount", "BR-CO-17 /vat_breakdown/0/amount"],
    ],
    [
      "IPSI with a negative rate",
      CII,
      taxed("M", { rate: "-7", exemption_reason: null }, { vat_rate: "-7" }),
      ["BR-AG-05 /lines/0/vat_rate"],
    ],
    [
      "split payment outside of Italy",
      CII,
      taxed("B", { exemption_reason: null, rate: "22" }, { vat_rate: 22 }),
      ["BR-B-01 /vat_breakdown"],
    ],
    [
      "nothing beside what is outside of VAT",
      CII,
      {
        ...taxed("O"),
        "seller/vat_id": null,
        "buyer/vat_id": null,
        allowances: [{ amount: 1, reason: "R", vat_category: "Z", vat_rate: 0 }],
        charges: [{ amount: 1, reason: "R", vat_category: "Z", vat_rate: 0 }],
      },
      ["BR-O-11 /vat_breakdown", "BR-O-12 /lines", "BR-O-13 /allowances", "BR-O-14 /charges"],
    ],
    [
      "two ways of when VAT is due",
      CII,
      {
        vat_breakdown: [
          { category: "S", rate: "19", due_date_code: "5" },
          { category: "S", rate: "7", due_date_code: "29" },
        ],
      },
      ["CII-SR-462 /vat_breakdown/0/due_date_code"],
    ],
    [
      "an amount of VAT that is off by more than its lines",
      EXTENDED,
      { vat_breakdown: [{ category: "S", rate: "19", amount: "19.80" }] },
      ["BR-FXEXT-S-09b /vat_breakdown/0/amount"],
    ],
    // advice of XRechnung
    ["no delivery", XR, { delivery_date: null, period: null }, ["BR-DE-TMP-32 /delivery_date"]],
    [
      "no delivery but in every line",
      XR_UBL,
      { delivery_date: null, period: null, "lines/1/period": { from: "2026-11-01" } },
      [],
    ],
    ["an unusual type", XR, { type_code: "393" }, ["BR-DE-17 /type_code"]],
    ["a correction of nothing", XR, { type_code: "384", preceding_invoices: null }, ["BR-DE-26 /preceding_invoices"]],
    // Peppol
    [
      "no reference of the buyer",
      PEPPOL,
      { buyer_reference: null, order_reference: null, sales_order_reference: null, "buyer/address/country": "FR" },
      ["PEPPOL-EN16931-R003 /buyer_reference"],
    ],
    ["another process", PEPPOL, { process: "urn:x" }, ["PEPPOL-EN16931-R007 /process"]],
    [
      "a type of other processes",
      PEPPOL,
      { type_code: "325", "buyer/address/country": "FR" },
      ["PEPPOL-EN16931-P0100 /type_code"],
    ],
    [
      "a type of other credit notes",
      PEPPOL,
      { type_code: "261", "buyer/address/country": "FR" },
      ["PEPPOL-EN16931-P0101 /type_code"],
    ],
    [
      "a partial invoice abroad",
      PEPPOL,
      { type_code: "326", "buyer/address/country": "FR" },
      ["PEPPOL-EN16931-P0112 /type_code"],
    ],
    ["two notes abroad", PEPPOL, { notes: ["a", "b"], "buyer/address/country": "FR" }, ["PEPPOL-EN16931-R002 /notes"]],
    ["two notes within Germany", PEPPOL, { notes: ["a", "b"] }, []],
    ["a currency that Peppol does not know", PEPPOL, { currency: "CNH" }, ["PEPPOL-EN16931-CL007 /currency"]],
    [
      "an address by e-mail",
      PEPPOL,
      { "buyer/electronic_address_scheme": "EM" },
      ["PEPPOL-EN16931-CL008 /buyer/electronic_address_scheme"],
    ],
    [
      "the reason of another category",
      PEPPOL,
      taxed("E", { exemption_code: "VATEX-EU-AE" }),
      ["PEPPOL-EN16931-P0107 /vat_breakdown/0/exemption_code"],
    ],
    // what is read but not written
    ["lines within lines", XR_UBL, { "lines/0/sub_lines": [{ name: "Part" }] }, ["FX-SCH /lines/0/sub_lines"]],
    ["payments by others", XR_UBL, { third_party_payments: [{ amount: 1 }] }, ["FX-SCH /third_party_payments"]],
  ])("(%s) for %j is told: %4$j", (_, target, changes, expected) => {
    expect(reported(target, changes)).toEqual(expected);
  });

  it.each<[string, string[], string[]]>([
    ["0088", ["4000001000005"], ["4000001000006", "400X"]],
    ["0192", ["974760673"], ["974760674", "97476067"]],
    ["0184", ["12345674", "DK12345674"], ["1234567"]],
    ["0208", ["0202239951"], ["0202239952", "020223995"]],
    ["0201", ["ABC123"], ["ABC12"]],
    ["0210", ["RSSMRA80A01H501U", "12345678901"], ["RSSMRA80A01H50UU", "1234567890A", "RSSMRA8"]],
    ["0211", ["IT00159560366", "FR1"], ["IT00159560367", "IT0015956036"]],
    ["0007", ["5560360793"], ["5560360794", "556036-0793"]],
    ["0151", ["51824753556"], ["51824753557", "5182475355"]],
  ])("has identifiers of the scheme %s as Peppol knows them", (scheme, right, wrong) => {
    const holders = [
      [
        "/buyer/electronic_address",
        (id: string) => ({ "buyer/electronic_address": id, "buyer/electronic_address_scheme": scheme }),
      ],
      ["/buyer/legal_id", (id: string) => ({ "buyer/legal_id": id, "buyer/legal_id_scheme": scheme })],
      [
        "/payee/global_id",
        (id: string) => ({
          "seller/global_id": null,
          "seller/global_id_scheme": null,
          payee: party({ global_id: id, global_id_scheme: scheme }),
        }),
      ],
    ] as const;
    for (const [pointer, changes] of holders) {
      for (const id of right) expect([id, reported(PEPPOL, changes(id))]).toEqual([id, []]);
      for (const id of wrong)
        expect([id, reported(PEPPOL, changes(id))]).toEqual([
          id,
          [expect.stringMatching(new RegExp(`^PEPPOL-COMMON-R04\\d ${pointer}$|^PEPPOL-COMMON-R050 ${pointer}$`))],
        ]);
    }
  });

  it("of which only the discount of a price is given has the price before it", () => {
    const changes = { "lines/1/gross_price": null, "lines/1/price_discount": "1" };
    expect(written(CII, changes)).toContain(
      "<ram:GrossPriceProductTradePrice><ram:ChargeAmount>13.345</ram:ChargeAmount>",
    );
    expect(written(UBL, changes)).toContain(
      '<cbc:BaseAmount currencyID="EUR">13.345</cbc:BaseAmount></cac:AllowanceCharge></cac:Price>',
    );
    const adjusted = { "lines/0/gross_price": null };
    // 10 and two discounts of 1, less a charge of 1
    expect(written(EXTENDED, adjusted)).toContain(
      "<ram:GrossPriceProductTradePrice><ram:ChargeAmount>11.00</ram:ChargeAmount>",
    );
  });

  it.each<[EInvoiceTarget, Json, string]>([
    [CII, { "seller/global_id_scheme": null }, "/seller/global_id_scheme"],
    [EXTENDED, { "payer/other_global_ids/0/scheme": null }, "/payer/other_global_ids/0/scheme"],
    [EXTENDED, { "payee/electronic_address_scheme": null }, "/payee/electronic_address_scheme"],
    [
      EXTENDED,
      { "payment_terms_payee/electronic_address_scheme": "QQ" },
      "/payment_terms_payee/electronic_address_scheme",
    ],
    [EXTENDED, { "lines/0/deliver_to/legal_id_scheme": "QQ" }, "/lines/0/deliver_to/legal_id_scheme"],
    [EXTENDED, { "invoicer/name": null }, "/invoicer/name"],
    [EXTENDED, { "buyer_tax_representative/vat_id": null }, "/buyer_tax_representative/vat_id"],
    [EXTENDED, { "end_user/vat_id": "QQ1" }, "/end_user/vat_id"],
    [EXTENDED, { "ship_from/address/country": null }, "/ship_from/address/country"],
    [EXTENDED, { "buyer/legal_address/country": "QQ" }, "/buyer/legal_address/country"],
    [CII, { "notes/1/text": null }, "/notes/1/text"],
    [CII, { tax_currency: null }, "/tax_currency"],
    [CII, { object_id: null }, "/object_id"],
    [XR, { object_id: null }, "/object_id"],
    [CII, { "lines/0/object_id": null, "lines/0/object_id_scheme": "AAA" }, "/lines/0/object_id"],
    [EXTENDED, { order_reference: null }, "/order_reference"],
    [EXTENDED, { "quotation/id": null }, "/quotation/id"],
    [
      EXTENDED,
      { "lines/0/other_documents/0/type_code": "7", "lines/0/other_documents/0/id": null },
      "/lines/0/other_documents/0/id /lines/0/other_documents/0/type_code",
    ],
    [EXTENDED, { "lines/0/status_code": "120" }, "/lines/0/status_code"],
    [EXTENDED, { "lines/0/free_unit": null }, "/lines/0/free_unit"],
    [EXTENDED, { "lines/0/included_products/0/unit": "QQ" }, "/lines/0/included_products/0/unit"],
    [EXTENDED, { "lines/0/included_products/0/name": null }, "/lines/0/included_products/0/name"],
    [
      EXTENDED,
      { "lines/0/included_products/0/standard_ids/0/scheme": null },
      "/lines/0/included_products/0/standard_ids/0/scheme",
    ],
    [
      EXTENDED,
      { "lines/0/price_tax/category": "QQ", "lines/0/price_tax/amount": null },
      "/lines/0/price_tax/amount /lines/0/price_tax/category",
    ],
    [EXTENDED, { "lines/0/note_subject_code": "QQ" }, "/lines/0/note_subject_code"],
    [EXTENDED, { "lines/0/price_charges/0/reason_code": "7" }, "/lines/0/price_charges/0/reason_code"],
    [EXTENDED, { "preceding_invoices/0/type_code": "QQ" }, "/preceding_invoices/0/type_code"],
    [EXTENDED, { "tax_exchange/to": "QQ" }, "/tax_exchange/to"],
    [EXTENDED, { "lines/0/deliver_to/legal_id_scheme": null }, "/lines/0/deliver_to/legal_id_scheme"],
    [EXTENDED, { "lines/0/classifications/0/code": null }, "/lines/0/classifications/0/code"],
    [EXTENDED, { "lines/0/price_discount": null }, "/lines/0/price_discount"],
    [EXTENDED, { "lines/0/price_tax/rate": null }, "/lines/0/price_tax/rate"],
    [EXTENDED, { "further_accounts/0/type": "QQ" }, "/further_accounts/0/type"],
    [EXTENDED, { "advance_payments/0/taxes": null }, "/advance_payments/0/taxes"],
  ])("is not made in CII: %j with %j", (target, changes, pointers) => {
    const pointed = reported(target, changes).map((each) => each.split(" ")[1]);
    expect(pointed.join(" ")).toBe(pointers);
  });

  it("has periods of days where nothing is said", () => {
    const xml = written(EXTENDED, { "payment_discount/period_unit": null, "payment_penalty/period_unit": "WEE" });
    expect(xml).toContain('<ram:BasisPeriodMeasure unitCode="DAY">14<');
    expect(xml).toContain('<ram:BasisPeriodMeasure unitCode="WEE">14<');
  });

  it("says in which currency the VAT of a line is", () => {
    expect(written(EXTENDED)).toContain('<ram:TaxTotalAmount currencyID="EUR">19</ram:TaxTotalAmount>');
  });
});

describe("the XML of somebody else", () => {
  const GUIDELINE = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
  const extension = (xml: string) =>
    edited(xml, `>${GUIDELINE}<`, `>${GUIDELINE}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0<`);
  const vehicles = (xml: string) =>
    edited(xml, `>${GUIDELINE}<`, `>${GUIDELINE}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9<`);
  const TAX =
    "<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory>";
  const subLine = (id: string, amount: string, inner = "", tax = TAX) =>
    `<cac:SubInvoiceLine><cbc:ID>${id}</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">${amount}</cbc:LineExtensionAmount><cac:Item><cbc:Name>Part</cbc:Name>${tax}</cac:Item><cac:Price><cbc:PriceAmount currencyID="EUR">${amount}</cbc:PriceAmount></cac:Price>${inner}</cac:SubInvoiceLine>`;
  const paid = (amount: string, currency = "EUR") =>
    `<cac:PrepaidPayment><cbc:ID>Toll</cbc:ID><cbc:PaidAmount currencyID="${currency}">${amount}</cbc:PaidAmount><cbc:InstructionID>Toll</cbc:InstructionID></cac:PrepaidPayment>`;

  it.each<[string, string, string[]]>([
    ["right", subLine("1.1", "700.00") + subLine("1.2", "16.25"), []],
    ["that make another sum", subLine("1.1", "700.00"), ["BR-DEX-02 /lines/0/net_amount"]],
    [
      "within them",
      subLine("1.1", "716.25", subLine("1.1.1", "716.20")),
      ["BR-DEX-02 /lines/0/sub_lines/0/net_amount"],
    ],
    ["without VAT", subLine("1.1", "716.25", subLine("1.1.1", "716.25", "", "")), ["BR-DEX-03 /lines"]],
  ])("in XRechnung's extension has lines within a line %s", (_, inner, expected) => {
    expect(judged(edited(extension(written(XR_UBL)), "</cac:InvoiceLine>", `${inner}</cac:InvoiceLine>`))).toEqual(
      expected,
    );
  });

  it.each<[string, string, string[]]>([
    ["that is due", paid("10.00"), []],
    ["that has three decimal places", paid("10.000"), ["BR-DEX-13 /third_party_payments/0/amount", "UBL-DT-01"]],
    ["in another currency", paid("10.00", "USD"), ["BR-DEX-14 /third_party_payments"]],
    ["that is not due", paid("11.00"), ["BR-DEX-09 /totals/due"]],
    [
      "of which nothing is said",
      `${paid("10.00")}<cac:PrepaidPayment><cbc:ReceivedDate>2026-01-01</cbc:ReceivedDate></cac:PrepaidPayment>`,
      [
        "BR-DEX-10 /third_party_payments/1/type",
        "BR-DEX-11 /third_party_payments/1/amount",
        "BR-DEX-12 /third_party_payments/1/description",
      ],
    ],
  ])("in XRechnung's extension has a payment for others %s", (_, payments, expected) => {
    const xml = edited(extension(written(XR_UBL)), "</cac:PaymentTerms>", `</cac:PaymentTerms>${payments}`);
    expect(judged(edited(xml, />797.39</, ">807.39<"))).toEqual(expected);
  });

  it("in XRechnung's extension has its codes, which are in no other list", () => {
    const xml = edited(
      written(XR_UBL),
      'schemeID="0088">4000001000005</cbc:ID>',
      'schemeID="XR01">4000001000005</cbc:ID>',
    );
    expect(judged(xml)).toEqual(["BR-CL-10 /seller/global_id_scheme"]);
    expect(judged(extension(xml))).toEqual([]);
    expect(judged(extension(edited(xml, '"XR01"', '"ZZ"')))).toEqual(["BR-DEX-04 /seller/global_id_scheme"]);
    const parent = edited(written(XR), "<ram:LineID>1</ram:LineID>", "$&<ram:ParentLineID>2</ram:ParentLineID>");
    expect(judged(extension(parent))).toEqual(["BR-DEX-15 /lines/0/parent_line"]);
  });

  const bought = (categories: string[], uses: string[]) => ({
    "lines/0/classifications": categories.map((code) => ({ code, list: "STI" })),
    "lines/0/attributes": uses.map((value) => ({ name: "cva", value })),
  });

  it.each<[string, Json, string[]]>([
    ["one vehicle", bought(["M1"], ["clean"]), []],
    ["no vehicle", bought([], []), ["BR-DE-CVD-03 /lines"]],
    [
      "no contract",
      { ...bought(["M1"], ["clean"]), contract_reference: null, tender_reference: null },
      ["BR-DE-CVD-01 /contract_reference", "BR-DE-CVD-02 /tender_reference"],
    ],
    ["no such vehicle", bought(["X9"], ["clean"]), ["BR-DE-CVD-04 /lines/0/classifications"]],
    ["no such use", bought(["M1"], ["dirty"]), ["BR-DE-CVD-05 /lines/0/attributes"]],
    ["two uses", bought(["M1"], ["clean", "other"]), ["BR-DE-CVD-06-a /lines/0/attributes"]],
    ["two vehicles", bought(["M1", "N1"], ["clean"]), ["BR-DE-CVD-06-b /lines/0/classifications"]],
  ])("in XRechnung for clean vehicles has %s", (_, changes, expected) => {
    const xml = written(XR, changes);
    const listedSo = xml.includes('listID="STI"') ? xml.replaceAll('listID="STI"', 'listID="CVD"') : xml;
    expect(judged(vehicles(listedSo))).toEqual(expected);
  });

  it.each<[string, EInvoiceTarget, RegExp | string, string, string[]]>([
    ["another version of XRechnung", XR, "xrechnung_3.0<", "xrechnung_2.3<", ["BR-DE-21 /guideline"]],
    [
      "no specification",
      CII,
      /<ram:GuidelineSpecified.*?<\/ram:GuidelineSpecified\w+>/,
      "",
      ["BR-01 /guideline", "CII-SR-009 /guideline", "CII-SR-010 /guideline"],
    ],
    [
      "no line break after discounts",
      XR,
      "30 Tage netto",
      "#SKONTO#TAGE=14#PROZENT=2.00#",
      ["BR-DE-18 /payment_terms"],
    ],
    ["no process", XR, /<ram:BusinessProcess.*?<\/ram:BusinessProcess\w+>/, "", ["PEPPOL-EN16931-R001 /process"]],
    ["a charge that is 1", XR_UBL, ">true</cbc:ChargeIndicator>", ">1</cbc:ChargeIndicator>", ["PEPPOL-EN16931-R043"]],
    [
      "a charge on a price",
      PEPPOL,
      /(<cac:Price>(?:(?!<\/cac:Price>).)*ChargeIndicator>)false/,
      "$1true",
      ["PEPPOL-EN16931-R044"],
    ],
    [
      "another guideline of Peppol",
      PEPPOL,
      "#compliant#urn:fdc",
      "#conformant#urn:fdc",
      ["PEPPOL-EN16931-R004 /guideline"],
    ],
    [
      "a base in another currency",
      PEPPOL,
      '<cbc:TaxableAmount currencyID="EUR">',
      '<cbc:TaxableAmount currencyID="USD">',
      ["PEPPOL-EN16931-R051 /currency"],
    ],
    [
      "a line's document that is no object",
      PEPPOL,
      /(<cac:DocumentReference>.*?)>130</,
      "$1>916<",
      ["PEPPOL-EN16931-R101 /lines/0/object_id"],
    ],
    [
      "two objects of a line",
      PEPPOL,
      /<cac:DocumentReference>.*?<\/cac:DocumentReference>/,
      "$&$&",
      ["PEPPOL-EN16931-R100 /lines/0/object_id", "UBL-SR-52 /lines/0/object_id"],
    ],
    [
      "two remittances",
      CII,
      /<ram:PaymentReference>.*?<\/ram:PaymentReference>/,
      "$&$&",
      ["CII-SR-469 /payment_reference"],
    ],
    ["two amounts of a charge", CII, /<ram:ActualAmount>10<\/ram:ActualAmount>/, "$&$&", ["CII-SR-473 /allowances"]],
    [
      "a charge that does not say so",
      CII,
      /<ram:ChargeIndicator><udt:Indicator>true<\/udt:Indicator><\/ram:ChargeIndicator>(?=<ram:ActualAmount>10<)/,
      "",
      ["BR-CO-12 /totals/charges", "BR-S-08 /vat_breakdown/0/base", "CII-SR-463 /allowances"],
    ],
    [
      "a date of another form",
      CII,
      /(<ram:IssueDateTime><udt:DateTimeString format="102">)\d+/,
      "$12026-11-22",
      ["CII-DT-097"],
    ],
    [
      "an identifier with the name of its scheme",
      CII,
      "<ram:BuyerAssignedID>",
      '<ram:BuyerAssignedID schemeName="s">',
      ["CII-DT-101"],
    ],
    [
      "the number of a building",
      CII,
      "<ram:LineOne>Platz 2</ram:LineOne>",
      "$&<ram:BuildingNumber>2</ram:BuildingNumber>",
      ["CII-DT-094"],
    ],
    [
      "an address of a contract",
      CII,
      /(<ram:ContractReferencedDocument>.*?<\/ram:IssuerAssignedID>)/,
      "$1<ram:URIID>u</ram:URIID>",
      ["CII-DT-015"],
    ],
    [
      "an unnamed attribute",
      CII,
      /<ram:Description>Farbe<\/ram:Description>/,
      "",
      ["BR-54 /lines/0/attributes/0/name", "CII-SR-069 /lines/0/attributes/0/name"],
    ],
    [
      "two origins",
      CII,
      /<ram:OriginTradeCountry><ram:ID>DE<\/ram:ID>/,
      "$&<ram:ID>FR</ram:ID>",
      ["CII-SR-090 /lines/0/origin_country"],
    ],
    [
      "no price",
      CII,
      /<ram:NetPriceProductTradePrice><ram:ChargeAmount>95.50.*?<\/ram:NetPriceProductTradePrice>/,
      "",
      ["BR-26 /lines/0/net_price", "CII-SR-439 /lines/0/net_price"],
    ],
    [
      "a second discount of a price",
      CII,
      /<ram:ActualAmount>1<\/ram:ActualAmount>(?=<\/ram:Applied)/,
      "$&$&",
      ["CII-SR-440 /lines"],
    ],
    // UBL
    [
      "two VAT identifiers",
      UBL,
      /<cac:PartyTaxScheme>.*?<\/cac:PartyTaxScheme>/,
      "$&$&",
      ["UBL-SR-12 /seller/vat_id", "UBL-SR-42 /seller/vat_id"],
    ],
    [
      "a tax scheme that is not named",
      UBL,
      "<cac:TaxScheme><cbc:ID>FC</cbc:ID></cac:TaxScheme>",
      "",
      ["UBL-SR-53 /seller/vat_id"],
    ],
    [
      "two reasons of a charge",
      UBL,
      /<cbc:AllowanceChargeReason>Fracht<\/cbc:AllowanceChargeReason>/,
      "$&$&",
      ["UBL-SR-31 /charges"],
    ],
    [
      "two reasons of an allowance",
      UBL,
      /<cbc:AllowanceChargeReason>Treue<\/cbc:AllowanceChargeReason>/,
      "$&$&",
      ["UBL-SR-30 /allowances"],
    ],
    ["two notes of a line", UBL, /<cbc:Note>zwei Personen<\/cbc:Note>/, "$&$&", ["UBL-SR-34 /lines/0/note"]],
    [
      "a line of no category",
      UBL,
      /<cac:ClassifiedTaxCategory>.*?<\/cac:ClassifiedTaxCategory>/,
      "",
      ["BR-CO-04 /lines/0/vat_category", "BR-S-08 /vat_breakdown/0/base", "UBL-SR-48 /lines/0/vat_category"],
    ],
    [
      "two remittances",
      UBL,
      /<cbc:PaymentID>.*?<\/cbc:PaymentID>/,
      "$&<cbc:PaymentID>2</cbc:PaymentID>",
      ["UBL-SR-26 /payment_reference", "UBL-SR-44 /payment_reference"],
    ],
    [
      "two payees' names",
      UBL,
      /(<cac:PayeeParty>)(<cac:PartyName>.*?<\/cac:PartyName>)/,
      "$1$2$2",
      ["UBL-SR-19 /payee/name"],
    ],
    [
      "a document with a type",
      UBL,
      /(<cac:AdditionalDocumentReference><cbc:ID>SD-1<\/cbc:ID>)/,
      "$1<cbc:DocumentTypeCode>916</cbc:DocumentTypeCode>",
      ["UBL-SR-43 /supporting_documents"],
    ],
    [
      "an object with a file",
      UBL,
      /(<cac:AdditionalDocumentReference>(?:(?!<\/cac:Add).)*<cbc:DocumentTypeCode>130<\/cbc:DocumentTypeCode>)/,
      "$1<cbc:DocumentDescription>d</cbc:DocumentDescription><cac:Attachment><cac:ExternalReference><cbc:URI>u</cbc:URI></cac:ExternalReference></cac:Attachment>",
      ["UBL-CR-666 /object_id", "UBL-CR-673 /object_id"],
    ],
    [
      "two invoices before in one",
      UBL,
      /<cac:InvoiceDocumentReference>.*?<\/cac:InvoiceDocumentReference>/,
      "$&$&",
      ["UBL-SR-06 /preceding_invoices/0/number"],
    ],
    [
      "an invoice before without number",
      UBL,
      /(<cac:InvoiceDocumentReference>)<cbc:ID>.*?<\/cbc:ID>/,
      "$1",
      ["BR-55 /preceding_invoices/0/number", "UBL-SR-07 /preceding_invoices/0/number"],
    ],
    [
      "two third lines of an address",
      UBL,
      /<cac:Country>/,
      "<cac:AddressLine><cbc:Line>1</cbc:Line></cac:AddressLine><cac:AddressLine><cbc:Line>2</cbc:Line></cac:AddressLine>$&",
      ["UBL-SR-51"],
    ],
    [
      "a file without type and name",
      UBL,
      / mimeCode="text\/csv" filename="hours.csv"/,
      "",
      [
        "BR-CL-24 /supporting_documents/1/media_type",
        "UBL-DT-06 /supporting_documents",
        "UBL-DT-07 /supporting_documents",
        "UBL-DT-07 /supporting_documents/1/file_name",
      ],
    ],
  ])("with %s is told so", (_, target, part, by, expected) => {
    expect(judged(edited(written(target), part, by))).toEqual(expected);
  });

  it("is taken if it is valid, and in the syntax that is asked for", () => {
    const xml = makeEInvoice(plainInvoice(), XR_UBL).xml;
    expect(checkedXml(xml, XR_UBL)).toEqual({ ...XR_UBL, xml, warnings: [] });
    expect(() => checkedXml(xml, XR)).toThrow("The XML is in UBL, but the syntax of the settings is cii.");
    const wrong = new TextEncoder().encode(edited(new TextDecoder().decode(xml), />897.39</, ">897.40<"));
    expect(() => checkedXml(wrong, XR_UBL)).toThrow(/BR-CO-15: .* There are 1 more problems/);
  });
});
