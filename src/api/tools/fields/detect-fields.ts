import * as z from "zod";
import { detectFields } from "../../../pdf/detect/detect-fields.ts";
import { fileInfo, readInputFile } from "../file-info.ts";
import { fileTool } from "../file-tool.ts";
import { openInput } from "../input-file.ts";
import { jsonAnswer } from "../json-answer.ts";

const answerSchema = z.object({
  fields: z
    .array(
      z.object({
        page: z.number().meta({ description: "The page, counted from 1." }),
        box: z
          .array(z.number())
          .length(4)
          .meta({
            description: "Lower left and upper right corner in points of the page's own coordinates.",
            examples: [[70, 198, 220, 213]],
          }),
        kind: z
          .enum(["text", "multiline", "comb", "check", "radio", "signature"])
          .meta({ description: "What kind of field belongs there." }),
        name: z.string().meta({ description: "A name from its label, different for each field.", examples: ["Name"] }),
        tooltip: z.string().meta({ description: "Its label; empty when there is none.", examples: ["Name"] }),
        required: z.boolean().meta({ description: "Whether its label ends in an asterisk." }),
        max_length: z.number().nullable().meta({ description: "How many characters it takes, if that is drawn." }),
        n: z.number().nullable().meta({ description: "Cells of a comb." }),
      }),
    )
    .meta({ description: "The fields in reading order." }),
});

export const detectFieldsTool = fileTool({
  name: "detect_fields",
  summary: "Find the places of a PDF that ask to be filled",
  description:
    "For a PDF without form fields: lines, frames, cells, dots and boxes to tick, with a name from the words beside them. Scans are not read.",
  body: z.object({ file: fileInfo }),
  answers: { description: "The fields that were found.", schema: answerSchema },
  secrets: [],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const { fields, scans } = detectFields(await openInput(input));
    if (scans.length > 0) scope.warn(scanWarning(scans));
    return jsonAnswer(input, {
      fields: fields.map(({ count, ...field }) => ({ ...field, max_length: count ?? null, n: count ?? null })),
    } satisfies z.output<typeof answerSchema>);
  },
});

const MOST_NAMED = 20;

function scanWarning(pages: readonly number[]): string {
  const named = pages.slice(0, MOST_NAMED).join(", ");
  const more = pages.length > MOST_NAMED ? ` and ${pages.length - MOST_NAMED} more` : "";
  return `Pages that are pictures have no fields that can be found: ${named}${more}. Place their fields by hand.`;
}
