import { appendAll } from "../../domain/collections/long-lists.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import { imageProblem } from "../../image/image-problem.ts";
import { dataMistakes } from "../../language/data-mistakes.ts";
import { NameIndex } from "../../language/fold-name.ts";
import { fieldTree } from "../../language/list-fields.ts";
import { openPdf, type PdfDocument } from "../../pdf/document.ts";
import { type FieldValue, fillForm } from "../../pdf/form/fill-form.ts";
import { isSigned } from "../../pdf/signature/signed-document.ts";
import { type HanLanguage, hanLanguageOfTag, hanLanguageOfText } from "../../pdf/text/han-language.ts";
import { decodeText } from "../../pdf/text-strings.ts";
import { writePdf } from "../../pdf/writer.ts";
import { unreadImage } from "../ooxml/image/image-data.ts";
import type { RenderEnvironment, TemplateEngine, TemplateFields } from "../template-engine.ts";
import { customFormFonts } from "./custom-form-fonts.ts";
import { finalizeValues, shownIn } from "./finalize-values.ts";
import { formFonts } from "./form-fonts.ts";
import {
  type FormTemplate,
  formLoops,
  formMergeFields,
  formWarnings,
  readFormTemplate,
  templatesOf,
} from "./form-template.ts";
import { formValues, TAKEN_BY_FORMS } from "./form-values.ts";

/** AcroForm documents as templates: the form's fields are the merge fields. */
export const pdfEngine: TemplateEngine = {
  async inspect(bytes) {
    const form = readFormTemplate(openPdf(bytes));
    return { fields: formMergeFields(form), errors: form.errors, warnings: formWarnings(form) };
  },

  async render(source, data, environment) {
    const document = openPdf(await source.bytes());
    const form = readFormTemplate(document);
    const wasSigned = isSigned(document);
    const { values, warnings } = await formValues(form, data, environment);
    appendAll(warnings, finalizeValues(form, values, environment));
    const shown = shownIn(form, environment);
    const texts = drawnTexts(form, values, shown);
    const hanLanguage = hanLanguageOf(document, texts, environment);
    const report = fillForm(document, values, {
      flatten: environment.settings.flatten !== false,
      fonts: [
        ...(await customFormFonts(document, environment.fonts)),
        ...(await formFonts(texts, hanLanguage, environment.asset)),
      ],
      shown,
      hanLanguage,
    });
    if (form.isDynamicXfa)
      warnings.push(
        "The template is a dynamic XFA form: only Acrobat draws its pages, and the merged file shows its note.",
      );
    if (wasSigned) warnings.push("The template is signed; its signatures do not hold in what is merged.");
    for (const { field, value } of report.notAChoice)
      warnings.push(`"${value}" is not one of the choices of the field "${field}".`);
    for (const { field, bytes } of report.unreadableImages)
      warnings.push(unreadImage(`of the field "${field}"`, "", imageProblem(bytes, TAKEN_BY_FORMS)));
    for (const { field, goesOnIn, truncatedCharacters } of report.overflows)
      warnings.push(
        goesOnIn === undefined
          ? `The text of the field "${field}" does not fit even at the smallest size: its last ${truncatedCharacters} characters cannot be seen.`
          : `The text of the field "${field}" does not fit even at the smallest size: it continues in "${goesOnIn}".`,
      );
    if (report.missingCharacters.length > 0)
      warnings.push(`No font has these characters: ${report.missingCharacters.join(" ")}`);
    const loops = formLoops(form.slots);
    for (const slot of form.slots)
      for (const template of templatesOf(slot))
        appendAll(
          warnings,
          dataMistakes(fieldTree(template), data, () => `field ${slot.field.name}`, loops),
        );
    return { bytes: writePdf(document), warnings, ...described(form, data, environment) };
  },
};

/** What each field will show: its new value or the one it has, and its choices; pictures need no font. */
function drawnTexts(
  { slots }: FormTemplate,
  values: Readonly<Record<string, FieldValue>>,
  shown: ReturnType<typeof shownIn>,
): string[] {
  return slots.flatMap(({ field }) => {
    if (field.type !== "text" && field.type !== "choice") return [];
    const value = values[field.name] ?? field.value ?? "";
    const isText = typeof value !== "object" || Array.isArray(value);
    const display = typeof value === "string" ? shown(field.name, value)?.shown : undefined;
    return [[display ?? "", ...(isText ? [value].flat() : []), ...field.options.map(({ label }) => label)].join("\n")];
  });
}

/**
 * The language that Han characters are drawn for if a field does not show it: the document, the settings, the other
 * fields.
 */
function hanLanguageOf(document: PdfDocument, texts: readonly string[], { locale }: RenderEnvironment): HanLanguage {
  const tag = document.string(document.catalog.get("Lang"));
  const named = (tag && hanLanguageOfTag(decodeText(tag))) ?? hanLanguageOfTag(locale);
  return named ?? hanLanguageOfText(texts.join("")) ?? "zh-Hans";
}

/** Names of the merge fields, and for explain which of them the data has. */
function described(form: FormTemplate, data: MergeData, { trace }: RenderEnvironment) {
  const fields = formMergeFields(form);
  const fieldNames = fields.map(({ name }) => name);
  const templateFields: TemplateFields = {
    names: fieldNames,
    placeOf: (name) => fields.find((field) => field.name === name)?.occurrences[0]?.part ?? "",
  };
  if (!trace) return { templateFields };
  const keys = Object.keys(data);
  const index = new NameIndex(keys);
  const keyOf = new Map(fieldNames.map((name) => [name, index.find(name)]));
  const used = new Set(keyOf.values());
  const found = fieldNames.filter((name) => keyOf.get(name) !== undefined);
  return {
    templateFields,
    trace: {
      found,
      missing: fieldNames.filter((name) => keyOf.get(name) === undefined),
      unused: keys.filter((key) => !used.has(key)),
      matched: found.flatMap((name) => {
        const key = keyOf.get(name);
        return key === undefined || key === name ? [] : [{ field: name, data: key }];
      }),
      coerced: [],
      branches: [],
    },
  };
}
