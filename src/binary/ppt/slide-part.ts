import type { Blip } from "../officeart/blip.ts";
import type { ArtColor, DrawingContext } from "../officeart/drawing-color.ts";
import { PROPERTY } from "../officeart/property-ids.ts";
import type { ShapeProperties } from "../officeart/shape-properties.ts";
import type { ArtDrawing, ArtShape } from "../officeart/shape-tree.ts";
import { type ColorScheme, schemeColor } from "./color-scheme.ts";
import { type PackageBuilder, PartRelationships } from "./package-builder.ts";
import type { Master, PresentationFile } from "./presentation-reader.ts";
import type { MarkText, TextContext } from "./text/paragraph-xml.ts";
import type { TextBody, TextMark } from "./text/text-body.ts";
import type { TextStyles } from "./text/text-styles.ts";

export interface SlidePartOptions {
  file: PresentationFile;
  builder: PackageBuilder;
  scheme: ColorScheme;
  /** Whose shapes and styles the part's shapes build on. */
  master: Master | undefined;
  outlineTexts?: readonly TextBody[];
  markText?(mark: TextMark): MarkText;
}

const MAX_MASTERS = 4;
const FIRST_ID = 2;

export class SlidePart implements DrawingContext, TextContext {
  readonly relationships = new PartRelationships();
  readonly scheme: ColorScheme;
  readonly styles: TextStyles;
  readonly #options: SlidePartOptions;
  #nextId = FIRST_ID;

  constructor(options: SlidePartOptions) {
    this.#options = options;
    this.scheme = options.scheme;
    this.styles = options.master?.styles ?? options.file.styles;
  }

  /** Ids of shapes are unique within a part. */
  nextShapeId(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  indexedColor(index: number): ArtColor | undefined {
    return schemeColor(this.scheme, index);
  }

  imageRelationship(blip: number): string | undefined {
    return this.#embed(this.#options.file.images.blip(blip));
  }

  pictureBullet(index: number): string | undefined {
    return this.#embed(this.#options.file.pictureBullets[index]);
  }

  fontName(index: number): string | undefined {
    return this.#options.file.fonts.get(index)?.name || undefined;
  }

  hyperlink(id: number): string | undefined {
    const target = this.#options.file.hyperlinks.get(id);
    return target && /^(https?|mailto|ftp):/i.test(target)
      ? this.relationships.add("hyperlink", target, true)
      : undefined;
  }

  markText(mark: TextMark): MarkText {
    return this.#options.markText?.(mark) ?? { text: "*" };
  }

  outlineText(index: number): TextBody | undefined {
    return this.#options.outlineTexts?.[index];
  }

  /** A shape's properties, then those of the master's shape that it follows, then the document's. */
  propertiesOf(shape: ArtShape): ShapeProperties {
    return this.#inherited(shape, this.#options.master, 0).over(this.#options.file.shapeDefaults);
  }

  /** The same without what holds for all shapes of the document. */
  ownPropertiesOf(shape: ArtShape): ShapeProperties {
    return this.#inherited(shape, this.#options.master, 0);
  }

  #inherited(shape: ArtShape, master: Master | undefined, depth: number): ShapeProperties {
    const id = shape.hasMaster ? shape.properties.number(PROPERTY.masterShape) : undefined;
    if (id === undefined || depth > MAX_MASTERS) return shape.properties;
    for (let place = master; place; place = place.main) {
      const found = shapesById(place.drawing).get(id);
      if (found && found !== shape) return shape.properties.over(this.#inherited(found, place.main, depth + 1));
    }
    return shape.properties;
  }

  #embed(blip: Blip | undefined): string | undefined {
    return blip && this.relationships.add("image", this.#options.builder.mediaPart(blip));
  }
}

const byDrawing = new WeakMap<ArtDrawing, ReadonlyMap<number, ArtShape>>();

/** All shapes of a master's drawing, those in groups included. */
function shapesById(drawing: ArtDrawing): ReadonlyMap<number, ArtShape> {
  const known = byDrawing.get(drawing);
  if (known) return known;
  const shapes = new Map<number, ArtShape>();
  const collect = (members: readonly ArtShape[]) => {
    for (const shape of members) {
      if (!shapes.has(shape.id)) shapes.set(shape.id, shape);
      collect(shape.children);
    }
  };
  collect(drawing.shapes);
  byDrawing.set(drawing, shapes);
  return shapes;
}
