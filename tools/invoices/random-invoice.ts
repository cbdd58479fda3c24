/** Invoices made up at random, with all options: two thirds are valid by construction, the others have one mistake. */
import type { InvoiceProfile } from "../../src/invoice/profiles.ts";

/** Numbers by a seed (mulberry32), so that a run can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Json = Record<string, unknown>;

/** What is random about one invoice. */
class Chance {
  readonly #next: () => number;

  constructor(next: () => number) {
    this.#next = next;
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("There is nothing to choose from.");
    return item;
  }

  /** With a probability; undefined otherwise. */
  maybe<Value>(probability: number, value: () => Value): Value | undefined {
    return this.#next() < probability ? value() : undefined;
  }

  amount(limit: number, places = 2): string {
    return (this.#next() * limit).toFixed(places);
  }

  day(month: number): string {
    return `2026-${String(month).padStart(2, "0")}-${String(1 + this.below(28)).padStart(2, "0")}`;
  }
}

/** Taxation of a whole invoice: which categories and rates its lines have, and what that asks of the parties. */
const TAXATIONS = [
  "standard",
  "mixed",
  "exempt",
  "reverse",
  "community",
  "export",
  "outside",
  "zero",
  "canary",
] as const;
type Taxation = (typeof TAXATIONS)[number];

const CATEGORIES: Readonly<Record<Taxation, readonly (readonly [category: string, rate: string | undefined])[]>> = {
  standard: [["S", "19"]],
  mixed: [
    ["S", "19"],
    ["S", "7"],
    ["Z", "0"],
  ],
  exempt: [
    ["E", "0"],
    ["S", "19"],
  ],
  reverse: [["AE", "0"]],
  community: [["K", "0"]],
  export: [["G", "0"]],
  outside: [["O", undefined]],
  zero: [["Z", "0"]],
  canary: [["L", "7"]],
};

const REASONS: Readonly<Record<string, Json>> = {
  E: { exemption_reason: "Versicherung, § 4 Nr. 10 UStG" },
  AE: { exemption_code: "VATEX-EU-AE", exemption_reason: "Reverse charge" },
  K: { exemption_code: "VATEX-EU-IC" },
  G: { exemption_code: "VATEX-EU-G" },
  O: { exemption_code: "VATEX-EU-O", exemption_reason: "Not subject to VAT" },
};

/** A valid invoice for a profile. @param ubl whether it has to fit into UBL, too */
export function validInvoice(seed: number, profile: InvoiceProfile, ubl: boolean): Json {
  const chance = new Chance(randomFrom(seed));
  const taxation = chance.of(TAXATIONS);
  const currency = chance.of(["EUR", "EUR", "USD", "CHF", "PLN", "HUF"]);
  const lines = Array.from({ length: 1 + chance.below(5) }, (_, index) => lineOf(chance, taxation, index));
  const used = new Map(lines.map((line) => [`${line.vat_category} ${line.vat_rate}`, line]));
  const isStrict = profile === "peppol" || profile === "xrechnung";
  const ofDocument = (reason: Json) => {
    const line = chance.of(lines);
    const base = chance.amount(500);
    const share = chance.maybe(0.5, () => ({ percent: String(1 + chance.below(20)), base }));
    return {
      ...(share ?? { amount: chance.amount(20) }),
      ...reason,
      vat_category: line.vat_category,
      ...(line.vat_rate === undefined ? {} : { vat_rate: line.vat_rate }),
    };
  };
  const taxCurrency = chance.maybe(0.15, () => (currency === "EUR" ? "CHF" : "EUR"));
  const pays = paymentOf(chance);
  const notes = chance.maybe(0.5, () => notesOf(chance, profile)) ?? [];
  const invoice: Json = {
    number: `R-${chance.below(100_000)}`,
    issue_date: chance.day(11),
    type_code: chance.of(["380", "380", "380", "381", "389", "875"]),
    due_date: "2026-12-24",
    currency,
    ...(taxCurrency ? { tax_currency: taxCurrency } : {}),
    buyer_reference: "04011000-12345-34",
    order_reference: chance.maybe(0.5, () => `PO-${chance.below(999)}`),
    sales_order_reference: chance.maybe(0.2, () => "SO-1"),
    contract_reference: chance.maybe(0.3, () => "C-1"),
    project_reference: chance.maybe(0.3, () => "P-1"),
    project_name: undefined,
    tender_reference: chance.maybe(0.2, () => "T-1"),
    object_id: chance.maybe(0.2, () => "OBJ-1"),
    despatch_reference: chance.maybe(0.2, () => "D-1"),
    receiving_reference: chance.maybe(0.2, () => "RC-1"),
    accounting_reference: chance.maybe(0.3, () => "4711"),
    notes,
    preceding_invoices: chance.maybe(0.3, () => [{ number: "R-0", issue_date: "2026-10-01" }]),
    supporting_documents: chance.maybe(0.3, () => [
      { id: "SD-1", url: "https://files.example/hours.pdf", description: "Stunden" },
      { id: "SD-2", content: "YTtiCjE7Mg==", media_type: "text/csv", file_name: "hours.csv" },
    ]),
    period: chance.maybe(0.4, () => ({ from: "2026-10-01", to: "2026-12-31" })),
    delivery_date: "2026-11-20",
    deliver_to: {
      name: "Lager",
      address: { line1: "Weg 1", city: "Wien", post_code: "1010", country: chance.of(["AT", "FR", "PL"]) },
    },
    seller: sellerOf(chance, taxation, ubl),
    buyer: buyerOf(chance, taxation),
    payee: chance.maybe(0.2, () => ({
      name: "Factoring AG",
      ...(chance.maybe(0.5, () => ({ legal_id: "HRB 9" })) ?? {}),
    })),
    ...pays,
    payment_terms: chance.maybe(0.6, () => termsOf(chance, profile)),
    lines,
    allowances: chance.maybe(0.4, () => [ofDocument(chance.of([{ reason: "Treue" }, { reason_code: "95" }]))]),
    charges: chance.maybe(0.4, () => [ofDocument(chance.of([{ reason: "Fracht" }, { reason_code: "FC" }]))]),
    vat_breakdown: [...used.values()].map((line, index) => ({
      category: line.vat_category,
      ...(line.vat_rate === undefined ? {} : { rate: line.vat_rate }),
      ...(REASONS[String(line.vat_category)] ?? {}),
      ...(index === 0 ? (chance.maybe(0.2, () => ({ tax_point_date: "2026-11-20" })) ?? {}) : {}),
    })),
    totals: {
      paid: chance.maybe(0.3, () => chance.amount(5)),
      rounding: chance.maybe(profile.startsWith("basic") || profile === "minimum" ? 0 : 0.2, () => "0.01"),
      // 0 has the sign of every total (PEPPOL-EN16931-R055)
      ...(taxCurrency ? { vat_in_tax_currency: "0.00" } : {}),
    },
  };
  if (profile === "peppol") Object.assign(invoice, { type_code: chance.of(["380", "381"]) });
  if (!isStrict && chance.below(4) === 0) delete invoice.buyer_reference;
  if (profile === "extended") Object.assign(invoice, extendedPart(chance, lines));
  return withoutUndefined(invoice);
}

function lineOf(chance: Chance, taxation: Taxation, index: number): Json {
  const [category, rate] = chance.of(CATEGORIES[taxation]);
  const unit = chance.of(["C62", "HUR", "KGM", "XPP", "DAY"]);
  const gross = chance.maybe(0.3, () => {
    const net = Number(chance.amount(300));
    const discount = Number(chance.amount(20));
    return { net_price: net.toFixed(2), price_discount: discount.toFixed(2), gross_price: (net + discount).toFixed(2) };
  });
  return {
    ...(chance.maybe(0.5, () => ({ id: String(index + 1) })) ?? {}),
    name: chance.of(["Beratung", "Buch & Heft", "Schraube <M8>", "Übernachtung"]),
    description: chance.maybe(0.5, () => "wie besprochen"),
    note: chance.maybe(0.2, () => "zwei Personen"),
    quantity: chance.of([1, 2.5, "7.125", 100, -1]),
    unit,
    ...(gross ?? { net_price: chance.of([chance.amount(500), chance.amount(50, 4), chance.amount(5, 10)]) }),
    price_quantity: chance.maybe(0.2, () => chance.of([10, 100])),
    vat_category: category,
    ...(rate === undefined ? {} : { vat_rate: rate }),
    period: chance.maybe(0.2, () => ({ from: "2026-11-01", to: "2026-11-02" })),
    seller_item_id: chance.maybe(0.3, () => "A1"),
    buyer_item_id: chance.maybe(0.2, () => "B1"),
    ...(chance.maybe(0.3, () => ({ standard_id: "4012345000009", standard_id_scheme: "0160" })) ?? {}),
    order_line: chance.maybe(0.2, () => "1"),
    attributes: chance.maybe(0.3, () => [{ name: "Farbe", value: "rot" }]),
    classifications: chance.maybe(0.3, () => [{ code: "1234", list: "STI" }]),
    origin_country: chance.maybe(0.2, () => chance.of(["DE", "CN"])),
    object_id: chance.maybe(0.1, () => "O-1"),
    accounting_reference: chance.maybe(0.2, () => "K-1"),
    allowances: chance.maybe(0.3, () => [
      chance.of<Json>([
        { amount: "0.50", reason: "Rabatt" },
        { percent: 5, base: 12, reason_code: "95" },
      ]),
    ]),
    charges: chance.maybe(0.2, () => [{ amount: "0.25", reason: "Porto" }]),
  };
}

function sellerOf(chance: Chance, taxation: Taxation, ubl: boolean): Json {
  const isOutside = taxation === "outside";
  return {
    name: "Müller & Söhne GmbH",
    ...(chance.maybe(0.4, () => ({ trading_name: "MS Bau" })) ?? {}),
    ...(isOutside ? { legal_id: "HRB 1", tax_number: "12/345/67890" } : { vat_id: "DE123456789" }),
    ...(isOutside ? {} : (chance.maybe(0.3, () => ({ tax_number: "12/345/67890" })) ?? {})),
    ...(chance.maybe(0.3, () => ({ global_id: "4000001000005", global_id_scheme: "0088" })) ?? {}),
    ...(chance.maybe(0.3, () => ({ id: "L-7" })) ?? {}),
    ...(chance.maybe(ubl ? 0.5 : 0.3, () => ({ legal_information: "Amtsgericht Hof" })) ?? {}),
    address: { line1: "Straße 1", city: "Berlin", post_code: "10115", country: "DE" },
    contact: { name: "Anna Müller", phone: "+49 30 1234", email: "anna@mueller.example" },
    electronic_address: "DE123456789",
    electronic_address_scheme: "9930",
  };
}

function buyerOf(chance: Chance, taxation: Taxation): Json {
  return {
    name: "Client SARL",
    ...(taxation === "outside" ? {} : { vat_id: "FR12345678901" }),
    ...(chance.maybe(0.3, () => ({ id: "K1" })) ?? {}),
    address: { line1: "Rue 2", line2: "Bât. B", city: "Paris", post_code: "75001", country: "FR" },
    ...(chance.maybe(0.4, () => ({ contact: { name: "C. Kern", email: "kern@client.example" } })) ?? {}),
    electronic_address: "4000001000005",
    electronic_address_scheme: "0088",
  };
}

function paymentOf(chance: Chance): Json {
  switch (chance.below(5)) {
    case 0:
      return {
        payment_means: [{ code: "59", debited_iban: "DE02120300000000202051" }],
        mandate_id: "M-1",
        creditor_id: "DE98ZZZ09999999999",
      };
    case 1:
      return { payment_means: [{ code: "48", card_number: "123456", card_holder: "A. Kern" }] };
    case 2:
      return {
        payment_means: [
          { code: "58", iban: "DE02120300000000202051" },
          { code: "58", iban: "DE79000000001234567890", account_name: "Müller", bic: "BYLADEM1001" },
        ],
        payment_reference: "R-1",
      };
    case 3:
      return { payment_means: [{ code: "30", account_id: "123-456", text: "Transfer" }] };
    default:
      return {
        payment_means: [{ code: "58", text: "SEPA", iban: "DE02120300000000202051" }],
        payment_reference: "R-1",
      };
  }
}

function notesOf(chance: Chance, profile: InvoiceProfile): unknown[] {
  if (profile === "peppol") return ["Danke"];
  return ["Danke", ...(chance.maybe(0.5, () => [{ text: "HRB 1", subject_code: "REG" }]) ?? [])];
}

function termsOf(chance: Chance, profile: InvoiceProfile): string {
  if (profile !== "xrechnung") return "30 Tage netto";
  return chance.of([
    "30 Tage netto",
    "30 Tage netto\n#SKONTO#TAGE=14#PROZENT=2.00#",
    "#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=10.00#\n",
  ]);
}

function extendedPart(chance: Chance, lines: readonly Json[]): Json {
  const [first] = lines;
  return {
    document_name: "RECHNUNG",
    language: "de",
    delivery_terms: chance.maybe(0.5, () => "DAP"),
    logistics_charges: chance.maybe(0.5, () => [
      {
        description: "Fracht",
        amount: "3.00",
        vat_category: first?.vat_category,
        ...(first?.vat_rate === undefined ? {} : { vat_rate: first.vat_rate }),
      },
    ]),
    payment_discount: chance.maybe(0.5, () => ({ period: "14", period_unit: "DAY", percent: "2" })),
    payer: chance.maybe(0.3, () => ({ name: "Zahler", vat_id: "DE123456789" })),
    order_date: undefined,
    lines:
      chance.maybe(0.5, () => [
        { id: "G1", name: "Paket", status_reason: "GROUP" },
        ...lines.map((line, index) => ({ ...line, id: `G1.${index}`, parent_line: "G1", status_reason: "DETAIL" })),
      ]) ?? lines,
  };
}

/** A mistake that the rules of every profile with lines and payments see. */
const MISTAKES: readonly ((invoice: Json, chance: Chance) => void)[] = [
  (invoice) => void delete invoice.number,
  (invoice) => void Object.assign(invoice, { currency: "EURO" }),
  (invoice) => void Object.assign(invoice, { tax_currency: invoice.currency }),
  (invoice) =>
    void Object.assign(invoice.seller as Json, {
      vat_id: undefined,
      tax_number: undefined,
      legal_id: undefined,
      id: undefined,
      global_id: undefined,
      global_id_scheme: undefined,
    }),
  (invoice) => void Object.assign(invoice, { payment_means: [{ code: "58" }] }),
  (invoice) =>
    void Object.assign(invoice, {
      payment_means: [
        { code: "58", iban: "DE02120300000000202051" },
        { code: "48", card_number: "1234" },
      ],
    }),
  (invoice) =>
    void Object.assign(invoice, { payment_means: [{ code: "58", iban: "DE02120300000000202051" }], mandate_id: "M" }),
  (invoice) =>
    void Object.assign(invoice, { payment_means: [{ code: "59" }], mandate_id: "M-1", creditor_id: undefined }),
  (invoice) => void Object.assign(invoice.totals as Json, { gross: "1.00" }),
  (invoice, chance) => void Object.assign(chance.of(invoice.lines as Json[]), { unit: "Stunden" }),
  (invoice, chance) => void Object.assign(chance.of(invoice.lines as Json[]), { vat_category: "X" }),
  (invoice, chance) => void Object.assign(chance.of(invoice.lines as Json[]), { vat_category: "L", vat_rate: "0" }),
  (invoice) =>
    void Object.assign(invoice, {
      allowances: [{ amount: "1.00", reason_code: "999", vat_category: "S", vat_rate: "19" }],
    }),
  (invoice) =>
    void Object.assign(invoice, {
      allowances: [{ amount: "1.00", base: "10", percent: "50", reason: "R", vat_category: "S", vat_rate: "19" }],
    }),
  (invoice, chance) =>
    void Object.assign(chance.of(invoice.lines as Json[]), {
      net_price: "10.00",
      gross_price: "9.00",
      price_discount: "1.00",
    }),
  (invoice, chance) =>
    void Object.assign(invoice, {
      period: { from: "2026-11-10", to: "2026-11-20" },
      lines: (invoice.lines as Json[]).map((line) => ({
        ...line,
        period: { from: "2026-11-01", to: chance.of(["2026-11-15", "2026-11-30"]) },
      })),
    }),
  (invoice) => void Object.assign(invoice, { payment_terms: "#SKONTO#TAGE=14#PROZENT=2,00#" }),
  (invoice) =>
    void Object.assign(invoice, {
      supporting_documents: [1, 2].map((id) => ({
        id: String(id),
        content: "YQ==",
        media_type: "text/csv",
        file_name: "a.csv",
      })),
    }),
  (invoice) => void Object.assign(invoice.seller as Json, { electronic_address_scheme: "ZZ" }),
  (invoice) => void Object.assign(invoice.totals as Json, { rounding: "0.02" }),
  (invoice) =>
    void Object.assign(invoice, {
      logistics_charges: [{ description: "F", amount: "1", vat_category: "S", vat_rate: "19" }],
    }),
];

/** An invoice with one mistake, which some profiles may not mind. */
export function mistakenInvoice(seed: number, profile: InvoiceProfile, ubl: boolean): Json {
  const invoice = validInvoice(seed, profile, ubl);
  const chance = new Chance(randomFrom(seed + 1_000_003));
  chance.of(MISTAKES)(invoice, chance);
  return withoutUndefined(invoice);
}

function withoutUndefined(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
