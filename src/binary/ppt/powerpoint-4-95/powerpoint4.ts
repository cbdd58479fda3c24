/**
 * PowerPoint 4 (stream `PP40`), of the Mac and of Windows. Its format was never published; what is read here is what
 * files show: a document zone names the lists of slides, pictures, rulers, color schemes and fonts.
 */

import { appendAll } from "../../../domain/collections/long-lists.ts";
import { LIMITS } from "../../../domain/limits.ts";
import { UnreadableFile } from "../../../domain/unreadable-file.ts";
import { dibFile } from "../../../metafile/dib.ts";
import { codePageDecoder } from "../../code-page.ts";
import type { Blip } from "../../officeart/blip.ts";
import { schemeOr } from "../color-scheme.ts";
import type { LegacyPresentation, LegacyShape, LegacySlide } from "./legacy-presentation.ts";
import { type Ppt4BlockReader, Ppt4File } from "./ppt4-file.ts";
import { readFrames } from "./ppt4-frames.ts";
import {
  type Ppt4Tables,
  ppt4Color,
  readFontNames,
  readPpt4Texts,
  readRulers,
  readSchemes,
  readUserColors,
} from "./ppt4-text.ts";
import { MAX_LEGACY_SLIDES, ReadBudget } from "./read-budget.ts";

const MAC_CODE_PAGE = 10_000;
/** Places of zone numbers in the document zone. */
const DOCUMENT = { slides: 34, master: 42, images: 74, rulers: 78, schemes: 82, colors: 86, fonts: 98 };
const SLIDE_BOX_AT = 8;
const OTHER_BOX_AT = 16;
const SLIDE_ENTRY_BYTES = 16;
const MAX_SIDE = 32_000;
const DEFAULT_SIZE = { width: 5_760, height: 4_320 };
const PICT_PREFIX_BYTES = 512;
const NO_BLOCK = -1;

/** `codePage`: of the texts of files for Windows. */
export function readPowerPoint4(stream: Uint8Array, codePage: number): LegacyPresentation {
  const file = new Ppt4File(stream);
  const document = file.block(file.documentBlock);
  if (!document) throw new UnreadableFile("the presentation's directory is damaged");
  const list = (at: number) => document.u32(at) || NO_BLOCK;
  const tables: Ppt4Tables = {
    decoder: codePageDecoder(file.isMac ? MAC_CODE_PAGE : codePage),
    fonts: readFontNames(file, list(DOCUMENT.fonts)),
    schemes: readSchemes(file, list(DOCUMENT.schemes)),
    userColors: readUserColors(file, list(DOCUMENT.colors)),
    rulers: readRulers(file, list(DOCUMENT.rulers)),
  };
  const box = slideBox(document);
  const context: ContentContext = {
    file,
    tables,
    origin: { x: box.left, y: box.top },
    image: imageReader(file, list(DOCUMENT.images)),
    budget: new ReadBudget(),
  };
  const master = contentOf(file, list(DOCUMENT.master));
  const masterShapes = new Map<number, LegacyShape[]>();
  const slides = slideZones(file, list(DOCUMENT.slides)).map((id): LegacySlide => {
    const content = contentOf(file, id);
    const scheme = content?.u16(20) ?? 0;
    const showsMaster = content === undefined || (content.flags(18) & 0x80) !== 0;
    const shapes: LegacyShape[] = [];
    // Masters look as the slide's colors say.
    if (master && showsMaster) {
      const known = masterShapes.get(scheme) ?? readContent(master, scheme, true, context);
      masterShapes.set(scheme, known);
      appendAll(shapes, known);
    }
    if (content) appendAll(shapes, readContent(content, scheme, false, context));
    context.budget.shapes(shapes.length);
    const background = ppt4Color(0, scheme, tables);
    return {
      scheme: schemeOr(tables.schemes.get(scheme)),
      background: background === undefined ? undefined : { kind: "solid", color: background, opacity: 1 },
      shapes,
      footer: "",
    };
  });
  const { fonts } = tables;
  return { width: box.right - box.left, height: box.bottom - box.top, fonts, slides };
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The larger one of two boxes, turned as the slide's is: the other one may be that of notes. */
function slideBox(document: Ppt4BlockReader): Box {
  const first = document.edges(SLIDE_BOX_AT);
  const other = document.edges(OTHER_BOX_AT);
  const size = ({ left, top, right, bottom }: Box) => ({ width: right - left, height: bottom - top });
  const isBox = (box: Box) => {
    const { width, height } = size(box);
    return width >= 100 && height >= 100 && width <= MAX_SIDE && height <= MAX_SIDE;
  };
  const half = { x: DEFAULT_SIZE.width / 2, y: DEFAULT_SIZE.height / 2 };
  if (!isBox(first)) return { left: -half.x, right: half.x, top: -half.y, bottom: half.y };
  const sum = (box: Box) => size(box).width + size(box).height;
  if (!isBox(other) || sum(other) <= sum(first)) return first;
  const isAlike = size(first).width > size(first).height === size(other).width > size(other).height;
  return isAlike ? other : { left: other.top, top: other.left, right: other.bottom, bottom: other.right };
}

/** Numbers of the slides' zones. */
function slideZones(file: Ppt4File, root: number): number[] {
  const list = file.block(file.block(root)?.u32(6) ?? NO_BLOCK);
  if (!list) return [];
  const count = Math.min(list.u16(0), Math.floor(list.length / SLIDE_ENTRY_BYTES) - 1, MAX_LEGACY_SLIDES);
  return Array.from({ length: Math.max(0, count) }, (_, index) => list.u32((index + 1) * SLIDE_ENTRY_BYTES + 12));
}

function contentOf(file: Ppt4File, slide: number): Ppt4BlockReader | undefined {
  const block = file.block(slide);
  return block && file.block(block.u32(8));
}

interface ContentContext {
  file: Ppt4File;
  tables: Ppt4Tables;
  origin: { x: number; y: number };
  image(id: number): Blip | undefined;
  budget: ReadBudget;
}

function readContent(
  content: Ppt4BlockReader,
  scheme: number,
  isMaster: boolean,
  context: ContentContext,
): LegacyShape[] {
  const { file, tables } = context;
  const block = (at: number) => (content.u32(at) === 0 ? undefined : file.block(content.u32(at)));
  const [texts, frames, formats, polygons] = [block(0), block(4), block(30), block(34)];
  for (const part of [texts, frames, formats, polygons]) context.budget.bytes(part?.length ?? 0);
  return readFrames({
    ...context,
    frames,
    formats,
    polygons,
    texts: texts ? readPpt4Texts(texts, scheme, tables, isMaster) : [],
    main: [content.i16(14), content.i16(16)],
    scheme,
    version: file.version,
    isMaster,
  });
}

/** A picture's definition leads to its content, and that to its bytes. */
function imageReader(file: Ppt4File, root: number): (id: number) => Blip | undefined {
  const definitions = file.listed(file.block(root)?.u32(0) ?? NO_BLOCK);
  const known = new Map<number, Blip | undefined>();
  let bytes = 0;
  return (id) => {
    if (!known.has(id) && bytes <= LIMITS.powerPoint4ImageBytes.most) {
      const image = readImage(file, definitions.get(id));
      bytes += image?.bytes.length ?? 0;
      known.set(id, image);
    }
    return known.get(id);
  };
}

function readImage(file: Ppt4File, definition: Ppt4BlockReader | undefined): Blip | undefined {
  const content = definition && file.block(definition.u32(20));
  if (!content) return undefined;
  const bytesAt = file.isMac ? content.u32(10) : content.u16(file.version >= 4 ? 18 : 16);
  const data = file.block(bytesAt)?.bytes;
  return data && imageOf(data, file.isMac);
}

/** Told by the first bytes: a metafile, a bitmap, and on the Mac a PICT. */
function imageOf(data: Uint8Array, isMac = false): Blip | undefined {
  const head = Array.from(data.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (head === "d7cdc69a" || head === "01000900" || head === "02000900") return { bytes: data, extension: "wmf" };
  const bitmap = isMac ? undefined : dibFile(data);
  if (bitmap) return { bytes: bitmap, extension: "bmp" };
  if (!isMac) return undefined;
  const file = new Uint8Array(PICT_PREFIX_BYTES + data.length);
  file.set(data, PICT_PREFIX_BYTES);
  return { bytes: file, extension: "pict" };
}
