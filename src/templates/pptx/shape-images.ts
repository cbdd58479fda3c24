import { present } from "../../domain/present.ts";
import type { DocumentTagCall } from "../../language/render-context.ts";
import { type PlacedImage, placedImage } from "../ooxml/code-image.ts";
import { isVisible } from "../ooxml/cut-markup.ts";
import type { ImageAmongText } from "../ooxml/drawing-printer.ts";
import { MARK_END, MARK_START } from "../ooxml/guards.ts";
import { childElement, descendants } from "../ooxml/markup-search.ts";
import { type MarkupElement, type MarkupNode, replace, TagMark, toXml } from "../ooxml/markup-tree.ts";
import type { Printer } from "../ooxml/printer.ts";
import type { RenderJob } from "../ooxml/render-job.ts";
import { escapeValue } from "../ooxml/text-markup.ts";
import { arrangeImages, type Box } from "./arrange-images.ts";
import { withShapes } from "./slide-shapes.ts";

const IMAGE_TAGS: ReadonlySet<string> = new Set(["image", "qrcode", "barcode"]);
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Text boxes that hold one picture tag and nothing else become pictures, in the box of the text box. */
export function bindShapeImages(root: MarkupElement, part: string): void {
  for (const node of [...descendants(root)]) {
    if (node.kind !== "element" || node.name !== "p:sp") continue;
    const marks = [...descendants(node)].filter((each): each is TagMark => each.kind === "tag");
    const [mark] = marks;
    if (marks.length !== 1 || mark?.tag.role !== "function" || !IMAGE_TAGS.has(mark.tag.name)) continue;
    const others = [...descendants(node)].some(
      (each) => each.kind !== "element" && each.kind !== "tag" && isVisible(each),
    );
    if (others) continue;
    const xml = toXml(node);
    const id = /<p:cNvPr\b[^>]*? id="(\d+)"/.exec(xml)?.[1] ?? "1";
    replace(node, new TagMark(mark.tag, new ShapeImagePrinter(part, id, boxOfShape(xml))));
  }
}

function boxOfShape(xml: string): Box {
  return ownBox(xml) ?? { x: 914_400, y: 914_400, width: 2_743_200, height: 2_743_200 };
}

/** Where a shape is; absent if its layout decides. */
function ownBox(xml: string): Box | undefined {
  const [, x, y] = /<a:off x="(-?\d+)" y="(-?\d+)"/.exec(xml) ?? [];
  const [, width, height] = /<a:ext cx="(\d+)" cy="(\d+)"/.exec(xml) ?? [];
  if (x === undefined || width === undefined) return undefined;
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
}

/**
 * Draws pictures that are among the text of a shape, or beside others: DrawingML has none in a line of text, so they
 * are put over the shape once all of them are known. Absent if the place of the shape is not known.
 */
export function imageAmongText(part: string, path: readonly MarkupElement[]): ImageAmongText | undefined {
  const shape = path.findLast(({ name }) => name === "p:sp");
  const properties = shape && childElement(shape, "p:spPr");
  const box = properties && ownBox(toXml(properties));
  if (!box || path.some(({ name }) => name === "p:grpSp")) return undefined;
  // Programs that show the second version of a drawing have the pictures that the first one put over it.
  if (path.some(({ name }) => name === "mc:Fallback")) return () => "";
  const isAlone = !showsText(shape);
  return (image, job, isSized) => {
    const { widthEmu, heightEmu } = image;
    const numbers = [shape.start ?? 0, box.x, box.y, box.width, box.height, widthEmu, heightEmu];
    const head = [...numbers, Number(isAlone), Number(isSized)].join(" ");
    const markup = imageMarkup(UNKNOWN, image, UNPLACED, job.imageId(part, image.mediaName));
    return `${MARK_START}g${head}${markup}${MARK_END}`;
  };
}

/** Each stretch of text in a shape asks, and a shape may have thousands of them. */
const textShapes = new WeakMap<MarkupElement, boolean>();

/** Whether a shape holds more than pictures and the blocks around them. */
function showsText(shape: MarkupElement): boolean {
  const known = textShapes.get(shape);
  if (known !== undefined) return known;
  let shows = false;
  for (const each of descendants(shape)) {
    shows = isShown(each);
    if (shows) break;
  }
  textShapes.set(shape, shows);
  return shows;
}

function isShown(node: MarkupNode): boolean {
  if (node.kind === "text" || node.kind === "raw") return isVisible(node);
  if (node.kind !== "tag") return false;
  return node.tag.role === "output" || (node.tag.role === "function" && !IMAGE_TAGS.has(node.tag.name));
}

/** What is in the markup of pictures until all pictures of their shape are known. */
const UNKNOWN = "0";
const UNPLACED: Box = { x: 0, y: 0, width: 0, height: 0 };
const UNPLACED_MARKUP = /<a:off x="0" y="0"\/><a:ext cx="0" cy="0"\/>/;

interface WaitingImage {
  width: number;
  height: number;
  isSized: boolean;
  index: number;
}

interface Shape {
  box: Box;
  isAlone: boolean;
  images: WaitingImage[];
}

/** A slide with the pictures of its text boxes over its other shapes; those of one box share its space. */
export function withImages(xml: string, waiting: readonly string[]): string {
  const shapes = new Map<number, Shape>();
  const markup = waiting.map((image, index) => {
    const at = image.indexOf("<");
    const [start = 0, x = 0, y = 0, boxWidth = 0, boxHeight = 0, width = 0, height = 0, isAlone, isSized] = image
      .slice(0, at)
      .split(" ")
      .map(Number);
    const box = { x, y, width: boxWidth, height: boxHeight };
    const shape = shapes.get(start) ?? { box, isAlone: isAlone === 1, images: [] };
    shapes.set(start, shape);
    shape.images.push({ width, height, isSized: isSized === 1, index });
    return image.slice(at);
  });
  for (const { box, isAlone, images } of shapes.values()) {
    const mayGrow = isAlone && !images.some(({ isSized }) => isSized);
    arrangeImages(box, images, { place: isAlone ? "middle" : "end", mayGrow }).forEach((place, order) => {
      const { index } = present(images[order]);
      markup[index] = present(markup[index]).replace(UNPLACED_MARKUP, placeMarkup(place));
    });
  }
  return withShapes(xml, (firstId) =>
    markup
      .map((image, index) =>
        image.replace('id="0" name="Picture 0"', `id="${firstId + index}" name="Picture ${firstId + index}"`),
      )
      .join(""),
  );
}

const placeMarkup = ({ x, y, width, height }: Box): string =>
  `<a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/>`;

function imageMarkup(id: string, image: PlacedImage, place: Box, relationship: string): string {
  return (
    `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Picture ${id}" descr="${escapeValue(image.alt)}"/>` +
    `<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr>` +
    `<p:blipFill><a:blip xmlns:r="${RELATIONSHIPS}" r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>` +
    `<p:spPr><a:xfrm>${placeMarkup(place)}</a:xfrm>` +
    `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`
  );
}

class ShapeImagePrinter implements Printer {
  readonly #part: string;
  readonly #id: string;
  readonly #box: Box;

  constructor(part: string, id: string, box: Box) {
    this.#part = part;
    this.#id = id;
    this.#box = box;
  }

  print(): string {
    return "";
  }

  draw(call: DocumentTagCall, job: RenderJob): string {
    const image = placedImage(call, job);
    if (!image) return "";
    const { attributes } = call;
    const isSized = attributes.width !== undefined || attributes.height !== undefined;
    const scale = isSized ? 1 : Math.min(this.#box.width / image.widthEmu, this.#box.height / image.heightEmu);
    const [width, height] = [Math.round(image.widthEmu * scale), Math.round(image.heightEmu * scale)];
    const x = isSized ? this.#box.x : this.#box.x + Math.round((this.#box.width - width) / 2);
    const y = isSized ? this.#box.y : this.#box.y + Math.round((this.#box.height - height) / 2);
    return imageMarkup(this.#id, image, { x, y, width, height }, job.imageId(this.#part, image.mediaName));
  }
}
