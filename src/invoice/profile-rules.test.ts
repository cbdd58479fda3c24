import { describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { type EInvoiceTarget, makeEInvoice } from "./e-invoice.ts";
import { profileOf } from "./profiles.ts";
import { readInvoice } from "./read-pdf-invoice.ts";
import { sampleInvoice } from "./testing/sample-invoice.ts";

type Sample = ReturnType<typeof sampleInvoice>;

/** The sample as UBL and Peppol take it. */
function plainInvoice() {
  const { buyer, seller, notes, ...rest } = sampleInvoice();
  const peppol = { electronic_address: "DE123456789", electronic_address_scheme: "9930" };
  return {
    ...rest,
    notes: notes.slice(0, 1),
    buyer: { ...buyer, electronic_address: "4000001000005", electronic_address_scheme: "0088" },
    seller: { ...seller, ...peppol },
  };
}

const written = (record: unknown, target: EInvoiceTarget) => new TextDecoder().decode(makeEInvoice(record, target).xml);

/** The rules for which an invoice is refused, and the members. */
function refusals(record: unknown, target: EInvoiceTarget): string[] {
  try {
    makeEInvoice(record, target);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.errors.map(({ pointer, message }) => `${message.split(":")[0]} ${pointer}`);
  }
  return [];
}

const bytesOf = (xml: string) => new TextEncoder().encode(xml);
const problemsIn = (xml: string) => readInvoice(bytesOf(xml)).problems.map(({ rule }) => rule);

describe("an invoice of a profile", () => {
  it.each<[string, (record: Sample) => Record<string, unknown>, EInvoiceTarget["profile"], string]>([
    [
      "a tax number alone",
      (record) => ({
        seller: {
          ...record.seller,
          vat_id: null,
          id: null,
          other_ids: null,
          global_id: null,
          global_id_scheme: null,
          legal_id: null,
        },
      }),
      "en16931",
      "BR-CO-26 /seller/vat_id",
    ],
    ["the invoice's own currency for VAT", () => ({ tax_currency: "EUR" }), "en16931", "BR-53 /tax_currency"],
    [
      "rounding that BASIC has no place for",
      () => ({ totals: { rounding: "0.01" }, tax_currency: null }),
      "basic",
      "FX-SCH /totals/rounding",
    ],
    ["a mandate beside a transfer", () => ({ mandate_id: "M" }), "xrechnung", "BR-DE-23-b /payment_means/0"],
    [
      "a debit without an account",
      () => ({ payment_means: [{ code: "59" }], mandate_id: "M", creditor_id: "C" }),
      "xrechnung",
      "BR-DE-31 /payment_means/0/debited_iban",
    ],
    [
      "a debit without a creditor",
      () => ({ payment_means: [{ code: "59", debited_iban: "DE02120300000000202051" }], mandate_id: "M" }),
      "xrechnung",
      "BR-DE-30 /creditor_id",
    ],
    [
      "two kinds of payment",
      () => ({
        payment_means: [
          { code: "30", iban: "DE02120300000000202051" },
          { code: "48", card_number: "1234" },
        ],
      }),
      "en16931",
      "CII-SR-467 /payment_means/1/code",
    ],
    [
      "two dates for VAT",
      () => ({
        vat_breakdown: [
          { category: "S", rate: "19", tax_point_date: "2026-11-20" },
          { category: "S", rate: "7", tax_point_date: "2026-11-21" },
        ],
      }),
      "en16931",
      "CII-SR-461 /vat_breakdown/0/tax_point_date",
    ],
    [
      "two files of one name",
      () => ({
        supporting_documents: ["1", "2"].map((id) => ({
          id,
          content: "YQ==",
          media_type: "text/csv",
          file_name: "a.csv",
        })),
      }),
      "xrechnung",
      "BR-DE-22 /supporting_documents",
    ],
    [
      "an allowance that its percentage does not make",
      () => ({ allowances: [{ amount: 6, percent: 1, base: 500, reason: "R", vat_rate: 19 }] }),
      "xrechnung",
      "PEPPOL-EN16931-R040 /allowances/0/amount",
    ],
    [
      "a gross price below the net price",
      (record) => ({ lines: [{ ...record.lines[0], gross_price: "90" }, record.lines[1]] }),
      "xrechnung",
      "PEPPOL-EN16931-R046 /lines/0/net_price",
    ],
    [
      "a line before the invoice's period",
      (record) => ({
        lines: [{ ...record.lines[0], period: { from: "2026-10-01", to: "2026-11-02" } }, record.lines[1]],
      }),
      "xrechnung",
      "PEPPOL-EN16931-R110 /lines/0/period/from",
    ],
    [
      "a reason outside of its list",
      () => ({ allowances: [{ amount: 5, reason_code: "ZZZ", vat_rate: 19 }] }),
      "en16931",
      "BR-CL-19 /allowances/0/reason_code",
    ],
    [
      "a scheme outside of its list",
      (record) => ({ seller: { ...record.seller, electronic_address_scheme: "9999" } }),
      "en16931",
      "BR-CL-25 /seller/electronic_address_scheme",
    ],
    [
      "IGIC at 0",
      (record) => ({ lines: [{ ...record.lines[0], vat_category: "L", vat_rate: 0 }, record.lines[1]] }),
      "en16931",
      "BR-AF-05 /lines/0/vat_rate",
    ],
    [
      "a discount line that is not one",
      () => ({ payment_terms: "#SKONTO#TAGE=14#PROZENT=2,00#\n" }),
      "xrechnung",
      "BR-DE-18 /payment_terms",
    ],
  ])("is refused with %s", (_, change, profile, expected) => {
    const record = sampleInvoice();
    expect(refusals({ ...record, ...change(record) }, { profile })).toContain(expected);
  });

  it("has what it takes to be valid, where only a form was missing", () => {
    const { project_name: _, ...record } = sampleInvoice();
    // a project has a name
    expect(written(record, { profile: "en16931" })).toContain("<ram:ID>P-1</ram:ID><ram:Name>P-1</ram:Name>");
    // a line of discounts ends with a line break
    const terms = { ...record, payment_terms: "30 Tage\n#SKONTO#TAGE=14#PROZENT=2.00#" };
    expect(problemsIn(written(terms, { profile: "xrechnung" }))).toEqual([]);
    const discount = { ...record, payment_discount: { period: 2, period_unit: "WEE", percent: 3 } };
    expect(written(discount, { profile: "xrechnung" })).toContain("#SKONTO#TAGE=14#PROZENT=3.00#\n<");
    const { warnings } = makeEInvoice(discount, { profile: "en16931" });
    expect(warnings).toEqual([expect.stringContaining("BG-X-69 Payment discount (payment_discount)")]);
    // a percentage of a base is an amount
    const share = { ...record, allowances: [{ percent: 1, base: 500, reason: "Treue", vat_rate: 19 }] };
    expect(written(share, { profile: "en16931" })).toContain("<ram:ActualAmount>5.00</ram:ActualAmount>");
    // prices are as long as they are, and lines may have one number
    const [first, second] = record.lines;
    const fine = {
      ...record,
      lines: [
        { ...first, id: "1", net_price: "95.500000000001" },
        { ...second, id: "1" },
      ],
    };
    expect(written(fine, { profile: "en16931" })).toContain(">95.500000000001<");
  });

  it("outside of VAT has a rate in the breakdown of XRechnung, which asks for one", () => {
    const record = sampleInvoice();
    const outside = {
      ...record,
      seller: { ...record.seller, vat_id: null },
      buyer: { ...record.buyer, vat_id: null },
      lines: [{ name: "Stipendium", quantity: 1, net_price: 100, vat_category: "O" }],
      allowances: [],
      charges: [],
      tax_currency: null,
      vat_breakdown: [{ category: "O", exemption_code: "VATEX-EU-O" }],
      totals: {},
    };
    expect(refusals(outside, { profile: "xrechnung" })).toEqual([]);
    expect(refusals(outside, { profile: "en16931" })).toEqual([]);
  });

  it("of EXTENDED has the sum of its lines in a group, and no VAT of its own", () => {
    const record = sampleInvoice();
    const [first, second] = record.lines;
    const lines = [
      { id: "G", name: "Paket", status_reason: "GROUP" },
      { ...first, id: "G.1", parent_line: "G", status_reason: "DETAIL" },
      { ...second, id: "G.2", parent_line: "G", status_reason: "DETAIL" },
    ];
    const { invoice } = readInvoice(bytesOf(written({ ...record, lines }, { profile: "extended" })));
    expect(invoice).toMatchObject({ lines: [{ net_amount: "752.79" }, {}, {}], totals: { lines: "752.79" } });
    expect(Object.keys((invoice.lines as object[])[0] ?? {})).not.toContain("vat_category");
  });
});

describe("an invoice in UBL", () => {
  const target = { profile: "xrechnung", syntax: "ubl" } as const;

  it.each(["en16931", "xrechnung", "peppol"] as const)(
    "of the profile %s is read again as it was written",
    (profile) => {
      const xml = written(plainInvoice(), { profile, syntax: "ubl" });
      const read = readInvoice(bytesOf(xml));
      expect([read.unknown, read.problems, read.syntax, read.profile]).toEqual([[], [], "ubl", profile]);
      expect(written(read.invoice, { profile, syntax: "ubl" })).toBe(xml);
      // and says in CII what it says in UBL
      if (profile === "peppol") return;
      const cii = readInvoice(bytesOf(written(read.invoice, { profile })));
      expect(cii.invoice).toMatchObject({
        number: "R-2026-001",
        totals: { gross: "897.39" },
        seller: read.invoice.seller,
      });
    },
  );

  it("is a credit note where its type is one", () => {
    const xml = written({ ...plainInvoice(), type_code: "381" }, target);
    expect(xml).toMatch(/<cn:CreditNote .*<cbc:CreditNoteTypeCode>381<.*<cbc:CreditedQuantity unitCode="HUR">7.5</s);
    const { invoice, problems } = readInvoice(bytesOf(xml));
    expect([invoice.due_date, invoice.project_reference, problems]).toEqual(["2026-12-22", "P-1", []]);
  });

  it("has a direct debit with mandate, account and creditor, and reads them again", () => {
    const debit = {
      payment_means: [{ code: "59", debited_iban: "DE02120300000000202051" }],
      mandate_id: "M-1",
      creditor_id: "DE98ZZZ09999999999",
    };
    const { invoice } = readInvoice(bytesOf(written({ ...plainInvoice(), ...debit }, target)));
    expect(invoice).toMatchObject(debit);
  });

  it.each<[string, (xml: string) => string, string]>([
    [
      "a second contract",
      (xml) => xml.replace(/<cac:ContractDocumentReference>.*?<\/cac:ContractDocumentReference>/, "$&$&"),
      "UBL-SR-01",
    ],
    ["amounts of three decimals", (xml) => xml.replace(/>897.39</, ">897.390<"), "UBL-DT-01"],
    [
      "an empty element",
      (xml) => xml.replace("<cbc:BuyerReference>", "<cbc:AccountingCost></cbc:AccountingCost><cbc:BuyerReference>"),
      "PEPPOL-EN16931-R008",
    ],
    ["no seller contact", (xml) => xml.replace(/<cac:Contact>.*?<\/cac:Contact>/, ""), "BR-DE-2"],
    [
      "a line in no currency",
      (xml) => xml.replace('<cbc:LineExtensionAmount currencyID="EUR">', "<cbc:LineExtensionAmount>"),
      "BR-CL-03",
    ],
  ])("with %s is told so", (_, change, rule) => {
    const xml = written(plainInvoice(), target);
    const changed = change(xml);
    expect(changed).not.toBe(xml);
    expect(problemsIn(changed)).toContain(rule);
  });
});

describe("an invoice that was read", () => {
  it("is in the encoding that its declaration names", () => {
    const xml = written(sampleInvoice(), { profile: "en16931" }).replace('encoding="UTF-8"', 'encoding="ISO-8859-1"');
    const { invoice, text } = readInvoice(new Uint8Array(Buffer.from(xml, "latin1")));
    expect(invoice.seller).toMatchObject({ name: "Müller & Söhne GmbH" });
    expect(text).toContain("Söhne");
    const lie = Buffer.from(xml.replace("ISO-8859-1", "UTF-8"), "latin1");
    expect(() => readInvoice(new Uint8Array(lie))).toThrow(expect.objectContaining({ code: "xml_invalid" }));
    const unknown = xml.replace("ISO-8859-1", "KLINGON-7");
    expect(() => readInvoice(bytesOf(unknown))).toThrow("KLINGON-7");
  });

  it("tells advice apart from mistakes", () => {
    const xml = written(sampleInvoice(), { profile: "xrechnung" }).replace("+49 30 1234", "12");
    expect(readInvoice(bytesOf(xml)).problems).toMatchObject([
      { rule: "BR-DE-27", severity: "warning", term: "BT-42" },
    ]);
  });

  it.each([
    ["urn:factur-x.eu:1p0:minimum", "minimum"],
    ["urn:zugferd.de:2p0:minimum", "minimum"],
    ["urn:factur-x.eu:1p0:basicwl", "basic-wl"],
    ["urn:cen.eu:en16931:2017#compliant#urn:zugferd.de:2p0:basic", "basic"],
    ["urn:cen.eu:en16931:2017:compliant:factur-x.eu:1p0:basic", "basic"],
    [" urn:cen.eu:en16931:2017\n", "en16931"],
    ["urn:cen.eu:en16931:2017#conformant#urn:zugferd.de:2p0:extended", "extended"],
    ["urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3", "xrechnung"],
    ["urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0", "peppol"],
    ["urn:example:other", undefined],
  ])("names its profile in any spelling: %s", (guideline, profile) => {
    expect(profileOf(guideline)).toBe(profile);
  });
});
