/** Equations as inlines; their size is measured in the page before layout. */

import { childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import type { Inline, MathInline } from "../model/blocks.ts";
import type { CharacterFormat } from "../model/formatting.ts";
import { ommlToMathMl } from "./omml.ts";

export function mathInline(element: XmlNode, format: CharacterFormat): Inline[] {
  const display = element.name === "m:oMathPara";
  const equations = display ? childrenNamed(element, "m:oMath") : [element];
  return equations.map(
    (equation): MathInline => ({
      kind: "math",
      markup: ommlToMathMl(equation, display),
      display,
      format,
      widthPt: 0,
      ascentPt: format.sizePt,
      descentPt: 0,
    }),
  );
}
