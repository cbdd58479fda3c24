import type { AssemblyToken } from "../../language/assembly-token.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { columnName } from "../../spreadsheet/cell-reference.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import type { Attach } from "./compile-sheet.ts";
import { imageMark } from "./marks.ts";
import { partText, type SourceSheet, type WorkbookSource } from "./workbook-source.ts";

/** A placeholder picture: its alternative text is one tag, whose picture takes its place. */
export interface ImageTemplate {
  drawing: string;
  /** Place of its anchor among the anchors of the drawing. */
  anchor: number;
  /** Slot in the row that it is on. */
  slot: number | undefined;
  /** Slot among the sheet's pictures, for rows that do not exist. */
  sheetSlot: number;
  sheetTokens: readonly AssemblyToken[];
}

/** Slots of pictures come after those of the sheet's texts. */
const FIRST_IMAGE_SLOT = 10_000;

export const localName = (element: XmlElement): string => element.name.slice(element.name.indexOf(":") + 1);

export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.elements().find((child) => localName(child) === name);
}

/** The anchors of a drawing (ECMA-376 Part 1, 20.5.2). */
export function anchorsOf(root: XmlElement): XmlElement[] {
  return root.elements().filter((element) => /^(?:one|two)CellAnchor$/.test(localName(element)));
}

/** 1-based row or column of an anchor's corner. */
export function cornerOf(anchor: XmlElement, corner: "from" | "to", axis: "row" | "col"): number | undefined {
  const text = childNamed(childNamed(anchor, corner), axis)?.text();
  return text === undefined ? undefined : Number(text) + 1;
}

export function attachImages(
  workbook: WorkbookSource,
  sheet: SourceSheet,
  register: TagRegister,
  attach: Attach,
): ImageTemplate[] {
  const relationships = workbook.package.relationshipsOf(sheet.part);
  const images: ImageTemplate[] = [];
  for (const relationship of relationships.ofType("drawing")) {
    const drawing = relationships.targetPart(relationship);
    if (drawing === undefined || !workbook.package.zip.has(drawing)) continue;
    anchorsOf(parseXml(partText(workbook.package, drawing))).forEach((anchor, index) => {
      const image = childNamed(anchor, "pic");
      const named = childNamed(childNamed(image, "nvPicPr"), "cNvPr");
      const text = [named?.attribute("descr"), named?.attribute("title")].find((each) => each?.includes("{"))?.trim();
      if (!image || text === undefined) return;
      const [row, column] = [cornerOf(anchor, "from", "row") ?? 1, cornerOf(anchor, "from", "col") ?? 1];
      const place = {
        part: `${sheet.name}!${columnName(column)}${row}`,
        where: () => "the alternative text of a picture",
      };
      const [only, ...others] = register.scan(text, place);
      if (only?.kind !== "tag" || others.length > 0) return;
      const tag = register.parse(only.body, only.source, place);
      if (tag?.role !== "output" && tag?.role !== "function") return;
      const sheetSlot = FIRST_IMAGE_SLOT + images.length;
      const slot = attach(row, column, (free) => [imageMark(tag, (job, media) => job.setValue(free, media))]);
      const sheetTokens =
        slot === undefined
          ? [
              imageMark(tag, (job, media) => {
                job.sheet.texts[sheetSlot] = media;
              }),
            ]
          : [];
      images.push({ drawing, anchor: index, slot, sheetSlot, sheetTokens });
    });
  }
  return images;
}
