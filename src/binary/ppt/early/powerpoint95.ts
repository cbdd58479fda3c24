/**
 * PowerPoint 95: the stream `PowerPoint Document` in records of an older form, which was never published. What is read
 * here is what files show; unknown records are skipped by their length.
 */
import { UnreadableFile } from "../../../domain/unreadable-file.ts";
import { dibFile } from "../../../metafile/dib.ts";
import { ByteReader } from "../../../office/byte-reader.ts";
import { codePageDecoder } from "../../code-page.ts";
import type { Blip } from "../../officeart/blip.ts";
import { schemeOr } from "../color-scheme.ts";
import type { EarlyPresentation, EarlyShape, EarlySlide } from "./early-presentation.ts";
import { MAX_EARLY_SLIDES, ReadBudget } from "./read-budget.ts";
import { readRecordShapes, recordFill, type ShapeSources } from "./record-shapes.ts";
import {
  numbered,
  type RecordTables,
  readFields,
  readRecordFonts,
  readRecordRulers,
  readRecordScheme,
  readString,
} from "./record-text.ts";
import {
  EARLY,
  type EarlyRecord,
  earlyChild,
  earlyChildren,
  earlyDescendant,
  readEarlyRecords,
} from "./record-tree.ts";

/** Instances of lists. */
const LIST = { slides: 10, masters: 11 };
/** Instance of the rectangle behind a slide. */
const BACKGROUND = 28;
const FOOTER_STRING = 48;
const DEFAULT_SIZE = { width: 5_760, height: 4_320 };

/** `codePage`: of all texts. */
export function readPowerPoint95(stream: Uint8Array, codePage: number): EarlyPresentation {
  const [root] = readEarlyRecords(stream);
  const document = earlyChild(root, EARLY.document);
  if (!document) throw new UnreadableFile("the presentation's directory is damaged");
  const environment = earlyChild(document, EARLY.environment);
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
    centre: { x: size.width / 2, y: size.height / 2 },
    budget: new ReadBudget(),
    masterShapes: new Map(),
    masters: new Map(membersOf(document, LIST.masters, EARLY.master).map((master) => [idsOf(master).own, master])),
  };
  const records = membersOf(document, LIST.slides, EARLY.slide).slice(0, MAX_EARLY_SLIDES);
  const slides = records.map((record) => readSlide(record, context));
  return { ...size, fonts: tables.fonts, slides };
}

interface SlideContext {
  tables: RecordTables;
  images: ReadonlyMap<number, Blip>;
  centre: { x: number; y: number };
  masters: ReadonlyMap<number, EarlyRecord>;
  /** What was read from masters, by their ids and the colours that they are shown in. */
  masterShapes: Map<string, EarlyShape[]>;
  budget: ReadBudget;
}

function readSize(document: EarlyRecord): { width: number; height: number } {
  const reader = new ByteReader(earlyChild(document, EARLY.documentAtom)?.body ?? new Uint8Array(0));
  const side = (value: number, fallback: number) => (value >= 100 && value <= 100_000 ? value : fallback);
  return { width: side(reader.i32(0), DEFAULT_SIZE.width), height: side(reader.i32(4), DEFAULT_SIZE.height) };
}

function membersOf(document: EarlyRecord, instance: number, type: number): EarlyRecord[] {
  return earlyChildren(document, EARLY.list)
    .filter((list) => list.instance === instance)
    .flatMap((list) => earlyChildren(list, type));
}

function idsOf(slide: EarlyRecord): { own: number; master: number } {
  const reader = new ByteReader(earlyChild(slide, EARLY.slideAtom)?.body ?? new Uint8Array(0));
  return { own: reader.u32(0), master: reader.u32(4) };
}

function readSlide(record: EarlyRecord, context: SlideContext): EarlySlide {
  const { tables, images, centre, masters, masterShapes, budget } = context;
  const masterId = idsOf(record).master;
  const master = masters.get(masterId);
  const information = earlyChild(record, EARLY.slideInformation)?.body;
  const flags = new ByteReader(information ?? new Uint8Array(0));
  const showsMaster = !information || flags.u8(16) !== 0;
  const hasBackground = information !== undefined && flags.u8(20) === 0;
  const scheme = schemeOr(readRecordScheme(record) ?? readRecordScheme(master));
  const sources = (isMaster: boolean): ShapeSources => ({ scheme, tables, images, centre, isMaster });
  const shapes: EarlyShape[] = [];
  if (master && showsMaster) {
    const key = `${masterId} ${scheme.join()}`;
    if (!masterShapes.has(key)) budget.bytes(master.body.length);
    const known = masterShapes.get(key) ?? readRecordShapes(earlyChild(master, EARLY.shapes), sources(true));
    masterShapes.set(key, known);
    shapes.push(...known);
  }
  shapes.push(...readRecordShapes(earlyChild(record, EARLY.shapes), sources(false)));
  budget.shapes(shapes.length);
  return {
    scheme,
    background: backgroundOf(hasBackground || !master ? record : master, scheme),
    shapes,
    footer: readString(earlyChild(record, EARLY.headersFooters), FOOTER_STRING, tables),
  };
}

function backgroundOf(owner: EarlyRecord, scheme: EarlySlide["scheme"]): EarlySlide["background"] {
  const rectangle = earlyChild(owner, EARLY.rectangle, BACKGROUND);
  const appearances = earlyChild(rectangle, EARLY.appearances);
  const plain = { kind: "solid", color: scheme[0] ?? "FFFFFF", opacity: 1 } as const;
  return (appearances && recordFill(new ByteReader(appearances.body), scheme)) ?? plain;
}

/** Bitmaps and metafiles; each is followed by its number. */
function readImages(environment: EarlyRecord | undefined): Map<number, Blip> {
  return numbered(earlyChild(environment, EARLY.pictureCollection), (member): Blip | undefined => {
    const metafile = earlyDescendant(member, EARLY.metafile);
    if (metafile) return metafile.body.length > 0 ? { bytes: metafile.body, extension: "wmf" } : undefined;
    const bitmap = earlyChild(member, EARLY.bitmap);
    const bytes = bitmap && dibFile(bitmap.body);
    return bytes && { bytes, extension: "bmp" };
  });
}
