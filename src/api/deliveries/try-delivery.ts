import { DeliveryError } from "../../delivery/delivery-error.ts";
import { DELIVERY_KIND_HANDLERS } from "../../delivery/delivery-kinds.ts";
import { openSettings } from "../../domain/delivery/delivery-secrets.ts";
import { Failure } from "../../domain/failure.ts";
import { textBox } from "../../domain/text-box.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import type { NewDelivery } from "../../store/deliveries.ts";
import { deliveryPolicy } from "./delivery-warnings.ts";

/** Failures of what is tried. */
export const TRY_PROBLEMS = ["delivery_target_refused", "url_private", "url_unreachable"] as const;

/**
 * Signs in where a delivery leads to before it is saved: a wrong password would else be found by the first file that is
 * missing. A delivery that is switched off is not tried.
 * @throws Failure those of TRY_PROBLEMS
 */
export async function tryDelivery(
  context: RequestContext,
  caller: Caller,
  { kind, active, settings }: Pick<NewDelivery, "kind" | "active" | "settings">,
): Promise<void> {
  const { checkAccess } = DELIVERY_KIND_HANDLERS[kind];
  if (!checkAccess || !active) return;
  const box = textBox(context.env.SECRETS_KEY, caller.workspaceId);
  const open = await openSettings(box, kind, settings, () => undefined);
  try {
    const { consentClients } = context.settings;
    await checkAccess(open, { policy: await deliveryPolicy(context, caller), now: context.now, consentClients });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const { cause, sentence = error.message, setting } = error.context;
    if (cause instanceof Failure) throw cause;
    throw new Failure("delivery_target_refused", `${sentence} Nothing was saved.`, {
      ...(setting === undefined ? {} : { errors: [{ pointer: `/settings/${setting}`, message: sentence }] }),
    });
  }
}
