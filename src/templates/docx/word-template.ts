import type { DocumentSettings } from "../../domain/document.ts";
import { present } from "../../domain/present.ts";
import { assembleTemplate } from "../../language/assemble.ts";
import { fieldsOfTree } from "../../language/list-fields.ts";
import { FieldIndex } from "../field-index.ts";
import { bindBlocks } from "../ooxml/bind-blocks.ts";
import { buildMarkup } from "../ooxml/build-markup.ts";
import { bindChartData, CHART_INTEREST } from "../ooxml/chart-data.ts";
import { type CompiledPackage, fieldsOf, linkTargets, type PartTokens, partStart } from "../ooxml/compiled-package.ts";
import { diagramDrawings, writtenOnce } from "../ooxml/diagram-parts.ts";
import { DrawingPrinter } from "../ooxml/drawing-printer.ts";
import { dropEchoedProperties } from "../ooxml/echoed-properties.ts";
import { isChart, workbookOf } from "../ooxml/embedded-workbook.ts";
import { guardOf } from "../ooxml/guards.ts";
import { markTags } from "../ooxml/mark-tags.ts";
import { descendants, findElement, propertiesOf } from "../ooxml/markup-search.ts";
import type { BlockMark, MarkupElement } from "../ooxml/markup-tree.ts";
import { OfficePackage } from "../ooxml/office-package.ts";
import { bindPlaceholderImages } from "../ooxml/placeholder-images.ts";
import { LINTED } from "../ooxml/tag-lint.ts";
import { TagRegister } from "../ooxml/tag-register.ts";
import { TokenWriter } from "../ooxml/token-writer.ts";
import type { BoundPart } from "./bound-part.ts";
import { BoundTexts } from "./bound-texts.ts";
import { bindContentControls } from "./content-controls.ts";
import { boundStores } from "./data-stores.ts";
import { type FieldSources, readFieldSources } from "./document-settings.ts";
import { findingOfField } from "./field-warnings.ts";
import { hasCalculatedFields, withoutStoredTags } from "./fields/finalize-fields.ts";
import { ListRestarts } from "./list-restarts.ts";
import { readListStyles } from "./list-styles.ts";
import { fillMergeFields, hasMergeFields } from "./merge-fields.ts";
import { numberMergedCells } from "./merged-cells.ts";
import { NoteContents } from "./note-contents.ts";
import { listNumberPrinter, listRestartPrinter } from "./numbering.ts";
import { prepareWord } from "./prepare-word.ts";
import { type ContextOf, RepeatedContent } from "./repeated-content.ts";
import { documentLanguage, headingStyles, mergedParts, textWidthEmu } from "./word-parts.ts";
import { WordPlaces } from "./word-places.ts";
import { WordBlockPrinter, WordPrinter } from "./word-printer.ts";

/** Compiles a docx: all parts with tags become one program. Errors are listed, not thrown. */
export function compileWord(
  bytes: Uint8Array,
  settings: Pick<DocumentSettings, "keep_comments"> = {},
  register = new TagRegister(),
): CompiledPackage {
  const source = new OfficePackage(bytes);
  const fieldSources = readFieldSources(source);
  prepareWord(source, settings);
  dropEchoedProperties(source);
  const places = new WordPlaces(source);
  const bound = new Map<string, BoundPart>();
  let document = "";
  let lastDrawingId = 0;
  const stores = boundStores(source);
  const boundTexts = new BoundTexts(source, stores);
  for (const part of [...mergedParts(source), ...stores]) {
    const text = withoutStoredTags(source.text(part) ?? "");
    if (document === "") document = text;
    for (const [, id] of text.matchAll(/<wp:docPr\b[^>]*? id="(\d+)"/g))
      lastDrawingId = Math.max(lastDrawingId, Number(id));
    const markup = stores.includes(part)
      ? { part, markup: buildMarkup(text, /\{/g), links: new Map(), hasChartData: false, isStore: true }
      : bindPart(part, text, { source, register, places, fieldSources, boundTexts });
    if (markup) bound.set(part, markup);
  }
  const parts = writeParts(bound, source, register);
  const errors = register.errors;
  const program =
    errors.length > 0
      ? []
      : writtenOnce(
          parts.map(({ part, tokens }) => ({ part, tokens: [partStart(part), ...tokens] })),
          diagramDrawings(source, source.relationships.keys()),
        );
  const root = fieldsOf(errors.length > 0 ? [] : parts);
  const fields = fieldsOfTree(root);
  return {
    source,
    template: { nodes: assembleTemplate(program, { keepNewlines: true }).nodes },
    errors,
    fields,
    index: new FieldIndex(root, ({ at }) => register.placeOf(at)),
    warnings: source.warnings,
    mergedParts: new Set(bound.keys()),
    charts: new Set([...bound.values()].flatMap(({ part, hasChartData }) => (hasChartData ? [part] : []))),
    fieldParts: mergedParts(source).filter((part) => hasCalculatedFields(source.text(part) ?? "")),
    linkTemplates: new Map([...bound].map(([part, { links }]) => [part, [...links.keys()]])),
    basis: {
      folder: "word/",
      relationships: source.relationships,
      contentTypes: source.contentTypes,
      partNames: new Set(source.zip.names()),
      highestId: highestMergedId(source),
      firstDrawingId: Math.min(lastDrawingId, 2_000_000_000) + 1,
      textWidthEmu: textWidthEmu(document),
      language: documentLanguage(source.text("word/styles.xml")),
      headingStyles: headingStyles(source.text("word/styles.xml")),
    },
  };
}

/** The highest id that an earlier merge gave; 0 if all are those of word processors. */
function highestMergedId(source: OfficePackage): number {
  let highest = 0;
  for (const part of source.zip.names()) {
    if (!/^word\/(?:document|numbering|footnotes|endnotes|comments|header|footer)[^/]*\.xml$/.test(part)) continue;
    for (const [, id] of present(source.text(part)).matchAll(/\bw:(?:id|numId|abstractNumId)="(\d{6,9})"/g))
      highest = Math.max(highest, Number(id));
  }
  return highest;
}

/** What the parts of a document are bound with. */
interface BindingContext {
  source: OfficePackage;
  register: TagRegister;
  places: WordPlaces;
  fieldSources: FieldSources;
  boundTexts: BoundTexts;
}

type BindPart = (part: string, text: string, context: BindingContext) => BoundPart | undefined;

/** Reads a part and binds its tags; undefined when nothing is merged into it. */
const bindPart: BindPart = (part, text, context) => {
  const { source, register, places, fieldSources, boundTexts } = context;
  if (isChart(source, part)) return bindChart(part, text, context);
  const links = linkTargets(source, part, register);
  const fields = hasMergeFields(text) ? "|<w:instrText|<w:fldChar|<w:fldSimple" : "";
  const linted = register.readsAllTexts ? LINTED : "";
  if (links.size === 0 && fields === "" && !new RegExp(`\\{|<w:tag |<w:dataBinding ${linted}`).test(text))
    return undefined;
  const linkIds = [...links.keys()].map((id) => `|r:id="${id.replace(/[^\w-]/g, "\\$&")}"`).join("");
  const markup = buildMarkup(text, new RegExp(`\\{|<w:tag |<w:dataBinding ${fields}${linkIds}${linted}`, "g"));
  const placeOf = ({ start = 0 }: MarkupElement) => ({
    part,
    where: () => places.of(part, start),
    next: () => places.behind(part, start),
  });
  fillMergeFields(markup.root, fieldSources, (instruction, near) => {
    const finding = register.readsAllTexts ? findingOfField(instruction, fieldSources) : undefined;
    const allWarnings = instruction.replace(/\s+/g, " ").trim();
    if (finding) register.find({ ...finding, at: 0, end: allWarnings.length }, allWarnings, placeOf(near));
  });
  bindPlaceholderImages(markup.root, part, register);
  markTags(markup.root, register, placeOf);
  bindContentControls(markup.root, part, register, boundTexts);
  numberMergedCells(markup.root);
  bindBlocks(markup.root, register);
  return { part, markup, links, hasChartData: false };
};

const bindChart: BindPart = (part, text, { source, register, places }) => {
  const markup = buildMarkup(text, new RegExp(`\\{${CHART_INTEREST}`, "g"));
  const hasChartData = bindChartData(markup.root, part, workbookOf(source, part), register);
  if (!hasChartData && !text.includes("{")) return undefined;
  markTags(markup.root, register, () => ({ part, where: () => `the text of ${places.label(part)}` }));
  bindBlocks(markup.root, register);
  return { part, markup, links: new Map(), hasChartData };
};

function writeParts(bound: ReadonlyMap<string, BoundPart>, source: OfficePackage, register: TagRegister): PartTokens[] {
  const notes = new NoteContents(bound, source, (part) => contextOf(part));
  const repeated = new RepeatedContent(bound, source, register, (part, owner) => contextOf(part, owner));
  const listStyles = readListStyles(source.text("word/styles.xml"), source.text("word/numbering.xml"));
  const contextOf: ContextOf = ({ part, markup, links, isStore = false }, owner) => {
    const lists = new ListRestarts(markup.root, listStyles);
    const isGuarded = paragraphGuards();
    return {
      part,
      register,
      linkTargets: links,
      holdsValues: isStore,
      textPrinter: (path) => printerFor(part, path, isGuarded),
      blockPrinter: (block) => blockPrinterFor(part, block),
      restartedLists: (block) => lists.of(block),
      listRestart: listRestartPrinter,
      listNumber: listNumberPrinter,
      noteContent: (kind, id) => notes.of(kind, id),
      repeatedPart: (id) => repeated.of(part, id),
      repeatedDrawing: (id) => repeated.drawingOf(owner, id),
    };
  };
  // The parts with notes come after those that refer to them.
  const written: PartTokens[] = [];
  const text = () =>
    written.flatMap(({ tokens }) => tokens.map((token) => (token.kind === "text" ? token.text : ""))).join("");
  for (const part of bound.values()) {
    const markup = notes.withoutRepeated(part, text);
    written.push({ part: part.part, tokens: new TokenWriter(contextOf(part)).part(markup) });
  }
  return repeated.withoutRepeated(written);
}

/** Whether paragraphs vanish when they are empty; asked for every tag in them. */
function paragraphGuards(): (paragraph: MarkupElement) => boolean {
  const known = new WeakMap<MarkupElement, boolean>();
  return (paragraph) => {
    const guarded = known.get(paragraph) ?? guardOf(paragraph) === "p";
    known.set(paragraph, guarded);
    return guarded;
  };
}

function printerFor(part: string, path: readonly MarkupElement[], isGuarded: (paragraph: MarkupElement) => boolean) {
  const paragraph = path.findLast(({ name }) => name === "w:p" || name === "a:p");
  if (paragraph?.name === "a:p") return new DrawingPrinter(part, path);
  return new WordPrinter(part, path, paragraph !== undefined && isGuarded(paragraph));
}

function blockPrinterFor(part: string, block: BlockMark): WordBlockPrinter {
  const [first] = block.branches;
  const nodes = (first?.children ?? []).flatMap((node) => [node, ...descendants(node)]);
  const paragraph = nodes.find((node): node is MarkupElement => node.kind === "element" && node.name === "w:p");
  const run = paragraph && findElement(paragraph, "w:r");
  return new WordBlockPrinter(part, propertiesOf(paragraph, "w:pPr"), propertiesOf(run, "w:rPr"));
}
