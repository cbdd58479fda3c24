import { openPdf } from "../../pdf/document.ts";
import { type FieldValue, fillForm } from "../../pdf/form/fill-form.ts";
import { writePdf } from "../../pdf/writer.ts";
import type { MergeData, RenderEnvironment, TemplateEngine } from "../template-engine.ts";
import { formMergeFields, readFormTemplate } from "./form-template.ts";
import { formValues } from "./form-values.ts";

/** What the standard fonts show without embedding anything: Windows-1252. */
const STANDARD_TEXT =
  /^[\u0000-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/;

/** Static assets, read only when a value needs them: Latin, Greek, Cyrillic and Hebrew; then by script. */
const FORM_FONTS = [
  { path: "/form-fonts/arimo.ttf", isNeeded: (text: string) => !STANDARD_TEXT.test(text) },
  {
    path: "/form-fonts/noto-sans-arabic.ttf",
    isNeeded: (text: string) => /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]/.test(text),
  },
  { path: "/form-fonts/noto-sans-thai.ttf", isNeeded: (text: string) => /[\u0e00-\u0e7f]/.test(text) },
];

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
      fonts: await fontsFor(textsOf(values), environment),
    });
    for (const { field, value } of report.notAChoice)
      warnings.push(`"${value}" is none of the choices of the field "${field}".`);
    for (const field of report.unreadablePictures)
      warnings.push(`The image of the field "${field}" is neither a PNG nor a JPEG that can be read.`);
    if (report.missingCharacters.length > 0)
      warnings.push(`No font has these characters: ${report.missingCharacters.join(" ")}`);
    return { bytes: writePdf(document), warnings, ...described(form, data, environment) };
  },
};

/** The texts that fields will show; pictures need no font. */
function textsOf(values: Readonly<Record<string, FieldValue>>): string {
  return Object.values(values)
    .filter((value) => typeof value !== "object" || Array.isArray(value))
    .join("");
}

async function fontsFor(text: string, environment: RenderEnvironment): Promise<Uint8Array[]> {
  const needed = FORM_FONTS.filter(({ isNeeded }) => isNeeded(text));
  const fonts = await Promise.all(needed.map(({ path }) => environment.asset(path)));
  return fonts.filter((font) => font !== undefined);
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
