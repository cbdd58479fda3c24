import { openPdf, type PdfDocument } from "../../pdf/document.ts";
import { type FieldValue, fillForm } from "../../pdf/form/fill-form.ts";
import { type HanLanguage, hanLanguageOfTag, hanLanguageOfText } from "../../pdf/text/han-language.ts";
import { decodeText } from "../../pdf/text-strings.ts";
import { writePdf } from "../../pdf/writer.ts";
import type { MergeData, RenderEnvironment, TemplateEngine } from "../template-engine.ts";
import { formFonts } from "./form-fonts.ts";
import { type FormTemplate, formMergeFields, readFormTemplate } from "./form-template.ts";
import { formValues } from "./form-values.ts";

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
    const texts = drawnTexts(form, values);
    const hanLanguage = hanLanguageOf(document, texts, environment);
    const report = fillForm(document, values, {
      flatten: environment.settings.flatten !== false,
      fonts: await formFonts(texts, hanLanguage, environment.asset),
      hanLanguage,
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

/** What each field will show: its new value or the one it has, and its choices; pictures need no font. */
function drawnTexts({ slots }: FormTemplate, values: Readonly<Record<string, FieldValue>>): string[] {
  return slots.flatMap(({ field }) => {
    if (field.type !== "text" && field.type !== "choice") return [];
    const value = values[field.name] ?? field.value ?? "";
    const isText = typeof value !== "object" || Array.isArray(value);
    return [[...(isText ? [value].flat() : []), ...field.options.map(({ label }) => label)].join("\n")];
  });
}

/** What Han characters are drawn for where a field does not say it: the document, the settings, the other fields. */
function hanLanguageOf(document: PdfDocument, texts: readonly string[], { locale }: RenderEnvironment): HanLanguage {
  const tag = document.string(document.catalog.get("Lang"));
  const named = (tag && hanLanguageOfTag(decodeText(tag))) ?? hanLanguageOfTag(locale);
  return named ?? hanLanguageOfText(texts.join("")) ?? "zh-Hans";
}

/** Names of the merge fields, and for explain which of them the data has. */
function described(form: FormTemplate, data: MergeData, { trace }: RenderEnvironment) {
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
