/** What can only be done once a picture is decoded: sizes of tiles and recolouring. */

import type { Fill, PictureFill, Tiling } from "../../layout/model/fill.ts";
import type { PictureNode as Picture } from "../../layout/model/shapes.ts";
import { NO_EDGES, type PictureNode, type Slide, type SlideNode } from "../../layout/slides/model/slide.ts";

/** Anything with a picture whose colours may change. */
interface Recolourable {
  source?: string | undefined;
  duotone?: readonly [dark: string, light: string] | undefined;
}

const MAX_PIXELS = 1_500_000;
const MAX_PICTURES = 200;
const POINTS_PER_INCH = 72;

/** `checkTime` throws when the time for the whole layout has run out. */
export async function preparePictures(
  slides: readonly Slide[],
  resolutionOf: (url: string) => number,
  checkTime: () => void,
): Promise<void> {
  const fills: PictureFill[] = [];
  const pictures: Recolourable[] = [];
  const originals = new Map<PictureFill, string>();
  const softened: PictureNode[] = [];
  const addFill = (fill: Fill) => {
    if (fill.kind !== "picture") return;
    if (fill.tiling) {
      fills.push(fill);
      originals.set(fill, fill.source);
    }
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
        if (node.effects.softEdgePt > 0) softened.push(node);
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
  const recoloured = new Map<string, Promise<string | undefined>>();
  for (const picture of pictures.slice(0, MAX_PICTURES)) {
    checkTime();
    const { source, duotone } = picture;
    if (!source || !duotone) continue;
    const key = `${source} ${duotone.join(" ")}`;
    let made = recoloured.get(key);
    if (!made) recoloured.set(key, (made = decode(source).then((image) => image && inTwoColours(image, duotone))));
    picture.source = (await made) ?? source;
  }
  for (const { picture, effects } of softened.slice(0, MAX_PICTURES)) {
    checkTime();
    const image = picture.source ? await decode(picture.source) : undefined;
    const source = image && (await withSoftEdges(image, picture, effects.softEdgePt));
    if (source) Object.assign(picture, { source, crop: NO_EDGES });
  }
  const sheets = new Map<string, Promise<TileSheet | undefined>>();
  for (const fill of fills.slice(0, MAX_PICTURES)) {
    checkTime();
    const { tiling, source } = fill;
    if (!tiling) continue;
    const key = `${source} ${tiling.flip}`;
    let sheet = sheets.get(key);
    if (!sheet)
      sheets.set(key, (sheet = decode(source).then((image) => image && tileSheet(image, source, tiling.flip))));
    const made = await sheet;
    if (!made) continue;
    // The picture's own resolution applies to its recoloured copy, too.
    const scale = POINTS_PER_INCH / resolutionOf(originals.get(fill) ?? source);
    tiling.tilePt = { widthPt: made.widthPx * scale, heightPt: made.heightPx * scale };
    if (made.source !== source) tiling.flip = "none";
    fill.source = made.source;
  }
}

const SOFT_PX_PER_PT = 2;

/** The visible part of a picture that fades out towards its edges. */
async function withSoftEdges(
  image: HTMLImageElement,
  { crop, widthPt, heightPt }: Picture,
  radiusPt: number,
): Promise<string | undefined> {
  const scale = Math.min(SOFT_PX_PER_PT, Math.sqrt(MAX_PIXELS / Math.max(1, widthPt * heightPt)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(widthPt * scale));
  canvas.height = Math.max(1, Math.round(heightPt * scale));
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  const { naturalWidth, naturalHeight } = image;
  context.drawImage(
    image,
    crop.left * naturalWidth,
    crop.top * naturalHeight,
    Math.max(0.01, 1 - crop.left - crop.right) * naturalWidth,
    Math.max(0.01, 1 - crop.top - crop.bottom) * naturalHeight,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  const radius = radiusPt * scale;
  context.globalCompositeOperation = "destination-in";
  context.filter = `blur(${(radius / 2).toFixed(1)}px)`;
  context.fillRect(radius, radius, canvas.width - radius * 2, canvas.height - radius * 2);
  return await canvasUrl(canvas, "image/png");
}

interface TileSheet {
  source: string;
  widthPx: number;
  heightPx: number;
}

const SHEET_PX = 120;
const JPEG_QUALITY = 0.9;

/** Small tiles are joined to larger ones, so that a page consists of few of them; mirrored ones are mirrored in it. */
async function tileSheet(image: HTMLImageElement, source: string, flip: Tiling["flip"]): Promise<TileSheet> {
  const { naturalWidth: width, naturalHeight: height } = image;
  const count = (size: number, flips: boolean) => {
    const wanted = Math.max(1, Math.ceil(SHEET_PX / size));
    return flips ? Math.ceil(wanted / 2) * 2 : wanted;
  };
  const columns = count(width, flip.includes("x"));
  const rows = count(height, flip.includes("y"));
  const single = { source, widthPx: width, heightPx: height };
  if (columns * rows === 1 || columns * width * rows * height > MAX_PIXELS) return single;
  const canvas = document.createElement("canvas");
  canvas.width = columns * width;
  canvas.height = rows * height;
  const context = canvas.getContext("2d");
  if (!context) return single;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const mirrorX = flip.includes("x") && column % 2 === 1;
      const mirrorY = flip.includes("y") && row % 2 === 1;
      context.setTransform(
        mirrorX ? -1 : 1,
        0,
        0,
        mirrorY ? -1 : 1,
        (column + (mirrorX ? 1 : 0)) * width,
        (row + (mirrorY ? 1 : 0)) * height,
      );
      context.drawImage(image, 0, 0, width, height);
    }
  }
  const url = await canvasUrl(canvas, "image/png");
  return url ? { source: url, widthPx: canvas.width, heightPx: canvas.height } : single;
}

async function canvasUrl(canvas: HTMLCanvasElement, type: string): Promise<string | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => {
    try {
      canvas.toBlob(resolve, type, JPEG_QUALITY);
    } catch {
      resolve(null);
    }
  });
  return blob ? URL.createObjectURL(blob) : undefined;
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

/**
 * The picture's brightness as a position between the dark and the light colour; undefined where pixels cannot be read.
 */
async function inTwoColours(image: HTMLImageElement, colors: readonly [string, string]): Promise<string | undefined> {
  const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / (image.naturalWidth * image.naturalHeight)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.naturalWidth * shrink));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * shrink));
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  let isOpaque = true;
  try {
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    const { data } = pixels;
    const dark = channels(colors[0]);
    const light = channels(colors[1]);
    const valueAt = (place: number) => data[place] ?? 0;
    for (let at = 0; at < data.length; at += 4) {
      if (valueAt(at + 3) < 255) isOpaque = false;
      const brightness = (0.2126 * valueAt(at) + 0.7152 * valueAt(at + 1) + 0.0722 * valueAt(at + 2)) / 255;
      dark.forEach((from, channel) => {
        data[at + channel] = from + ((light[channel] ?? from) - from) * brightness;
      });
    }
    context.putImageData(pixels, 0, 0);
  } catch {
    return undefined;
  }
  return await canvasUrl(canvas, isOpaque ? "image/jpeg" : "image/png");
}
