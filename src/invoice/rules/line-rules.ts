import { amountOf, countsLine, exactNet } from "../calculate.ts";
import type { InvoiceAllowance, InvoiceLine } from "../invoice-schema.ts";
import { atLeast } from "../profiles.ts";
import { checkAmount, checkDecimals, checkPresent, type RuleContext, roundingSlack } from "./rule-context.ts";

/** What lines, allowances and charges need (EN 16931-1, 6.4.2). */
export function checkLines(context: RuleContext): void {
  const { invoice, sets } = context;
  if (atLeast(sets.level, "basic-wl")) {
    checkAllowances(context, invoice.allowances, ALLOWANCE, "/allowances");
    checkAllowances(context, invoice.charges, CHARGE, "/charges");
  }
  if (!atLeast(sets.level, "basic")) return;
  for (const [index, line] of (invoice.lines ?? []).entries()) checkLine(context, line, index);
}

const ALLOWANCE = {
  name: "Document level allowance",
  amount: ["BR-31", "BT-92"],
  base: "BT-93",
  category: ["BR-32", "BT-95"],
  reason: ["BR-33", "BT-97"],
  coded: "BR-CO-21",
  decimals: ["BR-DEC-01", "BR-DEC-02"],
} as const;
const CHARGE = {
  name: "Document level charge",
  amount: ["BR-36", "BT-99"],
  base: "BT-100",
  category: ["BR-37", "BT-102"],
  reason: ["BR-38", "BT-104"],
  coded: "BR-CO-22",
  decimals: ["BR-DEC-05", "BR-DEC-06"],
} as const;
const LINE_ALLOWANCE = {
  name: "Invoice line allowance",
  amount: ["BR-41", "BT-136"],
  base: "BT-137",
  category: undefined,
  reason: ["BR-42", "BT-139"],
  coded: "BR-CO-23",
  decimals: ["BR-DEC-24", "BR-DEC-25"],
} as const;
const LINE_CHARGE = {
  name: "Invoice line charge",
  amount: ["BR-43", "BT-141"],
  base: "BT-142",
  category: undefined,
  reason: ["BR-44", "BT-144"],
  coded: "BR-CO-24",
  decimals: ["BR-DEC-27", "BR-DEC-28"],
} as const;
type Kind = typeof ALLOWANCE | typeof CHARGE | typeof LINE_ALLOWANCE | typeof LINE_CHARGE;

function checkAllowances(
  context: RuleContext,
  items: readonly InvoiceAllowance[] | undefined,
  kind: Kind,
  above: string,
): void {
  for (const [index, item] of (items ?? []).entries()) {
    const at = `${above}/${index}`;
    checkPresent(context, item.amount, [...kind.amount, `${at}/amount`], `${kind.name} amount`);
    if (kind.category) {
      checkPresent(
        context,
        item.vat_category,
        [...kind.category, `${at}/vat_category`],
        `${kind.name} VAT category code`,
      );
    }
    if (!item.reason && !item.reason_code) {
      const [rule, term] = kind.reason;
      const message = `${term} ${kind.name} reason is missing: give reason, or reason_code.`;
      context.report(rule, term, `${at}/reason`, message);
      context.report(kind.coded, term, `${at}/reason`, message);
    }
    const [, amountTerm] = kind.amount;
    const [ofAmount, ofBase] = kind.decimals;
    const amount = { given: item.amount, term: amountTerm, pointer: `${at}/amount`, name: `${kind.name} amount` };
    checkDecimals(context, amount, ofAmount);
    const base = { given: item.base, term: kind.base, pointer: `${at}/base`, name: `${kind.name} base amount` };
    checkDecimals(context, base, ofBase);
  }
}

function checkLine(context: RuleContext, line: InvoiceLine, index: number): void {
  const { sets, report } = context;
  const at = `/lines/${index}`;
  const where = ` in line ${index + 1}`;
  const isFull = sets.level !== "extended" || countsLine(line);
  const own = (rule: string) => (sets.level === "extended" ? `BR-FXEXT-${rule}` : rule);
  checkPresent(context, line.id, ["BR-21", "BT-126", `${at}/id`], "Invoice line identifier", where);
  checkPresent(context, line.name, ["BR-25", "BT-153", `${at}/name`], "Item name", where);
  if (isFull) {
    checkPresent(context, line.quantity, [own("BR-22"), "BT-129", `${at}/quantity`], "Invoiced quantity", where);
    checkPresent(
      context,
      line.unit,
      [own("BR-23"), "BT-130", `${at}/unit`],
      "Invoiced quantity unit of measure",
      where,
    );
    checkPresent(
      context,
      line.net_amount,
      [own("BR-24"), "BT-131", `${at}/net_amount`],
      "Invoice line net amount",
      where,
    );
    checkPresent(context, line.net_price, [own("BR-26"), "BT-146", `${at}/net_price`], "Item net price", where);
    const category = [sets.level === "extended" ? "BR-FXEXT-CO-04" : "BR-CO-04", "BT-151"] as const;
    checkPresent(
      context,
      line.vat_category,
      [...category, `${at}/vat_category`],
      "Invoiced item VAT category code",
      where,
    );
  }
  if (amountOf(line.net_price) < 0n) {
    const message = `BT-146 Item net price is negative${where}; make the quantity negative instead.`;
    report("BR-27", "BT-146", `${at}/net_price`, message);
  }
  if (amountOf(line.gross_price) < 0n) {
    report("BR-28", "BT-148", `${at}/gross_price`, `BT-148 Item gross price is negative${where}.`);
  }
  const { period } = line;
  if (period && !period.from && !period.to) {
    const message = `BG-26 Invoice line period has neither BT-134, its start, nor BT-135, its end${where}.`;
    report("BR-CO-20", "BT-134", `${at}/period/from`, message);
  }
  if (period?.from && period.to && period.to < period.from) {
    report("BR-30", "BT-135", `${at}/period/to`, `BT-135 Invoice line period ends before it begins${where}.`);
  }
  checkIdentifiers(context, line, at);
  checkAllowances(context, line.allowances, LINE_ALLOWANCE, `${at}/allowances`);
  checkAllowances(context, line.charges, LINE_CHARGE, `${at}/charges`);
  const net = {
    given: line.net_amount,
    term: "BT-131",
    pointer: `${at}/net_amount`,
    name: `Invoice line net amount of line ${index + 1}`,
  };
  checkDecimals(context, net, "BR-DEC-23");
  if (sets.xrechnung || sets.peppol) {
    const stated = { ...net, given: net.given ?? "0" };
    checkAmount(context, stated, exactNet(line), "PEPPOL-EN16931-R120", { upTo: roundingSlack(context) });
  }
}

function checkIdentifiers({ sets, report }: RuleContext, line: InvoiceLine, at: string): void {
  if (line.standard_id && !line.standard_id_scheme) {
    const message = "BT-157 Item standard identifier needs its scheme, such as 0160 for a GTIN.";
    report("BR-64", "BT-157", `${at}/standard_id_scheme`, message);
  }
  if (!atLeast(sets.level, "en16931")) return;
  for (const [place, { code, list }] of (line.classifications ?? []).entries()) {
    if (list || code === undefined) continue;
    const message = "BT-158 Item classification identifier needs its list, such as STI for UNSPSC.";
    report("BR-65", "BT-158", `${at}/classifications/${place}/list`, message);
  }
  for (const [place, attribute] of (line.attributes ?? []).entries()) {
    const own = `${at}/attributes/${place}`;
    if (sets.level === "extended") {
      if (!attribute.name && !attribute.code) {
        report(
          "BR-FXEXT-BR-54-1",
          "BT-160",
          `${own}/name`,
          "BT-160 Item attribute name is missing, and so is its code.",
        );
      }
      const isMeasured = attribute.measure !== undefined && attribute.measure_unit !== undefined;
      if (isMeasured === (attribute.value !== undefined)) {
        const message = "BT-161 Item attribute value: give value, or measure with measure_unit, and not both.";
        report("BR-FXEXT-BR-54-2", "BT-161", `${own}/value`, message);
      }
    } else if (!attribute.name || !attribute.value) {
      const missing = attribute.name ? "value" : "name";
      const term = attribute.name ? "BT-161" : "BT-160";
      report(
        "BR-54",
        term,
        `${own}/${missing}`,
        `${term} Item attribute ${missing} is missing: an attribute has both.`,
      );
    }
  }
}
