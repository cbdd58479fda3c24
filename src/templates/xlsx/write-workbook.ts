import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { offsetAt } from "../../language/dates/zone-offsets.ts";
import { Markup } from "../../language/values.ts";
import { TextPart } from "../../office/packed-part.ts";
import { relationshipsPartOf, relativePartName } from "../../office/part-name.ts";
import { type Relationship, Relationships } from "../../office/relationships.ts";
import { decodeXmlText } from "../../office/xml-text.ts";
import { serialOfMilliseconds } from "../../spreadsheet/serial-date.ts";
import { OutputPackage } from "../ooxml/output-package.ts";
import { textOfValue } from "../ooxml/text-markup.ts";
import { OUTPUT_LIMITS } from "../output-limits.ts";
import type { RenderEnvironment } from "../template-engine.ts";
import { writeCommentShapes, writeComments } from "./comments/comments.ts";
import { writeThreads } from "./comments/threaded-comments.ts";
import type { CompiledWorkbook, SheetParts } from "./compile-workbook.ts";
import { formulaOfName } from "./defined-names.ts";
import { hiddenStrings, withoutHiddenCaches, withoutHiddenConnections } from "./hidden-parts.ts";
import { writeLinks } from "./hyperlinks.ts";
import type { FormatAdditions } from "./number-formats.ts";
import { type CalculatedPivots, calculatePivots } from "./pivots/calculate-pivots.ts";
import { withPivotCells } from "./pivots/pivot-cells.ts";
import { type RepeatedObject, rowTextOf } from "./repeated-objects.ts";
import { ReferenceResolver } from "./resolve-references.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { legalSheetName } from "./sheet-names.ts";
import { movedRangeList, movedText, type RangeCopy } from "./shift-ranges.ts";
import { TableNames } from "./table-headings.ts";
import { TextsInSums } from "./texts-in-sums.ts";
import { WorkbookCells } from "./workbook-cells.ts";
import type { WorkbookJob } from "./workbook-job.ts";
import { partText } from "./workbook-source.ts";
import { CHARTS, DIAGRAMS, writeChart } from "./write-chart.ts";
import { EMPTY_DRAWING, writeDrawing } from "./write-drawing.ts";
import { writeWorkbookPart } from "./write-names.ts";
import { RowsWriter } from "./write-rows.ts";
import { writeTable } from "./write-table.ts";

const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORKSHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";
const DRAWING_TYPE = "application/vnd.openxmlformats-officedocument.drawing+xml";

/** Writes the merged workbook from what a render has gathered. */
export function writeWorkbook(
  compiled: CompiledWorkbook,
  job: WorkbookJob,
  environment: Pick<RenderEnvironment, "now" | "timeZone" | "test">,
): Uint8Array {
  return new WorkbookWriter(compiled, job, environment).write();
}

class WorkbookWriter {
  readonly #output: OutputPackage;
  private readonly resolver: ReferenceResolver;
  private readonly cells: WorkbookCells;
  private readonly formats: FormatAdditions;
  readonly #workbookRelationships: Relationships;
  readonly #sheetIds = new Map<SheetInstance, string>();
  readonly #partNumbers = new Map<string, number>();
  #drawingNumber = 1;
  private readonly tables: TableNames;
  #tableId: number;
  #chartCharacters = 0;
  private pivots: CalculatedPivots | undefined;

  private readonly compiled: CompiledWorkbook;
  private readonly job: WorkbookJob;
  private readonly environment: Pick<RenderEnvironment, "now" | "timeZone" | "test">;

  constructor(
    compiled: CompiledWorkbook,
    job: WorkbookJob,
    environment: Pick<RenderEnvironment, "now" | "timeZone" | "test">,
  ) {
    this.compiled = compiled;
    this.job = job;
    this.environment = environment;
    const { workbook, source } = compiled;
    this.#output = new OutputPackage(source, job.contentTypes);
    this.formats = workbook.formats.additions();
    this.#workbookRelationships = source.relationshipsOf(workbook.part);
    this.#nameSheets();
    this.resolver = new ReferenceResolver(
      job.instances,
      new Set(workbook.sheets.map(({ name }) => name.toLowerCase())),
    );
    const { now, timeZone } = environment;
    const local = now.getTime() + offsetAt(now.getTime(), timeZone) * 1000;
    this.cells = new WorkbookCells(
      job.instances,
      this.resolver,
      {
        formats: workbook.formats,
        names: compiled.names,
        texts: job.texts,
        tables: workbook.tables,
        dates: workbook.dates,
      },
      serialOfMilliseconds(local, workbook.dates),
      { now, timeZone, dates: workbook.dates },
    );
    this.tables = new TableNames(this.cells, workbook.tables);
    this.resolver.tables = this.tables;
    this.#tableId = 1;
  }

  write(): Uint8Array {
    const { workbook, usedStrings } = this.compiled;
    const textsInSums = new TextsInSums(this.cells);
    const rows = new RowsWriter(
      this.cells,
      this.formats,
      workbook.dates,
      this.tables,
      (message) => this.job.warn(message),
      textsInSums,
    );
    this.cells.finalizeSpills();
    for (const instance of this.job.instances)
      instance.filledTo = {
        row: this.cells.spills.last(instance, "row2"),
        column: this.cells.spills.last(instance, "column2"),
      };
    const { source } = this.compiled;
    const { instances } = this.job;
    const basis = { source, instances, resolver: this.resolver, cells: this.cells, tables: workbook.tables };
    this.pivots = calculatePivots(basis, this.#pivotCacheParts());
    for (const parts of this.compiled.sheets) {
      const copies = this.job.instances.filter(({ template }) => template === parts.template);
      if (copies.length === 0) this.#dropSheet(parts);
      for (const instance of copies) this.sheet(parts, instance, rows);
    }
    const templates = this.compiled.sheets.map(({ template }) => template);
    const unseenStrings = new Set([...usedStrings, ...hiddenStrings(workbook, templates, instances)]);
    if (unseenStrings.size > 0 && workbook.stringsPart !== undefined)
      this.#output.set(workbook.stringsPart, workbook.strings.without(unseenStrings));
    const styles = this.formats.toXml();
    if (styles !== undefined && workbook.stylesPart !== undefined) this.#output.set(workbook.stylesPart, styles);
    this.#dropCalcChain();
    const written = writeWorkbookPart({
      workbook,
      instances,
      resolver: this.resolver,
      relationshipId: (instance) => present(this.#sheetIds.get(instance)),
      nameFormulas: this.compiled.names.map((name) => formulaOfName(name, this.job.texts)),
      recalculates: this.cells.isIncomplete,
    });
    this.#output.set(workbook.part, withoutHiddenCaches(written, workbook, instances));
    this.#connections();
    if (this.#workbookRelationships.changed) this.#output.setRelationships(this.#workbookRelationships);
    this.#properties();
    this.#chartSheets();
    this.#pivotCaches();
    this.#output.addVectors(this.job.vectors);
    for (const part of this.job.newParts) this.#output.add(part);
    for (const message of [...this.cells.warnings, ...textsInSums.warnings()]) this.job.warn(message);
    const bytes = this.#output.finish();
    for (const message of this.#output.unmergedTags()) this.job.warn(message);
    return bytes;
  }

  /** Names of sheets are merged, made legal and unique. */
  #nameSheets(): void {
    const used = new Set<string>();
    const { instances } = this.job;
    const fixed = instances.filter(({ template, copy }) => copy === 0 && !template.source.name.includes("{"));
    // Sheets that keep their names come first: formulas in other places may know them.
    for (const instance of fixed) used.add(instance.name.toLowerCase());
    for (const instance of instances) {
      if (fixed.includes(instance)) continue;
      const parts = present(this.compiled.sheets[instance.template.index]);
      const { name } = instance.template.source;
      instance.name = legalSheetName(textOfCaptured(this.#slotText(parts, instance, name)) ?? name, used);
    }
  }

  #slotText({ slots }: SheetParts, instance: SheetInstance, key: string): unknown {
    const slot = slots.get(key);
    return slot === undefined ? undefined : instance.texts[slot];
  }

  #dropSheet({ template }: SheetParts): void {
    const { part, relationshipId } = template.source;
    this.#output.drop(part);
    this.#output.drop(relationshipsPartOf(part));
    this.#workbookRelationships.remove(relationshipId);
  }

  private sheet(parts: SheetParts, instance: SheetInstance, rows: RowsWriter): void {
    const { source } = parts.template;
    const part = this.#partName(source.part, instance);
    const relationships = this.#copiedRelationships(source.part, part);
    if (instance.copy === 0) this.#sheetIds.set(instance, source.relationshipId);
    else {
      const target = relativePartName(part, this.compiled.workbook.part);
      this.#sheetIds.set(instance, this.#workbookRelationships.add(`${TYPES}/worksheet`, target));
      this.job.contentTypes.setOverride(part, WORKSHEET_TYPE);
    }
    const linkIds = new Map<string, string>();
    const hyperlinks = writeLinks(parts.links, instance, this.resolver, this.job, (url) => {
      let id = linkIds.get(url);
      if (!id) linkIds.set(url, (id = relationships.add(`${TYPES}/hyperlink`, url, true)));
      return id;
    });
    const drawingId = this.#relatedParts(parts, instance, part, relationships);
    // All links have been written anew.
    const written = new Set(linkIds.values());
    for (const link of [...relationships.ofType("hyperlink")]) if (!written.has(link.id)) relationships.remove(link.id);
    const out = new TextPart();
    parts.frame.write(out, () => this.rows(instance, rows, out), {
      instance,
      resolver: this.resolver,
      merged: (text) => textOfCaptured(this.#slotText(parts, instance, text)) ?? text,
      rowBreaks: this.job.rowBreaks.get(instance) ?? [],
      hyperlinks,
      newDrawingId: drawingId,
      test: this.environment.test,
    });
    this.#output.set(part, out.finish());
    if (relationships.changed || instance.copy > 0) {
      if (relationships.all().length > 0) this.#output.setRelationships(relationships);
      else if (instance.copy === 0) this.#output.drop(relationshipsPartOf(part));
    }
  }

  private rows(instance: SheetInstance, rows: RowsWriter, out: TextPart): void {
    const pivots = this.pivots?.ofSheet.get(instance.template.source.part) ?? [];
    if (pivots.length === 0) {
      rows.write(instance, out);
      return;
    }
    const written: string[] = [];
    let size = 0;
    rows.write(instance, {
      text(xml) {
        written.push(xml);
        size += xml.length;
      },
      get size() {
        return size;
      },
    });
    out.text(pivots.reduce(withPivotCells, written.join("")));
  }

  /** A part's name in a copy of its sheet; the first copy keeps the template's. */
  #partName(part: string, instance: SheetInstance): string {
    return instance.copy === 0 ? part : this.#freshPartName(part);
  }

  #freshPartName(part: string): string {
    const [, stem = part, extension = ""] = /^(.*?)(?<!\d)\d*(\.[^./]*)$/.exec(part) ?? [];
    for (;;) {
      const number = (this.#partNumbers.get(stem) ?? 0) + 1;
      this.#partNumbers.set(stem, number);
      const name = `${stem}-merged${number}${extension}`;
      if (!this.compiled.source.zip.has(name)) return name;
    }
  }

  #copiedRelationships(templatePart: string, part: string): Relationships {
    const relationships = this.compiled.source.relationshipsOf(templatePart);
    return part === templatePart
      ? relationships
      : new Relationships(
          part,
          relationships.all().map((item) => ({ ...item })),
        );
  }

  /** Writes drawings, comments, tables and the like of a sheet; returns the relationship of a new drawing. */
  #relatedParts(
    parts: SheetParts,
    instance: SheetInstance,
    sheetPart: string,
    relationships: Relationships,
  ): string | undefined {
    const { source } = parts.template;
    const images = this.job.images
      .filter((image) => image.instance === instance)
      .map(({ row, column, columnIteration, image }) => ({
        row,
        column: instance.columnOf(column, columnIteration),
        image,
      }));
    let hasDrawing = false;
    const template = this.compiled.source.relationshipsOf(source.part);
    for (const relationship of template.all()) {
      const target = template.targetPart(relationship);
      if (target === undefined || !this.compiled.source.zip.has(target)) continue;
      const kind = relationship.type.slice(relationship.type.lastIndexOf("/") + 1);
      // Copies of a sheet share what is not markup, such as the settings of a printer.
      if (!/\.(?:xml|vml)$/i.test(target)) continue;
      const name = this.#partName(target, instance);
      const written = this.#related(kind, target, name, parts, instance, images);
      if (kind === "drawing") hasDrawing = true;
      if (written === undefined && instance.copy === 0) continue;
      if (instance.copy > 0) {
        this.#copyType(target, name);
        relationships.setTarget(relationship.id, relativePartName(name, sheetPart));
      }
      this.#output.set(name, written ?? this.compiled.source.text(target) ?? "");
      if (instance.copy > 0 && kind !== "drawing") {
        const own = this.#copiedRelationships(target, name);
        if (own.all().length > 0) this.#output.setRelationships(own);
      }
    }
    if (hasDrawing || images.length === 0) return undefined;
    const name = this.#newDrawingName();
    const drawn = new Relationships(name);
    this.#output.set(name, writeDrawing(EMPTY_DRAWING, instance, [], images, drawn));
    this.#output.setRelationships(drawn);
    this.job.contentTypes.setOverride(name, DRAWING_TYPE);
    return relationships.add(`${TYPES}/drawing`, relativePartName(name, sheetPart));
  }

  #newDrawingName(): string {
    for (;;) {
      const name = `xl/drawings/merged-drawing${this.#drawingNumber++}.xml`;
      if (!this.compiled.source.zip.has(name)) return name;
    }
  }

  #copyType(part: string, copy: string): void {
    const type = this.job.contentTypes.of(part);
    if (type !== undefined) this.job.contentTypes.setOverride(copy, type);
  }

  /** The text of one related part; undefined if it stays as it is. */
  #related(
    kind: string,
    part: string,
    name: string,
    parts: SheetParts,
    instance: SheetInstance,
    images: Parameters<typeof writeDrawing>[3],
  ): string | undefined {
    const text = () => partText(this.compiled.source, part);
    switch (kind) {
      case "drawing":
        return this.drawing(part, name, parts, instance, images);
      case "comments":
        return writeComments(text(), instance, parts.comments);
      case "vmlDrawing":
        return writeCommentShapes(this.compiled.source.text(part) ?? "", instance);
      case "threadedComment":
        return writeThreads(text(), instance, parts.comments);
      case "table": {
        const table = this.compiled.workbook.tables.find((each) => each.part === part);
        return table && writeTable(text(), table, instance, this.cells, this.#tableId++, this.tables);
      }
      case "pivotTable":
        if (this.pivots?.tables.has(part)) return this.pivots.tables.get(part);
        return (this.pivots?.renamed.get(part) ?? text()).replace(
          /(<location\s[^>]*?\bref=")([^"]*)"/,
          (_, open: string, reference: string) => `${open}${movedRangeList(reference, instance) || reference}"`,
        );
      default:
        return undefined;
    }
  }

  private drawing(
    part: string,
    name: string,
    parts: SheetParts,
    instance: SheetInstance,
    images: Parameters<typeof writeDrawing>[3],
  ): string {
    // Links with tags got relationships while the drawing was merged.
    const linked = this.job.relationshipsOf(part).all();
    const relationships = new Relationships(
      name,
      linked.map((item) => ({ ...item })),
    );
    const template = this.compiled.source.relationshipsOf(part);
    const objects = parts.objects.filter(({ drawing }) => drawing === part);
    for (const relationship of CHARTS.flatMap((type) => template.ofType(type))) {
      const chart = template.targetPart(relationship);
      if (chart === undefined || !this.compiled.source.zip.has(chart)) continue;
      if (objects.some((object) => object.chart?.part === chart)) continue;
      const copy = this.#partName(chart, instance);
      const xml = textOfCaptured(this.#slotText(parts, instance, chart)) ?? partText(this.compiled.source, chart);
      this.#output.set(copy, writeChart(xml, instance, this.cells));
      const own = this.#copiedRelationships(chart, copy);
      this.#shapesOnChart(chart, own, parts, instance);
      if (copy === chart) continue;
      this.#copyType(chart, copy);
      relationships.setTarget(relationship.id, relativePartName(copy, name));
      if (own.all().length > 0) this.#output.setRelationships(own);
    }
    for (const relationship of DIAGRAMS.flatMap((type) => template.ofType(type)))
      this.#textPart(relationship, template, relationships, parts, instance);
    const xml = textOfCaptured(this.#slotText(parts, instance, part)) ?? partText(this.compiled.source, part);
    const written = writeDrawing(
      xml,
      instance,
      parts.images.filter(({ drawing }) => drawing === part),
      images,
      relationships,
      {
        objects,
        chartId: (chart, copy, iteration) => this.#repeatedChart(chart, copy, iteration, instance, relationships),
      },
    );
    if (relationships.all().length > 0) this.#output.setRelationships(relationships);
    return written;
  }

  /** The chart of a turn, in a part of its own: the first one keeps the relationship, and on the first sheet the part. */
  #repeatedChart(
    { part, relationshipId, text }: NonNullable<RepeatedObject["chart"]>,
    copy: RangeCopy,
    iteration: number,
    instance: SheetInstance,
    relationships: Relationships,
  ): string | undefined {
    const { source } = this.compiled;
    const name = iteration === 0 ? this.#partName(part, instance) : this.#freshPartName(part);
    const xml = writeChart(rowTextOf(text, copy, instance) ?? partText(source, part), instance, this.cells, copy);
    this.#chartCharacters += xml.length;
    if (this.#chartCharacters > OUTPUT_LIMITS.markupCharacters)
      throw new Failure(
        "sheet_too_large",
        `The charts that rows of the sheet "${instance.name}" repeat would have more than ${OUTPUT_LIMITS.markupCharacters} characters of markup.`,
      );
    this.#output.set(name, xml);
    if (name === part) return undefined;
    this.#copyType(part, name);
    const own = this.#copiedRelationships(part, name);
    if (own.all().length > 0) this.#output.setRelationships(own);
    const target = relativePartName(name, relationships.sourcePart);
    const type = relationships.byId(relationshipId)?.type;
    if (iteration > 0 && type !== undefined) return relationships.add(type, target);
    relationships.setTarget(relationshipId, target);
    return undefined;
  }

  /** Texts that somebody has put on a chart (ECMA-376 Part 1, 14.2.4). */
  #shapesOnChart(chart: string, relationships: Relationships, parts: SheetParts, instance: SheetInstance): void {
    const template = this.compiled.source.relationshipsOf(chart);
    for (const item of template.ofType("chartUserShapes"))
      this.#textPart(item, template, relationships, parts, instance);
  }

  /** A part with texts that a drawing or a chart shows; one without tags is shared by the copies of its sheet. */
  #textPart(
    item: Relationship,
    template: Relationships,
    relationships: Relationships,
    parts: SheetParts,
    instance: SheetInstance,
  ): void {
    const part = template.targetPart(item);
    const text = part === undefined ? undefined : textOfCaptured(this.#slotText(parts, instance, part));
    if (part === undefined || text === undefined) return;
    const copy = this.#partName(part, instance);
    this.#output.set(copy, text);
    if (copy === part) return;
    this.#copyType(part, copy);
    relationships.setTarget(item.id, relativePartName(copy, relationships.sourcePart));
    const own = this.#copiedRelationships(part, copy);
    if (own.all().length > 0) this.#output.setRelationships(own);
  }

  /** The order of calculation is that of the template's cells; Excel makes a new one. */
  #dropCalcChain(): void {
    for (const relationship of [...this.#workbookRelationships.ofType("calcChain")]) {
      const part = this.#workbookRelationships.targetPart(relationship);
      if (part !== undefined) this.#output.drop(part);
      this.#workbookRelationships.remove(relationship.id);
    }
  }

  /** Title and the like; the list of the sheets' names is removed if it would be wrong. */
  #properties(): void {
    for (const [key, slot] of this.compiled.slots)
      if (this.compiled.source.zip.has(key)) this.#output.set(key, textOfCaptured(this.job.texts[slot]) ?? "");
    const isSame =
      this.job.instances.length === this.compiled.sheets.length &&
      this.job.instances.every(({ name, template }) => name === template.source.name);
    const [part] = this.job.contentTypes.partsOf((type) => type.endsWith("extended-properties+xml"));
    const xml = part === undefined ? undefined : this.#output.text(part);
    if (isSame || part === undefined || xml === undefined) return;
    this.#output.set(part, xml.replace(/<(HeadingPairs|TitlesOfParts)>[\s\S]*?<\/\1>/g, ""));
  }

  /** What only removed sheets read from databases and files, passwords included, is in no merged file. */
  #connections(): void {
    const { source, workbook } = this.compiled;
    for (const relationship of this.#workbookRelationships.ofType("connections")) {
      const part = this.#workbookRelationships.targetPart(relationship);
      const xml = part === undefined ? undefined : source.text(part);
      if (part === undefined || xml === undefined) continue;
      const left = withoutHiddenConnections(xml, workbook, this.job.instances);
      if (left === undefined) this.#workbookRelationships.remove(relationship.id);
      else if (left !== xml) this.#output.set(part, left);
    }
  }

  /** Charts that are sheets of their own show where their cells are now. */
  #chartSheets(): void {
    const { source, workbook } = this.compiled;
    const below = (part: string, type: string): string[] => {
      const relationships = source.relationshipsOf(part);
      const parts = relationships.ofType(type).flatMap((item) => relationships.targetPart(item) ?? []);
      return parts.filter((each) => source.zip.has(each));
    };
    const drawings = below(workbook.part, "chartsheet").flatMap((sheet) => below(sheet, "drawing"));
    for (const chart of drawings.flatMap((drawing) => CHARTS.flatMap((type) => below(drawing, type)))) {
      const xml = this.#output.changedText(chart) ?? partText(source, chart);
      this.#output.set(chart, writeChart(xml, present(this.job.instances[0]), this.cells));
    }
  }

  /** Pivot tables read their rows anew when the file is opened. */
  #pivotCaches(): void {
    for (const part of this.#pivotCacheParts()) {
      const calculated = this.pivots?.caches.get(part);
      const xml = calculated ?? this.pivots?.renamed.get(part) ?? this.compiled.source.text(part);
      if (xml === undefined) continue;
      if (calculated === undefined) this.#warnOfPivot(xml);
      const moved = xml
        .replace(/<worksheetSource\s[^>]*>/, (open) => this.#pivotSource(open))
        .replace(/<pivotCacheDefinition\s/, (open) =>
          /\srefreshOnLoad="/.test(xml) ? open : `${open}refreshOnLoad="1" `,
        );
      this.#output.set(part, moved);
    }
    for (const [part, xml] of this.pivots?.records ?? []) this.#output.set(part, xml);
  }

  #pivotCacheParts(): string[] {
    return this.job.contentTypes.partsOf((type) => type.endsWith("pivotCacheDefinition+xml"));
  }

  /** Until then the file shows what the template showed: other programs, and the PDF, do not read it anew. */
  #warnOfPivot(xml: string): void {
    const sheet = /<worksheetSource\s[^>]*?\bsheet="([^"]*)"/.exec(xml)?.[1];
    const instance = sheet === undefined ? undefined : this.resolver.copiesOf(decodeXmlText(sheet))[0];
    if (instance && !instance.template.rows.some(({ slots }) => slots > 0)) return;
    this.job.warn(
      `The pivot table over ${sheet === undefined ? "a table or a name" : `the sheet "${decodeXmlText(sheet)}"`} shows the values of the template until Excel opens the file and reads its rows again; in a PDF it keeps them.`,
    );
  }

  #pivotSource(open: string): string {
    const sheet = /\ssheet="([^"]*)"/.exec(open)?.[1];
    const reference = /\sref="([^"]*)"/.exec(open)?.[1];
    const instance = sheet === undefined ? undefined : this.resolver.copiesOf(sheet)[0];
    if (!instance || reference === undefined) return open;
    const origin = { instance, iteration: undefined, columnIteration: -1, row: 0, column: 0 };
    return open.replace(/\sref="[^"]*"/, ` ref="${movedText(reference, origin, this.resolver)}"`);
  }
}

/** A captured text as it was printed. */
function textOfCaptured(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return value instanceof Markup ? value.html : textOfValue(value);
}
