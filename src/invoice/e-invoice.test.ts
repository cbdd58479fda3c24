import { describe, expect, it } from "vitest";
import { E_INVOICE_PROFILES } from "../domain/document.ts";
import { Failure } from "../domain/failure.ts";
import { parseDecimal, toCents, writeDecimal } from "./decimal.ts";
import { checkedXml, makeEInvoice } from "./e-invoice.ts";
import { PROFILE_FACTS } from "./profiles.ts";
import { readInvoice } from "./read-pdf-invoice.ts";
import { extendedInvoice, sampleInvoice } from "./testing/sample-invoice.ts";

const textOf = (xml: Uint8Array) => new TextDecoder().decode(xml);
const made = (record: unknown, profile: (typeof E_INVOICE_PROFILES)[number] = "en16931") =>
  textOf(makeEInvoice(record, { profile }).xml);

/** What is said about a record that was changed. */
function problems(change: (record: ReturnType<typeof sampleInvoice>) => unknown, profile = "en16931") {
  const record = sampleInvoice();
  const changed = change(record) ?? record;
  try {
    made(typeof changed === "object" ? changed : record, profile as "en16931");
  } catch (error) {
    if (error instanceof Failure) {
      return error.errors.map(({ pointer, message }) => `${pointer ?? ""} ${message}`);
    }
    throw error;
  }
  return [];
}

describe("an e-invoice", () => {
  it.each(E_INVOICE_PROFILES.filter((profile) => profile !== "peppol"))(
    "of the profile %s is read and written again without loss",
    (profile) => {
      const { xml } = makeEInvoice(sampleInvoice(), { profile });
      const { invoice, guideline, unknown } = readInvoice(xml);
      expect(unknown).toEqual([]);
      expect(guideline).toBe(PROFILE_FACTS[profile].guideline);
      expect(textOf(makeEInvoice(invoice, { profile }).xml)).toBe(textOf(xml));
      expect(textOf(checkedXml(xml, { profile }).xml)).toBe(textOf(xml));
    },
  );

  it("has all that EXTENDED has, read and written again without loss, in no poorer profile", () => {
    const { xml } = makeEInvoice(extendedInvoice(), { profile: "extended" });
    const { invoice, unknown } = readInvoice(xml);
    expect(unknown).toEqual([]);
    expect(invoice).toMatchObject(extendedInvoice());
    expect(textOf(makeEInvoice(invoice, { profile: "extended" }).xml)).toBe(textOf(xml));
    expect(textOf(checkedXml(xml, { profile: "extended" }).xml)).toBe(textOf(xml));
    const { logistics_charges: __, ...rest } = extendedInvoice();
    const poorer = made({
      ...rest,
      lines: rest.lines.slice(0, 1).map((line) => ({ ...line, attributes: [{ name: "Farbe", value: "rot" }] })),
      totals: { paid: "11" },
    });
    expect(poorer).not.toMatch(/GlobalID schemeID="x2"|Fax|AdvancePayment|InvoiceeTradeParty|PackageQuantity/);
  });

  it("of EXTENDED has logistics charges in its sums, but no lines that only group others", () => {
    const { invoice } = readInvoice(makeEInvoice(extendedInvoice(), { profile: "extended" }).xml);
    expect(invoice).toMatchObject({
      totals: { lines: "100.00", charges: "3.00", net: "103.00", vat: "19.57", gross: "122.57" },
      vat_breakdown: [{ category: "S", rate: "19", base: "103.00" }],
    });
    expect(problems(() => extendedInvoice())).toEqual([
      "/logistics_charges FX-SCH: BG-X-42 Logistics service charge: only EXTENDED has it; the others have charges.",
      '/lines/1/status_reason FX-SCH: BT-X-8 Line status reason "GROUP" of line 2: only EXTENDED has lines that are not in any sum.',
    ]);
  });

  it("says what occurs twice where it may occur once, rather than taking the last", () => {
    const source = made(sampleInvoice());
    const twice = source.replace(/<ram:SpecifiedTradePaymentTerms>.*?<\/ram:SpecifiedTradePaymentTerms>/, "$&$&");
    const { invoice, unknown } = readInvoice(new TextEncoder().encode(twice));
    expect([unknown, invoice.payment_terms, invoice.further_payment_terms]).toMatchObject([
      [],
      "30 Tage netto",
      [{ payment_terms: "30 Tage netto" }],
    ]);
    const seller = source.replace(/<ram:SellerTradeParty>.*?<\/ram:SellerTradeParty>/, "$&$&");
    expect(readInvoice(new TextEncoder().encode(seller)).unknown).toEqual([
      "CrossIndustryInvoice/SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty",
    ]);
  });

  it.each<[string, unknown[]]>([
    ["716.27", []],
    ["716.28", [expect.stringContaining("R120")]],
  ])("may differ by two cents in a line: %s", (amount, expected) => {
    const changed = (record: ReturnType<typeof sampleInvoice>) =>
      void Object.assign(record.lines[0] ?? {}, { net_amount: amount });
    expect(problems(changed)).toEqual([]);
    const said = problems(changed, "xrechnung");
    expect(said).toEqual(expected);
  });

  it("has sums that are worked out to the cent", () => {
    const { invoice } = readInvoice(makeEInvoice(sampleInvoice(), { profile: "en16931" }).xml);
    expect(invoice).toMatchObject({
      lines: [{ net_amount: "716.25" }, { net_amount: "36.54" }],
      vat_breakdown: [
        { category: "S", rate: "19", base: "721.25", amount: "137.04" },
        { category: "S", rate: "7", base: "36.54", amount: "2.56" },
      ],
      totals: {
        lines: "752.79",
        allowances: "5.00",
        charges: "10.00",
        net: "757.79",
        vat: "139.60",
        gross: "897.39",
        paid: "100",
        due: "797.39",
      },
    });
  });

  it("leaves out what its profile does not have", () => {
    expect(made(sampleInvoice(), "minimum")).not.toContain("IncludedSupplyChainTradeLineItem");
    expect(made(sampleInvoice(), "basic-wl")).not.toContain("IncludedSupplyChainTradeLineItem");
    expect(made(sampleInvoice(), "basic")).not.toContain("Farbe");
    expect(made(sampleInvoice())).toContain("Farbe");
  });

  it.each<[string, (record: ReturnType<typeof sampleInvoice>) => unknown, string]>([
    ["no number", (record) => ({ ...record, number: undefined }), "/number BR-02: BT-1 Invoice number is missing."],
    ["lines that are no list", (record) => ({ ...record, lines: "a chair" }), "/lines lines must be a list."],
    ["no lines", (record) => ({ ...record, lines: [] }), "/lines BR-16: BG-25 Invoice line is missing"],
    [
      "a wrong total",
      (record) => ({ ...record, totals: { gross: 900 } }),
      "/totals/gross BR-CO-15: BT-112 Invoice total amount with VAT is 900, but the others make 897.39.",
    ],
    [
      "an unknown currency",
      (record) => ({ ...record, currency: "EURO" }),
      '/currency BR-CL-04: BT-5 Invoice currency code "EURO" is not in its code list.',
    ],
    [
      "a transfer without an account",
      (record) => ({ ...record, payment_means: [{ code: "30" }] }),
      "/payment_means/0/iban CII-SR-470: BT-84 Payment account identifier is missing: a credit transfer needs one.",
    ],
    [
      "reverse charge without a reason",
      (record) => void Object.assign(record.lines[0] ?? {}, { vat_category: "AE", vat_rate: 0 }),
      "/vat_breakdown/0/exemption_reason BR-AE-10: BT-120 VAT exemption reason is missing: Reverse charge (AE) needs one, or its code (BT-121).",
    ],
    [
      "a standard rate of nothing",
      (record) => void Object.assign(record.lines[0] ?? {}, { vat_rate: undefined }),
      "/lines/0/vat_rate BR-S-05: BT-152 Invoiced item VAT rate: Standard rate (S) has a rate above 0: give vat_rate, or another vat_category.",
    ],
    [
      "a currency of the tax office alone",
      (record) => ({ ...record, totals: {} }),
      "/totals/vat_in_tax_currency BR-53: BT-111 Invoice total VAT amount in CHF is missing",
    ],
    [
      "two ways to say when VAT is due",
      (record) => ({ ...record, vat_breakdown: [{ ...record.vat_breakdown[0], due_date_code: "29" }] }),
      "/vat_breakdown/0/tax_point_date BR-CO-03: BT-7 Value added tax point date and BT-8 its code",
    ],
    ["a payee without a name", (record) => ({ ...record, payee: { id: "1" } }), "/payee/name BR-17: BT-59 Payee name"],
    [
      "a tax representative without number and country",
      (record) => ({ ...record, tax_representative: { name: "A" } }),
      "/tax_representative/vat_id BR-56: BT-63 Seller tax representative VAT identifier is missing.\n/tax_representative/address/country BR-20: BT-69",
    ],
    [
      "a delivery to no country",
      (record) => ({ ...record, deliver_to: { address: { city: "Hof" } } }),
      "/deliver_to/address/country BR-57: BT-80 Deliver to country code is missing.",
    ],
    [
      "an article number of no scheme",
      (record) => void Object.assign(record.lines[0] ?? {}, { standard_id_scheme: null }),
      "/lines/0/standard_id_scheme BR-64: BT-157 Item standard identifier needs its scheme",
    ],
    [
      "a classification of no list",
      (record) => void Object.assign(record.lines[0] ?? {}, { classifications: [{ code: "1" }] }),
      "/lines/0/classifications/0/list BR-65: BT-158 Item classification identifier needs its list",
    ],
    [
      "a program as attachment",
      (record) => ({ ...record, supporting_documents: [{ id: "1", content: "YQ==", media_type: "text/html" }] }),
      `/supporting_documents/0/file_name FX-SCH-A: BT-125 Attached document needs its file name.\n/supporting_documents/0/media_type BR-CL-24: BT-125 Attached document's media type "text/html"`,
    ],
    [
      "an attachment that is no base64",
      (record) => ({ ...record, supporting_documents: [{ id: "1", content: "%%%" }] }),
      "/supporting_documents/0/content supporting_documents.0.content must be a file in base64.",
    ],
    [
      "an unknown unit",
      (record) => void Object.assign(record.lines[0] ?? {}, { unit: "Stunden" }),
      '/lines/0/unit BR-CL-23: BT-130 Unit "Stunden" is not in its code list. Such codes are C62',
    ],
    [
      "an unknown VAT category",
      (record) => void Object.assign(record.lines[0] ?? {}, { vat_category: "X" }),
      '/lines/0/vat_category BR-CL-18: BT-151 Invoiced item VAT category code "X" is not in its code list.',
    ],
    [
      "a VAT amount that is none of the rate",
      (record) => ({ ...record, vat_breakdown: [{ category: "S", rate: "19", amount: "138.05" }] }),
      "/vat_breakdown/0/amount BR-CO-17: BT-117 VAT category tax amount is 138.05, which is not BT-116 by BT-119",
    ],
    [
      "a member that is not known",
      (record) => ({ ...record, nubmer: "1" }),
      "The invoice has members that are not known: nubmer.",
    ],
    [
      "a date that is none",
      (record) => ({ ...record, issue_date: "22.11.2026" }),
      "/issue_date issue_date must be a date such as 2026-11-22.",
    ],
    [
      "a quantity that is none",
      (record) => void Object.assign(record.lines[0] ?? {}, { quantity: "7,5" }),
      "/lines/0/quantity lines.0.quantity must be a number with a point and at most 18 decimal places.",
    ],
  ])("with %s is refused, and the business term is named", (_, change, expected) => {
    expect(problems(change).join("\n")).toContain(expected);
  });

  it("for German offices needs what XRechnung asks for", () => {
    expect(problems(() => undefined, "xrechnung")).toEqual([]);
    const without = problems((record) => {
      const { contact: _, electronic_address: __, ...seller } = record.seller;
      return { ...record, buyer_reference: undefined, seller };
    }, "xrechnung");
    expect(without).toEqual([
      "/seller/electronic_address PEPPOL-EN16931-R020: BT-34 Seller electronic address is missing.",
      "/seller/contact BR-DE-2: BG-6 Seller contact is missing; XRechnung needs it.",
      "/buyer_reference BR-DE-15: BT-10 Buyer reference is missing; XRechnung needs it.",
    ]);
  });

  it("across borders needs the numbers of both sides and where it goes", () => {
    const abroad = problems((record) => ({
      ...record,
      lines: [{ name: "Ware", quantity: 1, net_price: 100, vat_category: "K" }],
      allowances: [],
      charges: [],
      buyer: { ...record.buyer, vat_id: undefined },
      deliver_to: undefined,
      vat_breakdown: [{ category: "K", exemption_code: "VATEX-EU-IC" }],
    }));
    expect(abroad).toEqual([
      "/buyer/vat_id BR-IC-02: BT-48 Buyer VAT identifier is missing: Intra-community supply (K) needs it.",
      "/deliver_to/address/country BR-IC-12: BT-80 Deliver to country code is missing: an intra-community supply needs it.",
    ]);
  });

  it.each([
    ["a line's number", /<ram:LineID>[^<]*<\/ram:LineID>/, "BR-21: BT-126"],
    ["a line's VAT category", /<ram:CategoryCode>[^<]*<\/ram:CategoryCode>/, "BR-CO-04: BT-151"],
    ["its amount", /<ram:GrandTotalAmount>[^<]*<\/ram:GrandTotalAmount>/, "BR-14: BT-112"],
    ["what is due", /<ram:DuePayableAmount>[^<]*<\/ram:DuePayableAmount>/, "BR-15: BT-115"],
    ["what is taxed", /<ram:BasisAmount>721.25<\/ram:BasisAmount>/, "BR-45: BT-116"],
    ["the tax", /<ram:CalculatedAmount>[^<]*<\/ram:CalculatedAmount>/, "BR-46: BT-117"],
    ["what the tax is of", /<ram:CategoryCode>S<\/ram:CategoryCode><ram:TaxPointDate>/, "BR-47: BT-118"],
  ])("that does not state %s is told so", (_, element, expected) => {
    const source = made(sampleInvoice());
    const bare = source.replace(element, (found) => (found.endsWith("Date>") ? "<ram:TaxPointDate>" : ""));
    expect(bare).not.toBe(source);
    const said = readInvoice(new TextEncoder().encode(bare)).problems.map(({ message }) => message);
    expect(said.join("\n")).toContain(expected);
  });

  it("is read with trailing zeros in its amounts, and with the tax office's currency first", () => {
    const source = made(sampleInvoice());
    const [first, second] = source.match(/<ram:TaxTotalAmount.*?<\/ram:TaxTotalAmount>/g) ?? [];
    const turned = source
      .replace(`${first}${second}`, `${second}${first}`)
      .replace(">797.39<", ">797.390000000000000000<");
    const { problems: said, invoice } = readInvoice(new TextEncoder().encode(turned));
    const decimals = { rule: "BR-DEC-18", term: "BT-115", severity: "error", pointer: "/totals/due" };
    expect([said, invoice.totals]).toMatchObject([
      [decimals],
      { vat: "139.60", vat_currency: "EUR", tax_currency: "CHF" },
    ]);
  });

  it("that somebody else wrote has to be of the profile that is asked for", () => {
    const { xml } = makeEInvoice(sampleInvoice(), { profile: "basic" });
    expect(() => checkedXml(xml, { profile: "en16931" })).toThrow("the profile is en16931");
    const wrong = new TextEncoder().encode(textOf(xml).replace(">897.39<", ">897.40<"));
    expect(readInvoice(wrong)).toMatchObject({
      profile: "basic",
      fileName: undefined,
      problems: [{ message: expect.stringContaining("BR-CO-15") }, { message: expect.stringContaining("BR-CO-16") }],
    });
    const more = new TextEncoder().encode(
      textOf(xml).replace("<ram:TypeCode>380", "<ram:Odd>1</ram:Odd><ram:TypeCode>380"),
    );
    expect(readInvoice(more).unknown).toEqual(["CrossIndustryInvoice/ExchangedDocument/Odd"]);
  });

  it.each(["cii", "ubl"] as const)(
    "with hundreds of lines more is read and judged as one with few, in %s",
    (syntax) => {
      const few = sampleInvoice();
      const xml = textOf(makeEInvoice(few, { profile: "en16931", syntax }).xml);
      const name = syntax === "cii" ? "ram:IncludedSupplyChainTradeLineItem" : "cac:InvoiceLine";
      const [from, to] = [xml.indexOf(`<${name}>`), xml.indexOf(`</${name}>`) + name.length + 3];
      const many = xml.slice(0, from) + xml.slice(from, to).repeat(600) + xml.slice(from);
      const { invoice, problems: said } = readInvoice(new TextEncoder().encode(many));
      expect(invoice.lines).toHaveLength(few.lines.length + 600);
      expect(said.map(({ message }) => message.split(":")[0])).toEqual(["BR-S-08", "BR-CO-10"]);
    },
  );

  it("with a hundred thousand numbers of a party is read, and refused", () => {
    const many = "<ram:ID>1</ram:ID>".repeat(100_000);
    const source = made(sampleInvoice()).replace("<ram:SellerTradeParty>", `<ram:SellerTradeParty>${many}`);
    const { problems: said } = readInvoice(new TextEncoder().encode(source));
    expect(said).toMatchObject([{ pointer: "/seller/other_ids" }]);
  });

  it.each([
    ["other XML", "<a/>", "it begins with a"],
    ["entities", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', ""],
    ["depth", "<a>".repeat(100_000), ""],
    ["an entity that grows", `<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "${"&b;".repeat(999)}">]><a>&d;</a>`, "entity"],
    ["an outside entity", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "entity"],
    ["more than 5 MiB", `<a>${" ".repeat(5 * 1024 * 1024)}</a>`, "more than 5 MiB"],
    [
      "prefixes without end",
      `<a ${Array.from({ length: 480 }, (_, index) => `xmlns:p${index}="u"`).join(" ")}>${'<b xmlns:q="u"/>'.repeat(9_999)}</a>`,
      "too many prefixes",
    ],
  ])("is not read from %s", (_, source, message) => {
    expect(() => readInvoice(new TextEncoder().encode(source))).toThrow(Failure);
    if (message) expect(() => readInvoice(new TextEncoder().encode(source))).toThrow(message);
  });
});

describe("amounts", () => {
  it.each([
    ["0.125", "0.13"],
    ["-0.125", "-0.13"],
    ["2.675", "2.68"],
    ["1", "1.00"],
  ])("%s is %s to the cent, halves away from zero", (text, expected) => {
    const value = parseDecimal(text);
    expect(value === undefined ? undefined : writeDecimal(toCents(value))).toBe(expected);
  });

  it("are not read from anything else", () => {
    for (const text of ["", "1e3", "1,5", "0x1", " ", "9".repeat(30)]) expect(parseDecimal(text)).toBeUndefined();
  });
});
