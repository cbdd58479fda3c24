import type { Diagnostic } from "@codemirror/lint";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api, type BodyOf } from "../../api/client.ts";

type Finding = AnswerOf<"/api/templates/lint", "post">["errors"][number];

/** What the service finds wrong with an html template, as places in its text. */
export async function lintHtml(html: string, output: string, settings: unknown): Promise<Diagnostic[]> {
  try {
    const body = { type: "html", html, output, settings } as BodyOf<"/api/templates/lint">;
    const { errors, warnings } = await dataOf(api.POST("/api/templates/lint", { body }));

    return [
      ...errors.map((finding) => diagnostic(finding, "error", html)),
      ...warnings.map((finding) => diagnostic(finding, "warning", html)),
    ];
  } catch {
    // The preview says what is wrong with the service; the text stays as it is.
    return [];
  }
}

/** What is found without a place, such as a setting of the document, is shown at the beginning. */
function diagnostic(
  { offset = 0, length, tag, message }: Finding,
  severity: "error" | "warning",
  { length: end }: string,
): Diagnostic {
  const from = Math.min(end, offset);

  return { from, to: Math.min(end, from + (length ?? tag?.length ?? 1)), severity, message };
}
