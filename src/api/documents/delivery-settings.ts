import * as z from "zod";
import { DELIVERY_KIND_HANDLERS } from "../../delivery/delivery-kinds.ts";
import { isLiteral } from "../../delivery/setting-values.ts";
import type { DeliveryKind, DeliveryOwner } from "../../domain/delivery.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { validate } from "../../http/validate.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { NewDelivery } from "../../store/deliveries.ts";

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
 * @throws Failure `invalid_request`
 */
export function notificationDelivery(notification: z.output<typeof notificationSchema>): NewDelivery {
  const schema = z.object({ notification: DELIVERY_KIND_HANDLERS.email.check });
  const settings = validate(schema, { notification: withoutUndefined(notification) }, "body").notification;
  return { kind: "email", name: "", active: true, settings: withoutUndefined(settings) };
}

/**
 * A delivery's settings, checked by its kind (wire "Deliveries") and against what there is in the workspace.
 * @throws Failure `invalid_request` naming every member that is wrong or unknown
 */
export async function checkDeliverySettings(
  { store }: Pick<RequestContext, "store">,
  { workspaceId }: Pick<Caller, "workspaceId">,
  owner: DeliveryOwner,
  kind: DeliveryKind,
  settings: unknown,
): Promise<Record<string, unknown>> {
  const schema = z.object({ settings: DELIVERY_KIND_HANDLERS[kind].check });
  const checked = withoutUndefined(validate(schema, { settings }, "body").settings);
  const routeId = kind === "route" && isLiteral(String(checked.route_id)) ? Number(checked.route_id) : undefined;
  if (routeId === undefined) return checked;

  if ("routeId" in owner && owner.routeId === routeId)
    throw wrongRoute("settings[route_id] is the data route itself: it would pass its data on to itself.");
  if (routeId > 0x7fffffff || !(await store.routes.byId(workspaceId, routeId)))
    throw wrongRoute(`settings[route_id] names no data route of your workspace: there is no route ${routeId}.`);
  return checked;
}

function wrongRoute(message: string): Failure {
  return new Failure("invalid_request", message, { errors: [{ pointer: "/settings/route_id", message }] });
}

function withoutUndefined(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
