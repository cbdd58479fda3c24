import { Failure } from "../domain/failure.ts";
import type { RequestContext } from "./context.ts";

/** What a workspace may keep, in bytes, unless STORAGE_QUOTA_BYTES says otherwise. */
const STORAGE_QUOTA_BYTES = 10_000_000_000;

/** A workspace, by what it kept when its key, session or merge address was looked up. */
export interface Keeper {
  storedBytes: number;
}

/** In bytes. */
export const storageQuota = ({ env }: Pick<RequestContext, "env">): number =>
  Number(env.STORAGE_QUOTA_BYTES || STORAGE_QUOTA_BYTES);

/**
 * Sees that there is room for what a request makes the service keep; the length of its body stands for it. What the
 * request leads to is not measured again: a workspace ends up above its quota by at most what is under way.
 * @throws Failure `storage_full`
 */
export function requireRoom(context: Pick<RequestContext, "env" | "request">, { storedBytes }: Keeper): void {
  if (hasRoom(context, { storedBytes })) return;

  const [quota, length] = [storageQuota(context), lengthOf(context)];
  const kept = `The workspace keeps ${inBytes(storedBytes)} of the ${inBytes(quota)} that it may keep`;
  const what = storedBytes < quota ? `${kept}, and this request has ${inBytes(length)}` : kept;
  throw new Failure(
    "storage_full",
    `${what}: purge runs, keep files for fewer days, or delete documents; whoever runs the service can raise the quota.`,
  );
}

/** Whether there is room for what a request makes the service keep. */
export function hasRoom(context: Pick<RequestContext, "env" | "request">, { storedBytes }: Keeper): boolean {
  const quota = storageQuota(context);
  return storedBytes < quota && storedBytes + lengthOf(context) <= quota;
}

const lengthOf = ({ request }: Pick<RequestContext, "request">): number =>
  Number(request.headers.get("content-length") ?? 0) || 0;

const inBytes = (count: number): string => `${count.toLocaleString("en-US")} bytes`;
