import * as z from "zod";
import { differences, recorded } from "../../audit/recorded.ts";
import { requireCurrent } from "../../audit/require-current.ts";
import { isAlertAddress } from "../../delivery/kinds/alert.ts";
import { Failure } from "../../domain/failure.ts";
import { internalHostsOf } from "../../domain/internal-hosts.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { wantedRevision } from "../../http/entity-tag.ts";
import { integer, optional, text } from "../../http/wire-values.ts";
import { nameSchema, retentionSchema } from "../documents/document-schemas.ts";
import { clearable, currencySchema, localeSchema, timezoneSchema } from "../documents/settings-schema.ts";
import { accountValues } from "./account-values.ts";
import { accountAnswer, accountNotFound, accountSchema, accountTag } from "./get-account.ts";

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

const auditDaysSchema = z.union([
  z.literal(["", null]).transform(() => null),
  integer().pipe(z.number().min(30, { error: "must be at least 30 days" }).max(36_500)),
]);

/** PUT /api/account: the defaults of the workspace's documents; empty text puts one back. */
export const updateAccount = endpoint({
  method: "put",
  path: "/api/account",
  summary: "Change the workspace's defaults",
  description:
    "Only the members you send are changed. `retention_days` 0 keeps merged files only until they are delivered. With `If-Match` " +
    "only if the settings have not changed.",
  revised: true,
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
    audit_days: auditDaysSchema.optional().meta({
      description:
        "Days for which entries of the log are kept, at least 30; empty for ever. Only entries before a signed head are removed.",
    }),
    alert_address: clearable(alertSchema).meta({
      description:
        "Who is notified of runs and deliveries that are given up: a web address, which is called, or e-mail addresses.",
    }),
  }),
  problems: ["forbidden", "precondition_failed"],
  responses: { 200: { description: "The workspace", schema: accountSchema } },

  async handle({ body, caller, context }) {
    const { name, locale, timezone, currency } = body;
    const changes = {
      name,
      locale,
      timezone,
      currency,
      retentionDays: body.retention_days,
      auditDays: body.audit_days,
      alertAddress: body.alert_address,
    };
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const { store } = context;
    if (body.internal_hosts) refuseOtherHosts(context, caller, body.internal_hosts);
    const current = await store.workspaces.byId(caller.workspaceId);
    if (!current) throw accountNotFound();
    const resource = { type: "account", id: current.id, name: current.name };
    await requireCurrent(context, caller, resource, accountTag(current));
    if (Object.keys(given).length === 0) return accountAnswer(current, context);
    const change = recorded(context, caller, {
      action: "account.updated",
      resource,
      ...differences(accountValues(current), accountValues({ ...current, ...given })),
    });
    const revision = wantedRevision(context.request, current);
    const workspace = await change.store.workspaces.update(caller.workspaceId, given, revision);
    if (workspace) return accountAnswer(workspace, context);

    const now = await store.workspaces.byId(caller.workspaceId);
    if (now) await requireCurrent(context, caller, resource, accountTag(now));
    throw accountNotFound();
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
