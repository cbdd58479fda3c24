import { largestOf } from "../../domain/collections/long-lists.ts";
import { relativePartName } from "../../office/part-name.ts";
import type { Relationships } from "../../office/relationships.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import type { PlacedImage } from "../ooxml/code-image.ts";
import { settleFittedImage } from "../ooxml/image/fit-image.ts";
import { anchorsOf, cornerOf, type ImageTemplate, localName } from "./images.ts";
import { type RepeatedObject, repeatedRows, rowTextOf } from "./repeated-objects.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { copiesOfRange, type RangeCopy } from "./shift-ranges.ts";

const IMAGE_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image";
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing";
const MAIN = "http://schemas.openxmlformats.org/drawingml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A picture that a tag put into a cell. */
export interface CellImage {
  row: number;
  column: number;
  image: PlacedImage;
}

/** Shapes and charts on rows that loops repeat. */
export interface DrawnObjects {
  objects: readonly RepeatedObject[];
  /** The relationship of the chart of a turn; undefined if it is the template's. */
  chartId(chart: NonNullable<RepeatedObject["chart"]>, copy: RangeCopy, iteration: number): string | undefined;
}

/** An empty drawing. */
export const EMPTY_DRAWING = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<xdr:wsDr xmlns:xdr="${DRAWING}" xmlns:a="${MAIN}"></xdr:wsDr>`;

/**
 * Moves everything anchored to cells, repeats pictures and shapes of repeated rows, fills placeholders, adds pictures.
 */
export function writeDrawing(
  xml: string,
  instance: SheetInstance,
  placeholders: readonly ImageTemplate[],
  images: readonly CellImage[],
  relationships: Relationships,
  objects: DrawnObjects = { objects: [], chartId: () => undefined },
): string {
  const root = parseXml(xml);
  const imageIds = new Map<string, string>();
  const imageId = (media: string): string => {
    let id = imageIds.get(media);
    if (!id)
      imageIds.set(media, (id = relationships.add(IMAGE_TYPE, relativePartName(media, relationships.sourcePart))));
    return id;
  };
  /** The name of a media part, and how its picture fits. */
  const embedOf = (media: string): string => {
    const [name = "", ...fitting] = media.split(" ");
    return [imageId(name), ...fitting].join(" ");
  };
  let nextId =
    largestOf(
      [...xml.matchAll(/(?<=[<:])cNvPr\s[^>]*?\bid="(\d+)"/g)].map((match) => Number(match[1])),
      0,
    ) + 1;
  let written = xml.slice(0, root.openEnd);
  let at = root.openEnd;
  anchorsOf(root).forEach((anchor, index) => {
    written += xml.slice(at, anchor.start);
    at = anchor.end;
    const placeholder = placeholders.find((each) => each.anchor === index);
    const object = objects.objects.find((each) => each.anchor === index);
    anchorCopies(anchor, instance, object).forEach((copy, iteration) => {
      let moved = movedAnchor(rowTextOf(object?.markup, copy, instance) ?? anchor.outer(), copy);
      const chart = object?.chart && objects.chartId(object.chart, copy, iteration);
      if (chart !== undefined)
        moved = moved.replace(
          /(<(?:\w+:)?chart\b[^>]*?\s(?:\w+:)?id=")[^"]*"/,
          (_, open: string) => `${open}${chart}"`,
        );
      if (placeholder) {
        const media = mediaOf(placeholder, instance, copy);
        if (!media) return;
        moved = moved
          .replace(/(<(?:\w+:)?blip\s[^>]*?\br:embed=")[^"]*"/, (_, open: string) => `${open}${embedOf(media)}"`)
          .replace(/<(?:\w+:)?cNvPr\s[^>]*>/, (open) => open.replace(/\s(descr|title)="[^"]*"/g, ' $1=""'));
      }
      if (placeholder) moved = settleFittedImage(moved);
      if (iteration > 0)
        moved = moved.replace(/((?<=[<:])cNvPr\s[^>]*?\bid=")\d+"/g, (_, open: string) => `${open}${nextId++}"`);
      written += moved;
    });
  });
  const before = root.selfClosing ? xml.slice(0, root.openEnd).replace(/(?<!\s)\s*\/>$/, ">") : undefined;
  const added = images.map((image) => imageAnchor(image, nextId++, imageId(image.image.mediaName))).join("");
  if (before !== undefined) return added === "" ? xml : `${before}${added}</${root.name}>`;
  return written + xml.slice(at, root.closeStart) + added + xml.slice(root.closeStart);
}

function anchorCopies(
  anchor: XmlElement,
  instance: SheetInstance,
  object: RepeatedObject | undefined,
): (RangeCopy & { down: number; right: number; toRow: number; toColumn: number })[] {
  const [row, column] = [cornerOf(anchor, "from", "row"), cornerOf(anchor, "from", "col")];
  if (row === undefined || column === undefined) return [];
  const rows = object ? repeatedRows(anchor, object, instance) : { row1: row, row2: row };
  const copies = copiesOfRange(instance, { ...rows, column1: column, column2: column });
  const isRepeated =
    object?.chart !== undefined || anchor.elements().some((child) => /^(?:pic|sp|cxnSp|grpSp)$/.test(localName(child)));
  const [toRow, toColumn] = [cornerOf(anchor, "to", "row") ?? row, cornerOf(anchor, "to", "col") ?? column];
  const end = copiesOfRange(instance, { row1: toRow, row2: toRow, column1: toColumn, column2: toColumn }).at(-1);
  return copies.slice(0, isRepeated ? undefined : 1).map((copy) => {
    const [down, right] = [copy.row1 - row, copy.column1 - column];
    const follows = copies.length === 1 && end !== undefined;
    return {
      ...copy,
      down,
      right,
      toRow: Math.max(follows ? end.row1 : toRow + down, copy.row1),
      toColumn: Math.max(follows ? end.column1 : toColumn + right, copy.column1),
    };
  });
}

function movedAnchor(anchor: string, copy: { row1: number; column1: number; toRow: number; toColumn: number }): string {
  let corner = 0;
  return anchor.replace(
    /(<(?:\w+:)?(from|to)>)([\s\S]*?)(<\/(?:\w+:)?\2>)/g,
    (whole, open: string, _name: string, inner: string, close: string) => {
      if (corner > 1) return whole;
      const [row, column] = corner++ === 0 ? [copy.row1, copy.column1] : [copy.toRow, copy.toColumn];
      const moved = inner
        .replace(/(<(?:\w+:)?col>)\s*\d+/, (_, tag: string) => `${tag}${column - 1}`)
        .replace(/(<(?:\w+:)?row>)\s*\d+/, (_, tag: string) => `${tag}${row - 1}`);
      return open + moved + close;
    },
  );
}

function mediaOf(placeholder: ImageTemplate, instance: SheetInstance, copy: RangeCopy): string | undefined {
  const output = instance.rowAt(copy.row1);
  const value =
    placeholder.slot === undefined
      ? instance.texts[placeholder.sheetSlot]
      : output?.values[placeholder.slot + copy.columnIteration * output.template.slots];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function imageAnchor({ row, column, image }: CellImage, id: number, relationshipId: string): string {
  const { widthEmu, heightEmu, alt } = image;
  return (
    `<xdr:oneCellAnchor xmlns:xdr="${DRAWING}" xmlns:a="${MAIN}" xmlns:r="${RELATIONSHIPS}">` +
    `<xdr:from><xdr:col>${column - 1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>` +
    `<xdr:ext cx="${widthEmu}" cy="${heightEmu}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id}" name="Picture ${id}" descr="${escapeXmlText(alt)}"/>` +
    `<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="${relationshipId}"/>` +
    `<a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${widthEmu}" cy="${heightEmu}"/></a:xfrm>` +
    `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
  );
}
