import { WorkMeter } from "../../src/domain/work-meter.ts";
import type { Fragment } from "../../src/layout/flow/fragments.ts";
import { LayoutContext } from "../../src/layout/flow/layout-context.ts";
import { paginate } from "../../src/layout/flow/paginate.ts";
import type { Line } from "../../src/layout/text/line.ts";
import { type EquationSource, TextMeasurer } from "../../src/layout/text/measure.ts";
import { TextStyles } from "../../src/layout/text/text-style.ts";
import { readDocument } from "../../src/layout/word/document-reader.ts";
import type { OpcPackage } from "../../src/office/package.ts";
import { boxText, EVEN_METRICS, HALF_AN_EM, tenths } from "./plain-tools.ts";

/** An equation as a point on its line, as high as its letters: what its font would make of it is tested elsewhere. */
const equationPoint: EquationSource = ({ format }) => {
  const size = { widthPt: 0, ascentPt: format.sizePt, descentPt: 0 };
  return [{ ...size, box: { kind: "box", ...size, parts: [] }, endsLine: false }];
};

/** Pages, lines, table cells, floats and rules of a Word document, as text. */
export function wordGeometry(pack: OpcPackage, fileName: string): string {
  const document = readDocument(pack, { now: new Date(0), fileName, imageUrl: (_, part) => part });
  const measurer = new TextMeasurer(HALF_AN_EM, equationPoint);
  const context = new LayoutContext(document, new TextStyles(EVEN_METRICS), measurer, { meter: new WorkMeter() });
  const { pages } = paginate(context, 100);
  return pages
    .map((page, index) => {
      const { widthPt, heightPt } = page.geometry;
      const parts = (["header", "body", "footnotes", "footer"] as const).flatMap((part) =>
        page[part].length === 0 ? [] : [` ${part}`, ...fragmentLines(page[part], 0, 0, "  ")],
      );
      return [`page ${index + 1}: ${tenths(widthPt)}x${tenths(heightPt)}`, ...parts].join("\n");
    })
    .join("\n");
}

function fragmentLines(fragments: readonly Fragment[], xPt: number, yPt: number, indent: string): string[] {
  return fragments.flatMap((fragment) => {
    const x = xPt + fragment.xPt;
    const y = yPt + fragment.yPt;
    if (fragment.kind === "paragraph") {
      const { top, bottom, left, right, bar, fill } = fragment.decoration;
      const sides = Object.entries({ top, bottom, left, right, bar }).flatMap(([side, border]) =>
        border ? [side] : [],
      );
      const look = [...sides, ...(fill ? [`fill ${fill}`] : [])];
      const decoration = look.length > 0 ? [`${indent}decorated: ${look.join(" ")}`] : [];
      return [...decoration, ...fragment.lines.map((line) => indent + lineText(line, x, y))];
    }
    if (fragment.kind === "table") {
      return [
        `${indent}table ${boxText({ ...fragment, xPt: x, yPt: y })}, ${fragment.borders.length} border lines`,
        ...fragment.rows.flatMap((row) =>
          row.cells.flatMap((cell) => {
            const cellX = x + cell.xPt;
            const cellY = y + cell.yPt;
            const spans = cell.columnSpan > 1 || cell.rowSpan > 1 ? ` spans ${cell.columnSpan}x${cell.rowSpan}` : "";
            const head = `${indent}cell ${boxText({ ...cell, xPt: cellX, yPt: cellY })}${spans}`;
            return [head, ...fragmentLines(cell.fragments, cellX, cellY, `${indent}  `)];
          }),
        ),
      ];
    }
    if (fragment.kind === "rule") return [`${indent}rule ${boxText({ ...fragment, xPt: x, yPt: y })}`];
    return [`${indent}float ${tenths(x)} ${tenths(y)}`];
  });
}

function lineText(line: Line, xPt: number, yPt: number): string {
  const text = line.parts
    .map((part) => (part.kind === "text" ? part.text : part.kind === "gap" ? "\t" : `<${part.kind}>`))
    .join("");
  const place = `${tenths(xPt + line.xPt)} ${tenths(yPt + line.yPt + line.baselinePt)}`;
  return `line ${place} ${tenths(line.widthPt)}x${tenths(line.heightPt)} | ${text}`;
}
