/** Office MathML (ECMA-376 part 1, 22.1) -> MathML Core markup. */

import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import { escapeXmlText } from "../../office/xml-text.ts";

function property(element: XmlNode, properties: string, name: string): string | undefined {
  const found = child(child(element, properties), name);
  return found ? (found.attributes["m:val"] ?? "") : undefined;
}

/** The children of an argument as one row. */
function row(element: XmlNode | undefined): string {
  if (!element) return "<mrow></mrow>";
  const inner = element.children.map(node).join("");
  return `<mrow>${inner}</mrow>`;
}

function argument(element: XmlNode, name: string): string {
  return row(child(element, name));
}

/** One math element; unknown ones show their children. */
function node(element: XmlNode): string {
  switch (element.name) {
    case "m:r":
      return run(element);
    case "m:f": {
      const type = property(element, "m:fPr", "m:type");
      const numerator = argument(element, "m:num");
      const denominator = argument(element, "m:den");
      if (type === "lin") return `<mrow>${numerator}<mo>/</mo>${denominator}</mrow>`;
      return `<mfrac${type === "noBar" ? ' linethickness="0"' : ""}>${numerator}${denominator}</mfrac>`;
    }
    case "m:sSup":
      return `<msup>${argument(element, "m:e")}${argument(element, "m:sup")}</msup>`;
    case "m:sSub":
      return `<msub>${argument(element, "m:e")}${argument(element, "m:sub")}</msub>`;
    case "m:sSubSup":
      return `<msubsup>${argument(element, "m:e")}${argument(element, "m:sub")}${argument(element, "m:sup")}</msubsup>`;
    case "m:sPre":
      return `<mmultiscripts>${argument(element, "m:e")}<mprescripts/>${argument(element, "m:sub")}${argument(element, "m:sup")}</mmultiscripts>`;
    case "m:rad": {
      const hidden = property(element, "m:radPr", "m:degHide");
      const degree = child(element, "m:deg");
      if ((hidden !== undefined && isOn(hidden || undefined)) || !degree || degree.children.length === 0) {
        return `<msqrt>${argument(element, "m:e")}</msqrt>`;
      }
      return `<mroot>${argument(element, "m:e")}${row(degree)}</mroot>`;
    }
    case "m:nary":
      return nary(element);
    case "m:d":
      return delimiters(element);
    case "m:func":
      return `<mrow>${argument(element, "m:fName")}<mo>\u2061</mo>${argument(element, "m:e")}</mrow>`;
    case "m:limLow":
      return `<munder>${argument(element, "m:e")}${argument(element, "m:lim")}</munder>`;
    case "m:limUpp":
      return `<mover>${argument(element, "m:e")}${argument(element, "m:lim")}</mover>`;
    case "m:groupChr": {
      const character = escapeXmlText(property(element, "m:groupChrPr", "m:chr") ?? "\u23df");
      const tag = property(element, "m:groupChrPr", "m:pos") === "top" ? "mover" : "munder";
      return `<${tag}>${argument(element, "m:e")}<mo>${character}</mo></${tag}>`;
    }
    case "m:acc": {
      const character = escapeXmlText(property(element, "m:accPr", "m:chr") ?? "\u0302");
      return `<mover accent="true">${argument(element, "m:e")}<mo>${character}</mo></mover>`;
    }
    case "m:bar": {
      const tag = property(element, "m:barPr", "m:pos") === "top" ? "mover" : "munder";
      return `<${tag}>${argument(element, "m:e")}<mo>\u00af</mo></${tag}>`;
    }
    case "m:m":
      return `<mtable>${childrenNamed(element, "m:mr")
        .map(
          (line) =>
            `<mtr>${childrenNamed(line, "m:e")
              .map((cell) => `<mtd>${row(cell)}</mtd>`)
              .join("")}</mtr>`,
        )
        .join("")}</mtable>`;
    case "m:eqArr":
      return `<mtable columnalign="left">${childrenNamed(element, "m:e")
        .map((line) => `<mtr><mtd>${row(line)}</mtd></mtr>`)
        .join("")}</mtable>`;
    case "m:oMath":
    case "m:box":
    case "m:borderBox":
    case "m:phant":
    case "m:e":
      return `<mrow>${element.children.map(node).join("")}</mrow>`;
    default:
      return element.name.endsWith("Pr") ? "" : element.children.map(node).join("");
  }
}

const OPERATOR = /^[-+=<>≤≥±∓×÷·∙⋅∗*/|,;:!∈∉⊂⊃∪∩∧∨→←↔⇒⇔∀∃∑∏∫≈≠≡∝∼(){}[\]−]$/u;

function run(element: XmlNode): string {
  const text = childrenNamed(element, "m:t")
    .map((part) => part.text)
    .join("");
  const style = property(element, "m:rPr", "m:sty");
  const isPlain = property(element, "m:rPr", "m:nor") !== undefined || style === "p";
  if (property(element, "m:rPr", "m:nor") !== undefined) return `<mtext>${escapeXmlText(text)}</mtext>`;
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

function nary(element: XmlNode): string {
  const operator = `<mo largeop="true">${escapeXmlText(property(element, "m:naryPr", "m:chr") ?? "∫")}</mo>`;
  const hides = (name: string) => {
    const value = property(element, "m:naryPr", name);
    return value !== undefined && isOn(value || undefined);
  };
  const under = property(element, "m:naryPr", "m:limLoc") !== "subSup";
  const hasSub = !hides("m:subHide") && child(element, "m:sub") !== undefined;
  const hasSup = !hides("m:supHide") && child(element, "m:sup") !== undefined;
  let head = operator;
  const sub = argument(element, "m:sub");
  const sup = argument(element, "m:sup");
  if (hasSub && hasSup)
    head = under ? `<munderover>${operator}${sub}${sup}</munderover>` : `<msubsup>${operator}${sub}${sup}</msubsup>`;
  else if (hasSub) head = under ? `<munder>${operator}${sub}</munder>` : `<msub>${operator}${sub}</msub>`;
  else if (hasSup) head = under ? `<mover>${operator}${sup}</mover>` : `<msup>${operator}${sup}</msup>`;
  return `<mrow>${head}${argument(element, "m:e")}</mrow>`;
}

function delimiters(element: XmlNode): string {
  const open = property(element, "m:dPr", "m:begChr") ?? "(";
  const close = property(element, "m:dPr", "m:endChr") ?? ")";
  const separator = property(element, "m:dPr", "m:sepChr") ?? "|";
  const fence = (text: string) => (text ? `<mo fence="true" stretchy="true">${escapeXmlText(text)}</mo>` : "");
  const parts = childrenNamed(element, "m:e").map(row);
  return `<mrow>${fence(open)}${parts.join(`<mo>${escapeXmlText(separator)}</mo>`)}${fence(close)}</mrow>`;
}

/** Markup of one `m:oMath`; `display` sets limits above and below operators. */
export function ommlToMathMl(element: XmlNode, display: boolean): string {
  return `<math xmlns="http://www.w3.org/1998/Math/MathML"${display ? ' display="block" displaystyle="true"' : ""}>${node(element)}</math>`;
}
