import type { DocumentTagCall } from "../../language/render-context.ts";
import { placedImage } from "../ooxml/code-image.ts";
import { isVisible } from "../ooxml/cut-markup.ts";
import { descendants, type MarkupElement, replace, TagMark, toXml } from "../ooxml/markup-tree.ts";
import type { Printer } from "../ooxml/printer.ts";
import type { RenderJob } from "../ooxml/render-job.ts";
import { escapeValue } from "../ooxml/text-markup.ts";

const PICTURE_TAGS: ReadonlySet<string> = new Set(["image", "qrcode", "barcode"]);
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Text boxes that hold one picture tag and nothing else become pictures, in the box of the text box. */
export function bindShapePictures(root: MarkupElement, part: string): void {
  for (const node of [...descendants(root)]) {
    if (node.kind !== "element" || node.name !== "p:sp") continue;
    const marks = [...descendants(node)].filter((each): each is TagMark => each.kind === "tag");
    const [mark] = marks;
    if (marks.length !== 1 || mark?.tag.role !== "function" || !PICTURE_TAGS.has(mark.tag.name)) continue;
    const others = [...descendants(node)].some(
      (each) => each.kind !== "element" && each.kind !== "tag" && isVisible(each),
    );
    if (others) continue;
    const xml = toXml(node);
    const id = /<p:cNvPr\b[^>]*? id="(\d+)"/.exec(xml)?.[1] ?? "1";
    replace(node, new TagMark(mark.tag, new ShapePicturePrinter(part, id, boxOfShape(xml))));
  }
}

function boxOfShape(xml: string): Box {
  const [, x, y] = /<a:off x="(-?\d+)" y="(-?\d+)"/.exec(xml) ?? [];
  const [, width, height] = /<a:ext cx="(\d+)" cy="(\d+)"/.exec(xml) ?? [];
  return {
    x: Number(x ?? 914_400),
    y: Number(y ?? 914_400),
    width: Number(width ?? 2_743_200),
    height: Number(height ?? 2_743_200),
  };
}

class ShapePicturePrinter implements Printer {
  constructor(
    private readonly part: string,
    private readonly id: string,
    private readonly box: Box,
  ) {}

  print(): string {
    return "";
  }

  draw(call: DocumentTagCall, job: RenderJob): string {
    const image = placedImage(call, job);
    if (!image) return "";
    const { attributes } = call;
    const isSized = attributes.width !== undefined || attributes.height !== undefined;
    const scale = isSized ? 1 : Math.min(this.box.width / image.widthEmu, this.box.height / image.heightEmu);
    const [width, height] = [Math.round(image.widthEmu * scale), Math.round(image.heightEmu * scale)];
    const x = isSized ? this.box.x : this.box.x + Math.round((this.box.width - width) / 2);
    const y = isSized ? this.box.y : this.box.y + Math.round((this.box.height - height) / 2);
    const relationship = job.imageId(this.part, image.mediaName);
    return (
      `<p:pic><p:nvPicPr><p:cNvPr id="${this.id}" name="Picture ${this.id}" descr="${escapeValue(image.alt)}"/>` +
      `<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr>` +
      `<p:blipFill><a:blip xmlns:r="${RELATIONSHIPS}" r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>` +
      `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>` +
      `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`
    );
  }
}
