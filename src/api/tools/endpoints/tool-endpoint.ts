import * as z from "zod";
import { type Endpoint, endpoint } from "../../../http/endpoint.ts";
import { FILE_PROBLEMS, PDF_PROBLEMS } from "../../../http/openapi/openapi-problems.ts";
import { file } from "../../../http/responses.ts";
import { success } from "../../../http/success.ts";
import { shownAs } from "../../../http/wire-values.ts";
import { deliveryOfKinds } from "../../deliveries/delivery-settings-schema.ts";
import { mergeServicesOf } from "../../documents/merge-services-of.ts";
import { withWarnings } from "../conversion-warnings.ts";
import { type FileTool, type ToolAnswer, workWith } from "../file-tool.ts";
import { queryFlags } from "../query-flags.ts";
import { acceptTool, TOOL_DELIVERY_KINDS } from "./accept-tool.ts";

const acceptedSchema = z
  .object({
    success: success(),
    run_id: z.string().meta({ description: "The run that does the work." }),
    url: z.string().meta({ description: "The address of the run." }),
  })
  .meta({ id: "ToolAccepted" });

/** What `acceptTool` reads and the tools themselves do not know. */
const deliverySchema = deliveryOfKinds(TOOL_DELIVERY_KINDS, {
  id: "ToolDelivery",
  shape: {},
  settingsOf: (settings) => settings,
})
  .optional()
  .meta({ description: "The work is done later, and its file sent in this way." });

const shownBody = ({ body, example }: FileTool) =>
  body.extend({ delivery: deliverySchema }).meta(example ? { examples: [example] } : {});

/** A file tool (interface 4.1): POST with credentials, file bytes as the answer; or, if the client likes, later. */
export function toolEndpoint(tool: FileTool): Endpoint {
  return endpoint({
    method: "post",
    onRepeat: "same_answer",
    path: `/api/tools/${tool.name}`,
    summary: tool.summary,
    description: [tool.description, LATER].filter(Boolean).join(" "),
    tag: "File tools",
    auth: "key",
    needs: "tool:use",
    ...(tool.query ? { query: tool.query } : {}),
    body: shownAs(tool.body, shownBody(tool)),
    takesLargeFiles: true,
    elsewhere: true,
    problems: [...FILE_PROBLEMS, ...PDF_PROBLEMS, ...(tool.problems ?? [])],
    responses: {
      200: tool.answers,
      202: {
        description: "Accepted, with `Prefer: respond-async`: the run to ask for",
        schema: acceptedSchema,
      },
    },

    later: {
      isWanted: ({ delivery }) => delivery !== undefined,
      accept: (input) => acceptTool(tool, input),
    },

    async handle({ body, caller, context, ignored }) {
      const scope = { services: mergeServicesOf(context), workspaceId: caller.workspaceId };
      const asked = { ...body, ...queryFlags(tool, context.request) };
      return responseOf(await workWith(tool, { body: asked, ignored }, { ...scope, isQueued: false }));
    },
  });
}

const LATER =
  "With the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work is done " +
  "and links to the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same, and has " +
  "the file sent by webhook, e-mail or to a store of yours.";

function responseOf({ kind, name, mediaType, content, warnings }: ToolAnswer): Response {
  const response =
    kind === "json"
      ? new Response(content, { headers: { "content-type": mediaType } })
      : file(content, { name, mediaType });
  return withWarnings(response, warnings);
}
