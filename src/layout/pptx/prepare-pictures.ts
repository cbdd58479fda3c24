/** What can only be done once a picture is decoded: sizes of tiles and recolouring. */
import type { Fill, PictureFill } from "../drawing/model.ts";
import type { Slide, SlideNode } from "./slide-model.ts";

/** Anything with a picture whose colours may change. */
interface Recolourable {
  source?: string | undefined;
  duotone?: readonly [dark: string, light: string] | undefined;
}

const MOST_PIXELS = 1_500_000;
const MOST_PICTURES = 200;
const POINTS_PER_INCH = 72;

export async function preparePictures(slides: readonly Slide[], resolutionOf: (url: string) => number): Promise<void> {
  const fills: PictureFill[] = [];
  const pictures: Recolourable[] = [];
  const addFill = (fill: Fill) => {
    if (fill.kind !== "picture") return;
    if (fill.tiling) fills.push(fill);
    if (fill.duotone) pictures.push(fill);
  };
  const visit = (nodes: readonly SlideNode[]) => {
    for (const node of nodes) {
      if (node.kind === "group") visit(node.children);
      else if (node.kind === "shape") addFill(node.fill);
      else if (node.kind === "table") for (const cell of node.table.cells) addFill(cell.fill);
      else if (node.kind === "picture") {
        addFill(node.fill);
        if (node.picture.duotone) pictures.push(node.picture);
      }
    }
  };
  for (const slide of slides) {
    addFill(slide.background);
    visit(slide.nodes);
  }
  const decoded = new Map<string, Promise<HTMLImageElement | undefined>>();
  const decode = (url: string) => {
    let image = decoded.get(url);
    if (!image) decoded.set(url, (image = decodePicture(url)));
    return image;
  };
  for (const fill of fills.slice(0, MOST_PICTURES)) {
    const image = await decode(fill.source);
    const scale = POINTS_PER_INCH / resolutionOf(fill.source);
    if (image && fill.tiling)
      fill.tiling.tilePt = { widthPt: image.naturalWidth * scale, heightPt: image.naturalHeight * scale };
  }
  const recoloured = new Map<string, Promise<string | undefined>>();
  for (const picture of pictures.slice(0, MOST_PICTURES)) {
    const { source, duotone } = picture;
    if (!source || !duotone) continue;
    const key = `${source} ${duotone.join(" ")}`;
    let made = recoloured.get(key);
    if (!made) recoloured.set(key, (made = decode(source).then((image) => image && inTwoColours(image, duotone))));
    picture.source = (await made) ?? source;
  }
}

async function decodePicture(url: string): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return image.naturalWidth > 0 ? image : undefined;
  } catch {
    return undefined;
  }
}

function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16) || 0;
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The picture's brightness as a way from the dark to the light colour; undefined where pixels cannot be read. */
async function inTwoColours(image: HTMLImageElement, colors: readonly [string, string]): Promise<string | undefined> {
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (image.naturalWidth * image.naturalHeight)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.naturalWidth * shrink));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * shrink));
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  try {
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    const { data } = pixels;
    const dark = channels(colors[0]);
    const light = channels(colors[1]);
    for (let at = 0; at < data.length; at += 4) {
      const brightness = (0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!) / 255;
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = dark[channel]! + (light[channel]! - dark[channel]!) * brightness;
    }
    context.putImageData(pixels, 0, 0);
  } catch {
    return undefined;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return blob ? URL.createObjectURL(blob) : undefined;
}
