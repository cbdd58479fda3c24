/**
 * PowerPoint 95: the stream `PowerPoint Document` in records of an older form, which was never published. What is read
 * here is what files show; unknown records are skipped by their length.
 */
import { appendAll } from "../../../domain/collections/long-lists.ts";
import { UnreadableFile } from "../../../domain/unreadable-file.ts";
import { dibFile } from "../../../metafile/dib.ts";
import { ByteReader } from "../../../office/byte-reader.ts";
import { codePageDecoder } from "../../code-page.ts";
import type { Blip } from "../../officeart/blip.ts";
import { schemeOr } from "../color-scheme.ts";
import type { LegacyPresentation, LegacyShape, LegacySlide } from "./legacy-presentation.ts";
import {
  PPT95,
  type Ppt95Record,
  ppt95Child,
  ppt95Children,
  ppt95Descendant,
  readPpt95Records,
} from "./ppt95-records.ts";
import { readRecordShapes, recordFill, type ShapeSources } from "./ppt95-shapes.ts";
import {
  numbered,
  type RecordTables,
  readFields,
  readRecordFonts,
  readRecordRulers,
  readRecordScheme,
  readString,
} from "./ppt95-text.ts";
import { MAX_LEGACY_SLIDES, ReadBudget } from "./read-budget.ts";

/** Instances of lists. */
const LIST = { slides: 10, masters: 11 };
/** Instance of the rectangle behind a slide. */
const BACKGROUND = 28;
const FOOTER_STRING = 48;
const DEFAULT_SIZE = { width: 5_760, height: 4_320 };

/** `codePage`: of all texts. */
export function readPowerPoint95(stream: Uint8Array, codePage: number): LegacyPresentation {
  const [root] = readPpt95Records(stream);
  const document = ppt95Child(root, PPT95.document);
  if (!document) throw new UnreadableFile("the presentation's directory is damaged");
  const environment = ppt95Child(document, PPT95.environment);
  const size = readSize(document);
  const tables: RecordTables = {
    decoder: codePageDecoder(codePage),
    fonts: readRecordFonts(environment),
    rulers: readRecordRulers(environment),
    fields: readFields(environment),
  };
  const context: SlideContext = {
    tables,
    images: readImages(environment),
    center: { x: size.width / 2, y: size.height / 2 },
    budget: new ReadBudget(),
    masterShapes: new Map(),
    masters: new Map(membersOf(document, LIST.masters, PPT95.master).map((master) => [idsOf(master).own, master])),
  };
  const records = membersOf(document, LIST.slides, PPT95.slide).slice(0, MAX_LEGACY_SLIDES);
  const slides = records.map((record) => readSlide(record, context));
  return { ...size, fonts: tables.fonts, slides };
}

interface SlideContext {
  tables: RecordTables;
  images: ReadonlyMap<number, Blip>;
  center: { x: number; y: number };
  masters: ReadonlyMap<number, Ppt95Record>;
  /** What was read from masters, by their ids and the colors that they are shown in. */
  masterShapes: Map<string, LegacyShape[]>;
  budget: ReadBudget;
}

function readSize(document: Ppt95Record): { width: number; height: number } {
  const reader = new ByteReader(ppt95Child(document, PPT95.documentAtom)?.body ?? new Uint8Array(0));
  const side = (value: number, fallback: number) => (value >= 100 && value <= 100_000 ? value : fallback);
  return { width: side(reader.i32(0), DEFAULT_SIZE.width), height: side(reader.i32(4), DEFAULT_SIZE.height) };
}

function membersOf(document: Ppt95Record, instance: number, type: number): Ppt95Record[] {
  return ppt95Children(document, PPT95.list)
    .filter((list) => list.instance === instance)
    .flatMap((list) => ppt95Children(list, type));
}

function idsOf(slide: Ppt95Record): { own: number; master: number } {
  const reader = new ByteReader(ppt95Child(slide, PPT95.slideAtom)?.body ?? new Uint8Array(0));
  return { own: reader.u32(0), master: reader.u32(4) };
}

function readSlide(record: Ppt95Record, context: SlideContext): LegacySlide {
  const { tables, images, center, masters, masterShapes, budget } = context;
  const masterId = idsOf(record).master;
  const master = masters.get(masterId);
  const information = ppt95Child(record, PPT95.slideInformation)?.body;
  const flags = new ByteReader(information ?? new Uint8Array(0));
  const showsMaster = !information || flags.u8(16) !== 0;
  const hasBackground = information !== undefined && flags.u8(20) === 0;
  const scheme = schemeOr(readRecordScheme(record) ?? readRecordScheme(master));
  const sources = (isMaster: boolean): ShapeSources => ({ scheme, tables, images, center, isMaster });
  const shapes: LegacyShape[] = [];
  if (master && showsMaster) {
    const key = `${masterId} ${scheme.join()}`;
    if (!masterShapes.has(key)) budget.bytes(master.body.length);
    const known = masterShapes.get(key) ?? readRecordShapes(ppt95Child(master, PPT95.shapes), sources(true));
    masterShapes.set(key, known);
    appendAll(shapes, known);
  }
  appendAll(shapes, readRecordShapes(ppt95Child(record, PPT95.shapes), sources(false)));
  budget.shapes(shapes.length);
  return {
    scheme,
    background: backgroundOf(hasBackground || !master ? record : master, scheme),
    shapes,
    footer: readString(ppt95Child(record, PPT95.headersFooters), FOOTER_STRING, tables),
  };
}

function backgroundOf(owner: Ppt95Record, scheme: LegacySlide["scheme"]): LegacySlide["background"] {
  const rectangle = ppt95Child(owner, PPT95.rectangle, BACKGROUND);
  const appearances = ppt95Child(rectangle, PPT95.appearances);
  const plain = { kind: "solid", color: scheme[0] ?? "FFFFFF", opacity: 1 } as const;
  return (appearances && recordFill(new ByteReader(appearances.body), scheme)) ?? plain;
}

/** Bitmaps and metafiles; each is followed by its number. */
function readImages(environment: Ppt95Record | undefined): Map<number, Blip> {
  return numbered(ppt95Child(environment, PPT95.pictureCollection), (member): Blip | undefined => {
    const metafile = ppt95Descendant(member, PPT95.metafile);
    if (metafile) return metafile.body.length > 0 ? { bytes: metafile.body, extension: "wmf" } : undefined;
    const bitmap = ppt95Child(member, PPT95.bitmap);
    const bytes = bitmap && dibFile(bitmap.body);
    return bytes && { bytes, extension: "bmp" };
  });
}
