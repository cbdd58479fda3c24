import * as z from "zod";
import type { SettingName } from "../../domain/delivery/delivery-secrets.ts";
import { Failure } from "../../domain/failure.ts";
import { FAILURE_CODES } from "../../domain/failure-codes.ts";
import { DeliveryError, refused } from "../delivery-error.ts";
import type { DeliveryContext, DeliveryKindHandler, DeliveryReceipt } from "../delivery-kind.ts";
import { isLiteral, requiredMergeText, shared } from "../setting-values.ts";

const ROUTE_ID = /^\d{1,10}$/;

const check = z.strictObject({
  route_id: requiredMergeText().refine((id) => !isLiteral(id) || ROUTE_ID.test(id), {
    error: "must be the id of a data route",
  }),
  ...shared,
} satisfies Record<SettingName<"route">, z.ZodType>);

function routeIdOf({ entry, render }: DeliveryContext): number {
  const id = render.line("route_id", entry.settings.route_id);
  if (!ROUTE_ID.test(id))
    throw refused(`The setting "route_id" is "${id}" after merging, which is not the id of a data route.`);
  return Number(id);
}

/** Hands the merge data on to a data route. */
export const routeKind: DeliveryKindHandler = {
  check,

  prepare(context) {
    const routeId = routeIdOf(context);
    return {
      target: "",
      envelope: { route_id: String(routeId) },
      content: async () => ({ fields: context.data }),
      send: () => forward(context, routeId),
    };
  },
};

async function forward({ services, run, data, entry }: DeliveryContext, routeId: number): Promise<DeliveryReceipt> {
  if (!services.mergeRoute) throw refused("Deliveries to data routes are not possible in this installation.");
  try {
    const { runId } = await services.mergeRoute({
      workspaceId: run.workspaceId,
      routeId,
      data,
      test: run.test,
      parentId: run.id,
      idempotencyKey: entry.id,
    });
    return { response: `Accepted as run ${runId}`, notes: { run_id: runId } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const [status] = FAILURE_CODES[error.code];
    throw new DeliveryError(error.message, { permanent: status < 500 && status !== 429, cause: error });
  }
}
