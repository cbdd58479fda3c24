import { Failure } from "../../domain/failure.ts";
import { copyOf, inspectionOf } from "../ooxml/compiled-package.ts";
import { PackageCache } from "../ooxml/package-cache.ts";
import { renderInPasses } from "../ooxml/render-package.ts";
import { TagLint } from "../ooxml/tag-lint.ts";
import { TagRegister } from "../ooxml/tag-register.ts";
import type { TemplateEngine } from "../template-engine.ts";
import { type CompiledWorkbook, compileWorkbook } from "./compile-workbook.ts";
import { WorkbookJob } from "./workbook-job.ts";
import { writeWorkbook } from "./write-workbook.ts";

const cache = new PackageCache<CompiledWorkbook>();

/** Excel workbooks as templates (language "How blocks bind in Office files", xlsx). */
export const xlsxEngine: TemplateEngine = {
  async inspect(bytes) {
    const register = new TagRegister(new TagLint("tablerow", "column", "sheet"));
    const compiled = compileWorkbook(bytes, register);
    compiled.source.refuseUnsoundMarkup();
    return inspectionOf(compiled, register);
  },

  async render(source, data, environment) {
    const compiled = await cache.compiled(source, (bytes) => compileWorkbook(bytes));
    const { job, trace } = await renderInPasses(
      compiled.template,
      data,
      environment,
      (loaded) => new WorkbookJob(compiled.basis, environment, loaded, copyOf(compiled.source.contentTypes)),
    );
    if (job.instances.length === 0)
      throw new Failure("merge_failed", "No sheet is left: the list of every {sheet} is empty.");
    const bytes = writeWorkbook(compiled, job, environment);
    const { index } = compiled;
    const warnings = [...compiled.warnings, ...job.warnings, ...index.mistakesIn(data)];
    return { bytes, warnings, templateFields: index, trace };
  },
};
