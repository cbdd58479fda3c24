import { Failure } from "../../domain/failure.ts";
import { renderTemplate } from "../../language/template.ts";
import { copyOf } from "../ooxml/compiled-package.ts";
import { PackageCache } from "../ooxml/package-cache.ts";
import type { Printer } from "../ooxml/printer.ts";
import { plainPrinter } from "../ooxml/printers.ts";
import type { MergeData, RenderEnvironment, RenderedTemplate, TemplateEngine } from "../template-engine.ts";
import { type CompiledWorkbook, compileWorkbook } from "./compile-workbook.ts";
import { loadImages } from "./load-images.ts";
import { WorkbookJob } from "./workbook-job.ts";
import { writeWorkbook } from "./write-workbook.ts";

const cache = new PackageCache<CompiledWorkbook>();

/** Excel workbooks as templates (language.md "How blocks bind in Office files", xlsx). */
export const xlsxEngine: TemplateEngine = {
  async inspect(bytes) {
    const { fields, errors, warnings, source } = compileWorkbook(bytes);
    source.refuseDeclarations();
    return { fields: [...fields], errors: [...errors], warnings: [...warnings] };
  },

  async render(source, data, environment) {
    let compiled = cache.get(source.versionKey);
    if (!compiled) {
      compiled = compileWorkbook(await source.bytes());
      if (compiled.errors.length > 0)
        throw new Failure("template_invalid", "The template has errors.", { errors: compiled.errors });
      cache.set(source.versionKey, compiled);
    }
    return fill(compiled, data, environment);
  },
};

/** Pictures with an address are found in a first pass, loaded, and placed in a second one. */
const MAX_PASSES = 3;
const MAX_OUTPUT_CHARACTERS = 24 * 1024 * 1024;

async function fill(
  compiled: CompiledWorkbook,
  data: MergeData,
  environment: RenderEnvironment,
): Promise<RenderedTemplate> {
  const loaded = new Map<string, Uint8Array | undefined>();
  for (let pass = 1; ; pass++) {
    const job = new WorkbookJob(compiled.basis, environment, loaded, copyOf(compiled.source.contentTypes));
    const { warnings, trace } = renderTemplate(compiled.template, data, {
      now: environment.now,
      locale: environment.locale,
      timeZone: environment.timeZone,
      currency: environment.currency,
      autoescape: false,
      trace: environment.trace,
      limits: { outputCharacters: MAX_OUTPUT_CHARACTERS },
      write: (value, site, raw) => ((site.meta as Printer | undefined) ?? plainPrinter).print(value, job, raw),
      documentTags: (call) => ((call.site.meta as Printer | undefined) ?? plainPrinter).draw?.(call, job) ?? "",
    });
    if (job.wantedImages.size > 0 && pass < MAX_PASSES) {
      await loadImages(job.wantedImages, environment.load, loaded);
      continue;
    }
    for (const { message, tag } of warnings) job.warn(tag ? `${message} (${tag})` : message);
    if (job.instances.length === 0)
      throw new Failure("merge_failed", "No sheet is left: the list of every {sheet} is empty.");
    const bytes = writeWorkbook(compiled, job, environment);
    return { bytes, warnings: [...compiled.warnings, ...job.warnings], fieldNames: compiled.fieldNames, trace };
  }
}
