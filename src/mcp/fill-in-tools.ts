import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ServiceCalls } from "./service-calls.ts";
import { answer, answered, askForConfirm, changed, REPLACES } from "./tool-answers.ts";
import { confirm } from "./tool-arguments.ts";

const owner = {
  id: z
    .union([z.string().regex(/^\d+$/), z.int().min(0)])
    .transform(String)
    .describe("The document's id, or the data route's"),
  of: z.enum(["document", "route"]).optional().describe("Whose id it is; document when absent"),
};

const targetShape = z.looseObject({
  name: z.string(),
  active: z.string().optional(),
  settings: z.looseObject({ fill_in: z.looseObject({}).optional() }).optional(),
});
const pageShape = z.looseObject({ url: z.string(), embed: z.string(), sent: z.number() });

/** Where the page of a document or a data route is, and how often it was sent; its settings are among the others. */
export async function pageOf(calls: ServiceCalls, path: string) {
  const { url, embed, sent } = pageShape.parse(await calls.get(`${path}/fill_in`));
  return { url, embed, sent };
}

/** What stands for a page's logo, which is larger than all else that an agent would read. */
const LOGO_STAYS = "(a picture, which stays)";

/** Settings with words in place of the logo. */
export function withoutLogo(members: Record<string, unknown>): Record<string, unknown> {
  const { settings } = targetShape.pick({ settings: true }).parse(members);
  if (settings?.fill_in?.logo === undefined) return members;
  return { ...members, settings: { ...settings, fill_in: shownSettings(settings.fill_in) } };
}

/** Pages on which people without an account fill a document in. */
export function registerFillInTools(server: McpServer, calls: ServiceCalls): void {
  const read = async (path: string) => {
    const [target, page] = await Promise.all([calls.get(path, { details: 1 }), pageOf(calls, path)]);
    const { name, active, settings } = targetShape.parse(target);
    return { name, isTest: active === "0", page, settings: settings?.fill_in ?? {} };
  };

  server.registerTool(
    "set_fill_in_page",
    {
      title: "Set up a fill-in page",
      description:
        "Gives the fill-in page of a document or a data route settings, in place of all that it has but its logo, and answers its address; with new_address the old one leads nowhere from then on. Whoever has the address can fill the page in.",
      inputSchema: z.object({
        ...owner,
        settings: z
          .looseObject({
            on: z.union([z.boolean(), z.int()]).optional().describe("1: the page is there"),
            title: z.unknown().optional().describe("Its heading: text, or texts by language"),
            fields: z
              .array(z.looseObject({ name: z.string(), kind: z.string().optional() }))
              .optional()
              .describe(
                "What it asks, in order: name (Customer.Name), kind (text, long_text, email, number, amount, date, choice, yes_no, rows, picture, file, signature), label, help, required, options of a choice, fields of rows, prefill",
              ),
            follows: z.string().optional().describe("words, file, address (with address) or mail (with mail_to)"),
          })
          .optional()
          .describe(
            "Also before, after, thanks, until, times, color, logo, languages, frames, mail_subject, mail_text",
          ),
        new_address: z.boolean().optional(),
        confirm,
      }),
      outputSchema: changed(),
      annotations: REPLACES,
    },
    ({ id, of, settings, new_address, confirm: isConfirmed }) =>
      answered(calls, async () => {
        const path = pathOf(id, of);
        const before = await read(path);
        if (!isConfirmed) {
          const parts = [
            ...(settings
              ? [`give the fill-in page of "${before.name}" these settings in place of all that it has`]
              : []),
            ...(new_address ? [`give the page of "${before.name}" another address: the old one leads nowhere`] : []),
          ];
          return askForConfirm(parts.join(", and ") || "change nothing: there are no settings", {
            id,
            before: shownSettings(before.settings),
          });
        }
        const { logo } = before.settings;
        const keepsLogo = logo !== undefined && [undefined, LOGO_STAYS].includes(settings?.logo as string | undefined);
        const fill_in = settings && {
          ...settings,
          ...(settings.on === undefined ? {} : { on: Number(settings.on) }),
          ...(keepsLogo ? { logo } : {}),
        };
        if (fill_in) await calls.put(path, { settings: { fill_in } });
        if (new_address) await calls.post(`${path}/fill_in/key`, {});
        const after = await read(path);
        const closed = after.isTest ? { warning: "It is in test mode: the page is closed until that is over." } : {};
        return answer({ done: true, id, ...after.page, settings: shownSettings(after.settings), ...closed });
      }),
  );
}

const shownSettings = (fill_in: Record<string, unknown>): Record<string, unknown> =>
  fill_in.logo === undefined ? fill_in : { ...fill_in, logo: LOGO_STAYS };

const pathOf = (id: string, of: "document" | "route" = "document"): string => `/api/${of}s/${id}`;
