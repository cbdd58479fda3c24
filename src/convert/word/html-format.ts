import { present } from "../../domain/present.ts";
import type { HtmlElement } from "./html-tree.ts";

/** How text looks, as far as it is carried over. */
export interface TextFormat {
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strike?: boolean;
  script?: "superscript" | "subscript";
  monospace?: boolean;
  /** RRGGBB. */
  color?: string;
  fill?: string;
  halfPoints?: number;
  href?: string;
  align?: "left" | "center" | "right" | "both";
}

const ELEMENTS: Readonly<Record<string, TextFormat>> = {
  ...{ b: { bold: true }, strong: { bold: true }, th: { bold: true }, dt: { bold: true } },
  ...{
    i: { italic: true },
    em: { italic: true },
    cite: { italic: true },
    var: { italic: true },
    dfn: { italic: true },
  },
  ...{ u: { underline: true }, ins: { underline: true } },
  ...{ s: { strike: true }, strike: { strike: true }, del: { strike: true } },
  ...{ sup: { script: "superscript" }, sub: { script: "subscript" } },
  ...{ code: { monospace: true }, kbd: { monospace: true }, samp: { monospace: true }, tt: { monospace: true } },
  ...{ mark: { fill: "FFFF00" }, center: { align: "center" } },
};
const NAMED_COLORS: Readonly<Record<string, string>> = {
  ...{ black: "000000", white: "FFFFFF", red: "FF0000", green: "008000", blue: "0000FF", yellow: "FFFF00" },
  ...{ gray: "808080", grey: "808080", silver: "C0C0C0", maroon: "800000", navy: "000080", orange: "FFA500" },
  ...{ purple: "800080", teal: "008080", olive: "808000", lime: "00FF00", aqua: "00FFFF", fuchsia: "FF00FF" },
};
const ALIGNMENTS = { left: "left", center: "center", right: "right", justify: "both" } as const;
const POINTS_PER_UNIT: Readonly<Record<string, number>> = { pt: 1, px: 0.75 };

/** The format inside an element: what is around it, changed by its name, its attributes and its own style. */
export function formatWithin(element: HtmlElement, around: TextFormat): TextFormat {
  const { name, attributes } = element;
  const format: TextFormat = { ...around, ...ELEMENTS[name] };
  if (name === "a" && attributes.href) format.href = attributes.href.trim();
  if (name === "font" && attributes.color) format.color = colorOf(attributes.color) ?? format.color;
  const align = ALIGNMENTS[(attributes.align ?? "").toLowerCase() as keyof typeof ALIGNMENTS];
  if (align && name !== "img" && name !== "table") format.align = align;
  for (const [property, value] of declarations(attributes.style ?? "")) applyDeclaration(format, property, value);
  return format;
}

/** A color of CSS as RRGGBB. */
export function colorOf(text: string): string | undefined {
  const value = text.trim().toLowerCase();
  const hex = /^#([0-9a-f]{6}|[0-9a-f]{3})$/.exec(value)?.[1];
  if (hex) return (hex.length === 3 ? hex.replace(/./g, "$&$&") : hex).toUpperCase();
  const channels = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(value);
  if (!channels) return NAMED_COLORS[value];
  const pairs = channels.slice(1).map((channel) => Math.min(255, Number(channel)).toString(16).padStart(2, "0"));
  return pairs.join("").toUpperCase();
}

/** Declarations of a style attribute. */
function declarations(style: string): [property: string, value: string][] {
  return style.split(";").flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(":");
    if (colon < 0) return [];
    return [[declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()]];
  });
}

function applyDeclaration(format: TextFormat, property: string, value: string): void {
  const word = value.toLowerCase();
  switch (property) {
    case "font-weight":
      format.bold = word === "bold" || word === "bolder" || Number(word) >= 600;
      break;
    case "font-style":
      format.italic = word === "italic" || word === "oblique";
      break;
    case "text-decoration":
    case "text-decoration-line":
      if (word.includes("underline")) format.underline = true;
      if (word.includes("line-through")) format.strike = true;
      if (word.includes("none")) format.underline = format.strike = false;
      break;
    case "color":
      format.color = colorOf(value) ?? format.color;
      break;
    case "background-color":
    case "background":
      format.fill = colorOf(value) ?? format.fill;
      break;
    case "text-align":
      format.align = ALIGNMENTS[word as keyof typeof ALIGNMENTS] ?? format.align;
      break;
    case "font-size": {
      const size = /^(\d{1,3}(?:\.\d+)?)(pt|px)$/.exec(word);
      if (size)
        format.halfPoints = Math.max(2, Math.round(Number(size[1]) * present(POINTS_PER_UNIT[present(size[2])]) * 2));
      break;
    }
    default:
  }
}
