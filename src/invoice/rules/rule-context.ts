import type { XmlElement } from "../../pdf/xmp/xml-elements.ts";
import { type Decimal, parseDecimal, toCents, writeDecimal } from "../decimal.ts";
import type { Invoice } from "../invoice-schema.ts";
import type { RuleSets } from "./rule-sets.ts";

/** A rule that an invoice breaks: of EN 16931-1 (BR-...), of its syntax (CII-..., UBL-...), or of a specification on it. */
export interface InvoiceProblem {
  /** As the official rules call it, such as `BR-DE-15`. */
  rule: string;
  /** The business term, such as `BT-10`. */
  term: string;
  /** `error`: the invoice is not valid; `warning`: its rules advise against it. */
  severity: "error" | "warning";
  /** JSON pointer of the member. */
  pointer: string;
  /** The rule, the term and what is wrong. */
  message: string;
}

/** What rules look at, and tell. */
export interface RuleContext {
  invoice: Invoice;
  /** The same as XML, for rules about its syntax. */
  root: XmlElement;
  sets: RuleSets;
  report(rule: string, term: string, pointer: string, message: string): void;
  warn(rule: string, term: string, pointer: string, message: string): void;
}

/** Tells that something is missing: `term` with its name, and what asks for it. */
export function checkPresent(
  { report }: Pick<RuleContext, "report">,
  value: unknown,
  [rule, term, pointer]: readonly [rule: string, term: string, pointer: string],
  name: string,
  why = "",
): void {
  if (value === undefined || value === "") report(rule, term, pointer, `${term} ${name} is missing${why}.`);
}

/** An amount as the invoice states it, and what to call it. */
export interface StatedAmount {
  given: string | undefined;
  term: string;
  pointer: string;
  name: string;
}

export interface Slack {
  /** Up to this much apart is fine. */
  upTo?: Decimal;
  /** Less than this much apart is fine. */
  below?: Decimal;
}

export const ONE_UNIT = parseDecimal("1") ?? 1n;
export const CENT = parseDecimal("0.01") ?? 1n;

const TWO_CENTS = parseDecimal("0.02") ?? 0n;
const HALF_A_FORINT = parseDecimal("0.5") ?? 0n;

/**
 * How far an amount may be from what others make (PEPPOL-EN16931-R040, R120): programs round prices, allowances and
 * charges at different steps. XRechnung knows that forints have no smaller coins.
 */
export function roundingSlack({ invoice, sets }: Pick<RuleContext, "invoice" | "sets">): Decimal {
  return sets.xrechnung && invoice.currency === "HUF" ? HALF_A_FORINT : TWO_CENTS;
}

export const distance = (left: Decimal, right: Decimal): Decimal => (left < right ? right - left : left - right);

/** Tells an amount that is not what the others make. */
export function checkAmount(
  { report }: Pick<RuleContext, "report">,
  { given, term, pointer, name }: StatedAmount,
  worked: Decimal,
  rule: string,
  slack: Slack = {},
): void {
  const value = parseDecimal(given);
  if (value === undefined) return;
  const apart = distance(value, worked);
  const isClose = slack.below === undefined ? apart <= (slack.upTo ?? 0n) : apart < slack.below;
  if (!isClose) {
    report(rule, term, pointer, `${term} ${name} is ${given}, but the others make ${writeDecimal(toCents(worked))}.`);
  }
}

/** Tells an amount of more than two decimal places, zeros among them, as the rules count. */
export function checkDecimals(
  { report }: Pick<RuleContext, "report">,
  { given, term, pointer, name }: StatedAmount,
  rule: string,
): void {
  if (given !== undefined && /\.\d{3,}$/.test(given)) {
    report(rule, term, pointer, `${term} ${name} is ${given}; amounts have at most two decimal places.`);
  }
}

/** As XPath does: runs of blanks are one, and none at the ends. */
export const normalized = (text: string): string => text.trim().replaceAll(/\s+/g, " ");
