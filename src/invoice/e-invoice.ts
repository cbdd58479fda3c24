import type * as z from "zod";
import { Failure } from "../domain/failure.ts";
import { jsonPointer } from "../domain/json-pointer.ts";
import { complete } from "./calculate.ts";
import { invoiceSchema } from "./invoice-schema.ts";
import { type InvoiceProfile, PROFILE_FACTS, profileOf } from "./profiles.ts";
import { readCii } from "./read-cii.ts";
import { checkRules, type InvoiceProblem } from "./rules.ts";
import { writeCii } from "./write-cii.ts";

/** An invoice for machines: XML, and the profile under which a PDF carries it. */
export interface EInvoice {
  xml: Uint8Array;
  profile: InvoiceProfile;
}

const MAX_ITEMS = 50;

/**
 * Makes an invoice of a record: works out what follows, checks the rules and writes CII.
 * @param at JSON pointer of the record in what was sent, for the pointers of what is wrong
 * @throws Failure `e_invoice_invalid` that names every business term that is missing or wrong
 */
export function makeEInvoice(record: unknown, profile: InvoiceProfile, at = ""): EInvoice {
  const refused = (problems: { pointer: string; message: string }[]) =>
    invalid(problems.map(({ pointer, message }) => ({ pointer: at + pointer, message })));
  const parsed = invoiceSchema.safeParse(record);
  if (!parsed.success) throw refused(parsed.error.issues.slice(0, MAX_ITEMS).map(shapeProblem));
  const invoice = complete(parsed.data);
  const problems = checkRules(invoice, profile);
  if (problems.length > 0) throw refused(problems.map(withRule));
  return { xml: writeCii({ ...invoice, guideline: PROFILE_FACTS[profile].guideline }, profile), profile };
}

/**
 * XML that somebody else has written, if it is a valid invoice of the profile.
 * @throws Failure `e_invoice_invalid`, `xml_invalid`
 */
export function checkedXml(xml: Uint8Array, profile: InvoiceProfile): EInvoice {
  const { invoice } = readCii(xml);
  const { guideline, ...record } = invoice;
  const stated = typeof guideline === "string" ? profileOf(guideline) : undefined;
  if (stated !== profile) {
    const said = typeof guideline === "string" ? guideline : "nothing";
    throw invalid([{ pointer: "/guideline", message: `BT-24 says ${said}, but the profile is ${profile}.` }]);
  }
  const problems = problemsOf(record, profile);
  if (problems.length > 0) throw invalid(problems);
  return { xml, profile };
}

/** What is wrong with a record that was read from XML; nothing is worked out that it does not state. */
export function problemsOf(record: unknown, profile: InvoiceProfile): { pointer: string; message: string }[] {
  const parsed = invoiceSchema.safeParse(record);
  if (!parsed.success) return parsed.error.issues.slice(0, MAX_ITEMS).map(shapeProblem);
  return checkRules(parsed.data, profile).map(withRule);
}

const withRule = ({ rule, pointer, message }: InvoiceProblem) => ({ pointer, message: `${rule}: ${message}` });

/** If no shape of a union fits, the issue that lies deepest: that of the shape that was meant. */
function innermost(
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[] = [],
): z.core.$ZodIssue & { at: PropertyKey[] } {
  const at = [...above, ...issue.path];
  if (issue.code !== "invalid_union") return { ...issue, at };
  const branches = issue.errors.flat().map((inner) => innermost(inner, at));
  const named = (found: (typeof branches)[number]) => found.at.length + (found.message.startsWith("must ") ? 0.5 : 0);
  return branches.reduce((best, each) => (named(each) > named(best) ? each : best), { ...issue, at });
}

/** Whether nothing is there where something is expected; issues do not say what the value was. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  if (issue.code === "invalid_union") return issue.errors.flat().every(isMissing);
  return issue.code === "invalid_type" && issue.message.endsWith("received undefined");
}

/** What values of the kinds of JSON have to be. */
const KINDS: Readonly<Record<string, string>> = {
  array: "must be a list",
  object: "must be an object",
  string: "must be text",
  number: "must be a number",
};

function mustBe(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === "invalid_type") return KINDS[issue.expected];
  // what may be left out is a union with nothing
  return issue.code === "invalid_union" ? issue.errors.flat().map(mustBe).find(Boolean) : undefined;
}

function shapeProblem(outer: z.core.$ZodIssue): { pointer: string; message: string } {
  const issue = innermost(outer);
  const pointer = jsonPointer(issue.at);
  const name = issue.at.join(".") || "The invoice";
  if (issue.code === "unrecognized_keys") {
    return { pointer, message: `${name} has members that are not known: ${issue.keys.slice(0, 10).join(", ")}.` };
  }
  const custom = issue.message.startsWith("must ") ? issue.message : undefined;
  const said = custom ?? (isMissing(issue) ? "is missing" : (mustBe(issue) ?? "is not of the right kind"));
  return { pointer, message: `${name} ${said}.` };
}

function invalid(errors: { pointer: string; message: string }[]): Failure {
  const [first] = errors;
  const more = errors.length > 1 ? ` There are ${errors.length - 1} more problems.` : "";
  return new Failure("e_invoice_invalid", `The e-invoice is not valid. ${first?.message ?? ""}${more}`, { errors });
}
