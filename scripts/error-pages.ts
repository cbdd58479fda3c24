// A page for each code of the table of failures: title, status and example are what the service sends, the rest is docs/errors.
import fs from "node:fs";
import path from "node:path";
import { Failure, type FailureItem } from "../src/domain/failure.ts";
import { FAILURE_CODES, type FailureCode } from "../src/domain/failure-codes.ts";
import { problemBody } from "../src/http/problems.ts";

export const ERRORS_FOLDER = path.resolve(import.meta.dirname, "../docs/errors");
const REQUEST_ID = "0b9f6a5e-6f0c-4a57-9d6e-0c1f8a3f2d11";
/** The text of docs/errors, and what is said in its example. */
const SOURCE = /^([\s\S]*\n## What to do\n\n- [\s\S]*\n## Example\n\n)```json\n([\s\S]*)\n```\n$/;

export interface ErrorPage {
  code: FailureCode;
  title: string;
  markdown: string;
  /** The message of its example. */
  message: string;
}

/** @throws if a code has no page, or one without what to do and an example */
export function errorPages(): ErrorPage[] {
  return (Object.keys(FAILURE_CODES) as FailureCode[]).sort().map((code) => {
    const source = SOURCE.exec(fs.readFileSync(path.join(ERRORS_FOLDER, `${code}.md`), "utf8"));
    if (!source) throw new Error(`docs/errors/${code}.md: no list "What to do", or no example after it`);
    const [status, title] = FAILURE_CODES[code];
    const [, text = "", example = ""] = source;
    const { error, errors = [] } = JSON.parse(example) as { error: string; errors?: FailureItem[] };
    const body = problemBody(new Failure(code, error, { errors }), "http://127.0.0.1:8787", REQUEST_ID);
    const head = `# ${title}\n\nCode \`${code}\`, status ${status}.\n\n`;
    const shown = `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\`\n`;

    return { code, title, markdown: head + text + shown, message: error };
  });
}
