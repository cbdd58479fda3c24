import { openPdf } from "../../pdf/document.ts";
import { fillForm } from "../../pdf/form/fill-form.ts";
import { writePdf } from "../../pdf/writer.ts";
import type { MergeData, RenderEnvironment, TemplateEngine } from "../template-engine.ts";
import { formMergeFields, readFormTemplate } from "./form-template.ts";
import { formValues } from "./form-values.ts";

/** Latin, Greek, Cyrillic and Hebrew; a static asset, read only when a value needs it. */
const FORM_FONT = "/form-fonts/arimo.ttf";
/** What the standard fonts show without embedding anything: Windows-1252. */
const STANDARD_TEXT =
  /^[\u0000-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/;

/** AcroForm documents as templates: the form's fields are the merge fields. */
export const pdfEngine: TemplateEngine = {
  async inspect(bytes) {
    const form = readFormTemplate(openPdf(bytes));
    return { fields: formMergeFields(form), errors: form.errors, warnings: [] };
  },

  async render(source, data, environment) {
    const document = openPdf(await source.bytes());
    const form = readFormTemplate(document);
    const { values, warnings } = await formValues(form, data, environment);
    const report = fillForm(document, values, {
      flatten: environment.settings.flatten !== false,
      fonts: await fontsFor(Object.values(values).join(""), environment),
    });
    for (const { field, value } of report.notAChoice)
      warnings.push(`"${value}" is none of the choices of the field "${field}".`);
    if (report.missingCharacters.length > 0)
      warnings.push(`No font has these characters: ${report.missingCharacters.join(" ")}`);
    return { bytes: writePdf(document), warnings, ...described(form, data, environment) };
  },
};

async function fontsFor(text: string, environment: RenderEnvironment): Promise<Uint8Array[]> {
  if (STANDARD_TEXT.test(text)) return [];
  const font = await environment.asset(FORM_FONT);
  return font ? [font] : [];
}

/** Names of the merge fields, and for explain which of them the data has. */
function described(form: ReturnType<typeof readFormTemplate>, data: MergeData, { trace }: RenderEnvironment) {
  const fieldNames = formMergeFields(form).map(({ name }) => name);
  if (!trace) return { fieldNames };
  const found = fieldNames.filter((name) => Object.hasOwn(data, name));
  return {
    fieldNames,
    trace: {
      found,
      missing: fieldNames.filter((name) => !found.includes(name)),
      unused: Object.keys(data).filter((name) => !fieldNames.includes(name)),
      coerced: [],
      branches: [],
    },
  };
}
