import { describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { makeEInvoice } from "./e-invoice.ts";
import { readInvoice } from "./read-pdf-invoice.ts";

// What Peppol asks of sellers in some countries, as its Schematron rules 3.0.19 judge it.

type Json = Record<string, unknown>;

const ROAD = { line1: "Road 1", city: "Town", post_code: "1234" };

function party(country: string, members: Json = {}): Json {
  return {
    name: `Company ${country}`,
    trading_name: `Full name ${country}`,
    address: { ...ROAD, country },
    electronic_address: "4000001000005",
    electronic_address_scheme: "0088",
    ...members,
  };
}

const line = (members: Json = {}) => ({
  name: "Item",
  quantity: 2,
  net_price: 50,
  vat_category: "S",
  vat_rate: 25,
  ...members,
});

const invoice = (seller: Json, buyer: Json, members: Json = {}): Json => ({
  number: "N-1",
  issue_date: "2026-11-22",
  due_date: "2026-12-22",
  currency: "EUR",
  buyer_reference: "ref",
  order_reference: "PO-1",
  seller,
  buyer,
  lines: [line()],
  payment_means: [{ code: "30", account_id: "12345678" }],
  ...members,
});

const registered = (id: string, scheme: string) => ({ legal_id: id, legal_id_scheme: scheme });
const greek = { vat_id: "EL094019245", electronic_address: "094019245", electronic_address_scheme: "9933" };
const MARK = { id: "400001", description: "##M.AR.K##" };
const ADDRESS = { id: "A", description: "##INVOICE|URL##", url: "https://mydata.example/1" };

/** Invoices within a country that keep its rules. */
const INVOICES = {
  NO: () => invoice(party("NO", { vat_id: "NO974760673MVA", tax_number: "Foretaksregisteret" }), party("NO")),
  IT: () => invoice(party("IT", { vat_id: "IT00159560366", tax_number: "RSSMRA80A01H501U" }), party("FR")),
  SE: () =>
    invoice(
      party("SE", {
        vat_id: "SE556036079301",
        ...registered("5560360793", "0007"),
        tax_number: "Godkänd för F-skatt",
      }),
      party("SE"),
      { payment_means: [{ code: "30", account_id: "1234567", bic: "SE:BANKGIRO" }] },
    ),
  DK: () =>
    invoice(
      party("DK", { vat_id: "DK12345674", ...registered("12345674", "0184") }),
      party("DK", registered("12345674", "0184")),
      { payment_means: [{ code: "42", account_id: "12345678", bic: "1234" }] },
    ),
  NL: () =>
    invoice(
      party("NL", { vat_id: "NL123456789B01", ...registered("12345678", "0106") }),
      party("NL", registered("12345678", "0190")),
      { lines: [line({ vat_rate: 21, order_line: "3" })] },
    ),
  IS: () =>
    invoice(
      party("IS", { vat_id: "IS12345", ...registered("1234567890", "0196") }),
      party("IS", registered("1234567890", "0196")),
      {
        payment_means: [{ code: "9", account_id: "123456789012" }],
        supporting_documents: [{ id: "2026-12-24", description: "EINDAGI" }],
      },
    ),
  GR: () =>
    invoice(party("GR", greek), party("GR", greek), {
      number: "094019245|22/11/2026|1|1.1|A|7",
      supporting_documents: [MARK, ADDRESS],
    }),
  DE: () =>
    invoice(
      party("DE", { vat_id: "DE123456789", contact: { name: "A", phone: "+49 123", email: "a@b.example" } }),
      party("DE"),
      { payment_means: [{ code: "58", iban: "DE02120300000000202051" }] },
    ),
} as const;
type Country = keyof typeof INVOICES;

/** The invoice with other members, named by their path; null takes one away. */
function changed(country: Country, changes: Json): Json {
  const record: Json = structuredClone(INVOICES[country]());
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split("/");
    const holder = steps.slice(0, -1).reduce<Json>((each, step) => each[step] as Json, record);
    holder[steps.at(-1) ?? ""] = value;
  }
  return record;
}

/** What is wrong with it, and with what is only advised against: by making it or, if it may be made, by reading it again. */
function judged(record: Json): string[] {
  try {
    const { xml } = makeEInvoice(record, { profile: "peppol", syntax: "ubl" });
    return readInvoice(xml).problems.map(({ rule, pointer }) => `${rule} ${pointer}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.errors.map(({ pointer, message }) => `${message.split(":")[0]} ${pointer}`);
  }
}

const means = (members: Json) => ({ payment_means: [members] });
const agent = { name: "Agent", vat_id: "NL123456789B01", address: { country: "NL" } };
const charged = (reason: string) => ({ charges: [{ amount: 1, reason, reason_code: "ZZZ", vat_rate: 25 }] });
const classified = (...versions: string[]) => ({
  lines: [line({ classifications: versions.map((version) => ({ code: "1", list: "TST", list_version: version })) })],
});
const giro = (account: string | null, reference: string) => ({
  ...means({ code: "50", account_id: account }),
  payment_reference: reference,
});
const fik = (account: string, reference: string) => ({
  ...means({ code: "93", account_id: account }),
  payment_reference: reference,
});
const credit = { type_code: "381", preceding_invoices: null };

describe("an invoice of Peppol", () => {
  it.each(Object.keys(INVOICES) as Country[])("that keeps the rules of %s is valid, and its credit note", (country) => {
    expect(judged(INVOICES[country]())).toEqual([]);
    const { supporting_documents: documents, ...record } = INVOICES[country]();
    const note = { ...record, type_code: "381", preceding_invoices: [{ number: "N-0" }] };
    expect(judged(country === "IS" ? note : { ...note, supporting_documents: documents })).toEqual([]);
  });

  it.each<[Country, Json, string[]]>([
    ["NO", { "seller/vat_id": "NO974760674MVA" }, ["NO-R-001 /seller/vat_id"]],
    ["NO", { "seller/vat_id": "NO974760673" }, ["NO-R-001 /seller/vat_id"]],
    ["NO", { "seller/vat_id": "NO000000000MVA" }, ["NO-R-001 /seller/vat_id"]],
    ["NO", { "seller/tax_number": null }, ["NO-R-002 /seller/tax_number"]],
    ["NO", { "seller/vat_id": "SE556036079301" }, []],
    ["IT", { "seller/tax_number": "RSSMRA80" }, ["IT-R-001 /seller/tax_number"]],
    ["IT", { "seller/tax_number": null }, []],
    [
      "IT",
      { "seller/address": { country: "IT" } },
      ["IT-R-002 /seller/address/line1", "IT-R-003 /seller/address/city", "IT-R-004 /seller/address/post_code"],
    ],
    ["SE", { "seller/vat_id": "SE5560360793" }, ["SE-R-001 /seller/vat_id"]],
    ["SE", { "seller/vat_id": "SE55603607930A" }, ["SE-R-002 /seller/vat_id"]],
    ["SE", { "seller/legal_id": "5560360794", "seller/legal_id_scheme": null }, ["SE-R-013 /seller/legal_id"]],
    [
      "SE",
      { "seller/legal_id": "556036-0793", "seller/legal_id_scheme": null },
      ["SE-R-003 /seller/legal_id", "SE-R-004 /seller/legal_id", "SE-R-013 /seller/legal_id"],
    ],
    ["SE", { "seller/tax_number": "F" }, ["SE-R-005 /seller/tax_number"]],
    ["SE", { "seller/tax_number": "F", "seller/legal_id": null, "seller/legal_id_scheme": null }, []],
    ["SE", { lines: [line(), line({ vat_rate: 12 }), line({ vat_rate: "6.00" })] }, []],
    ["SE", { lines: [line({ vat_rate: 24 })] }, ["SE-R-006 /lines/0/vat_rate", "SE-R-006 /vat_breakdown/0/rate"]],
    ["SE", { lines: [line({ vat_category: "Z", vat_rate: 0 })] }, []],
    ["SE", means({ code: "30", account_id: "12345", bic: "SE:BANKGIRO" }), ["SE-R-009 /payment_means/0/account_id"]],
    ["SE", means({ code: "30", account_id: "12345A7", bic: "SE:BANKGIRO" }), ["SE-R-008 /payment_means/0/account_id"]],
    ["SE", means({ code: "30", account_id: "12-3", bic: "SE:PLUSGIRO" }), ["SE-R-007 /payment_means/0/account_id"]],
    ["SE", means({ code: "30", account_id: "1", bic: "SE:PLUSGIRO" }), ["SE-R-010 /payment_means/0/account_id"]],
    // what is not there has no wrong form
    [
      "SE",
      means({ code: "30", account_name: "A", bic: "SE:PLUSGIRO" }),
      ["BR-61 /payment_means/0/iban", "BR-50 /payment_means/0/iban"],
    ],
    ["SE", means({ code: "56", account_id: "123" }), ["SE-R-011 /payment_means/0/code"]],
    ["SE", means({ code: "31", account_id: "123" }), ["SE-R-012 /payment_means/0/code"]],
    ["SE", { ...means({ code: "31", account_id: "123" }), "buyer/address": { ...ROAD, country: "NO" } }, []],
    ["DK", { "seller/legal_id": null, "seller/legal_id_scheme": null }, ["DK-R-002 /seller/legal_id"]],
    ["DK", { "seller/legal_id_scheme": null }, ["DK-R-014 /seller/legal_id_scheme"]],
    ["DK", { "buyer/id": "B1" }, ["DK-R-013 /seller/id"]],
    ["DK", { "buyer/id": "B1", "buyer/address": { ...ROAD, country: "SE" } }, []],
    ["DK", { type_code: "381", lines: [line({ quantity: -2 })] }, ["DK-R-016 /totals/due"]],
    ["DK", { lines: [line({ quantity: -2 })] }, []],
    ["DK", means({ code: "30", account_id: "1" }), ["DK-R-005 /payment_means/0/code"]],
    ["DK", means({ code: "31", account_id: "1" }), ["DK-R-006 /payment_means/0/account_id"]],
    ["DK", { ...means({ code: "49" }), mandate_id: "M" }, ["DK-R-007 /mandate_id"]],
    ["DK", giro("1234567", "01#"), []],
    ["DK", giro("123456", "01#"), ["DK-R-008 /payment_reference"]],
    ["DK", giro(null, "04#1234567890123456"), ["DK-R-008 /payment_reference"]],
    ["DK", giro("1234567", "15#123"), ["DK-R-009 /payment_reference"]],
    ["DK", fik("12345678", "71#123456789012345"), []],
    ["DK", fik("12345678", "73#"), []],
    ["DK", fik("1234567", "73#"), ["DK-R-010 /payment_reference"]],
    ["DK", fik("12345678", "75#12"), ["DK-R-011 /payment_reference"]],
    // how a credit note is paid is not looked at
    ["DK", { ...means({ code: "93", account_id: "1" }), ...credit }, []],
    ["DK", classified("19.05.01"), []],
    ["DK", classified("1", "26.0801"), []],
    ["DK", classified("1"), ["DK-R-003 /lines/0/classifications"]],
    ["DK", charged("3061"), []],
    ["DK", charged("Sugar#3061"), []],
    ["DK", charged("#3061"), ["DK-R-004 /charges"]],
    ["DK", { lines: [line({ charges: [{ amount: 1, reason: "Sugar", reason_code: "ZZZ" }] })] }, ["DK-R-004 /charges"]],
    ["NL", credit, ["NL-R-001 /preceding_invoices"]],
    ["NL", { "seller/address": { country: "NL" } }, ["NL-R-002 /seller/address"]],
    ["NL", { "seller/legal_id_scheme": "0060" }, ["NL-R-003 /seller/legal_id_scheme"]],
    [
      "NL",
      { "buyer/address/city": null, "buyer/legal_id_scheme": null },
      ["NL-R-004 /buyer/address", "NL-R-005 /buyer/legal_id_scheme"],
    ],
    ["NL", { "buyer/address": { country: "FR" }, "buyer/legal_id_scheme": null, ...means({ code: "42" }) }, []],
    ["NL", { tax_representative: agent }, ["NL-R-006 /tax_representative/address"]],
    ["NL", { tax_representative: { ...agent, address: { country: "FR" } } }, []],
    ["NL", { payment_means: null }, ["NL-R-007 /payment_means"]],
    ["NL", { payment_means: null, totals: { paid: 121 } }, []],
    ["NL", means({ code: "42" }), ["NL-R-008 /payment_means/0/code"]],
    ["NL", { order_reference: null }, ["NL-R-009 /order_reference"]],
    ["IS", { type_code: "393" }, ["IS-R-001 /type_code"]],
    ["IS", { "seller/legal_id_scheme": "0060" }, ["IS-R-002 /seller/legal_id"]],
    ["IS", { "seller/address/post_code": null }, ["IS-R-003 /seller/address"]],
    ["IS", { "buyer/legal_id": null, "buyer/legal_id_scheme": null }, ["IS-R-004 /buyer/legal_id"]],
    ["IS", { "buyer/address/line1": null }, ["IS-R-005 /buyer/address"]],
    ["IS", { "buyer/address": { country: "SE" }, "buyer/legal_id_scheme": null }, []],
    ["IS", means({ code: "9", account_id: "1234" }), ["IS-R-006 /payment_means/0/account_id"]],
    ["IS", means({ code: "42" }), ["IS-R-007 /payment_means/0/account_id"]],
    ["IS", { "supporting_documents/0/id": "24.12.2026" }, ["IS-R-008 /supporting_documents"]],
    ["IS", { "supporting_documents/0/id": "2026-12-41" }, ["IS-R-008 /supporting_documents"]],
    ["IS", { due_date: null, payment_terms: "soon" }, ["IS-R-009 /due_date", "IS-R-010 /supporting_documents"]],
    ["IS", { "supporting_documents/0/id": "2026-12-21" }, ["IS-R-010 /supporting_documents"]],
    // UBL's credit notes have no due date where the rules look for one
    ["IS", credit, ["IS-R-009 /due_date", "IS-R-010 /supporting_documents"]],
    ["GR", { number: "094019245|22/11/2026|1|1.1|A" }, ["GR-R-001-1 /number", "GR-R-001-7 /number"]],
    ["GR", { number: "094019246|22/11/2026|1|1.1|A|7" }, ["GR-R-001-2 /number"]],
    ["GR", { number: "094019245|2026-11-22|1|1.1|A|7" }, ["GR-R-001-3 /number"]],
    [
      "GR",
      { number: "094019245|22/11/2026|-1|9.9||7" },
      ["GR-R-001-4 /number", "GR-R-001-5 /number", "GR-R-001-6 /number"],
    ],
    [
      "GR",
      { "seller/trading_name": null, "buyer/trading_name": null },
      ["GR-R-002 /seller/trading_name", "GR-R-005 /buyer/trading_name"],
    ],
    ["GR", { "seller/vat_id": "EL094019246" }, ["GR-R-001-2 /number", "GR-R-003 /seller/vat_id"]],
    ["GR", { "seller/electronic_address": "094019246" }, ["GR-R-009 /seller/electronic_address"]],
    ["GR", { "buyer/vat_id": null }, ["GR-R-006 /buyer/vat_id"]],
    ["GR", { "buyer/electronic_address": "094019246" }, ["GR-R-010 /buyer/electronic_address"]],
    ["GR", { "buyer/vat_id": "FR12345678901", "buyer/electronic_address": "094019246" }, []],
    ["GR", { supporting_documents: null }, ["GR-R-004-1 /supporting_documents"]],
    ["GR", { supporting_documents: [MARK] }, ["GR-S-008-1 /supporting_documents"]],
    [
      "GR",
      {
        "seller/vat_id": null,
        "seller/legal_id": "1",
        tax_representative: { name: "Agent", ...greek, address: { country: "GR" } },
      },
      ["GR-S-011 /seller/vat_id"],
    ],
    ["GR", { supporting_documents: [{ ...MARK, id: "0" }, ADDRESS] }, ["GR-R-004-2 /supporting_documents"]],
    ["GR", { supporting_documents: [MARK, ADDRESS, ADDRESS] }, ["GR-R-008-2 /supporting_documents"]],
    ["GR", { supporting_documents: [MARK, { ...ADDRESS, url: null }] }, ["GR-R-008-3 /supporting_documents"]],
    ["GR", { "seller/address/country": "FR", supporting_documents: null }, []],
    ["DE", { payment_means: null }, ["DE-R-001 /payment_means"]],
    [
      "DE",
      { "seller/contact": null, buyer_reference: null },
      ["DE-R-002 /seller/contact", "DE-R-015 /buyer_reference"],
    ],
    ["DE", { "seller/contact/email": "ä@b.example" }, ["DE-R-028 /seller/contact/email"]],
    ["DE", { "seller/contact/email": ".a@b.example" }, ["DE-R-028 /seller/contact/email"]],
    ["DE", { "seller/contact/email": "a.b+c@d-e.example" }, []],
    ["DE", { ...means({ code: "30", card_number: "1234", account_id: "1" }) }, ["DE-R-023-2 /payment_means/0"]],
    ["DE", { payment_means: null, buyer_reference: null, "buyer/address": { country: "FR" } }, []],
  ])("from %s with %j is told %j", (country, changes, expected) => {
    expect(judged(changed(country, changes)).sort()).toEqual(expected.sort());
  });

  it("in CII is not asked what only the rules for UBL ask", () => {
    const asked = (country: Country) => {
      const ubl = makeEInvoice(INVOICES[country](), { profile: "peppol", syntax: "ubl" });
      const { invoice: record } = readInvoice(ubl.xml);
      const { xml } = makeEInvoice({ ...record, number: "1", supporting_documents: null }, { profile: "en16931" });
      const process =
        "<ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter>";
      const text = new TextDecoder()
        .decode(xml)
        .replace(/<ram:BusinessProcess.*?<\/ram:BusinessProcess\w+>/, "")
        .replace("<ram:GuidelineSpecified", `${process}$&`)
        .replace(
          ">urn:cen.eu:en16931:2017<",
          ">urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0<",
        );
      return readInvoice(new TextEncoder().encode(text)).problems.map(({ rule }) => rule);
    };
    for (const country of ["GR", "IS", "DE"] as const) expect([country, asked(country)]).toEqual([country, []]);
  });
});
