import { type Caller, callerId, type RequestContext } from "./context.ts";
import { countUses, limitRate } from "./rate-limit.ts";

/** What the router and the endpoint's schema made of a merge address: however it was written, it is counted as one. */
interface MergeAddress {
  kind: "document" | "route";
  id: number;
  key: string;
}

/**
 * Counts a merge at an address, before the address is looked up.
 * @throws Failure `rate_limited`
 */
export async function limitMerges(context: RequestContext, { kind, id, key }: MergeAddress): Promise<void> {
  await limitRate(context, "merges", `${kind}/${id}/${key}`, "merges at this address");
}

/** Who a batch is counted for: an address, or the caller with credentials. */
export type BatchPayer = MergeAddress | Caller;

/**
 * Counts the records of a batch, whose request was counted as one of them: a batch is taken as long as anything is left,
 * and uses up what it needs.
 */
export function countRecords(context: RequestContext, payer: BatchPayer, records: number): void {
  const [policy, name] =
    "kind" in payer
      ? (["merges", `${payer.kind}/${payer.id}/${payer.key}`] as const)
      : (["requests", callerId(payer)] as const);
  countUses(context, policy, name, records - 1);
}
