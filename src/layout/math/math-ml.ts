/** Equations as data -> MathML Core, for pages that a browser draws. */
import { escapeXmlText } from "../../office/xml-text.ts";
import type { MathNode, MathRow, MathRun } from "../model/equation.ts";

/** `display` sets limits above and below operators. */
export function mathMlOf(equation: MathRow, display: boolean): string {
  return `<math xmlns="http://www.w3.org/1998/Math/MathML"${display ? ' display="block" displaystyle="true"' : ""}>${row(equation)}</math>`;
}

function row({ items }: MathRow): string {
  return `<mrow>${items.map(element).join("")}</mrow>`;
}

function element(node: MathNode): string {
  switch (node.kind) {
    case "run":
      return run(node);
    case "fraction": {
      const [above, below] = [row(node.numerator), row(node.denominator)];
      if (node.look === "linear") return `<mrow>${above}<mo>/</mo>${below}</mrow>`;
      return `<mfrac${node.look === "noBar" ? ' linethickness="0"' : ""}>${above}${below}</mfrac>`;
    }
    case "scripts": {
      const base = row(node.base);
      if (node.before) {
        return `<mmultiscripts>${base}<mprescripts/>${optional(node.sub)}${optional(node.sup)}</mmultiscripts>`;
      }
      return scripted(base, node.sub, node.sup, ["msub", "msup", "msubsup"]);
    }
    case "radical":
      return node.degree
        ? `<mroot>${row(node.radicand)}${row(node.degree)}</mroot>`
        : `<msqrt>${row(node.radicand)}</msqrt>`;
    case "nary": {
      const sign = `<mo largeop="true">${escapeXmlText(node.sign)}</mo>`;
      const tags = node.stacked ? STACKED_TAGS : BESIDE_TAGS;
      return `<mrow>${scripted(sign, node.sub, node.sup, tags)}${row(node.operand)}</mrow>`;
    }
    case "fences": {
      const fence = (text: string) => (text ? `<mo fence="true" stretchy="true">${escapeXmlText(text)}</mo>` : "");
      const contents = node.contents.map(row).join(`<mo>${escapeXmlText(node.separator)}</mo>`);
      return `<mrow>${fence(node.open)}${contents}${fence(node.close)}</mrow>`;
    }
    case "function":
      return `<mrow>${row(node.name)}<mo>\u2061</mo>${row(node.argument)}</mrow>`;
    case "limit": {
      const tag = node.above ? "mover" : "munder";
      return `<${tag}>${row(node.base)}${row(node.limit)}</${tag}>`;
    }
    case "groupSign": {
      const tag = node.above ? "mover" : "munder";
      return `<${tag}>${row(node.base)}<mo>${escapeXmlText(node.sign)}</mo></${tag}>`;
    }
    case "accent":
      return `<mover accent="true">${row(node.base)}<mo>${escapeXmlText(node.sign)}</mo></mover>`;
    case "bar": {
      const tag = node.above ? "mover" : "munder";
      return `<${tag}>${row(node.base)}<mo>\u00af</mo></${tag}>`;
    }
    case "matrix":
      return table(node.lines.map((line) => line.map(row)));
    case "equations":
      return table(
        node.lines.map((line) => [row(line)]),
        ' columnalign="left"',
      );
    case "box":
    case "frame":
      return row(node.content);
    case "phantom":
      return node.shows ? row(node.content) : `<mphantom>${row(node.content)}</mphantom>`;
    case "number":
      return '<mspace width="2em"></mspace>';
    case "align":
    case "lineBreak":
      return "";
  }
}

const BESIDE_TAGS = ["msub", "msup", "msubsup"] as const;
const STACKED_TAGS = ["munder", "mover", "munderover"] as const;

function optional(argument: MathRow | undefined): string {
  return argument ? row(argument) : "<mrow></mrow>";
}

function scripted(
  base: string,
  sub: MathRow | undefined,
  sup: MathRow | undefined,
  [below, above, both]: readonly [string, string, string],
): string {
  if (sub && sup) return `<${both}>${base}${row(sub)}${row(sup)}</${both}>`;
  if (sub) return `<${below}>${base}${row(sub)}</${below}>`;
  return sup ? `<${above}>${base}${row(sup)}</${above}>` : base;
}

function table(lines: readonly (readonly string[])[], attributes = ""): string {
  const rows = lines.map((cells) => `<mtr>${cells.map((cell) => `<mtd>${cell}</mtd>`).join("")}</mtr>`);
  return `<mtable${attributes}>${rows.join("")}</mtable>`;
}

const OPERATOR = /^[-+=<>≤≥±∓×÷·∙⋅∗*/|,;:!∈∉⊂⊃∪∩∧∨→←↔⇒⇔∀∃∑∏∫≈≠≡∝∼(){}[\]−]$/u;

function run({ text, letters }: MathRun): string {
  if (!letters) return `<mtext>${escapeXmlText(text)}</mtext>`;
  const isPlain = !letters.italic && !letters.bold;
  const parts: string[] = [];
  for (const token of text.match(/\d+(?:[.,]\d+)*|\s+|[^\d\s]/gu) ?? []) {
    if (/^\s+$/.test(token)) parts.push('<mspace width="0.25em"></mspace>');
    else if (/^\d/.test(token)) parts.push(`<mn>${token}</mn>`);
    else if (OPERATOR.test(token)) parts.push(`<mo>${escapeXmlText(token)}</mo>`);
    else parts.push(`<mi${isPlain ? ' mathvariant="normal"' : ""}>${escapeXmlText(token)}</mi>`);
  }
  if (isPlain && /^[A-Za-z]{2,}$/.test(text.trim())) return `<mi>${escapeXmlText(text.trim())}</mi>`;
  return parts.join("");
}
