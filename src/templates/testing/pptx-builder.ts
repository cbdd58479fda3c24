import { ZipWriter } from "../../office/zip-writer.ts";

/** Small presentations for tests, written part by part. */

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

export interface SlideParts {
  /** Shapes of the slide. */
  shapes: string;
  /** Text of its notes; without it the slide has none. */
  notes?: string;
  /** More relationships: id -> type and target. */
  relationships?: Record<string, { type: string; target: string; external?: boolean }>;
}

/** What a presentation holds beside its slides. */
export interface DeckParts {
  /** More parts by name, with the media type of each. */
  parts?: Record<string, { content: string | Uint8Array; type: string }>;
  /** More relationships of the presentation: id -> type (its last part, or all of it) and target. */
  relationships?: Record<string, { type: string; target: string }>;
  /** The same of the package. */
  packageRelationships?: Record<string, { type: string; target: string }>;
}

const escapeText = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

export const slideParagraph = (...texts: string[]): string =>
  `<a:p>${texts.map((text) => `<a:r><a:rPr lang="en-US"/><a:t>${escapeText(text)}</a:t></a:r>`).join("")}</a:p>`;

/** A text box of one paragraph for each text. */
export const textBox = (id: number, ...texts: string[]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100" y="200"/><a:ext cx="4000" cy="2000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${texts.map((text) => slideParagraph(text)).join("")}</p:txBody></p:sp>`;

export const slideTable = (id: number, ...rows: string[][]): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="1" cy="1"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr/><a:tblGrid>${'<a:gridCol w="1000"/>'.repeat(rows[0]?.length ?? 1)}</a:tblGrid>${rows
    .map(
      (cells) =>
        `<a:tr h="100">${cells.map((text) => `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${slideParagraph(text)}</a:txBody><a:tcPr/></a:tc>`).join("")}</a:tr>`,
    )
    .join("")}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

const tree = (shapes: string): string =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;

const relationshipsXml = (items: readonly string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.join("")}</Relationships>`;

const relationship = (id: string, type: string, target: string, external = false): string =>
  `<Relationship Id="${id}" Type="${type.includes(":") ? type : `${OFFICE}/${type}`}" Target="${target}"${external ? ' TargetMode="External"' : ""}/>`;

/** A presentation of these slides, each in a section of its own. */
export function pptx(slides: readonly SlideParts[], deck: DeckParts = {}): Uint8Array {
  const writer = new ZipWriter();
  const add = (name: string, content: string | Uint8Array) =>
    writer.add(name, typeof content === "string" ? new TextEncoder().encode(content) : content);
  const listed = (items: DeckParts["relationships"] = {}) =>
    Object.entries(items).map(([id, { type, target }]) => relationship(id, type, target));
  const others = Object.entries(deck.parts ?? {}).map(
    ([name, { type }]) => `<Override PartName="/${name}" ContentType="${type}"/>`,
  );
  const overrides = slides.flatMap(({ notes }, index) => [
    `<Override PartName="/ppt/slides/slide${index + 1}.xml" ContentType="${TYPES}.presentationml.slide+xml"/>`,
    ...(notes === undefined
      ? []
      : [
          `<Override PartName="/ppt/notesSlides/notesSlide${index + 1}.xml" ContentType="${TYPES}.presentationml.notesSlide+xml"/>`,
        ]),
  ]);
  add(
    "[Content_Types].xml",
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="${TYPES}.presentationml.presentation.main+xml"/>${overrides.join("")}${others.join("")}</Types>`,
  );
  add(
    "_rels/.rels",
    relationshipsXml([
      relationship("rId1", "officeDocument", "ppt/presentation.xml"),
      ...listed(deck.packageRelationships),
    ]),
  );
  const ids = slides.map((_, index) => 256 + index);
  const sections = ids.map(
    (id) =>
      `<p14:section name="S${id}" id="{S${id}}"><p14:sldIdLst><p14:sldId id="${id}"/></p14:sldIdLst></p14:section>`,
  );
  add(
    "ppt/presentation.xml",
    `${XML}<p:presentation ${NAMESPACES}><p:sldIdLst>${ids.map((id, index) => `<p:sldId id="${id}" r:id="rId${index + 1}"/>`).join("")}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main">${sections.join("")}</p14:sectionLst></p:ext></p:extLst></p:presentation>`,
  );
  add(
    "ppt/_rels/presentation.xml.rels",
    relationshipsXml([
      ...slides.map((_, index) => relationship(`rId${index + 1}`, "slide", `slides/slide${index + 1}.xml`)),
      ...listed(deck.relationships),
    ]),
  );
  slides.forEach(({ shapes, notes, relationships = {} }, index) => {
    const name = `slide${index + 1}.xml`;
    add(`ppt/slides/${name}`, `${XML}<p:sld ${NAMESPACES}>${tree(shapes)}</p:sld>`);
    const items = Object.entries(relationships).map(([id, { type, target, external }]) =>
      relationship(id, type, target, external),
    );
    if (notes !== undefined)
      items.push(relationship("rIdN", "notesSlide", `../notesSlides/notesSlide${index + 1}.xml`));
    add(`ppt/slides/_rels/${name}.rels`, relationshipsXml(items));
    if (notes === undefined) return;
    add(
      `ppt/notesSlides/notesSlide${index + 1}.xml`,
      `${XML}<p:notes ${NAMESPACES}>${tree(textBox(2, notes))}</p:notes>`,
    );
    add(
      `ppt/notesSlides/_rels/notesSlide${index + 1}.xml.rels`,
      relationshipsXml([relationship("rId1", "slide", `../slides/${name}`)]),
    );
  });
  for (const [name, { content }] of Object.entries(deck.parts ?? {})) add(name, content);
  return writer.finish();
}
