/** A presentation of PowerPoint 4 or 95 -> the parts of a package. Every slide includes what it shows of its master. */
import type { Blip } from "../../officeart/blip.ts";
import type { ColorScheme } from "../color-scheme.ts";
import { LayoutParts, slideTreeXml } from "../layout-parts.ts";
import { PackageBuilder, PartRelationships, ROOT_NAMESPACES } from "../package-builder.ts";
import { addPresentationPart } from "../presentation-part.ts";
import type { MarkText } from "../text/paragraph-xml.ts";
import type { TextMark } from "../text/text-body.ts";
import type { LegacyPresentation, LegacySlide } from "./legacy-presentation.ts";
import { type LegacyShapeContext, legacyFillXml, legacyShapeXml } from "./legacy-shape-xml.ts";

const FIRST_ID = 2;

export function legacyPackage(presentation: LegacyPresentation): Map<string, Uint8Array> {
  const builder = new PackageBuilder();
  const layouts = new LayoutParts(undefined, builder);
  const names = presentation.slides.map((slide, index) => {
    const name = `ppt/slides/slide${index + 1}.xml`;
    const part = new LegacySlidePart(presentation, slide, index + 1, builder);
    part.relationships.add("slideLayout", layouts.layoutFor({ master: undefined, scheme: slide.scheme }));
    const background = slide.background
      ? `<p:bg><p:bgPr>${legacyFillXml(slide.background)}<a:effectLst/></p:bgPr></p:bg>`
      : "";
    const shapes = slide.shapes.map((shape) => legacyShapeXml(shape, part)).join("");
    builder.addXml(
      name,
      "presentationml.slide",
      `<p:sld ${ROOT_NAMESPACES}>${slideTreeXml(background, shapes)}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
    );
    builder.addRelationships(name, part.relationships);
    return name;
  });
  const { width, height } = presentation;
  addPresentationPart(builder, { slides: names, masters: layouts.masterParts, width, height, firstSlideNumber: 1 });
  return builder.finish();
}

class LegacySlidePart implements LegacyShapeContext {
  readonly relationships = new PartRelationships();
  readonly scheme: ColorScheme;
  readonly #presentation: LegacyPresentation;
  readonly #slide: LegacySlide;
  readonly #number: number;
  readonly #builder: PackageBuilder;
  #nextId = FIRST_ID;

  constructor(presentation: LegacyPresentation, slide: LegacySlide, number: number, builder: PackageBuilder) {
    this.scheme = slide.scheme;
    this.#presentation = presentation;
    this.#slide = slide;
    this.#number = number;
    this.#builder = builder;
  }

  nextShapeId(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  embed(image: Blip): string {
    return this.relationships.add("image", this.#builder.mediaPart(image));
  }

  fontName(index: number): string | undefined {
    return this.#presentation.fonts.get(index);
  }

  /** Bullets were characters, and texts had no links. */
  pictureBullet(): undefined {
    return undefined;
  }

  hyperlink(): undefined {
    return undefined;
  }

  markText({ kind, format }: TextMark): MarkText {
    if (kind === "slideNumber") return { text: String(this.#number), field: "slidenum" };
    if (kind === "date") return { text: "", field: `datetime${format}` };
    return { text: kind === "footer" ? this.#slide.footer : "" };
  }
}
