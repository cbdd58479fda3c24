import { appendAll } from "../../domain/collections/long-lists.ts";
import type { FailureItem } from "../../domain/failure.ts";
import { assembleTemplate } from "../../language/assemble.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import type { TemplateNode } from "../../language/ast.ts";
import type { MergeField } from "../../language/field-tree.ts";
import { fieldsOfTree, fieldTree } from "../../language/list-fields.ts";
import type { Template } from "../../language/template.ts";
import { parseXml } from "../../office/xml-tree.ts";
import { FieldIndex } from "../field-index.ts";
import { diagramDrawings, writtenOnce } from "../ooxml/diagram-parts.ts";
import { OfficePackage } from "../ooxml/office-package.ts";
import type { JobBasis } from "../ooxml/render-job.ts";
import { TagRegister } from "../ooxml/tag-register.ts";
import type { CommentTemplate } from "./comments/comment-template.ts";
import { attachComments } from "./comments/comments.ts";
import { assembleSheet, compileSheet } from "./compile-sheet.ts";
import { compileName, type DefinedName } from "./defined-names.ts";
import { withEndsMarked } from "./header-codes.ts";
import { attachLinks, type LinkTemplate } from "./hyperlinks.ts";
import { attachImages, type ImageTemplate } from "./images.ts";
import { captured, formulaPrinter, headerPrinter, sheetMark, sheetTextMark, workbookTextMark } from "./marks.ts";
import { preserveReferredRows } from "./preserved-rows.ts";
import { attachObjects, type RepeatedObject, withoutRepeatedTags } from "./repeated-objects.ts";
import type { SheetFrame } from "./sheet-frame.ts";
import type { SheetTemplate } from "./sheet-template.ts";
import { frameTexts, markupTokens, textTokens } from "./sheet-texts.ts";
import { partText, readWorkbook, type WorkbookSource } from "./workbook-source.ts";
import { CHARTS, DIAGRAMS, withoutCachedPoints } from "./write-chart.ts";

/** A sheet of the template with everything attached to it. */
export interface SheetParts {
  template: SheetTemplate;
  frame: SheetFrame;
  /** Slots of the sheet's own texts: its name, headers and prompts by their text, drawings and charts by their part. */
  slots: Map<string, number>;
  links: LinkTemplate[];
  comments: CommentTemplate[];
  images: ImageTemplate[];
  objects: RepeatedObject[];
}

/** A workbook template made ready: one program for all of its sheets, shared by all renders of the version. */
export interface CompiledWorkbook {
  source: OfficePackage;
  workbook: WorkbookSource;
  sheets: SheetParts[];
  template: Template;
  errors: readonly FailureItem[];
  fields: readonly MergeField[];
  /** The same with their places. */
  index: FieldIndex;
  basis: JobBasis;
  names: DefinedName[];
  /** Slots of parts that belong to no sheet, such as properties. */
  slots: Map<string, number>;
  /** Shared strings that have moved into cells. */
  usedStrings: ReadonlySet<number>;
  warnings: readonly string[];
  /** Parts that merges write; others are copied. */
  mergedParts: ReadonlySet<string>;
}

/** Compiles a workbook (language "How blocks bind in Office files"). Errors of tags are listed. @throws Failure `archive_invalid`, `xml_invalid` */
export function compileWorkbook(bytes: Uint8Array, register = new TagRegister()): CompiledWorkbook {
  const source = new OfficePackage(bytes);
  const workbook = readWorkbook(source);
  const usedStrings = new Set<number>();
  const compiled = workbook.sheets.map((sheet, index) => {
    const parts: Omit<SheetParts, "template" | "frame"> = {
      slots: new Map(),
      links: [],
      comments: [],
      images: [],
      objects: [],
    };
    const rows = compileSheet(workbook, sheet, index, register, usedStrings, (frame, attach) => {
      parts.links = attachLinks(workbook, sheet, frame, register, attach);
      parts.comments = attachComments(workbook, sheet, register, attach);
      parts.images = attachImages(workbook, sheet, register, attach);
      parts.objects = attachObjects(workbook, sheet, register, attach, (drawing, anchor) =>
        parts.images.some((image) => image.drawing === drawing && image.anchor === anchor),
      );
    });
    return { rows, parts: { ...parts, template: rows.template, frame: rows.frame } satisfies SheetParts };
  });
  const names: DefinedName[] = [];
  let nextSlot = 0;
  for (const each of workbook.names) {
    const name = compileName(each, nextSlot, register);
    nextSlot += name.texts.length;
    names.push(name);
  }
  preserveReferredRows(
    compiled.map(({ rows }) => rows.template),
    names,
    workbook.tables,
  );

  const nodes: TemplateNode[] = [];
  const listed: Template[] = [];
  for (const { rows, parts } of compiled) {
    const tokens = sheetTokens(workbook, parts, rows.tokens, register);
    const { sheetTag } = rows;
    const wrapped: AssemblyToken[] = sheetTag
      ? [
          { kind: "tag", tag: sheetTag },
          ...tokens,
          { kind: "tag", tag: { ...sheetTag, role: "close", name: sheetTag.name } },
        ]
      : tokens;
    const sheetNodes = assembleSheet(wrapped, register);
    appendAll(nodes, sheetNodes);
    listed.push({ nodes: sheetNodes, part: rows.template.source.name });
  }
  const slots = new Map<string, number>();
  const shared = assembleTemplate(workbookTokens(workbook, names, slots, register), { keepNewlines: true });
  appendAll(nodes, shared.nodes);
  listed.push({ nodes: shared.nodes, part: workbook.part });
  const root = fieldTree(listed);
  const fields = fieldsOfTree(root);
  return {
    source,
    workbook,
    sheets: compiled.map(({ parts }) => parts),
    template: { nodes, part: workbook.part },
    errors: register.errors,
    fields,
    index: new FieldIndex(root, ({ at }) => register.placeOf(at)),
    basis: {
      folder: "xl/",
      relationships: source.relationships,
      contentTypes: source.contentTypes,
      partNames: new Set(source.zip.names()),
      highestId: 0,
      firstDrawingId: 1,
      textWidthEmu: DEFAULT_WIDTH_EMU,
    },
    names,
    slots,
    usedStrings,
    warnings: source.warnings,
    mergedParts: mergedParts(workbook),
  };
}

/** Six inches: pictures without a size of their own are made to fit a page. */
const DEFAULT_WIDTH_EMU = 6 * 914_400;

/** A sheet's rows, then the texts around them. */
function sheetTokens(
  workbook: WorkbookSource,
  parts: SheetParts,
  rows: readonly AssemblyToken[],
  register: TagRegister,
): AssemblyToken[] {
  const { template, frame, slots } = parts;
  const { name, part } = template.source;
  const tokens: AssemblyToken[] = [sheetMark(template), ...rows];
  const inSlot = (key: string, text: readonly AssemblyToken[] | undefined): AssemblyToken[] => {
    if (!text || slots.has(key)) return [];
    const slot = slots.size;
    slots.set(key, slot);
    return captured(text, (expression, source) => sheetTextMark(slot, expression, source));
  };
  const add = (key: string, text: readonly AssemblyToken[] | undefined) => appendAll(tokens, inSlot(key, text));
  for (const link of parts.links) appendAll(tokens, link.sheetTokens);
  for (const comment of parts.comments) appendAll(tokens, comment.sheetTokens);
  for (const image of parts.images) appendAll(tokens, image.sheetTokens);
  // Slots of things attached to cells without rows come after those of texts.
  add(
    name,
    name.includes("{")
      ? textTokens(name, undefined, register, { part: name, where: () => "the sheet's name" })
      : undefined,
  );
  for (const { text, isHeader, isFormula } of frameTexts(frame.root)) {
    const place = { part: name, where: () => (isHeader ? "the header or footer" : "a validation") };
    if (isHeader) add(text, textTokens(text, headerPrinter, register, place, withEndsMarked));
    else add(text, textTokens(text, isFormula ? formulaPrinter : undefined, register, place));
  }
  const drawnTokens = drawnParts(workbook, part).flatMap((drawn) => {
    if (parts.objects.some(({ chart }) => chart?.part === drawn)) return [];
    const isPlaced = parts.images.some(({ drawing }) => drawing === drawn);
    const objects = parts.objects.filter(({ drawing }) => drawing === drawn);
    const whole = withoutRepeatedTags(withoutCachedPoints(partText(workbook.package, drawn)), objects);
    const xml = isPlaced ? withoutPlaceholderTexts(whole) : whole;
    return [{ part: drawn, tokens: inSlot(drawn, markupTokens(workbook.package, drawn, xml, register)) }];
  });
  const drawings = workbook.package.relationshipsOf(part);
  const owners = drawings.ofType("drawing").flatMap((item) => drawings.targetPart(item) ?? []);
  appendAll(tokens, writtenOnce(drawnTokens, diagramDrawings(workbook.package, owners)));
  return tokens;
}

/** Alternative texts that are one tag name the picture that is put there, and print nothing. */
const withoutPlaceholderTexts = (drawing: string): string =>
  drawing.replace(/<(?:\w+:)?pic>(?:(?!<(?:\w+:)?pic>)[\s\S])*?<(?:\w+:)?cNvPr\b[^>]*>/g, (start) =>
    start.replace(/\s(descr|title)="\s*\{[^"{}]*\}\s*"/g, ' $1=""'),
  );

/** A sheet's drawings, their charts, what is drawn on those, and their diagrams. */
function drawnParts({ package: source }: WorkbookSource, sheetPart: string): string[] {
  const below = (part: string, types: readonly string[]): string[] => {
    const relationships = source.relationshipsOf(part);
    return types
      .flatMap((type) => relationships.ofType(type))
      .flatMap((relationship) => relationships.targetPart(relationship) ?? [])
      .filter((name) => source.zip.has(name));
  };
  return below(sheetPart, ["drawing"]).flatMap((drawing) => [
    drawing,
    ...below(drawing, CHARTS).flatMap((chart) => [chart, ...below(chart, ["chartUserShapes"])]),
    ...below(drawing, DIAGRAMS),
  ]);
}

/** Sheets that are one chart. */
function chartSheets({ relationships }: WorkbookSource): string[] {
  return relationships.ofType("chartsheet").flatMap((item) => relationships.targetPart(item) ?? []);
}

/** Parts of a sheet that are written with it. */
const WRITTEN_WITH_SHEETS = ["comments", "threadedComment", "vmlDrawing", "table", "pivotTable"];

function mergedParts(workbook: WorkbookSource): Set<string> {
  const { package: source, part, stringsPart = part, stylesPart = part } = workbook;
  const sheets = workbook.sheets.map((sheet) => sheet.part);
  const related = sheets.flatMap((sheet) => {
    const relationships = source.relationshipsOf(sheet);
    const items = WRITTEN_WITH_SHEETS.flatMap((type) => relationships.ofType(type));
    return items.flatMap((item) => relationships.targetPart(item) ?? []);
  });
  const drawn = [...sheets, ...chartSheets(workbook)].flatMap((sheet) => drawnParts(workbook, sheet));
  const shared = source.contentTypes.partsOf((type) => SHARED.test(type));
  return new Set([part, stringsPart, stylesPart, ...sheets, ...related, ...drawn, ...shared]);
}

/** Properties of the file, and what pivot tables remember of their source. */
const SHARED = /(?:(?:core|extended|custom)-properties|pivotCacheDefinition|pivotCacheRecords)\+xml$/;

/** Names that stand for a text, and the properties of the file. */
function workbookTokens(
  workbook: WorkbookSource,
  names: readonly DefinedName[],
  slots: Map<string, number>,
  register: TagRegister,
): AssemblyToken[] {
  const inNames = names.flatMap(({ texts }) => texts);
  const tokens = inNames.map(({ template, slot }) => workbookTextMark(slot, template, ""));
  const add = (key: string, text: readonly AssemblyToken[] | undefined) => {
    if (!text || slots.has(key)) return;
    const slot = inNames.length + slots.size;
    slots.set(key, slot);
    appendAll(
      tokens,
      captured(text, (expression, source) => workbookTextMark(slot, expression, source)),
    );
  };
  const { package: source } = workbook;
  for (const drawn of chartSheets(workbook).flatMap((part) => drawnParts(workbook, part)))
    add(drawn, markupTokens(source, drawn, withoutCachedPoints(partText(source, drawn)), register));
  const properties = source.contentTypes.partsOf((type) => /(?:core|extended|custom)-properties\+xml$/.test(type));
  for (const part of properties.sort()) {
    const xml = source.text(part);
    if (xml?.includes("{") && parseXml(xml)) add(part, markupTokens(source, part, xml, register));
  }
  return tokens;
}
