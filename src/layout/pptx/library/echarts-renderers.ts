/**
 * Stands in for `echarts/renderers` in the library, which asks for a canvas: on a canvas the PDF would lose the charts'
 * text. The painter that writes SVG takes its place under the same name.
 */
import SvgPainter from "zrender/lib/svg/Painter.js";

interface RendererRegisters {
  registerPainter(name: string, painter: typeof SvgPainter): void;
}

export function CanvasRenderer(registers: RendererRegisters): void {
  registers.registerPainter("canvas", SvgPainter);
}
