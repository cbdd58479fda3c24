import { WorkMeter } from "../../src/domain/work-meter.ts";
import { drawChart } from "../../src/layout/charts/chart-renderer.ts";
import type { SlideNode } from "../../src/layout/slides/model/slide.ts";
import type { SlideText } from "../../src/layout/slides/model/text.ts";
import { readPresentation } from "../../src/layout/slides/presentation-reader.ts";
import { SlideReader } from "../../src/layout/slides/slide-reader.ts";
import { FULL_SIZE, layoutText, type TextTools } from "../../src/layout/slides/text/text-layout.ts";
import { TextMeasurer } from "../../src/layout/text/measure.ts";
import { TextStyles } from "../../src/layout/text/text-style.ts";
import type { OpcPackage } from "../../src/office/package.ts";
import { boxText, EVEN_METRICS, HALF_AN_EM, tenths } from "./plain-tools.ts";
import { RecordingCanvas } from "./recording-canvas.ts";

const tools: TextTools = {
  styles: new TextStyles(EVEN_METRICS),
  evenStyles: new TextStyles(EVEN_METRICS),
  measurer: new TextMeasurer(HALF_AN_EM),
  meter: new WorkMeter(),
};

/** Slides with their objects, lines of text and what charts draw, as text. */
export function slideGeometry(pack: OpcPackage): string {
  const presentation = readPresentation(pack);
  const reader = new SlideReader(
    presentation,
    { pack, warnings: new Set(), imageUrl: (part) => part, meter: new WorkMeter(), now: new Date(0) },
    { linkOf: () => undefined },
  );
  return presentation.slides
    .map((source, index) => {
      const slide = reader.read(source);
      const size = `${tenths(presentation.widthPt)}x${tenths(presentation.heightPt)}`;
      const head = `slide ${index + 1}: ${size}, background ${slide.background.kind}`;
      return [head, ...slide.nodes.flatMap((node) => nodeLines(node, " "))].join("\n");
    })
    .join("\n");
}

function nodeLines(node: SlideNode, indent: string): string[] {
  const place = `${indent}${node.kind} ${boxText(node)}`;
  switch (node.kind) {
    case "shape": {
      const look = `fill ${node.fill.kind}${node.stroke ? `, stroke ${tenths(node.stroke.widthPt)}pt` : ""}`;
      const { geometry } = node;
      const outline = geometry.kind === "preset" ? geometry.name : geometry.kind;
      return [`${place}, ${look}, ${outline}`, ...(node.text ? textLines(node.text, node, `${indent}  `) : [])];
    }
    case "group":
      return [place, ...node.children.flatMap((child) => nodeLines(child, `${indent}  `))];
    case "table":
      return [
        `${place}, columns ${node.table.columnsPt.map(tenths).join(" ")}, rows ${node.table.rowsPt.map(tenths).join(" ")}`,
        ...node.table.cells.flatMap((cell) => {
          const widthPt = node.table.columnsPt
            .slice(cell.column, cell.column + cell.columnSpan)
            .reduce((a, b) => a + b, 0);
          const lines = textLines(cell.text, { widthPt, heightPt: 0 }, `${indent}    `);
          return [`${indent}  cell ${cell.row}/${cell.column}, fill ${cell.fill.kind}`, ...lines];
        }),
      ];
    case "chart": {
      if (!node.chart) return [`${place}, not readable`];
      const canvas = new RecordingCanvas();
      drawChart(node.chart, canvas, node.widthPt, node.heightPt);
      return [place, ...canvas.lines.map((line) => `${indent}  ${line}`)];
    }
    default:
      return [place];
  }
}

function textLines(text: SlideText, box: { widthPt: number; heightPt: number }, indent: string): string[] {
  const laidOut = layoutText(text, box.widthPt, box.heightPt, tools, FULL_SIZE);
  return laidOut.paragraphs.flatMap(({ lines }) =>
    lines.map(({ line, yPt, startPt, bullet }) => {
      const words = line.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
      const mark = bullet?.mark.kind === "text" ? `${bullet.mark.text} ` : "";
      return `${indent}line ${tenths(startPt + line.xPt)} ${tenths(yPt)} ${tenths(line.widthPt)}x${tenths(line.heightPt)} | ${mark}${words}`;
    }),
  );
}
