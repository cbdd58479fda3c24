import { OfficePackage } from "../ooxml/office-package.ts";
import { OutputPackage } from "../ooxml/output-package.ts";
import { slideSize, templateSlides } from "./presentation.ts";
import { withShapes } from "./slide-shapes.ts";

/** The word across a slide, in front of everything, half transparent. */
function sampleShape(id: number, width: number, height: number): string {
  const size = Math.max(100, Math.min(400_000, Math.round((Math.min(width, height) / 12_700 / 3.2) * 100)));
  const boxHeight = Math.round(height / 3);
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="SAMPLE"/><p:cNvSpPr txBox="1"/><p:nvPr userDrawn="1"/></p:nvSpPr>` +
    `<p:spPr><a:xfrm rot="19200000"><a:off x="0" y="${boxHeight}"/><a:ext cx="${width}" cy="${boxHeight}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>` +
    `<p:txBody><a:bodyPr wrap="none" anchor="ctr"/><a:lstStyle/><a:p><a:pPr algn="ctr"/><a:r><a:rPr lang="en-US" sz="${size}" b="1"><a:solidFill><a:srgbClr val="808080"><a:alpha val="40000"/></a:srgbClr></a:solidFill></a:rPr><a:t>SAMPLE</a:t></a:r></a:p></p:txBody></p:sp>`
  );
}

/** A merged presentation with the mark of a test. */
export function markedPresentation(bytes: Uint8Array): Uint8Array {
  const source = new OfficePackage(bytes);
  const output = new OutputPackage(source, source.contentTypes);
  const main = source.mainPart();
  addSampleShapes(
    output,
    main,
    templateSlides(source, main).map(({ part }) => part),
  );
  return output.finish();
}

/** Marks a test merge: SAMPLE on every slide. */
export function addSampleShapes(output: OutputPackage, main: string, slides: readonly string[]): void {
  const { width, height } = slideSize(output.text(main) ?? "");
  for (const slide of slides) {
    const xml = output.text(slide);
    if (xml)
      output.set(
        slide,
        withShapes(xml, (id) => sampleShape(id, width, height)),
      );
  }
}
