/** A file that kills what works on it is refused at its third try, instead of killing it again and again. */
import { Failure } from "../domain/failure.ts";
import type { Log } from "../domain/log.ts";
import { sha256Hex } from "../store/sha256.ts";
import type { Store } from "../store/store.ts";
import { FilePart, UploadedPart } from "./body/body-tree.ts";

const MAX_DEATHS = 2;
/** Work in other isolates may be under way; on one machine there are none. */
const UNDER_WAY_MS = 60 * 1000;

interface DeathServices {
  store: Pick<Store, "poolWork">;
  now(): Date;
  log: Log;
}

/** This isolate, which does not outlive a death. */
let isolate: string | undefined;
const atWork = new Set<string>();

/**
 * Does work on files, and remembers it as long as it lasts.
 * @param input whatever holds the files: other members do not count
 * @throws Failure `too_complex` if work on these files has ended with the death of its isolate twice within an hour
 */
export async function unlessDeadly<Result>(
  { store, now, log }: DeathServices,
  workspaceId: string,
  input: unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  const digest = await digestOf(input);
  if (digest === undefined) return await work();
  isolate ??= crypto.randomUUID();
  const { id, open } = await store.poolWork.begin(workspaceId, digest, isolate, now());
  atWork.add(id);
  let dead: string[] = [];
  try {
    const isDead = (other: (typeof open)[number]) =>
      other.isolate === isolate ? !atWork.has(other.id) : other.startedAt < now().getTime() - UNDER_WAY_MS;
    const deaths = open.filter((other) => isDead(other)).map((other) => other.id);
    if (deaths.length >= MAX_DEATHS)
      throw new Failure(
        "too_complex",
        "Work on this file has used up all memory or processor time twice. It is refused for an hour: make it simpler.",
      );
    const result = await work();
    // It was another file that killed.
    dead = deaths;
    return result;
  } finally {
    atWork.delete(id);
    await store.poolWork
      .end([id, ...dead])
      .catch((error: unknown) => log.failure("pool.work_not_ended", error, { workspace_id: workspaceId }));
  }
}

async function digestOf(input: unknown): Promise<string | undefined> {
  const digests: string[] = [];
  const values = [input];
  for (const value of values) {
    if (value instanceof Uint8Array) digests.push(await sha256Hex(value));
    else if (value instanceof UploadedPart) digests.push(...(value.sha256 ? [value.sha256] : []));
    else if (value instanceof FilePart) values.push(value.bytes);
    else if (typeof value === "object" && value !== null)
      for (const member of Object.values(value)) values.push(member);
  }
  return digests.length > 1 ? await sha256Hex(digests.join("")) : digests[0];
}
