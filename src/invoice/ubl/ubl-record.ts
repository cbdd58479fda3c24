import { amountOf } from "../calculate.ts";
import { DUE_DATE_CODES } from "../codes/code-lists.ts";
import { writeDecimal } from "../decimal.ts";
import type { Invoice, InvoiceLine, InvoiceParty } from "../invoice-schema.ts";
import type { InvoiceRecord } from "../write-mapping.ts";

/**
 * An invoice as the table of UBL takes it, and back: some terms are at other places there (the creditor's identifier is
 * one of a party, when VAT is due is said once), or are written in another way (subjects of notes).
 */

type Loose = Record<string, unknown>;

/** The scheme by which UBL marks the creditor's identifier (BT-90). */
const CREDITOR = "SEPA";
/** What UBL wants where a sales order is named without the buyer's, and for the network of a card. */
const NOT_AVAILABLE = "NA";

/** What UBL's table writes. */
export function toUbl(invoice: Invoice, isCreditNote: boolean): InvoiceRecord {
  const breakdown = invoice.vat_breakdown ?? [];
  const dueCode = breakdown.find(({ due_date_code: code }) => code)?.due_date_code;
  const { totals = {} } = invoice;
  return {
    ...invoice,
    due_date: isCreditNote ? undefined : invoice.due_date,
    notes: invoice.notes?.map(({ text, subject_code: subject }) => (subject ? `#${subject}#${text}` : text)),
    tax_point_date: breakdown.find(({ tax_point_date: date }) => date)?.tax_point_date,
    period: dueCode ? { ...invoice.period, due_date_code: DUE_DATE_CODES.get(dueCode) ?? dueCode } : invoice.period,
    order_reference: invoice.order_reference ?? (invoice.sales_order_reference ? NOT_AVAILABLE : undefined),
    seller: sellerOf(invoice),
    buyer: identified(invoice.buyer),
    payee: identified(invoice.payee),
    deliver_to: deliveryOf(invoice.deliver_to),
    payment_means: paymentMeansOf(invoice, isCreditNote),
    tax_totals: [
      { amount: totals.vat, currency: totals.vat_currency ?? invoice.currency, breakdown },
      ...(totals.vat_in_tax_currency === undefined
        ? []
        : [{ amount: totals.vat_in_tax_currency, currency: totals.tax_currency ?? invoice.tax_currency }]),
    ],
    lines: invoice.lines?.map(lineOf),
  };
}

function identificationsOf(party: InvoiceParty): { id?: string; scheme?: string }[] {
  return [
    ...(party.id === undefined ? [] : [{ id: party.id }]),
    ...(party.other_ids ?? []).map((id) => ({ id })),
    ...(party.global_id === undefined ? [] : [{ id: party.global_id, scheme: party.global_id_scheme }]),
    ...(party.other_global_ids ?? []),
  ];
}

function identified(party: InvoiceParty | undefined): Loose | undefined {
  if (!party) return undefined;
  const { contact } = party;
  return {
    ...party,
    identifications: identificationsOf(party),
    contact: contact && { ...contact, name: contact.name ?? contact.department },
  };
}

function sellerOf({ seller, creditor_id: creditor }: Invoice): Loose | undefined {
  const own = identified(seller);
  if (!own || !creditor) return own;
  return {
    ...own,
    identifications: [...(seller ? identificationsOf(seller) : []), { id: creditor, scheme: CREDITOR }],
  };
}

function deliveryOf(place: InvoiceParty | undefined): Loose | undefined {
  if (!place) return undefined;
  return {
    ...place,
    location_id: place.global_id ?? place.id,
    location_scheme: place.global_id === undefined ? undefined : place.global_id_scheme,
  };
}

function paymentMeansOf(invoice: Invoice, isCreditNote: boolean): Loose[] | undefined {
  const { payment_means: all, mandate_id: mandate } = invoice;
  const debit = all?.find(({ debited_iban: debited }) => debited) ?? all?.[0];
  return all?.map((means, index) => {
    const account = means.iban ?? means.account_id;
    const hasMandate = means.debited_iban !== undefined || (mandate !== undefined && means === debit);
    const hasCard = means.card_number !== undefined || means.card_holder !== undefined;
    return {
      code: means.code,
      text: index === 0 || means.text !== all[0]?.text ? means.text : undefined,
      due_date: isCreditNote && index === 0 ? invoice.due_date : undefined,
      payment_reference: invoice.payment_reference,
      card: hasCard
        ? { card_number: means.card_number, card_network: NOT_AVAILABLE, card_holder: means.card_holder }
        : undefined,
      account: { account_id: account, account_name: means.account_name, bic: means.bic },
      mandate: hasMandate
        ? { mandate_id: means === debit ? mandate : undefined, debited_iban: means.debited_iban }
        : undefined,
    };
  });
}

/** A gross price is there with what it was less; the unit of the price is that of the quantity. */
function lineOf(line: InvoiceLine): Loose {
  const { gross_price: gross, net_price: net } = line;
  const discount =
    line.price_discount ??
    (gross === undefined || net === undefined ? undefined : writeDecimal(amountOf(gross) - amountOf(net)));
  return {
    ...line,
    price_unit: line.price_quantity === undefined ? undefined : (line.price_unit ?? line.unit),
    price_discount: discount,
    gross_price: discount === undefined ? undefined : gross,
  };
}

/** The record of what UBL's table has read. */
export function fromUbl(read: Loose): Loose {
  const { tax_totals: taxTotals, tax_point_date: taxPointDate, notes, period, ...rest } = read;
  const totals = recordsIn(taxTotals);
  const main = totals.find((total) => total.breakdown !== undefined) ?? totals[0];
  const other = totals.find((total) => total !== main);
  const { due_date_code: dueCode, ...span } = recordOf(period) ?? {};
  const dates = {
    ...(taxPointDate === undefined ? {} : { tax_point_date: taxPointDate }),
    ...(typeof dueCode === "string" ? { due_date_code: cefactCode(dueCode) } : {}),
  };
  const breakdown = recordsIn(main?.breakdown).map((each, index) => (index === 0 ? { ...each, ...dates } : each));
  const { seller, creditor } = withoutCreditor(read.seller, read.payee);
  const means = recordsIn(read.payment_means);
  const mandate = means.map((each) => recordOf(each.mandate)).find((each) => each !== undefined);
  return defined({
    ...rest,
    ...(period === undefined || (dueCode !== undefined && Object.keys(span).length === 0) ? {} : { period: span }),
    notes: Array.isArray(notes) ? notes.map(noteOf) : undefined,
    due_date: read.due_date ?? means.find((each) => each.due_date !== undefined)?.due_date,
    seller,
    buyer: partyOf(read.buyer),
    payee: partyOf(read.payee),
    creditor_id: creditor,
    deliver_to: placeOf(read.deliver_to),
    payment_means: read.payment_means === undefined ? undefined : means.map(meansOf),
    payment_reference: means.find((each) => each.payment_reference !== undefined)?.payment_reference,
    mandate_id: mandate?.mandate_id,
    vat_breakdown: main?.breakdown === undefined ? undefined : breakdown,
    totals: {
      ...recordOf(read.totals),
      ...defined({
        vat: main?.amount,
        vat_currency: main?.currency,
        vat_in_tax_currency: other?.amount,
        tax_currency: other?.currency,
      }),
    },
  });
}

function cefactCode(code: string): string {
  const [found] = [...DUE_DATE_CODES].find(([, ubl]) => ubl === code.trim()) ?? [];
  return found ?? code;
}

function noteOf(note: unknown): unknown {
  const [, subject, text] = /^#([A-Z]{3})#([\s\S]+)$/.exec(String(note)) ?? [];
  return subject === undefined ? { text: note } : { text, subject_code: subject };
}

function withoutCreditor(seller: unknown, payee: unknown): { seller: Loose | undefined; creditor: unknown } {
  const marked = [...recordsIn(recordOf(seller)?.identifications), ...recordsIn(recordOf(payee)?.identifications)];
  return { seller: partyOf(seller), creditor: marked.find(isCreditor)?.id };
}

const isCreditor = ({ scheme }: Loose) => typeof scheme === "string" && scheme.toUpperCase() === CREDITOR;

function partyOf(value: unknown): Loose | undefined {
  const party = recordOf(value);
  if (!party) return undefined;
  const { identifications, ...rest } = party;
  const all = recordsIn(identifications).filter((each) => !isCreditor(each));
  const [id, ...others] = all.filter(({ scheme }) => scheme === undefined);
  const [global, ...otherGlobals] = all.filter(({ scheme }) => scheme !== undefined);
  return defined({
    ...rest,
    id: id?.id,
    other_ids: others.length > 0 ? others.map((each) => each.id) : undefined,
    global_id: global?.id,
    global_id_scheme: global?.scheme,
    other_global_ids: otherGlobals.length > 0 ? otherGlobals : undefined,
  });
}

function placeOf(value: unknown): Loose | undefined {
  const place = recordOf(value);
  if (!place) return undefined;
  const { location_id: id, location_scheme: scheme, ...rest } = place;
  return defined({
    ...rest,
    ...(scheme === undefined ? { id } : { global_id: id, global_id_scheme: scheme }),
  });
}

function meansOf({ card, account, mandate, due_date: _, payment_reference: __, ...means }: Loose): Loose {
  const owner = recordOf(account);
  const id = owner?.account_id;
  const isIban = typeof id === "string" && /^[A-Z]{2}\d{2}[A-Za-z0-9 ]{8,}$/.test(id.trim());
  const { card_number, card_holder } = recordOf(card) ?? {};
  return defined({
    ...means,
    card_number,
    card_holder,
    ...(isIban ? { iban: id } : { account_id: id }),
    account_name: owner?.account_name,
    bic: owner?.bic,
    debited_iban: recordOf(mandate)?.debited_iban,
  });
}

function recordOf(value: unknown): Loose | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : undefined;
}

function recordsIn(value: unknown): Loose[] {
  return (Array.isArray(value) ? value : []).filter((item): item is Loose => recordOf(item) !== undefined);
}

function defined(record: Loose): Loose {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
