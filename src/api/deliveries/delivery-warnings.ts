import * as z from "zod";
import { attachedDocumentIds, documentInTest } from "../../delivery/email/attached-documents.ts";
import { domainTags } from "../../delivery/email/recipients.ts";
import { senderDomains } from "../../delivery/email/sender-domains.ts";
import { ADDRESS_MEMBERS } from "../../delivery/kinds/email.ts";
import { takesHostFromData } from "../../delivery/url-setting.ts";
import { isWebUrl } from "../../delivery/web-target.ts";
import type { DeliveryKind } from "../../domain/delivery/delivery.ts";
import { type SettingName, shownSettings } from "../../domain/delivery/delivery-secrets.ts";
import { isChecked } from "../../domain/saved-rules.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { templateWarningSchema } from "../../http/openapi/template-warning-schema.ts";
import { type OutboundPolicy, outboundPolicy } from "../../outbound/outbound-policy.ts";
import { parseOutboundUrl, plainlyPrivateHost } from "../../outbound/url-guard.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { textWarnings } from "../documents/text-warnings.ts";
import { unknownMembers } from "../documents/unknown-members.ts";

const MEMBERS = ["type", "name", "active", "settings"] as const;

export const deliveryWarnings = z.array(templateWarningSchema).optional().meta({
  description:
    "Settings that are valid but most likely do something other than intended; after create and update also members of the request that have no effect.",
});

/** Warnings about settings, each of which may be merge language; nothing is said about secrets. */
function settingWarnings(kind: DeliveryKind, settings: Record<string, unknown>): TemplateWarning[] {
  return Object.entries(settings).flatMap(([member, value]) => {
    const texts: [string, unknown][] =
      typeof value === "object" && value !== null
        ? Object.entries(value).map(([name, text]) => [`${member}[${name}]`, text])
        : [[member, value]];
    return texts.flatMap(([name, text]) => {
      if (typeof text !== "string") return [];
      const mode = kind === "email" && name === "html" ? "html" : "text";
      return textWarnings({ part: name, place: `settings[${member}]${name.slice(member.length)}`, text, mode });
    });
  });
}

/** What the workspace's deliveries may reach. */
export async function deliveryPolicy({ store, env }: RequestContext, { workspaceId }: Caller): Promise<OutboundPolicy> {
  return outboundPolicy(env, (await store.workspaces.byId(workspaceId))?.internalHosts);
}

/** The setting with the web address that a delivery goes to; undefined where the kind has none. */
const ADDRESS: { readonly [Kind in DeliveryKind]: SettingName<Kind> | undefined } = {
  email: undefined,
  webhook: "url",
  s3: "endpoint",
  route: undefined,
  webdav: "url",
  azure_blob: "endpoint",
  dropbox: undefined,
  google_drive: undefined,
  sharepoint: undefined,
};

/** A web address, or the part of it before the first tag, if that names the host. */
const HOST_IN_FRONT = /^https?:\/\/(?:[^/?#{]+$|[^/?#{]+[/?#])/i;

function addressWarnings(
  kind: DeliveryKind,
  settings: Record<string, unknown>,
  policy: OutboundPolicy,
): TemplateWarning[] {
  // A store that is addressed by host has the bucket's name in front of its own.
  const member = settings.path_style === false ? undefined : ADDRESS[kind];
  const address = member === undefined ? undefined : settings[member];
  const front = typeof address === "string" ? HOST_IN_FRONT.exec(address.trim())?.[0] : undefined;
  if (member === undefined || front === undefined || !isWebUrl(front)) return [];
  const found = plainlyPrivateHost(parseOutboundUrl(front), policy);
  if (!found) return [];
  return [
    {
      code: "private_address",
      part: member,
      place: `settings[${member}]`,
      text: String(address),
      message: `The host ${found.host} is not a public address (${found.addressClass}): nothing is sent there, and every delivery is given up on its first try.`,
      remedy: "Send a public address, or have whoever runs the service allow the host in its setting INTERNAL_HOSTS.",
    },
  ];
}

/** Settings that were saved before the data could no longer say where a delivery goes. */
function savedBeforeWarnings(kind: DeliveryKind, settings: Record<string, unknown>): TemplateWarning[] {
  if (isChecked(settings)) return [];
  const members = kind === "email" ? ADDRESS_MEMBERS : [ADDRESS[kind] ?? ""];
  return members.flatMap((member) => {
    const text = settings[member];
    if (typeof text !== "string") return [];
    const isFromData = kind === "email" ? domainTags(text).length > 0 : takesHostFromData(text);
    if (!isFromData) return [];
    const list = kind === "email" ? "domains" : "hosts";
    return [
      {
        code: "target_from_data",
        part: member,
        place: `settings[${member}]`,
        text,
        message: `The data say ${kind === "email" ? "at which domain mails arrive" : "to which host the file goes"}: whoever sends data chooses it.`,
        remedy: `List the ${list} that are meant in settings[${list}] and save the delivery again.`,
      },
    ];
  });
}

/** A sender that nothing keeps from being anybody. */
export function senderWarnings(
  { env }: RequestContext,
  { workspaceId }: Caller,
  { kind, settings }: Pick<Delivery, "kind" | "settings">,
): TemplateWarning[] {
  const { from } = settings;
  if (kind !== "email" || typeof from !== "string" || from.trim() === "") return [];
  if (senderDomains(env, workspaceId).length > 0) return [];
  return [
    {
      code: "sender_not_checked",
      part: "from",
      place: "settings[from]",
      text: from,
      message:
        "The deployment names no domains that workspaces may send from: mails under somebody else's name may be refused or taken for spam.",
      remedy: "Whoever runs the service can list them in MAIL_DOMAINS.",
    },
  ];
}

/** Documents in test mode that a mail attaches: it is not sent with them. */
export async function attachedWarnings(
  { store }: RequestContext,
  { workspaceId }: Caller,
  { kind, settings }: Pick<Delivery, "kind" | "settings">,
): Promise<TemplateWarning[]> {
  const ids = kind === "email" ? (attachedDocumentIds(settings.attach_documents) ?? []) : [];
  const attached = await Promise.all(ids.map((id) => store.documents.byId(workspaceId, id)));
  return attached.flatMap((document) => {
    if (!document || document.active) return [];
    return {
      code: "attached_in_test",
      part: "attach_documents",
      place: "settings[attach_documents]",
      text: String(document.id),
      message: documentInTest(document),
      remedy: "Take the document out of test mode, or the mail will not be sent.",
    };
  });
}

/** The member `warnings` of an answer about a delivery; left out if nothing is odd. */
export function warningsOf(
  { kind, settings }: Pick<Delivery, "kind" | "settings">,
  policy: OutboundPolicy,
  ignored: readonly string[] = [],
  more: readonly TemplateWarning[] = [],
): { warnings?: TemplateWarning[] } {
  const warnings = [
    ...unknownMembers(ignored, MEMBERS),
    ...settingWarnings(kind, shownSettings(kind, settings)),
    ...addressWarnings(kind, settings, policy),
    ...savedBeforeWarnings(kind, settings),
    ...more,
  ];
  return warnings.length > 0 ? { warnings } : {};
}
