import { present } from "../../domain/present.ts";
import { relativePartName } from "../../office/part-name.ts";
import type { Relationships } from "../../office/relationships.ts";
import { parseXml } from "../../office/xml-tree.ts";
import { OfficePackage } from "../ooxml/office-package.ts";
import { OutputPackage } from "../ooxml/output-package.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const HEADER_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml";

/** The word across the page, as word processors draw a watermark: a text path behind the text, in a header. */
function watermarkParagraph(id: number): string {
  const shape = `DocloomSample${id}`;
  return (
    `<w:p><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">` +
    `<v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e">` +
    `<v:formulas><v:f eqn="sum #0 0 10800"/><v:f eqn="prod #0 2 1"/><v:f eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/><v:f eqn="sum 21600 0 @3"/><v:f eqn="if @0 @3 0"/><v:f eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/><v:f eqn="if @0 @4 21600"/></v:formulas>` +
    `<v:path textpathok="t" o:connecttype="custom" o:connectlocs="@9,0;@10,10800;@11,21600;@12,10800" o:connectangles="270,180,90,0"/><v:textpath on="t" fitshape="t"/></v:shapetype>` +
    `<v:shape id="${shape}" o:spid="_x0000_s${2049 + id}" type="#_x0000_t136" alt="SAMPLE" style="position:absolute;margin-left:0;margin-top:0;width:440pt;height:147pt;rotation:315;z-index:-251658752;mso-position-horizontal:center;mso-position-horizontal-relative:margin;mso-position-vertical:center;mso-position-vertical-relative:margin" fillcolor="silver" stroked="f">` +
    `<v:fill opacity=".5"/><v:textpath style="font-family:&quot;Arial&quot;;font-size:1pt" string="SAMPLE"/></v:shape></w:pict></w:r></w:p>`
  );
}

/** A merged document with the mark of a test. */
export function markedDocument(bytes: Uint8Array): Uint8Array {
  const source = new OfficePackage(bytes);
  const output = new OutputPackage(source, source.contentTypes);
  const main = source.mainPart();
  const relationships = source.relationshipsOf(main);
  addWatermark(output, relationships, main);
  output.setRelationships(relationships);
  return output.finish();
}

/** Marks a test merge: SAMPLE in every header, and in headers of its own if the first section has none. */
export function addWatermark(output: OutputPackage, relationships: Relationships, main: string): void {
  let count = 0;
  for (const relationship of relationships.ofType("header")) {
    const part = relationships.targetPart(relationship);
    const xml = part === undefined ? undefined : output.text(part);
    if (part === undefined || xml === undefined) continue;
    const root = parseXml(xml);
    const inner = root.selfClosing ? "" : xml.slice(root.openEnd, root.closeStart);
    const opening = xml.slice(0, root.openEnd).replace(/(?<!\s)\s*\/>$/, ">");
    output.set(part, `${opening}${inner}${watermarkParagraph(count++)}</${root.name}>`);
  }
  const document = output.text(main);
  if (document === undefined) return;
  const section = /<w:sectPr\b(?:[^>]*\/>|[^>]*>[\s\S]*?<\/w:sectPr>)/.exec(document);
  const types = ["default"];
  if (section && /<w:titlePg(?:\/>| w:val="(?:1|true|on)")/.test(section[0])) types.push("first");
  if (/<w:evenAndOddHeaders(?:\/>| w:val="(?:1|true|on)")/.test(output.text("word/settings.xml") ?? ""))
    types.push("even");
  const missing = types.filter(
    (type) => !section || !new RegExp(`<w:headerReference\\b[^>]*w:type="${type}"`).test(section[0]),
  );
  if (missing.length === 0) return;
  const part = "word/docloomSample.xml";
  output.set(
    part,
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:hdr xmlns:w="${WORD}">${watermarkParagraph(count)}</w:hdr>`,
  );
  output.contentTypes.setOverride(part, HEADER_TYPE);
  const id = relationships.add(`${OFFICE}/header`, relativePartName(part, main));
  const references = missing
    .map((type) => `<w:headerReference xmlns:r="${OFFICE}" w:type="${type}" r:id="${id}"/>`)
    .join("");
  output.set(main, withReferences(document, section, references));
}

/** References come first in a section (ECMA-376 Part 1, 17.6.17). */
function withReferences(document: string, section: RegExpExecArray | null, references: string): string {
  if (!section) return document.replace(/<\/w:body>/, `<w:sectPr>${references}</w:sectPr>$&`);
  const opening = present(/^<w:sectPr\b[^>]*>/.exec(section[0]))[0];
  const changed = opening.endsWith("/>")
    ? `${opening.replace(/(?<!\s)\s*\/>$/, ">")}${references}</w:sectPr>`
    : opening + references + section[0].slice(opening.length);
  return document.slice(0, section.index) + changed + document.slice(section.index + section[0].length);
}
