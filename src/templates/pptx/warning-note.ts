import { EMU_PER_POINT } from "../../geometry/units.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { OfficePackage } from "../ooxml/office-package.ts";
import { OutputPackage } from "../ooxml/output-package.ts";
import { slideSize, templateSlides } from "./presentation.ts";
import { withShapes } from "./slide-shapes.ts";

const LINE_POINTS = 10;

/** A merged presentation with lines in small red letters at the foot of each slide. */
export function withWarningNote(bytes: Uint8Array, lines: readonly string[]): Uint8Array {
  const source = new OfficePackage(bytes);
  const output = new OutputPackage(source, source.contentTypes);
  const main = source.mainPart();
  const size = slideSize(source.text(main) ?? "");
  for (const { part } of templateSlides(source, main)) {
    const slide = source.text(part);
    if (slide !== undefined)
      output.set(
        part,
        withShapes(slide, (id) => noteShape(id, size, lines)),
      );
  }
  return output.finish();
}

function noteShape(id: number, { width, height }: ReturnType<typeof slideSize>, lines: readonly string[]): string {
  const boxHeight = Math.round((lines.length * LINE_POINTS + 8) * EMU_PER_POINT);
  const paragraph = (line: string) =>
    `<a:p><a:r><a:rPr lang="en-US" sz="700"><a:solidFill><a:srgbClr val="B21A1A"/></a:solidFill></a:rPr><a:t>${escapeXmlText(line)}</a:t></a:r></a:p>`;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Warnings"/><p:cNvSpPr txBox="1"/><p:nvPr userDrawn="1"/></p:nvSpPr>` +
    `<p:spPr><a:xfrm><a:off x="0" y="${height - boxHeight}"/><a:ext cx="${width}" cy="${boxHeight}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>` +
    `<p:txBody><a:bodyPr wrap="square" anchor="b"/><a:lstStyle/>${lines.map(paragraph).join("")}</p:txBody></p:sp>`
  );
}
