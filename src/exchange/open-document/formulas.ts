/** Formulas of objects: MathML (W3C, 3.0, which OpenDocument 1.3 Part 3, 14.2 asks for) -> Office MathML (ECMA-376 Part 1, 22.1). */
import { element } from "../../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { elementsOf, type OdfNode, textOf } from "./odf-nodes.ts";

/** Deeper elements stand as their text. */
const MOST_DEPTH = 60;
const MOST_SPACES = 20;
const QUARTER_SPACE = "\u2005";
const LARGE_OPERATOR = /^[∏∐∑∫-∳⋀-⋃⨀-⨜]$/u;
const INTEGRAL = /^[∫-∳⨌-⨜]$/u;
/** Signs above a letter -> as Office MathML combines them. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ "^": "\u0302", "\u02c6": "\u0302", "~": "\u0303", "\u02dc": "\u0303", "\u2192": "\u20d7", "\u20d7": "\u20d7" },
  ...{ "\u02d9": "\u0307", "\u00a8": "\u0308", "\u20db": "\u20db", "\u00b4": "\u0301", "`": "\u0300" },
  ...{ "\u02d8": "\u0306", "\u02c7": "\u030c", "\u02da": "\u030a" },
};
const LINES: ReadonlySet<string> = new Set(["\u00af", "\u203e", "_", "\u0332", "\u0305", "\u2015"]);
const BRACES = /^[⏞⏟⏜⏝⎴⎵]$/u;
/** What is written of an element as a whole. */
const ROWS: ReadonlySet<string> = new Set([
  ...["math", "mrow", "mstyle", "mpadded", "merror", "menclose", "mtd", "maction", "mphantom"].map(
    (name) => `math:${name}`,
  ),
]);

/** `m:oMath`; undefined for what is no formula, or an empty one. @param look of all runs, as `w:rPr` or `a:rPr` */
export function formulaXml(root: OdfNode | undefined, look: string): string | undefined {
  if (root?.name !== "math:math") return undefined;
  const markup = new FormulaWriter(look).row(root, 0);
  return markup === "" ? undefined : element("m:oMath", {}, markup);
}

class FormulaWriter {
  readonly #look: string;

  constructor(look: string) {
    this.#look = look;
  }

  /** What is in an element, one beside the other. */
  row(node: OdfNode, depth: number): string {
    const children = elementsOf(node);
    if (depth >= MOST_DEPTH) return this.#run(textOf(node), "p");
    const fenced = this.#fenced(children, depth);
    if (fenced !== undefined) return fenced;
    let markup = "";
    for (let at = 0; at < children.length; at++) {
      const child = children[at];
      if (!child) continue;
      const operator = operatorOf(child);
      if (operator) {
        // what it is applied to comes after it
        markup += this.#nary(child, operator, children[at + 1], depth);
        at++;
      } else markup += this.#node(child, depth + 1);
    }
    return markup;
  }

  /** A row between two brackets that grow with it. */
  #fenced(children: readonly OdfNode[], depth: number): string | undefined {
    const [first, last] = [children[0], children.at(-1)];
    if (children.length < 2 || !first || !last || !isFence(first) || !isFence(last)) return undefined;
    const between = children.slice(1, -1);
    // two pairs beside each other are no pair around all of it
    if (between.some(isFence)) return undefined;
    const inner: OdfNode = { name: "math:mrow", attributes: {}, children: between };
    return this.#brackets(signOf(first), signOf(last), [this.row(inner, depth + 1)]);
  }

  #brackets(open: string, close: string, contents: readonly string[], separator?: string): string {
    const properties = element(
      "m:dPr",
      {},
      element("m:begChr", { "m:val": open }) +
        (separator === undefined ? "" : element("m:sepChr", { "m:val": separator })) +
        element("m:endChr", { "m:val": close }),
    );
    return element("m:d", {}, properties + contents.map((each) => element("m:e", {}, each)).join(""));
  }

  #node(node: OdfNode, depth: number): string {
    const { name, attributes } = node;
    if (ROWS.has(name)) return name === "math:mphantom" ? "" : this.row(node, depth);
    const children = elementsOf(node);
    const part = (index: number) => {
      const child = children[index];
      return child ? this.#argument(child, depth) : "";
    };
    switch (name) {
      case "math:semantics":
        return part(0);
      case "math:mi":
        return this.#identifier(node);
      case "math:mn":
        return this.#run(trimmed(node), attributes["math:mathvariant"] === "bold" ? "b" : "p");
      case "math:mo":
        return this.#run(trimmed(node), "p");
      case "math:mtext":
      case "math:ms":
        return this.#run(textOf(node), undefined);
      case "math:mspace":
        return this.#run(QUARTER_SPACE.repeat(spacesOf(attributes["math:width"])), undefined);
      case "math:mfrac":
        return element(
          "m:f",
          {},
          fractionProperties(attributes) + element("m:num", {}, part(0)) + element("m:den", {}, part(1)),
        );
      case "math:msqrt":
        return element(
          "m:rad",
          {},
          `<m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${element("m:e", {}, this.row(node, depth))}`,
        );
      case "math:mroot":
        return element("m:rad", {}, element("m:deg", {}, part(1)) + element("m:e", {}, part(0)));
      case "math:msub":
        return element("m:sSub", {}, element("m:e", {}, part(0)) + element("m:sub", {}, part(1)));
      case "math:msup":
        return element("m:sSup", {}, element("m:e", {}, part(0)) + element("m:sup", {}, part(1)));
      case "math:msubsup":
        return element(
          "m:sSubSup",
          {},
          element("m:e", {}, part(0)) + element("m:sub", {}, part(1)) + element("m:sup", {}, part(2)),
        );
      case "math:munder":
        return this.#limit(part(0), children[1], part(1), "below");
      case "math:mover":
        return this.#limit(part(0), children[1], part(1), "above");
      case "math:munderover":
        return this.#limit(this.#limit(part(0), children[1], part(1), "below"), children[2], part(2), "above");
      case "math:mfenced": {
        const separator = (attributes["math:separators"] ?? ",").trim().slice(0, 1);
        return this.#brackets(
          attributes["math:open"] ?? "(",
          attributes["math:close"] ?? ")",
          children.map((child) => this.#argument(child, depth)),
          separator,
        );
      }
      case "math:mtable":
        return this.#table(children, depth);
      case "math:mmultiscripts":
        return this.#scripts(children, depth);
      default:
        return "";
    }
  }

  #argument(node: OdfNode, depth: number): string {
    if (depth >= MOST_DEPTH) return this.#run(textOf(node), "p");
    const operator = operatorOf(node);
    return operator ? this.#nary(node, operator, undefined, depth) : this.#node(node, depth + 1);
  }

  /** Letters alone are italic, words are names of functions. */
  #identifier(node: OdfNode): string {
    const text = trimmed(node);
    const variant = node.attributes["math:mathvariant"] ?? ([...text].length > 1 ? "normal" : "italic");
    const isItalic = variant.includes("italic");
    const isBold = variant.startsWith("bold");
    return this.#run(text, isBold ? (isItalic ? "bi" : "b") : isItalic ? undefined : "p", true);
  }

  /** @param style `m:sty`; undefined for the usual one of letters, and for plain text */
  #run(text: string, style: string | undefined, isLetter = false): string {
    if (text === "") return "";
    const properties = style === undefined ? (isLetter ? "" : "<m:nor/>") : element("m:sty", { "m:val": style });
    const said = properties === "" ? "" : element("m:rPr", {}, properties);
    return `<m:r>${said}${this.#look}<m:t xml:space="preserve">${escapeXmlText(text)}</m:t></m:r>`;
  }

  #nary(
    node: OdfNode,
    { sign, below, above, isBeside }: Operator,
    operand: OdfNode | undefined,
    depth: number,
  ): string {
    const limit = (name: string, from: OdfNode | undefined) =>
      element(name, {}, from ? this.#argument(from, depth + 1) : "");
    const place = isBeside || (node.name === "math:mo" && INTEGRAL.test(sign)) ? "subSup" : "undOvr";
    const properties = element(
      "m:naryPr",
      {},
      element("m:chr", { "m:val": sign }) +
        element("m:limLoc", { "m:val": place }) +
        (below ? "" : '<m:subHide m:val="1"/>') +
        (above ? "" : '<m:supHide m:val="1"/>'),
    );
    return element("m:nary", {}, properties + limit("m:sub", below) + limit("m:sup", above) + limit("m:e", operand));
  }

  /** What stands over or under something: an accent, a line, a brace, or any formula. */
  #limit(base: string, node: OdfNode | undefined, limit: string, place: "above" | "below"): string {
    const sign = node?.name === "math:mo" ? trimmed(node) : "";
    const inner = element("m:e", {}, base);
    if (LINES.has(sign))
      return element(
        "m:bar",
        {},
        element("m:barPr", {}, element("m:pos", { "m:val": place === "above" ? "top" : "bot" })) + inner,
      );
    const accent = place === "above" ? ACCENTS[sign] : undefined;
    if (accent) return element("m:acc", {}, element("m:accPr", {}, element("m:chr", { "m:val": accent })) + inner);
    if (BRACES.test(sign)) {
      const properties =
        element("m:chr", { "m:val": sign }) + element("m:pos", { "m:val": place === "above" ? "top" : "bot" });
      return element("m:groupChr", {}, element("m:groupChrPr", {}, properties) + inner);
    }
    return element(place === "above" ? "m:limUpp" : "m:limLow", {}, inner + element("m:lim", {}, limit));
  }

  #table(rows: readonly OdfNode[], depth: number): string {
    const lines = rows.map((row) => {
      const cells = row.name === "math:mtr" || row.name === "math:mlabeledtr" ? elementsOf(row) : [row];
      return element("m:mr", {}, cells.map((cell) => element("m:e", {}, this.#argument(cell, depth + 1))).join(""));
    });
    return element("m:m", {}, lines.join(""));
  }

  /** Scripts after the base, and after `mprescripts` those before it. */
  #scripts([base, ...scripts]: readonly OdfNode[], depth: number): string {
    const before = scripts.findIndex(({ name }) => name === "math:mprescripts");
    const pair = (from: number): [string, string] => {
      const one = (node: OdfNode | undefined) => (node && node.name !== "math:none" ? this.#argument(node, depth) : "");
      return [one(scripts[from]), one(scripts[from + 1])];
    };
    let markup = base ? this.#argument(base, depth) : "";
    const put = (name: string, [sub, sup]: [string, string]) => {
      if (sub === "" && sup === "") return;
      const parts = element("m:sub", {}, sub) + element("m:sup", {}, sup);
      const inner = element("m:e", {}, markup);
      markup = element(name, {}, name === "m:sPre" ? parts + inner : inner + parts);
    };
    if (before !== 0) put("m:sSubSup", pair(0));
    if (before >= 0) put("m:sPre", pair(before + 1));
    return markup;
  }
}

interface Operator {
  sign: string;
  below: OdfNode | undefined;
  above: OdfNode | undefined;
  /** Its limits stand beside it. */
  isBeside: boolean;
}

/** A sum, an integral or the like, with its limits. */
function operatorOf(node: OdfNode): Operator | undefined {
  const [base, first, second] = elementsOf(node);
  const none = { below: undefined, above: undefined };
  const under = /^math:m(under|over|underover|sub|sup|subsup)$/.exec(node.name)?.[1];
  const sign = under ? (base?.name === "math:mo" ? trimmed(base) : "") : node.name === "math:mo" ? trimmed(node) : "";
  if (!LARGE_OPERATOR.test(sign)) return undefined;
  if (!under) return { sign, ...none, isBeside: true };
  const isBeside = under.startsWith("su");
  const isOnlyAbove = under === "over" || under === "sup";
  return { sign, below: isOnlyAbove ? undefined : first, above: isOnlyAbove ? first : second, isBeside };
}

function isFence(node: OdfNode): boolean {
  const { attributes } = node;
  return node.name === "math:mo" && attributes["math:fence"] === "true" && attributes["math:stretchy"] !== "false";
}

function signOf(node: OdfNode): string {
  return trimmed(node).slice(0, 2);
}

function trimmed(node: OdfNode): string {
  return textOf(node).replace(/\s+/g, " ").trim();
}

function fractionProperties(attributes: Readonly<Record<string, string>>): string {
  const isBare = /^0(?:\D|$)/.test(attributes["math:linethickness"] ?? "");
  const type = isBare ? "noBar" : attributes["math:bevelled"] === "true" ? "skw" : undefined;
  return type === undefined ? "" : element("m:fPr", {}, element("m:type", { "m:val": type }));
}

/** `2em` as spaces of a quarter. */
function spacesOf(width: string | undefined): number {
  const em = /^\s*(\d{1,3}(?:\.\d{1,6})?)em\s*$/.exec(width ?? "")?.[1];
  return em === undefined ? 1 : Math.min(MOST_SPACES, Math.round(Number(em) * 4));
}
