/** Equations as inlines (ECMA-376 part 1, 22.1.2.77 and 22.1.2.78). */
import { child, childrenNamed, findFirst, type XmlNode } from "../../office/xml-node.ts";
import type { Inline, MathInline } from "../model/blocks.ts";
import type { CharacterFormat } from "../model/formatting.ts";
import { type FormatOf, firstLook, readEquation } from "./omml-reader.ts";

/** Each equation of a paragraph of equations is on a line of its own. */
export function mathInline(element: XmlNode, formatOf: FormatOf): Inline[] {
  const display = element.name === "m:oMathPara";
  const equations = display ? childrenNamed(element, "m:oMath") : [element];
  return equations.flatMap((equation, index): Inline[] => {
    const format = formatOf(firstLook(equation));
    const math: MathInline = {
      kind: "math",
      equation: readEquation(equation, format, formatOf),
      display,
      format,
    };
    const isLast = index === equations.length - 1;
    return isLast ? [math] : [math, lineBreak(format)];
  });
}

function lineBreak(format: CharacterFormat): Inline {
  return { kind: "break", breakKind: "line", clear: false, format };
}

/** Whether a paragraph has nothing but equations on lines of their own. */
export function isEquations(inlines: readonly Inline[]): boolean {
  let found = false;
  for (const inline of inlines) {
    if (inline.kind === "math" && inline.display) found = true;
    else if (inline.kind !== "break" && inline.kind !== "bookmark") return false;
  }
  return found;
}

/** How a paragraph that holds an `m:oMathPara` is aligned; undefined if that does not say. */
export function equationAlignment(paragraph: XmlNode): "left" | "center" | "right" | undefined {
  return readEquationAlignment(child(child(findFirst(paragraph, "m:oMathPara"), "m:oMathParaPr"), "m:jc"));
}

/** `ST_Jc` of equations (22.1.3.1): equations centered as a group are centered one by one. */
export function readEquationAlignment(element: XmlNode | undefined): "left" | "center" | "right" | undefined {
  const named = element?.attributes["m:val"];
  return named === "left" || named === "right" ? named : element && "center";
}
