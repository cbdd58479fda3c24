import { appendAll } from "../../domain/collections/long-lists.ts";
import type { DocumentSettings } from "../../domain/document.ts";
import { present } from "../../domain/present.ts";
import { assembleTemplate } from "../../language/assemble.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import type { Expression, Tag } from "../../language/ast.ts";
import { fieldsOfTree } from "../../language/list-fields.ts";
import { FieldIndex } from "../field-index.ts";
import { bindBlocks } from "../ooxml/bind-blocks.ts";
import { buildMarkup, type MarkupPart } from "../ooxml/build-markup.ts";
import { bindChartData, CHART_INTEREST } from "../ooxml/chart-data.ts";
import {
  type CompiledPackage,
  fieldsOf,
  linkTargets,
  PART_START,
  type PartTokens,
  partStart,
} from "../ooxml/compiled-package.ts";
import { diagramDrawings, writtenOnce } from "../ooxml/diagram-parts.ts";
import { DrawingPrinter } from "../ooxml/drawing-printer.ts";
import { dropEchoedProperties } from "../ooxml/echoed-properties.ts";
import { isChart, workbookOf } from "../ooxml/embedded-workbook.ts";
import { markTags } from "../ooxml/mark-tags.ts";
import { OfficePackage } from "../ooxml/office-package.ts";
import { bindPlaceholderImages } from "../ooxml/placeholder-images.ts";
import type { Printer } from "../ooxml/printer.ts";
import { plainPrinter } from "../ooxml/printers.ts";
import { PART_NAME_END } from "../ooxml/repeated-parts.ts";
import { LINTED } from "../ooxml/tag-lint.ts";
import { TagRegister } from "../ooxml/tag-register.ts";
import { TokenWriter } from "../ooxml/token-writer.ts";
import { askPrinter } from "../ooxml/writer-context.ts";
import { layoutBoxes } from "./layout-box.ts";
import { prepareSlides } from "./prepare-slides.ts";
import { lastNumberOf, propertiesParts, type TemplateSlide, templateSlides } from "./presentation.ts";
import { bindShapeImages, imageAmongText } from "./shape-images.ts";
import { ownPartLabel, ShapePlaces, sharedPartLabel } from "./shape-places.ts";
import { frameSlides, type SlideFrame, type SlideTags, takeSlideTags } from "./slide-tags.ts";
import { withoutSlideTitles } from "./slide-titles.ts";

/** A compiled presentation and its slides. */
export interface CompiledPresentation extends CompiledPackage {
  slides: readonly TemplateSlide[];
  main: string;
}

interface SlidePart {
  part: string;
  text: string;
  markup: MarkupPart | undefined;
  links: ReadonlyMap<string, Expression>;
  hasChartData?: boolean;
}

const OTHER_TYPES =
  /(?:presentationml\.(?:slideLayout|slideMaster|notesMaster|handoutMaster)|core-properties|extended-properties|custom-properties)\+xml$/;
const XML_PART = /\.xml$/i;
const DEFAULT_WIDTH_EMU = 9_144_000;

/** Compiles a pptx: the slides in order, each with its notes and charts, then the parts they share. */
export function compilePresentation(
  bytes: Uint8Array,
  settings: Pick<DocumentSettings, "keep_comments"> = {},
  register = new TagRegister(),
): CompiledPresentation {
  const source = new OfficePackage(bytes);
  const main = source.mainPart();
  prepareSlides(source, settings);
  const slides = templateSlides(source, main);
  dropEchoedProperties(source);
  for (const part of propertiesParts(source)) {
    const properties = source.text(part) ?? "";
    if (properties.includes("{")) source.rewrite(part, withoutSlideTitles(properties, slides.length));
  }
  const read = (part: string, where: string) => readPart(part, where, source, register);
  const bound = slides.map(({ part, number, ownParts }) => [
    read(part, `slide ${number}`),
    ...ownParts.filter((own) => XML_PART.test(own)).map((own) => read(own, ownPartLabel(own, number))),
  ]);
  const shared = source.contentTypes.partsOf((type) => OTHER_TYPES.test(type)).filter((part) => source.zip.has(part));
  const others = shared.sort().map((part) => read(part, sharedPartLabel(source, part)));

  const tags = bound.map((parts) =>
    parts.reduce<SlideTags>(
      (sum, { markup }) => {
        const found = markup ? takeSlideTags(markup.root) : { opening: [], closing: [] };
        return { opening: [...sum.opening, ...found.opening], closing: [...sum.closing, ...found.closing] };
      },
      { opening: [], closing: [] },
    ),
  );
  const frames = frameSlides(tags, ({ tag }) =>
    register.refuse(tag, "{/slide} closes nothing: no {slide} is open here"),
  );
  for (const part of [...bound.flat(), ...others]) if (part.markup) bindBlocks(part.markup.root, register);

  const names = source.zip.names();
  const slideParts = bound.map((parts) => parts.map((part) => tokensOf(part, register)));
  const otherParts = others.map((part) => tokensOf(part, register)).filter((part) => part !== undefined);
  const scopes = scopesOf(frames);
  const fieldParts: PartTokens[] = [
    ...slideParts.flatMap((parts, index) =>
      parts
        .filter((part) => part !== undefined)
        .map((part) => ({
          ...part,
          scoped: [...present(scopes[index]).before, ...part.tokens, ...present(scopes[index]).after],
        })),
    ),
    ...frames.flatMap((frame, index) => emptyScope(frame, present(scopes[index]), present(slides[index]).part)),
    ...otherParts,
  ];
  const program = [
    ...slides.flatMap((slide, index) => {
      const isRepeated = present(scopes[index]).before.length > 0;
      const texts = writtenOnce(
        present(bound[index]).map((part, at) => ({
          part: part.part,
          tokens: slideText(part, present(slideParts[index])[at], isRepeated),
        })),
        diagramDrawings(source, [slide.part]),
      );
      return [
        ...present(frames[index]).opening.map(({ tag }) => open(tag)),
        askPrinter(slideStart(slide, names)),
        ...texts,
        ...present(frames[index]).ends.map(({ tag }) => close(tag)),
      ];
    }),
    ...otherParts.flatMap(({ part, tokens }) => [partStart(part), ...tokens]),
  ];
  const hasErrors = register.errors.length > 0;
  const root = fieldsOf(hasErrors ? [] : fieldParts);
  const fields = fieldsOfTree(root);
  return {
    source,
    slides,
    main,
    template: { nodes: assembleTemplate(hasErrors ? [] : program, { keepNewlines: true }).nodes },
    errors: register.errors,
    fields,
    index: new FieldIndex(root, ({ at }) => register.placeOf(at)),
    warnings: source.warnings,
    mergedParts: new Set([...bound.flat(), ...others].flatMap(({ part, markup }) => (markup ? [part] : []))),
    charts: new Set(bound.flat().flatMap(({ part, hasChartData }) => (hasChartData ? [part] : []))),
    linkTemplates: new Map([...bound.flat(), ...others].map(({ part, links }) => [part, [...links.keys()]])),
    basis: {
      folder: "ppt/",
      relationships: source.relationships,
      contentTypes: source.contentTypes,
      partNames: new Set(source.zip.names()),
      highestId: 0,
      firstDrawingId: 1,
      textWidthEmu: Number(/<p:sldSz\b[^>]*? cx="(\d+)"/.exec(present(source.text(main)))?.[1] ?? DEFAULT_WIDTH_EMU),
    },
  };
}

const open = (tag: Tag): AssemblyToken => ({ kind: "tag", tag });
const close = (tag: Tag): AssemblyToken => ({
  kind: "tag",
  tag: { role: "close", at: tag.at, source: "", name: "slide" },
});

function readPart(part: string, where: string, source: OfficePackage, register: TagRegister): SlidePart {
  const text = present(source.text(part));
  if (isChart(source, part)) return readChart(part, text, where, source, register);
  const links = linkTargets(source, part, register);
  const linted = register.readsAllTexts ? LINTED : "";
  if (links.size === 0 && !new RegExp(`\\{${linted}`).test(text)) return { part, text, markup: undefined, links };
  const linkIds = [...links.keys()].map((id) => `|r:id="${id.replace(/[^\w-]/g, "\\$&")}"`).join("");
  const markup = buildMarkup(text, new RegExp(`\\{|<a:blip ${linkIds}${linted}`, "g"));
  const places = new ShapePlaces(text, where);
  bindPlaceholderImages(markup.root, part, register, layoutBoxes(source, part));
  markTags(markup.root, register, ({ start = 0 }) => ({
    part,
    where: () => places.of(start),
    next: () => places.behind(start),
  }));
  bindShapeImages(markup.root, part);
  return { part, text, markup, links };
}

function readChart(part: string, text: string, where: string, source: OfficePackage, register: TagRegister): SlidePart {
  const links = new Map<string, Expression>();
  const markup = buildMarkup(text, new RegExp(`\\{${CHART_INTEREST}`, "g"));
  const hasChartData = bindChartData(markup.root, part, workbookOf(source, part), register);
  if (!hasChartData && !text.includes("{")) return { part, text, markup: undefined, links };
  markTags(markup.root, register, () => ({ part, where: () => where }));
  return { part, text, markup, links, hasChartData };
}

function tokensOf({ part, markup, links }: SlidePart, register: TagRegister): PartTokens | undefined {
  if (!markup) return undefined;
  const writer = new TokenWriter({
    part,
    register,
    linkTargets: links,
    textPrinter: (path) => new DrawingPrinter(part, path, imageAmongText(part, path)),
    blockPrinter: () => plainPrinter,
    restartedLists: () => [],
  });
  return { part, tokens: writer.part(markup) };
}

/** A part of a slide under the name it has in this copy; parts without tags are written only where slides repeat. */
function slideText(part: SlidePart, written: PartTokens | undefined, isRepeated: boolean): AssemblyToken[] {
  if (!written && !isRepeated) return [];
  return [
    { kind: "text", text: PART_START },
    askPrinter({ print: (_, job) => job.partCopies.get(part.part) ?? part.part }),
    { kind: "text", text: PART_NAME_END },
    ...(written?.tokens ?? [{ kind: "text", text: part.text } as const]),
  ];
}

/** At the start of each copy of a slide: from the second one on, its parts get names of their own. */
function slideStart({ part, ownParts }: TemplateSlide, names: readonly string[]): Printer {
  return {
    print: (_, job) => {
      const iteration = job.next(`slide ${part}`, 0);
      const copies = new Map<string, string>();
      for (const each of [part, ...ownParts]) {
        job.partCopies.delete(each);
        if (iteration === 0) continue;
        const stem = each.replace(/(?<!\d)\d*(\.\w+)$/, "");
        const number = job.next(`part ${stem}`, lastNumberOf(names, each) + 1);
        copies.set(each, `${stem}${number}${each.slice(each.lastIndexOf("."))}`);
      }
      for (const [template, copy] of copies) job.partCopies.set(template, copy);
      job.slides.push({ template: part, copies });
      return "";
    },
  };
}

interface Scope {
  before: AssemblyToken[];
  after: AssemblyToken[];
}

/** The slide blocks around each slide, for the fields in it. */
function scopesOf(frames: readonly SlideFrame[]): Scope[] {
  const around: Tag[] = [];
  return frames.map(({ opening, ends }) => {
    appendAll(
      around,
      opening.map(({ tag }) => tag),
    );
    const scope = { before: around.map(open), after: [...around].reverse().map(close) };
    around.length -= ends.length;
    return scope;
  });
}

/** Slides without other tags still read the fields of their own slide tags. */
function emptyScope(frame: SlideFrame, scope: Scope, part: string): PartTokens[] {
  return frame.opening.length > 0 ? [{ part, tokens: [], scoped: [...scope.before, ...scope.after] }] : [];
}
