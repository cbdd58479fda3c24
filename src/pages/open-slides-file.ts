/** Opens a PowerPoint file and says which way its slides are made. */
import type { Fill } from "../layout/model/fill.ts";
import type { Slide, SlideNode } from "../layout/slides/model/slide.ts";
import { type Presentation, readPresentation } from "../layout/slides/presentation-reader.ts";
import { SlideReader } from "../layout/slides/slide-reader.ts";
import type { OpcPackage } from "../office/package.ts";
import type { OwnFace } from "../typefaces/font-library.ts";
import { PackagePictures } from "./drawing/package-pictures.ts";
import { pictureSizePt } from "./drawing/picture-size.ts";
import { isPixels, type PictureLookup } from "./drawing/vector-drawer.ts";
import { embeddedSlideFaces } from "./slides/embedded-faces.ts";
import { type SlideNeed, SlideNeeds } from "./slides/slide-needs.ts";

export interface OpenSlidesOptions {
  /** Wall clock of the reader, for fields of dates. */
  now: Date;
  /** Throws when reading takes too long. */
  checkTime: () => void;
}

/** Slides with everything that is seen on them, without the markup they came from. */
export interface SlideDeck extends Pick<Presentation, "widthPt" | "heightPt" | "title"> {
  slides: Slide[];
  warnings: Set<string>;
}

/** A presentation that commands can draw, or why they cannot. */
export type OpenedSlidesFile =
  | { way: "pages"; deck: SlideDeck; faces: OwnFace[]; picture: PictureLookup }
  | { way: "browser"; because: readonly SlideNeed[] };

/** @throws Error with a sentence for people if the presentation cannot be read */
export function openSlidesFile(pack: OpcPackage, options: OpenSlidesOptions): OpenedSlidesFile {
  const pictures = new PackagePictures();
  const { slides: all, widthPt, heightPt, title, ...rest } = readPresentation(pack);
  if (all.length === 0) throw new Error("the presentation has no slide that is shown");
  const warnings = new Set<string>();
  const anchors = new Map(all.map((source, index) => [source.part, `#slide${index + 1}`]));
  const { now, checkTime } = options;
  const reader = new SlideReader(
    { ...rest, slides: all, widthPt, heightPt, title },
    { pack, warnings, imageUrl: (part, substitute) => pictures.source(pack, part, substitute), checkTime, now },
    { linkOf: (part) => anchors.get(part) },
  );
  const needs = new SlideNeeds((source, use) => pictures.isDrawable(source, use));
  const slides: Slide[] = [];
  for (const source of all) {
    const slide = reader.read(source);
    reader.release();
    needs.add(slide);
    if (needs.found.size > 0) return { way: "browser", because: [...needs.found] };
    sizeTiles(slide, pictures.lookUp);
    slides.push(slide);
  }
  const faces = embeddedSlideFaces(pack, (problem) => warnings.add(problem));
  return { way: "pages", faces, deck: { slides, widthPt, heightPt, title, warnings }, picture: pictures.lookUp };
}

/** Tells fills that repeat a picture how large it is. */
function sizeTiles({ background, nodes }: Slide, pictures: PictureLookup): void {
  const size = (fill: Fill) => {
    if (fill.kind !== "picture" || !fill.tiling) return;
    const source = pictures(fill.source);
    const tilePt = isPixels(source) ? pictureSizePt(source) : undefined;
    if (tilePt) fill.tiling.tilePt = tilePt;
  };
  const visit = (node: SlideNode) => {
    if (node.kind === "group") for (const child of node.children) visit(child);
    else if (node.kind === "shape" || node.kind === "picture") size(node.fill);
    else if (node.kind === "table") for (const { fill } of node.table.cells) size(fill);
  };
  size(background);
  for (const node of nodes) visit(node);
}
