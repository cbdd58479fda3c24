/** What codes of e-invoices are called. */

/** UNTDID 1001, as far as EN 16931 takes it for other things than plain invoices. */
const KINDS: Readonly<Record<string, string>> = {
  "81": "Credit note",
  "83": "Credit note",
  "261": "Self-billed credit note",
  "262": "Consolidated credit note",
  "296": "Corrected credit note",
  "308": "Credit note",
  "326": "Partial invoice",
  "381": "Credit note",
  "384": "Corrected invoice",
  "386": "Prepayment invoice",
  "389": "Self-billed invoice",
  "396": "Credit note",
  "532": "Credit note",
  "875": "Partial construction invoice",
  "876": "Partial final construction invoice",
  "877": "Final construction invoice",
};

/** What the document is, by its type (BT-3). */
export const kindOfInvoice = (typeCode: string | undefined): string => KINDS[typeCode ?? ""] ?? "Invoice";

const PROFILES: Readonly<Record<string, string>> = {
  minimum: "Factur-X MINIMUM",
  "basic-wl": "Factur-X BASIC WL",
  basic: "Factur-X BASIC",
  en16931: "EN 16931",
  extended: "Factur-X EXTENDED",
  xrechnung: "XRechnung",
  peppol: "Peppol BIS Billing",
};

export const nameOfProfile = (profile: string): string => PROFILES[profile] ?? profile;

/** UN/ECE Recommendation 20: those of everyday invoices, of one and of several. */
const UNITS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  C62: ["piece", "pieces"],
  H87: ["piece", "pieces"],
  EA: ["piece", "pieces"],
  NAR: ["piece", "pieces"],
  XPP: ["piece", "pieces"],
  PR: ["pair", "pairs"],
  SET: ["set", "sets"],
  LS: ["lump sum", "lump sums"],
  SEC: ["second", "seconds"],
  MIN: ["minute", "minutes"],
  HUR: ["hour", "hours"],
  DAY: ["day", "days"],
  WEE: ["week", "weeks"],
  MON: ["month", "months"],
  ANN: ["year", "years"],
  GRM: ["g", "g"],
  KGM: ["kg", "kg"],
  TNE: ["t", "t"],
  MMT: ["mm", "mm"],
  CMT: ["cm", "cm"],
  MTR: ["m", "m"],
  KMT: ["km", "km"],
  MTK: ["m²", "m²"],
  MTQ: ["m³", "m³"],
  MLT: ["ml", "ml"],
  LTR: ["l", "l"],
  KWH: ["kWh", "kWh"],
  P1: ["%", "%"],
};

/** A quantity with its unit; a unit that is not an everyday one has its code. */
export function quantityIn(quantity: string, unit = ""): string {
  const [one, several] = UNITS[unit] ?? [unit, unit];
  return [numberOf(quantity), Math.abs(Number(quantity)) === 1 ? one : several].filter(Boolean).join(" ");
}

/** A number with its thousands apart, and as many decimal places as it has, or more. */
export function numberOf(digits: string, minimumFractionDigits = 0): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(digits)) return digits;
  const format = new Intl.NumberFormat("en", { minimumFractionDigits, maximumFractionDigits: 20 });
  // as text: a number of JavaScript has not all of the digits
  return format.format(digits as `${number}`);
}

export const amountIn = (amount: string, currency = ""): string =>
  [numberOf(amount, 2), currency].filter(Boolean).join(" ");
