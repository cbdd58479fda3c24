import { Failure } from "../../domain/failure.ts";
import { wallClock } from "../../office/wall-clock.ts";
import { inspectionOf, renderedParts } from "../ooxml/compiled-package.ts";
import { refreshWorkbooks } from "../ooxml/embedded-workbook.ts";
import { OutputPackage } from "../ooxml/output-package.ts";
import { PackageCache } from "../ooxml/package-cache.ts";
import { renderText, takeText } from "../ooxml/render-package.ts";
import { resolveGuards } from "../ooxml/resolve-guards.ts";
import { TagLint } from "../ooxml/tag-lint.ts";
import { TagRegister } from "../ooxml/tag-register.ts";
import type { TemplateEngine } from "../template-engine.ts";
import { withDatesOf } from "./date-fields.ts";
import { finalizeSlides, finalizeTitles } from "./finalize-slides.ts";
import { addSampleShapes } from "./sample-shape.ts";
import { withImages } from "./shape-images.ts";
import { type CompiledPresentation, compilePresentation } from "./slide-template.ts";
import { withCountedSpans } from "./table-spans.ts";

const NO_SLIDE_LEFT = "No slide is left: the list of every {slide} is empty, or its condition does not hold.";

const cache = new PackageCache<CompiledPresentation>();

/** Presentations as templates: slides, their notes and charts, tables and pictures. */
export const pptxEngine: TemplateEngine = {
  async inspect(bytes, settings) {
    const register = new TagRegister(new TagLint("tablerow", "column", "slide"));
    const compiled = compilePresentation(bytes, settings, register);
    compiled.source.refuseUnsoundMarkup();
    return inspectionOf(compiled, register);
  },

  async render(source, data, environment) {
    const { settings } = environment;
    const versionKey = settings.keep_comments ? `${source.versionKey} with comments` : source.versionKey;
    const compiled = await cache.compiled({ ...source, versionKey }, (bytes) => compilePresentation(bytes, settings));
    const rendered = await renderText(compiled, data, environment);
    const { job, trace } = rendered;
    if (job.slides.length === 0 && compiled.slides.length > 0) {
      // PowerPoint opens a presentation without slides, but it has no page.
      if (environment.isIntermediate) throw new Failure("merge_failed", NO_SLIDE_LEFT);
      job.warn(NO_SLIDE_LEFT);
    }
    const output = new OutputPackage(compiled.source, job.contentTypes);
    const today = wallClock(environment.now.getTime(), environment.timeZone);
    for (const [part, xml] of renderedParts(takeText(rendered))) {
      const images: string[] = [];
      const finalized = resolveGuards(xml, (_, image) => images.push(image));
      const pictured = images.length > 0 ? withImages(finalized, images) : finalized;
      output.set(part, withDatesOf(today, withCountedSpans(pictured), environment.locale));
    }
    finalizeSlides(compiled, output, job);
    finalizeTitles(compiled, output, job);
    const copiesOf = (template: string) => job.slides.flatMap(({ copies }) => copies.get(template) ?? template);
    for (const [part, ids] of compiled.linkTemplates)
      for (const copy of new Set([part, ...copiesOf(part)]))
        for (const id of ids) job.relationshipsOf(part, copy).remove(id);
    const charts = [...compiled.charts].flatMap((template) => {
      const parts = new Set(copiesOf(template));
      return [...parts].map((part) => ({ template, part }));
    });
    refreshWorkbooks(charts, output, job);
    if (environment.test)
      addSampleShapes(
        output,
        compiled.main,
        job.slides.map(({ template, copies }) => copies.get(template) ?? template),
      );
    for (const relationships of job.changedRelationships()) output.setRelationships(relationships);
    output.addVectors(job.vectors);
    for (const part of job.newParts) output.add(part);
    return {
      bytes: output.finish(environment.isIntermediate ? "store" : "deflate"),
      warnings: [...compiled.warnings, ...job.warnings, ...output.unmergedTags(), ...compiled.index.mistakesIn(data)],
      templateFields: compiled.index,
      trace,
    };
  },
};
