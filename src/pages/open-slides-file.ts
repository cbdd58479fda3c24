/** Opens a PowerPoint file. */

import { checkLimit } from "../domain/limits.ts";
import { tooManyPages } from "../domain/too-many-pages.ts";
import { UnreadableFile } from "../domain/unreadable-file.ts";
import type { WorkMeter } from "../domain/work-meter.ts";
import type { CustomFace } from "../font/library/font-library.ts";
import type { Fill } from "../layout/model/fill.ts";
import type { Slide, SlideNode } from "../layout/slides/model/slide.ts";
import { type Presentation, readPresentation } from "../layout/slides/presentation-reader.ts";
import { SlideReader } from "../layout/slides/slide-reader.ts";
import type { OpcPackage } from "../office/package.ts";
import { undrawableWarnings } from "./drawing/content-inspector.ts";
import { PackageImages } from "./drawing/package-images.ts";
import { sizeTile } from "./drawing/tile-sizes.ts";
import type { ImageLookup } from "./drawing/vector-renderer.ts";
import { embeddedSlideFaces } from "./slides/embedded-faces.ts";
import { SlideInspector } from "./slides/slide-inspector.ts";

export interface OpenSlidesOptions {
  /** Wall clock of the reader, for fields of dates. */
  now: Date;
  maxPages: number;
  meter: WorkMeter;
}

/** Slides with everything that is seen on them, without the markup they came from. */
export interface SlideDeck extends Pick<Presentation, "widthPt" | "heightPt" | "title"> {
  slides: Slide[];
  warnings: Set<string>;
}

/** A presentation with everything that is drawn of it. */
export interface OpenedSlidesFile {
  deck: SlideDeck;
  faces: CustomFace[];
  image: ImageLookup;
}

/** @throws UnreadableFile, and Failure `too_many_pages`, `too_complex` */
export function openSlidesFile(pack: OpcPackage, options: OpenSlidesOptions): OpenedSlidesFile {
  const images = new PackageImages(options.meter);
  const { slides: all, widthPt, heightPt, title, ...rest } = readPresentation(pack);
  if (all.length === 0) throw new UnreadableFile("the presentation has no slide that is shown");
  if (all.length > options.maxPages) throw tooManyPages(options.maxPages);
  const warnings = new Set<string>();
  const anchors = new Map(all.map((source, index) => [source.part, `#slide${index + 1}`]));
  const { now, meter } = options;
  const reader = new SlideReader(
    { ...rest, slides: all, widthPt, heightPt, title },
    { pack, warnings, imageUrl: (part, substitute) => images.source(pack, part, substitute), meter, now },
    { linkOf: (part) => anchors.get(part) },
  );
  const inspector = new SlideInspector((source, use) => images.isDrawable(source, use));
  const slides: Slide[] = [];
  for (const source of all) {
    meter.at(`slide ${slides.length + 1}`);
    const slide = reader.read(source);
    reader.release();
    inspector.add(slide);
    checkLimit("slidesModelBytes", inspector.memoryBytes);
    sizeTiles(slide, images.lookUp);
    slides.push(slide);
  }
  for (const warning of undrawableWarnings(inspector.undrawable)) warnings.add(warning);
  const faces = embeddedSlideFaces(pack, (problem) => warnings.add(problem));
  return { faces, deck: { slides, widthPt, heightPt, title, warnings }, image: images.lookUp };
}

/** Tells fills that repeat a picture how large it is. */
function sizeTiles({ background, nodes }: Slide, images: ImageLookup): void {
  const size = (fill: Fill) => sizeTile(fill, images);
  const visit = (node: SlideNode) => {
    if (node.kind === "group") for (const child of node.children) visit(child);
    else if (node.kind === "shape" || node.kind === "picture") size(node.fill);
    else if (node.kind === "table") for (const { fill } of node.table.cells) size(fill);
  };
  size(background);
  for (const node of nodes) visit(node);
}
