import { escapeValue } from "../ooxml/text-markup.ts";

const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/**
 * An inline picture (ECMA-376 Part 1, 20.4.2.8). Namespaces are declared where they are used: parts differ in theirs.
 */
export function inlineImage(
  drawingId: number,
  relationshipId: string,
  box: { widthEmu: number; heightEmu: number },
  alt: string,
): string {
  const extent = `cx="${box.widthEmu}" cy="${box.heightEmu}"`;
  const name = `Picture ${drawingId}`;
  return (
    `<w:drawing><wp:inline xmlns:wp="${DRAWING}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0">` +
    `<wp:extent ${extent}/><wp:docPr id="${drawingId}" name="${name}" descr="${escapeValue(alt)}"/>` +
    `<wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a="${DRAWING}/main" noChangeAspect="1"/></wp:cNvGraphicFramePr>` +
    `<a:graphic xmlns:a="${DRAWING}/main"><a:graphicData uri="${DRAWING}/picture">` +
    `<pic:pic xmlns:pic="${DRAWING}/picture"><pic:nvPicPr><pic:cNvPr id="${drawingId}" name="${name}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip xmlns:r="${RELATIONSHIPS}" r:embed="${relationshipId}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>` +
    "</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>"
  );
}
