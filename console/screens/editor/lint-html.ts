import type { Diagnostic } from "@codemirror/lint";
import { sendJson } from "../../api/client.ts";

interface Finding {
  line: number;
  column: number;
  end_line?: number;
  end_column?: number;
  tag?: string;
  message: string;
}

interface LintAnswer {
  errors: Finding[];
  warnings: Finding[];
}

/** What the service finds wrong with an html template, as places in its text. */
export async function lintHtml(html: string, output: string, settings: unknown): Promise<Diagnostic[]> {
  try {
    const { errors, warnings } = await sendJson<LintAnswer>("POST", "/api/templates/lint", {
      type: "html",
      html,
      output,
      settings,
    });
    const starts = lineStarts(html);

    return [
      ...errors.map((finding) => diagnostic(finding, "error", starts, html)),
      ...warnings.map((finding) => diagnostic(finding, "warning", starts, html)),
    ];
  } catch {
    // The preview says what is wrong with the service; the text stays as it is.
    return [];
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);

  return starts;
}

function diagnostic(
  finding: Finding,
  severity: "error" | "warning",
  starts: readonly number[],
  text: string,
): Diagnostic {
  const offset = (line: number, column: number) =>
    Math.min(text.length, (starts[line - 1] ?? text.length) + Math.max(0, column - 1));
  const from = offset(finding.line, finding.column);
  const end =
    finding.end_line !== undefined && finding.end_column !== undefined
      ? offset(finding.end_line, finding.end_column)
      : from + Math.max(1, finding.tag?.length ?? 1);

  return { from, to: Math.min(text.length, Math.max(end, from)), severity, message: finding.message };
}
