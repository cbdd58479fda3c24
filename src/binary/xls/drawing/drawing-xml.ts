/** Markup of drawing parts (ECMA-376 part 1, 20.5). */
import { escapeXmlText } from "../../../office/xml-text.ts";
import type { Edges } from "../../officeart/shape-tree.ts";
import type { AnchorCorner, CellAnchor } from "../content/sheet-drawing.ts";
import { RELATIONSHIPS_NAMESPACE } from "../markup/xml.ts";

const DRAWING_NAMESPACE = "http://schemas.openxmlformats.org/drawingml/2006/main";
const CHART_NAMESPACE = "http://schemas.openxmlformats.org/drawingml/2006/chart";

/** The drawing part around its anchors. */
export function drawingXml(anchors: readonly string[]): string {
  const namespace = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing";
  return `<xdr:wsDr xmlns:xdr="${namespace}" xmlns:a="${DRAWING_NAMESPACE}" xmlns:r="${RELATIONSHIPS_NAMESPACE}">${anchors.join("")}</xdr:wsDr>`;
}

export function nonVisual(id: number, name: string): string {
  return `<xdr:cNvPr id="${id}" name="${escapeXmlText(name)}"/>`;
}

/** A frame with the chart of a relationship; within groups it has a place of its own. */
export function chartFrame(id: number, relationship: string, { left, top, right, bottom }: Edges): string {
  const transform = `<a:off x="${Math.round(left)}" y="${Math.round(top)}"/><a:ext cx="${Math.round(right - left)}" cy="${Math.round(bottom - top)}"/>`;
  return (
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>${nonVisual(id, `Chart ${id}`)}<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
    `<xdr:xfrm>${transform}</xdr:xfrm>` +
    `<a:graphic><a:graphicData uri="${CHART_NAMESPACE}"><c:chart xmlns:c="${CHART_NAMESPACE}" r:id="${relationship}"/></a:graphicData></a:graphic></xdr:graphicFrame>`
  );
}

/** The chart of a chart sheet. Its size in EMU may be that of its printout (docs/decisions/sheets.md). */
export function absoluteAnchor(
  object: string,
  { width, height }: { width: number; height: number },
  isPrintSize: boolean,
): string {
  const extent = `<xdr:ext cx="${width}" cy="${height}"${isPrintSize ? ' printed="1"' : ""}/>`;
  return `<xdr:absoluteAnchor><xdr:pos x="0" y="0"/>${extent}${object}<xdr:clientData/></xdr:absoluteAnchor>`;
}

/** An object between two cells. `offsets` are in EMU, the shares are more exact (docs/decisions/sheets.md). */
export function cellAnchor(
  { from, to }: CellAnchor,
  object: string,
  offsets: (corner: AnchorCorner) => { columnEmu: number; rowEmu: number },
): string {
  const corner = (name: string, place: AnchorCorner) => {
    const { columnEmu, rowEmu } = offsets(place);
    return (
      `<xdr:${name}><xdr:col>${place.column}</xdr:col><xdr:colOff share="${place.columnShare}">${Math.round(columnEmu)}</xdr:colOff>` +
      `<xdr:row>${place.row}</xdr:row><xdr:rowOff share="${place.rowShare}">${Math.round(rowEmu)}</xdr:rowOff></xdr:${name}>`
    );
  };
  return `<xdr:twoCellAnchor>${corner("from", from)}${corner("to", to)}${object}<xdr:clientData/></xdr:twoCellAnchor>`;
}
