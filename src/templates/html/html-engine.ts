import { listFields } from "../../language/template.ts";
import type { TemplateEngine } from "../template-engine.ts";
import { compiledVersion, compileHtml, fillHtml, HTML_PARTS } from "./html-template.ts";

/** html documents as templates: one text with tags, and the header and footer that its settings carry. */
export const htmlEngine: TemplateEngine = {
  async inspect(bytes, settings) {
    const { templates, errors } = compileHtml(bytes, settings);
    const parsed = HTML_PARTS.flatMap((part) => templates[part] ?? []);
    return { fields: listFields(parsed), errors, warnings: [] };
  },

  async render(source, data, environment) {
    const compiled = await compiledVersion(source, environment.settings);
    const { body, nonce, warnings, fieldNames, trace } = fillHtml(compiled, data, environment);
    const html = body.replaceAll(` nonce="${nonce}"`, "");
    return { bytes: new TextEncoder().encode(html), warnings, fieldNames, trace };
  },
};
