/** Equations as inlines; their size is measured in the page before layout. */
import type { CharacterFormat } from "../docx/formatting.ts";
import type { Inline, MathInline } from "../docx/model.ts";
import { childrenNamed, type XmlElement } from "../package/xml.ts";
import { ommlToMathMl } from "./omml.ts";

export function mathInline(element: XmlElement, format: CharacterFormat): Inline[] {
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
