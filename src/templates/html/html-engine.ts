import type { DocumentOutput } from "../../domain/document.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import { checkTemplate } from "../../language/lint/check-template.ts";
import { fieldTree, listFields } from "../../language/list-fields.ts";
import { warningItem } from "../error-item.ts";
import type { TemplateEngine } from "../template-engine.ts";
import { htmlWarnings, runningPartFindings } from "./html-findings.ts";
import { compiledVersion, compileHtml, fillHtml, HTML_PARTS, type HtmlPart, htmlPlace } from "./html-template.ts";
import { printCssFindings } from "./print-css.ts";
import { unsafeTagFindings } from "./unsafe-places.ts";

/** html documents as templates: one text with tags, and the header and footer that its settings carry. */
export const htmlEngine: TemplateEngine = {
  async inspect(bytes, settings, output) {
    const { templates, errors } = compileHtml(bytes, settings);
    const parsed = HTML_PARTS.flatMap((part) => {
      const template = templates[part];
      return template ? [part === "body" ? template : { ...template, part }] : [];
    });
    const { loopTags } = fieldTree(parsed);
    const messages = HTML_PARTS.flatMap((part) => messagesOf(part, templates[part]?.source, loopTags));
    // A header without fields is nothing unusual; a document without fields is.
    const isSame = HTML_PARTS.every(
      (part) => !templates[part] || messages.some((each) => each.code === "no_fields" && each.part === part),
    );
    const warnings = messages.filter(({ code, part }) => code !== "no_fields" || (isSame && part === "body"));
    const found = HTML_PARTS.flatMap((part) => findingsOf(part, templates[part]?.source, output));
    return { fields: listFields(parsed), errors, warnings: [...warnings, ...found] };
  },

  async render(source, data, environment) {
    const compiled = await compiledVersion(source, environment.settings);
    const { body, nonce, warnings, templateFields, trace } = fillHtml(
      compiled,
      data,
      environment,
      !environment.isIntermediate,
    );
    const html = body.replaceAll(` nonce="${nonce}"`, "");
    return { bytes: new TextEncoder().encode(html), warnings, templateFields, trace };
  },
};

function messagesOf(part: HtmlPart, source: string | undefined, loops: ReadonlyMap<string, string>): TemplateWarning[] {
  if (source === undefined) return [];
  return checkTemplate(source, { mode: "html", loops }).warnings.map((found) => {
    const place = htmlPlace(part, found.line, found.column);
    return warningItem(part, found.code === "no_fields" ? "" : place, found);
  });
}

/** What is to be said of the html itself, by where it goes. */
function findingsOf(part: HtmlPart, source: string | undefined, output: DocumentOutput | undefined): TemplateWarning[] {
  if (source === undefined) return [];
  const isPrinted = output === undefined || output === "pdf";
  const leavesAsHtml = output === undefined || output === "html" || output === "email";
  const found =
    part === "body"
      ? [...(isPrinted ? printCssFindings(source) : []), ...(leavesAsHtml ? unsafeTagFindings(source) : [])]
      : runningPartFindings(source);
  return htmlWarnings(part, source, found, (line, column) => htmlPlace(part, line, column));
}
