import * as z from "zod";
import { FILE_TYPES } from "../../domain/media-type.ts";
import { GUARDED_PROBLEMS, MERGE_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { templateWarningSchema } from "../../http/openapi/template-warning-schema.ts";
import { success } from "../../http/success.ts";
import { flag, numericId, text } from "../../http/wire-values.ts";

/** Path of a merge address (interface 4.3). */
export const mergeAddressParams = z.object({
  id: numericId().meta({ description: "Id of the document or data route." }),
  key: text().meta({ description: "Its key." }),
});

/** Members of the query of every merge. */
export const testFlag = () =>
  flag().meta({
    description: "1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown, not sent.",
  });

const asFile = (on: boolean) => (on ? ("file" as const) : undefined);

export const downloadFlag = () =>
  flag()
    .transform(asFile)
    .meta({ description: "1: the answer is the merged file. Otherwise the merge is done after the answer." });

export const explainFlag = () =>
  flag().meta({ description: "1: the answer says what the merge would do, without doing it." });

/** `download` where links are answered, too. */
export const downloadChoice = () =>
  z
    .union([z.literal("url"), flag().transform(asFile)])
    .meta({ description: "1: the answer is the merged file; `url`: a link to it that expires." });

/** Undefined if it was not sent: then the document's settings hold. */
export const flattenFlag = () =>
  z
    .union([z.null(), flag()])
    .optional()
    .transform((sent) => sent ?? undefined)
    .meta({
      description: "1: the fields of a filled PDF form become plain content; 0: they stay, whatever the settings say.",
    });

export const mergeQuery = z.object({
  test: testFlag(),
  download: downloadFlag(),
  explain: explainFlag(),
  flatten: flattenFlag(),
});

/** What `explain=1` answers for a document. */
const explanationSchema = z
  .object({
    fields: z
      .object({
        found: z.array(z.string()).meta({ description: "Fields that had data." }),
        missing: z.array(z.string()).meta({ description: "Fields without data." }),
        unused: z.array(z.string()).meta({ description: "Data that no field used." }),
        matched: z
          .array(
            z.object({
              field: z.string().meta({ description: "The field." }),
              data: z.string().meta({ description: "How the data spell it." }),
            }),
          )
          .meta({ description: "Fields that the data spell differently, and how." }),
      })
      .meta({ description: "Fields and data, by name." }),
    coerced: z
      .array(
        z.looseObject({
          tag: z.string().optional().meta({ description: "The tag that read it." }),
          from: z.unknown().meta({ description: "The value in the data." }),
          to: z.unknown().meta({ description: "What it was read as." }),
        }),
      )
      .meta({ description: "Values that were read as something other than what they are." }),
    branches: z
      .array(
        z.looseObject({
          tag: z.string().meta({ description: "The tag that opens the block." }),
          kind: z.enum(["if", "loop"]).meta({ description: "A condition or a loop." }),
          runs: z.array(z.int()).meta({
            description: "How often the loop's body ran, or each branch in order, with “none of them” last.",
          }),
        }),
      )
      .meta({ description: "Conditions of the template, and which branch was taken." }),
    warnings: z
      .array(z.string())
      .meta({ description: "What could not be done as asked, and names that do not match." }),
    template_warnings: z.array(templateWarningSchema).meta({ description: "What the linter says about the template." }),
  })
  .meta({ id: "MergeExplanation" });

const acceptedSchema = z
  .object({
    success: success(),
    name: z.string().optional().meta({ description: "With `download=url`: the file's name." }),
    url: z.string().optional().meta({ description: "With `download=url`: a link to the file that expires." }),
    session: z.string().optional().meta({ description: "With `_session=new`: the name of the session that was made." }),
    warnings: z.array(z.string()).optional().meta({ description: "Remarks about the merge." }),
  })
  .meta({ id: "MergeAccepted" });

/** Failures of merges: those of the template and its files, and of credentials where `explain=1` asks for them. */
export const mergeProblems = [
  ...MERGE_PROBLEMS,
  ...GUARDED_PROBLEMS,
  "method_not_allowed",
  "data_expired",
  "session_guessable",
  "session_full",
  "not_found",
] as const;

/** A page that tells people what they have opened. */
export const OPENED_PAGE = { description: "Opened in a browser: what the address is.", mediaType: "text/html" };

/** What the endpoints that merge answer, by status. */
export const mergeResponses = {
  200: { description: "With `explain=1`: what the merge would do.", schema: explanationSchema },
  201: {
    description: "`{success: 1}`, or with `download=1` the merged file. The run's id is in X-Run-Id.",
    schema: acceptedSchema,
    mediaType: FILE_TYPES,
  },
};

/** The same for an address that is opened by a link: nothing is explained there. */
export const openedResponses = { ...mergeResponses, 200: OPENED_PAGE };
