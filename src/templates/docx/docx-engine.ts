import { present } from "../../domain/present.ts";
import { EMU_PER_TWIP } from "../../geometry/units.ts";
import { relativePartName } from "../../office/part-name.ts";
import type { CompiledPackage } from "../ooxml/compiled-package.ts";
import { inspectionOf, renderedParts } from "../ooxml/compiled-package.ts";
import { refreshWorkbooks } from "../ooxml/embedded-workbook.ts";
import { OutputPackage } from "../ooxml/output-package.ts";
import { PackageCache } from "../ooxml/package-cache.ts";
import type { RenderJob } from "../ooxml/render-job.ts";
import { type RenderedText, renderText, takeText } from "../ooxml/render-package.ts";
import { PART_GUARD, repeatedPartOf } from "../ooxml/repeated-parts.ts";
import { resolveGuards } from "../ooxml/resolve-guards.ts";
import { TagLint } from "../ooxml/tag-lint.ts";
import { TagRegister } from "../ooxml/tag-register.ts";
import type { RenderedTemplate, TemplateEngine } from "../template-engine.ts";
import { CommentThreads } from "./comment-threads.ts";
import { decimalOf } from "./fields/field-value.ts";
import { finalizeFields } from "./fields/finalize-fields.ts";
import { finalizeInstructions } from "./fields/finalize-instructions.ts";
import { withoutHalves, withoutUnusedNotes } from "./finalize-markup.ts";
import { finalizeRepeatedParts } from "./finalize-repeated-parts.ts";
import { hasTouchingTables, withGroupHeads, withTablesApart } from "./merged-cells.ts";
import { NUMBERING_RELATIONSHIP, NUMBERING_TYPE, numberingWith } from "./numbering.ts";
import { addWatermark } from "./watermark.ts";
import { compileWord } from "./word-template.ts";

const cache = new PackageCache<CompiledPackage>();

/** Word documents as templates (language "How blocks bind in Office files"). */
export const docxEngine: TemplateEngine = {
  async inspect(bytes, settings) {
    const register = new TagRegister(new TagLint("tablerow", "column"));
    const compiled = compileWord(bytes, settings, register);
    compiled.source.refuseUnsoundMarkup();
    return inspectionOf(compiled, register);
  },

  async render(source, data, environment) {
    const { settings } = environment;
    const versionKey = settings.keep_comments ? `${source.versionKey} with comments` : source.versionKey;
    const compiled = await cache.compiled({ ...source, versionKey }, (bytes) => compileWord(bytes, settings));
    const rendered = await renderText(compiled, data, environment);
    const { job, trace } = rendered;
    const output = finalize(compiled, rendered, job);
    const main = compiled.source.mainPart();
    if (environment.test) addWatermark(output, job.relationshipsOf(main), main);
    for (const relationships of job.changedRelationships()) output.setRelationships(relationships);
    output.addVectors(job.vectors);
    for (const part of job.newParts) output.add(part);
    const answer: RenderedTemplate = {
      bytes: output.finish(environment.isIntermediate ? "store" : "deflate"),
      warnings: [...compiled.warnings, ...job.warnings, ...output.unmergedTags(), ...compiled.index.mistakesIn(data)],
      templateFields: compiled.index,
      trace,
    };
    return answer;
  },
};

const NOTE_KINDS: Readonly<Record<string, string>> = { f: "footnote", e: "endnote", m: "comment" };

/** Puts the rendered parts into the package, with the notes and lists that the render made. */
function finalize(compiled: CompiledPackage, rendered: RenderedText<RenderJob>, job: RenderJob): OutputPackage {
  const { source } = compiled;
  const output = new OutputPackage(source, job.contentTypes);
  const notes = new Map<string, string[]>();
  const sink = (kind: string, xml: string) => {
    if (kind === PART_GUARD) {
      const [part, content] = repeatedPartOf(xml);
      output.set(part, withoutHalves(content));
      return;
    }
    const name = present(NOTE_KINDS[kind]);
    notes.set(name, [...(notes.get(name) ?? []), xml]);
  };
  const warn = (message: string) => job.warn(message);
  const instructions = { decimal: decimalOf(job.fieldLocale), warn };
  for (const [part, xml] of renderedParts(takeText(rendered))) {
    const finalized = withGroupHeads(withoutHalves(resolveGuards(finalizeInstructions(xml, instructions), sink)));
    // Tables that touch in the template are meant to.
    const isApart = hasTouchingTables(finalized) && !hasTouchingTables(source.text(part) ?? "");
    output.set(part, isApart ? withTablesApart(finalized) : finalized);
  }
  finalizeRepeatedParts(output, source, job);
  const partsOf = (template: string) => [
    { template, part: template },
    ...job.repeatedParts.filter((copy) => copy.template === template),
  ];
  for (const [template, ids] of compiled.linkTemplates)
    for (const { part } of partsOf(template)) for (const id of ids) job.relationshipsOf(template, part).remove(id);
  finalizeNotes(output, notes, source.mainPart());
  refreshWorkbooks([...compiled.charts].flatMap(partsOf), output, job);
  addLists(output, job, source.mainPart());
  finalizeFields(output, {
    main: source.mainPart(),
    parts: (compiled.fieldParts ?? []).flatMap(partsOf).map(({ part }) => part),
    locale: job.environment.locale,
    fieldLocale: job.fieldLocale,
    textWidthTwips: Math.round(job.basis.textWidthEmu / EMU_PER_TWIP),
    warn,
  });
  return output;
}

/** Adds the notes that loops made, and drops those whose references are gone, from what the document itself refers to. */
function finalizeNotes(output: OutputPackage, notes: ReadonlyMap<string, readonly string[]>, main: string): void {
  const document = output.changedText(main);
  if (document === undefined) return;
  for (const kind of Object.values(NOTE_KINDS)) {
    const [part] = output.contentTypes.partsOf((type) => type.endsWith(`wordprocessingml.${kind}s+xml`));
    const xml = part === undefined ? undefined : output.text(part);
    if (part === undefined || xml === undefined) continue;
    const threads = kind === "comment" ? new CommentThreads(xml) : undefined;
    const own = notes.get(kind)?.map((note) => threads?.withOwnIds(note) ?? note) ?? [];
    const finalized = withoutUnusedNotes(xml, kind, document);
    if (own.length === 0 && finalized === xml) continue;
    const written = finalized.replace(/<\/w:(?:footnotes|endnotes|comments)>\s*$/, (close) => own.join("") + close);
    output.set(part, written);
    threads?.finalize(output, written);
  }
}

function addLists(output: OutputPackage, job: RenderJob, main: string): void {
  const relationships = job.relationshipsOf(main);
  const [known] = relationships.ofType("numbering");
  const part = (known && relationships.targetPart(known)) ?? "word/numbering.xml";
  const xml = numberingWith(known ? output.text(part) : undefined, job);
  if (xml === undefined) return;
  output.set(part, xml);
  if (known) return;
  relationships.add(NUMBERING_RELATIONSHIP, relativePartName(part, main));
  job.contentTypes.setOverride(part, NUMBERING_TYPE);
}
