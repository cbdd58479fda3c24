/** Sizes of equations: the page lays out their MathML once, before the document's own layout. */
import { mathMlOf } from "../../layout/math/math-ml.ts";
import type { Block, MathInline, WordDocument } from "../../layout/model/blocks.ts";
import { mathFontCss } from "./text-painter.ts";

const PX_TO_PT = 0.75;

function collect(blocks: readonly Block[], found: MathInline[]): void {
  for (const block of blocks) {
    if (block.kind === "table") for (const row of block.rows) for (const cell of row.cells) collect(cell.blocks, found);
    else if (block.kind === "frame") collect(block.blocks, found);
    else for (const inline of block.inlines) if (inline.kind === "math") found.push(inline);
  }
}

export function measureEquations(source: WordDocument): void {
  const equations: MathInline[] = [];
  for (const section of source.sections) collect(section.blocks, equations);
  measureMath(equations);
}

/** Fills in the sizes of equations. */
export function measureMath(equations: readonly MathInline[]): void {
  if (equations.length === 0) return;
  const holder = document.createElement("div");
  holder.style.cssText = `position:absolute;visibility:hidden;left:0;top:0;white-space:nowrap;${mathFontCss()}`;
  const probes = equations.map((equation) => {
    equation.markup = mathMlOf(equation.equation, equation.display);
    const line = document.createElement("div");
    line.style.cssText = `position:absolute;font-size:${equation.format.sizePt}pt;line-height:normal;`;
    line.innerHTML = `${equation.markup}<span style="display:inline-block;width:0;height:0"></span>`;
    // Display style keeps its look, but is put on a line to be measured.
    line.querySelector("math")?.setAttribute("style", "display:inline math");
    holder.append(line);
    return line;
  });
  document.body.append(holder);
  probes.forEach((line, index) => {
    const equation = equations[index];
    const math = line.querySelector("math")?.getBoundingClientRect();
    const marker = line.querySelector("span")?.getBoundingClientRect();
    if (!equation || !math || !marker) return;
    const box = line.getBoundingClientRect();
    equation.widthPt = math.width * PX_TO_PT;
    equation.ascentPt = (marker.bottom - box.top) * PX_TO_PT;
    equation.descentPt = Math.max(0, (box.bottom - marker.bottom) * PX_TO_PT);
    equation.markup = line.querySelector("math")?.outerHTML ?? equation.markup;
  });
  holder.remove();
}
