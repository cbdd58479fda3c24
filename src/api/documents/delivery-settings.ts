import * as z from "zod";
import { withGivenConsent } from "../../delivery/consent/given-consent.ts";
import { DELIVERY_KIND_HANDLERS } from "../../delivery/delivery-kinds.ts";
import { attachedDocumentIds } from "../../delivery/email/attached-documents.ts";
import { domainOf, readMailboxes } from "../../delivery/email/mailboxes.ts";
import { senderDomains } from "../../delivery/email/sender-domains.ts";
import { isLiteral } from "../../delivery/setting-values.ts";
import type { DeliveryKind, DeliveryOwner } from "../../domain/delivery/delivery.ts";
import {
  masksIn,
  openSettings,
  type PlainSettings,
  type StoredSettings,
  sealSettings,
  withoutMasks,
} from "../../domain/delivery/delivery-secrets.ts";
import { Failure } from "../../domain/failure.ts";
import { markChecked, withoutMark } from "../../domain/saved-rules.ts";
import { textBox } from "../../domain/text-box.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { validate } from "../../http/validate.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { Delivery, NewDelivery } from "../../store/deliveries.ts";

/** `notification` of a new document (interface 2.6). */
export const notificationSchema = z.strictObject({
  to: text().meta({ description: "Recipients, separated by commas." }),
  from: optional(text()).meta({ description: "Sender; the service's own when absent." }),
  subject: optional(text()).meta({ description: "Subject." }),
  html: optional(text()).meta({ description: "Body as html." }),
  security: optional(z.enum(["low", "medium", "high"])).meta({
    description: "How the file is sent, as for deliveries by e-mail.",
  }),
  password: optional(text()).meta({ description: "Password of the link, where the file is sent as one." }),
});

/**
 * The e-mail delivery that a notification is.
 * @throws Failure `invalid_request`, `misconfigured`
 */
export async function notificationDelivery(
  { env }: Pick<RequestContext, "env">,
  { workspaceId }: Pick<Caller, "workspaceId">,
  notification: z.output<typeof notificationSchema>,
): Promise<NewDelivery> {
  const sent = withoutUndefined(notification);
  refuseMasks("email", sent, "notification");
  const schema = z.object({ notification: DELIVERY_KIND_HANDLERS.email.check });
  const settings = withoutUndefined(validate(schema, { notification: sent }, "body").notification);
  checkSender(env, workspaceId, settings.from, "notification");
  const kept = await sealSettings(textBox(env.SECRETS_KEY, workspaceId), "email", markChecked(settings));
  return { kind: "email", name: "", active: true, settings: kept };
}

/** A new delivery's settings. @throws Failure those of `checkedSettings` */
export async function newDeliverySettings(
  context: SettingsContext,
  caller: Pick<Caller, "workspaceId">,
  owner: DeliveryOwner,
  kind: DeliveryKind,
  sent: PlainSettings,
): Promise<StoredSettings> {
  refuseMasks(kind, sent, "settings");
  const box = textBox(context.env.SECRETS_KEY, caller.workspaceId);
  const given = await withGivenConsent(box, kind, sent, givenTo(context));
  return await sealSettings(box, kind, await checkedSettings(context, caller, owner, kind, given));
}

/**
 * The settings of a delivery that is changed: members that were not sent, and secrets that were sent back masked, stay.
 * @throws Failure those of `checkedSettings`
 */
export async function changedDeliverySettings(
  context: SettingsContext,
  caller: Pick<Caller, "workspaceId">,
  owner: DeliveryOwner,
  { kind, settings }: Pick<Delivery, "kind" | "settings">,
  sent: PlainSettings,
): Promise<StoredSettings> {
  const box = textBox(context.env.SECRETS_KEY, caller.workspaceId);
  // A secret that cannot be opened any more has to be sent again, if it is needed.
  const current = withoutUndefined(await openSettings(box, kind, settings, () => undefined));
  const changed = { ...current, ...withoutMasks(kind, sent, current) };
  refuseMasks(kind, changed, "settings");
  const given = await withGivenConsent(box, kind, changed, givenTo(context));
  const kept = attachedDocumentIds(current.attach_documents);
  return await sealSettings(box, kind, await checkedSettings(context, caller, owner, kind, given, kept));
}

type SettingsContext = Pick<RequestContext, "store" | "env" | "settings" | "now">;

const givenTo = ({ settings, now }: SettingsContext) => ({ clients: settings.consentClients, now: now() });

/** A mask that stands for nothing would become the secret. @throws Failure `invalid_request` */
function refuseMasks(kind: DeliveryKind, settings: PlainSettings, member: string): void {
  const errors = masksIn(kind, settings).map((name) => ({
    pointer: `/${member}/${name.replace(/^([^[]*)\[(.*)\]$/, (_, own: string, header: string) => `${own}/${header.replaceAll("~", "~0").replaceAll("/", "~1")}`)}`,
    message: `${member}[${name.replace("[", "][").replace(/\]?$/, "]")} is masked: there is nothing here that it stands for. Send the secret itself.`,
  }));
  if (errors.length > 0)
    throw new Failure("invalid_request", errors.map(({ message }) => message).join(" "), { errors });
}

/**
 * A delivery's settings, checked by its kind (wire "Deliveries") and against what there is in the workspace.
 * @param keptDocuments those that the mail attaches so far
 * @throws Failure `invalid_request` naming every member that is wrong or unknown
 */
async function checkedSettings(
  { store, env }: Pick<RequestContext, "store" | "env">,
  { workspaceId }: Pick<Caller, "workspaceId">,
  owner: DeliveryOwner,
  kind: DeliveryKind,
  settings: PlainSettings,
  keptDocuments: readonly number[] = [],
): Promise<PlainSettings> {
  const schema = z.object({ settings: DELIVERY_KIND_HANDLERS[kind].check });
  const checked = markChecked(withoutUndefined(validate(schema, { settings: withoutMark(settings) }, "body").settings));
  if (kind === "email") {
    checkSender(env, workspaceId, checked.from, "settings");
    await checkAttached(store, workspaceId, checked.attach_documents, keptDocuments);
  }
  const routeId = kind === "route" && isLiteral(String(checked.route_id)) ? Number(checked.route_id) : undefined;
  if (routeId === undefined) return checked;

  if ("routeId" in owner && owner.routeId === routeId)
    throw wrongRoute("settings[route_id] is the data route itself: it would pass its data on to itself.");
  if (routeId > 0x7fffffff || !(await store.routes.byId(workspaceId, routeId)))
    throw wrongRoute(`settings[route_id] names no data route of your workspace: there is no route ${routeId}.`);
  return checked;
}

/**
 * A mail takes along only documents that there are, and that whoever saves it may see; those that it takes along already stay,
 * whoever changes something else about it.
 */
async function checkAttached(
  store: RequestContext["store"],
  workspaceId: string,
  setting: unknown,
  kept: readonly number[],
): Promise<void> {
  for (const id of attachedDocumentIds(setting) ?? []) {
    if (kept.includes(id)) continue;
    if (id <= 0x7fffffff && (await store.documents.byId(workspaceId, id))) continue;
    const message = `settings[attach_documents]: there is no document ${id} that you see.`;
    throw new Failure("invalid_request", message, { errors: [{ pointer: "/settings/attach_documents", message }] });
  }
}

/** A sender without fields has to be of a domain that the deployment lets the workspace send from. */
function checkSender(env: RequestContext["env"], workspaceId: string, from: unknown, member: string): void {
  const allowed = senderDomains(env, workspaceId);
  if (typeof from !== "string" || !isLiteral(from) || allowed.length === 0) return;
  const [sender] = readMailboxes(from) ?? [];
  if (!sender || allowed.includes(domainOf(sender.address))) return;
  const message = `${member}[from] must be an address of a domain that this service sends for: ${allowed.join(", ")}.`;
  throw new Failure("invalid_request", message, { errors: [{ pointer: `/${member}/from`, message }] });
}

function wrongRoute(message: string): Failure {
  return new Failure("invalid_request", message, { errors: [{ pointer: "/settings/route_id", message }] });
}

function withoutUndefined(settings: PlainSettings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
