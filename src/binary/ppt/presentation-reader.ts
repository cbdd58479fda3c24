/** A presentation's document, masters and slides (MS-PPT 2.4 and 2.5), text not yet styled and shapes not yet written. */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import type { Blip } from "../officeart/blip.ts";
import { BlipStore, readBlipAt } from "../officeart/blip-store.ts";
import { ART } from "../officeart/record-types.ts";
import { type ArtNode, childOfType, childrenOfType } from "../officeart/records.ts";
import type { ShapeProperties } from "../officeart/shape-properties.ts";
import { type ArtDrawing, readDefaultProperties, readDrawing } from "../officeart/shape-tree.ts";
import { type ColorScheme, readColorScheme, schemeOr } from "./color-scheme.ts";
import { type HeadersFooters, readHeadersFooters } from "./headers-footers.ts";
import { PersistDirectory } from "./persist-directory.ts";
import type { PresentationStreams } from "./presentation-streams.ts";
import { binaryTagRecords, utf16 } from "./program-tags.ts";
import { PPT } from "./record-types.ts";
import { readExtensions, readTextBodies, type TextBody } from "./text/text-body.ts";
import { TextStyles } from "./text/text-styles.ts";

interface FontEntity {
  name: string;
}

/** What masters and slides have in common. */
export interface SlideBase {
  /** Names the master in the atoms of slides. */
  id: number;
  drawing: ArtDrawing;
  scheme: ColorScheme;
  /** Whether the master's shapes, scheme and background are shown on it. */
  showsMasterShapes: boolean;
  showsMasterBackground: boolean;
  headersFooters: HeadersFooters | undefined;
}

export interface Master extends SlideBase {
  styles: TextStyles;
  /** Of a title master: the main master beneath it. */
  main: Master | undefined;
}

export interface Slide extends SlideBase {
  master: Master | undefined;
  isHidden: boolean;
  /** Texts of placeholders that are kept outside of the slide's shapes. */
  outlineTexts: readonly TextBody[];
}

export interface PresentationFile {
  /** In master units (1/576 inch). */
  width: number;
  height: number;
  firstSlideNumber: number;
  fonts: ReadonlyMap<number, FontEntity>;
  styles: TextStyles;
  /** What holds for shapes that say nothing themselves. */
  shapeDefaults: ShapeProperties;
  images: BlipStore;
  pictureBullets: readonly (Blip | undefined)[];
  /** Web addresses by id. */
  hyperlinks: ReadonlyMap<number, string>;
  headersFooters: HeadersFooters | undefined;
  masters: readonly Master[];
  slides: readonly Slide[];
}

const LIST = { slides: 0, masters: 1 };
const SLIDE_FLAG = { shapes: 1, scheme: 2, background: 4 };
const IS_HIDDEN = 4;
const MAX_SLIDES = 4_000;
const DEFAULT_WIDTH = 5_760;
const DEFAULT_HEIGHT = 4_320;
const HEADERS_FOOTERS_OF_SLIDES = 3;

/** Throws a plain `Error` with a sentence for people when there is nothing to show. */
export function readPresentation(streams: PresentationStreams): PresentationFile {
  const directory = new PersistDirectory(streams.document, streams.currentEditAt);
  const { document } = directory;
  if (!document) throw new UnreadableFile("the presentation's directory is damaged");
  const environment = childOfType(document, PPT.environment);
  const drawingGroup = childOfType(childOfType(document, PPT.drawingGroup), ART.drawingGroupContainer);
  const styles = new TextStyles(environment, undefined, childOfType(document, PPT.documentInfo));
  const masters = readMasters(document, directory, styles);
  const listed = readSlides(document, directory, masters);
  return {
    ...readSize(document),
    fonts: readFonts(environment),
    styles,
    shapeDefaults: readDefaultProperties(drawingGroup),
    images: new BlipStore(drawingGroup, streams.images),
    pictureBullets: readPictureBullets(document),
    hyperlinks: readHyperlinks(document),
    headersFooters: readHeadersFooters(document, HEADERS_FOOTERS_OF_SLIDES),
    masters,
    slides: listed.length > 0 ? listed : unlistedSlides(directory, masters),
  };
}

/** DocumentAtom (MS-PPT 2.4.2). */
function readSize(document: ArtNode): Pick<PresentationFile, "width" | "height" | "firstSlideNumber"> {
  const atom = childOfType(document, PPT.documentAtom);
  const reader = new ByteReader(atom?.body ?? new Uint8Array(0));
  const side = (value: number, fallback: number) => (value >= 100 && value <= 100_000 ? value : fallback);
  return {
    width: side(reader.i32(0), DEFAULT_WIDTH),
    height: side(reader.i32(4), DEFAULT_HEIGHT),
    firstSlideNumber: atom ? reader.u16(32) : 1,
  };
}

/** FontEntityAtom (MS-PPT 2.9.9): the record's instance is the font's index. */
function readFonts(environment: ArtNode | undefined): Map<number, FontEntity> {
  const fonts = new Map<number, FontEntity>();
  for (const { instance, body } of childrenOfType(childOfType(environment, PPT.fontCollection), PPT.fontEntity)) {
    fonts.set(instance, { name: utf16(body.subarray(0, 64)) });
  }
  return fonts;
}

/** BlipCollection9Container (MS-PPT 2.9.73): after two bytes the picture's record. */
function readPictureBullets(document: ArtNode): (Blip | undefined)[] {
  const tags = binaryTagRecords(childOfType(document, PPT.documentInfo), "___PPT9");
  const collection = tags.find(({ type }) => type === PPT.pictureBulletCollection);
  const bullets: (Blip | undefined)[] = [];
  for (const { instance, body } of childrenOfType(collection, PPT.pictureBullet)) {
    if (instance < 1_000) bullets[instance] = readBlipAt(body, 2);
  }
  return bullets;
}

/** ExHyperlinkContainer (MS-PPT 2.10.16). */
function readHyperlinks(document: ArtNode): Map<number, string> {
  const links = new Map<number, string>();
  for (const link of childrenOfType(childOfType(document, PPT.objectList), PPT.hyperlink)) {
    const atom = childOfType(link, PPT.hyperlinkAtom);
    const target = childOfType(link, PPT.cString, 1);
    if (atom && target) links.set(new ByteReader(atom.body).u32(0), utf16(target.body));
  }
  return links;
}

interface ListEntry {
  slideId: number;
  node: ArtNode;
  texts: TextBody[];
}

/** SlideListWithTextContainer (MS-PPT 2.4.14.3): each persist atom is followed by the texts of its slide. */
function readList(document: ArtNode, directory: PersistDirectory, instance: number): ListEntry[] {
  const list = childOfType(document, PPT.slideList, instance);
  const groups: { atom: ArtNode; records: ArtNode[] }[] = [];
  for (const record of list?.children ?? []) {
    if (record.type === PPT.slidePersist) groups.push({ atom: record, records: [] });
    else groups[groups.length - 1]?.records.push(record);
  }
  return groups.slice(0, MAX_SLIDES).flatMap(({ atom, records }) => {
    const reader = new ByteReader(atom.body);
    const node = directory.node(reader.u32(0));
    return node ? [{ slideId: reader.u32(12), node, texts: readTextBodies(records) }] : [];
  });
}

interface SlideAtom {
  masterId: number;
  flags: number;
}

/** SlideAtom (MS-PPT 2.5.10). */
function readSlideAtom(node: ArtNode): SlideAtom {
  const reader = new ByteReader(childOfType(node, PPT.slideAtom)?.body ?? new Uint8Array(0));
  return { masterId: reader.u32(12), flags: reader.u16(20) };
}

function readBase(node: ArtNode, id: number, flags: number, master: SlideBase | undefined): SlideBase {
  const own = readColorScheme(node);
  const followsScheme = (flags & SLIDE_FLAG.scheme) !== 0;
  return {
    id,
    drawing: readDrawing(childOfType(childOfType(node, PPT.drawing), ART.drawingContainer)),
    scheme: schemeOr(followsScheme ? (master?.scheme ?? own) : (own ?? master?.scheme)),
    showsMasterShapes: (flags & SLIDE_FLAG.shapes) !== 0,
    showsMasterBackground: (flags & SLIDE_FLAG.background) !== 0,
    headersFooters: readHeadersFooters(node),
  };
}

/** Main masters first: title masters, which are kept as slides, build on them. */
function readMasters(document: ArtNode, directory: PersistDirectory, styles: TextStyles): Master[] {
  const entries = readList(document, directory, LIST.masters);
  const mains = entries
    .filter(({ node }) => node.type === PPT.mainMaster)
    .map(({ slideId, node }): Master => {
      const base = readBase(node, slideId, 0, undefined);
      return { ...base, styles: new TextStyles(node, styles), main: undefined };
    });
  const titles = entries
    .filter(({ node }) => node.type === PPT.slide)
    .map(({ slideId, node }): Master => {
      const { masterId, flags } = readSlideAtom(node);
      const main = mains.find(({ id }) => id === masterId) ?? mains[0];
      return { ...readBase(node, slideId, flags, main), styles: main?.styles ?? styles, main };
    });
  return [...mains, ...titles];
}

function readSlides(document: ArtNode, directory: PersistDirectory, masters: readonly Master[]): Slide[] {
  const outlineExtensions = readOutlineExtensions(document);
  return readList(document, directory, LIST.slides)
    .filter(({ node }) => node.type === PPT.slide)
    .map(({ slideId, node, texts }): Slide => {
      const { masterId, flags } = readSlideAtom(node);
      const master = masters.find(({ id }) => id === masterId) ?? masters[0];
      const extensions = outlineExtensions.get(slideId);
      return {
        ...readBase(node, slideId, flags, master),
        master,
        isHidden: isHidden(node),
        outlineTexts: texts.map((text, index) => {
          const found = extensions?.get(index);
          return found ? { ...text, extensions: found } : text;
        }),
      };
    });
}

/** Without a list the slides are shown as they are numbered. */
function unlistedSlides(directory: PersistDirectory, masters: readonly Master[]): Slide[] {
  const slides = directory.nodesOfType(PPT.slide).filter((node) => readSlideAtom(node).masterId !== 0);
  return slides.slice(0, MAX_SLIDES).map((node, index) => {
    const { masterId, flags } = readSlideAtom(node);
    const master = masters.find(({ id }) => id === masterId) ?? masters[0];
    return { ...readBase(node, index, flags, master), master, isHidden: isHidden(node), outlineTexts: [] };
  });
}

/** SlideShowSlideInfoAtom (MS-PPT 2.5.4). */
function isHidden(node: ArtNode): boolean {
  const info = childOfType(node, PPT.slideShowInfo);
  return info !== undefined && (new ByteReader(info.body).u16(10) & IS_HIDDEN) !== 0;
}

/** OutlineTextProps9Container (MS-PPT 2.9.69): extended properties of the texts in the list, by slide and place. */
function readOutlineExtensions(document: ArtNode): Map<number, Map<number, TextBody["extensions"]>> {
  const bySlide = new Map<number, Map<number, TextBody["extensions"]>>();
  const tags = binaryTagRecords(childOfType(document, PPT.documentInfo), "___PPT9");
  const entries = tags.find(({ type }) => type === PPT.outlineTextProps9)?.children ?? [];
  let head: ArtNode | undefined;
  for (const record of entries) {
    if (record.type === PPT.outlineTextPropsHeader9) head = record;
    else if (record.type === PPT.styleTextProp9 && head) {
      const slideId = new ByteReader(head.body).u32(0);
      const ofSlide = bySlide.get(slideId) ?? new Map<number, TextBody["extensions"]>();
      ofSlide.set(head.instance, readExtensions(record.body));
      bySlide.set(slideId, ofSlide);
    }
  }
  return bySlide;
}
