import type { DrawnPages } from "../../browser/page-images-protocol.ts";
import { present } from "../../domain/present.ts";
import { FRAME_READERS } from "../../image/drawable-image.ts";
import { frameSizePt } from "../../image/image-frame.ts";
import { type ImageBox, type ImageKind, LETTER, NewDocument, sectionOf } from "../../word/new-document.ts";

/** How a picture is turned and mirrored to be looked at, by EXIF's orientation (Exif 2.32, 4.6.4). */
const ORIENTATIONS: readonly { turned: number; mirrored: boolean }[] = [
  { turned: 0, mirrored: false },
  { turned: 0, mirrored: true },
  { turned: 180, mirrored: false },
  { turned: 180, mirrored: true },
  { turned: 270, mirrored: true },
  { turned: 90, mirrored: false },
  { turned: 90, mirrored: true },
  { turned: 270, mirrored: false },
];
/** Largest side of a page that Word knows, and a line that takes no room. */
const MAX_PAGE_POINTS = 1_584;
const NO_ROOM = '<w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>';

/** A Word document with one picture, at its size at its resolution, made smaller if the page has no room for it. */
export function imageDocument(bytes: Uint8Array, kind: ImageKind, name: string): Uint8Array {
  const document = new NewDocument();
  const box = imageBox(bytes, kind, {
    widthPoints: LETTER.widthPoints - 2 * LETTER.marginPoints,
    // Room for the line that holds the picture.
    heightPoints: LETTER.heightPoints - 2 * LETTER.marginPoints - 12,
  });
  const run = document.inlineImage(document.addImage(bytes, kind), box, name);
  const paragraph = `<w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr>${run}</w:p>`;

  return document.finish(paragraph + sectionOf(LETTER));
}

/** Size of a picture as it is looked at, within the room there is. @throws Failure `file_not_readable` */
export function imageBox(
  bytes: Uint8Array,
  kind: ImageKind,
  room: { widthPoints: number; heightPoints: number },
): ImageBox {
  const frame = FRAME_READERS[kind](bytes);
  const { turned, mirrored } = ORIENTATIONS[frame.orientation - 1] ?? present(ORIENTATIONS[0]);
  const { widthPt: width, heightPt: height } = frameSizePt(frame);
  const [shownWidth, shownHeight] = turned % 180 === 0 ? [width, height] : [height, width];
  const scale = Math.min(1, room.widthPoints / shownWidth, room.heightPoints / shownHeight);

  return { widthPoints: shownWidth * scale, heightPoints: shownHeight * scale, turned, mirrored };
}

/** A page of a document as a picture, with the room it has to be put on. */
export type DrawnPage = DrawnPages["pages"][number];

/** A Word document whose pages are pictures, each on a page of its own size. @param name of the file they come from */
export function pageImagesDocument(pages: readonly DrawnPage[], name: string): Uint8Array {
  const document = new NewDocument();
  const body = pages.map((page, index) => {
    const scale = Math.min(1, MAX_PAGE_POINTS / Math.max(page.widthPoints, page.heightPoints));
    const box = { widthPoints: page.widthPoints * scale, heightPoints: page.heightPoints * scale };
    const id = document.addImage(page.bytes, page.kind);
    const run = document.pageImage(id, box, `Page ${index + 1} of ${name}`);
    const section = sectionOf({ ...box, marginPoints: 0 });
    const isLast = index === pages.length - 1;
    return `<w:p><w:pPr>${NO_ROOM}<w:rPr><w:sz w:val="2"/></w:rPr>${isLast ? "" : section}</w:pPr>${run}</w:p>${isLast ? section : ""}`;
  });

  return document.finish(body.join(""));
}
