import * as z from "zod";
import { isAlertAddress } from "../../delivery/kinds/alert.ts";
import { Failure } from "../../domain/failure.ts";
import { internalHostsOf } from "../../domain/internal-hosts.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { optional, text } from "../../http/wire-values.ts";
import { nameSchema, retentionSchema } from "../documents/document-schemas.ts";
import { clearable, currencySchema, localeSchema, timezoneSchema } from "../documents/settings-schema.ts";
import { accountAnswer, accountNotFound, accountSchema } from "./get-account.ts";

const MAX_HOSTS = 100;

/** `host` or `host:port`; form clients send an empty text for none. */
const hostsSchema = z.union([
  z.literal("").transform((): string[] => []),
  z
    .array(text().pipe(z.string().regex(/^[a-z0-9.:[\]-]{1,255}$/i, { error: "must be host or host:port" })))
    .max(MAX_HOSTS, { error: `must be at most ${MAX_HOSTS} hosts` }),
]);

const alertSchema = text().pipe(z.string().trim().max(2_000)).refine(isAlertAddress, {
  error:
    'must be an http or https address without user name and password, or e-mail addresses such as "ann@example.com"',
});

/** PUT /api/account: the defaults of the workspace's documents; empty text puts one back. */
export const updateAccount = endpoint({
  method: "put",
  path: "/api/account",
  summary: "Change the workspace's defaults",
  description:
    "Only the members you send are changed. `retention_days` 0 keeps merged files only until they are delivered.",
  tag: "Account",
  auth: "key",
  needs: "account:write",
  body: z.object({
    name: optional(nameSchema),
    locale: clearable(localeSchema).meta({
      description: "Language and region for documents that do not set their own, such as `en-US`.",
    }),
    timezone: clearable(timezoneSchema).meta({
      description: "Time zone for documents that do not set their own, such as `Europe/Berlin`.",
    }),
    currency: clearable(currencySchema).meta({
      description: "Currency for documents that do not set their own, such as `EUR`.",
    }),
    retention_days: retentionSchema.optional().meta({ description: "Days for which merged files are kept." }),
    internal_hosts: optional(hostsSchema).meta({
      description:
        "As it is: which hosts of private networks may be named is set by whoever runs the service (`INTERNAL_HOSTS`).",
    }),
    alert_address: clearable(alertSchema).meta({
      description:
        "Who is notified of runs and deliveries that are given up: a web address, which is called, or e-mail addresses.",
    }),
  }),
  problems: ["forbidden"],
  responses: { 200: { description: "The workspace", schema: accountSchema } },

  async handle({ body, caller, context }) {
    const { name, locale, timezone, currency } = body;
    const changes = {
      name,
      locale,
      timezone,
      currency,
      retentionDays: body.retention_days,
      alertAddress: body.alert_address,
    };
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const { store } = context;
    if (body.internal_hosts) refuseOtherHosts(context, caller, body.internal_hosts);
    const workspace =
      Object.keys(given).length > 0
        ? await store.workspaces.update(caller.workspaceId, given)
        : await store.workspaces.byId(caller.workspaceId);
    if (!workspace) throw accountNotFound();
    return accountAnswer(workspace, context);
  },
});

/** A whole account may be sent back; hosts of private networks are not a workspace's to choose. @throws Failure `forbidden` */
function refuseOtherHosts({ env }: RequestContext, { workspaceId }: Caller, asked: readonly string[]): void {
  const allowed = internalHostsOf(env.INTERNAL_HOSTS, workspaceId);
  if (asked.length === allowed.length && asked.every((host) => allowed.includes(host))) return;
  const message =
    "internal_hosts cannot be changed here: whoever runs the service allows hosts of private networks, for each workspace, in the setting INTERNAL_HOSTS.";
  throw new Failure("forbidden", message, { errors: [{ pointer: "/internal_hosts", message }] });
}
