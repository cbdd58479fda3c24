import { jsonPointer } from "../domain/json-pointer.ts";
import { type Invoice, invoiceSchema } from "./invoice-schema.ts";
import type { ParsedInvoice } from "./parse-invoice.ts";
import { checkRules } from "./rules/check-rules.ts";
import type { InvoiceProblem } from "./rules/rule-context.ts";
import { ruleSetsOf } from "./rules/rule-sets.ts";
import { shapeProblem } from "./shape-problems.ts";

/** How often what has no right shape is taken out, so that the rules see the others. */
const MAX_ROUNDS = 50;

/** What an invoice breaks that was read: shapes of its values, then the rules of the specification that it names. */
export function judgeInvoice(parsed: ParsedInvoice): InvoiceProblem[] {
  const { invoice, problems } = shapedInvoice(parsed.record);
  if (!invoice) return problems;
  const sets = ruleSetsOf(parsed.guideline ?? "", parsed.syntax, parsed.kind);
  return [...problems, ...checkRules({ invoice, root: parsed.root, sets }, parsed.guideline)];
}

function shapedInvoice(record: Record<string, unknown>): { invoice: Invoice | undefined; problems: InvoiceProblem[] } {
  const problems: InvoiceProblem[] = [];
  const named = new Set<string>();
  const shaped = structuredClone(record);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parsed = invoiceSchema.safeParse(shaped);
    if (parsed.success) return { invoice: parsed.data, problems };
    for (const issue of parsed.error.issues) {
      const { at, message } = shapeProblem(issue);
      const pointer = jsonPointer(at);
      if (!named.has(pointer)) {
        named.add(pointer);
        problems.push({ rule: "XSD", term: "BG-0", severity: "error", pointer, message });
      }
      if (!remove(shaped, at)) return { invoice: undefined, problems };
    }
  }
  return { invoice: undefined, problems };
}

/** Takes a value out of a record; whether there was one. */
function remove(record: unknown, path: readonly PropertyKey[]): boolean {
  const last = path.at(-1);
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((value, step) => (isHolder(value) ? value[String(step)] : undefined), record);
  if (last === undefined || !isHolder(holder)) return false;
  if (Array.isArray(holder)) {
    const removed = holder.splice(Number(last), 1);
    return removed.length > 0;
  }
  return Reflect.deleteProperty(holder, last);
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
