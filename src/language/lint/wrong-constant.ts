import type { Expression, TagSite, TemplateNode } from "../ast.ts";
import { BARCODE_TYPES, barcodeTypeOf } from "../barcode-types.ts";
import { addInterval } from "../dates/add-interval.ts";
import { nearestWord } from "../template-error.ts";
import type { Finding } from "./finding.ts";

type Said = Omit<Finding, "at" | "end" | "code">;

/** What a constant argument has to be, and what becomes of one that is not. */
const MODIFIERS: Readonly<Record<string, (value: string, source: string) => Said | undefined>> = {
  date_add: (value, source) => {
    if (addInterval(0, value, "UTC") !== undefined) return undefined;
    return {
      message: `\`${source}\` adds nothing: "${value}" is not an interval`,
      remedy:
        'Write it as in `|date_add:"+14 days"`; there are years, months, weeks, days, hours, minutes and seconds.',
    };
  },
  currency: (value, source) => {
    if (/^[a-z]{3}$/i.test(value)) return undefined;
    return {
      message: `\`${source}\` prints the bare number: "${value}" is not the code of a currency`,
      remedy: 'A currency has three letters, as in `|currency:"EUR"`.',
    };
  },
};

/** A modifier whose first argument is a constant that can never work, whatever the data are. */
export function wrongArgument(expression: Expression, site: TagSite): Omit<Finding, "at" | "end"> | undefined {
  if (expression.kind !== "modifier") return undefined;
  const value = textOf(expression.arguments[0]);
  const check = Object.hasOwn(MODIFIERS, expression.name) ? MODIFIERS[expression.name] : undefined;
  const said = value === undefined ? undefined : check?.(value, site.source);
  return said ? { code: "wrong_constant", ...said } : wrongArgument(expression.operand, site);
}

/** A length as all formats together know it. */
const LENGTH = /^\s*\d+(?:\.\d+)?\s*(?:(?:px|pt|pc|mm|cm|in|em|rem|%)\s*)?$/i;
const HAVE_LENGTHS: ReadonlySet<string> = new Set(["image", "qrcode", "barcode"]);

/** Attributes of document tags that are constants and can never work. */
export function wrongAttributes(node: TemplateNode & { kind: "function" }): Omit<Finding, "at" | "end">[] {
  const { name, named, site } = node;
  const findings: Omit<Finding, "at" | "end">[] = [];
  const type = name === "barcode" ? textOf(named.type) : undefined;
  if (type !== undefined && barcodeTypeOf(type) === undefined) {
    const near = nearestWord(type.toLowerCase(), BARCODE_TYPES);
    findings.push({
      code: "wrong_constant",
      message: `\`${site.source}\` draws nothing: there is no barcode type "${type}"`,
      remedy: near === undefined ? `There are ${BARCODE_TYPES.join(", ")}.` : `Write \`type="${near}"\`.`,
    });
  }
  for (const side of HAVE_LENGTHS.has(name) ? ["width", "height"] : []) {
    const length = textOf(named[side]);
    if (length === undefined || LENGTH.test(length) || length.trim().toLowerCase() === "auto") continue;
    findings.push({
      code: "wrong_constant",
      message: `In \`${site.source}\` ${side} "${length}" is not a length and is left out`,
      remedy: `Write \`${side}="3cm"\`: a number with px, pt, mm, cm, in or %.`,
    });
  }
  return findings;
}

/** A constant's text; nothing for what the data decide, and for what is empty. */
function textOf(expression: Expression | undefined): string | undefined {
  if (expression?.kind !== "literal" || expression.value === null || typeof expression.value === "boolean")
    return undefined;
  const text = String(expression.value);
  return text.trim() === "" ? undefined : text;
}
