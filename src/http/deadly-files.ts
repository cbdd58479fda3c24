/** A file that kills what works on it is refused at its third try, instead of killing it again and again. */
import { appendAll } from "../domain/collections/long-lists.ts";
import { Failure } from "../domain/failure.ts";
import type { Log } from "../domain/log.ts";
import { newId } from "../store/ids.ts";
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
  /** Has what nobody waits for go on when there is an answer. */
  goOn?(work: Promise<unknown>): void;
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
  { store, now, log, goOn }: DeathServices,
  workspaceId: string,
  input: unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  const digest = await digestOf(input);
  if (digest === undefined) return await work();
  isolate ??= crypto.randomUUID();
  const id = newId();
  // Before it can be read of: what is read of and not at work is dead.
  atWork.add(id);
  const over = [id];
  try {
    const open = await store.poolWork.begin({ id, workspaceId, digest, isolate }, now());
    // What this isolate began is under way or has just ended, whatever the row says: it would not be here otherwise.
    const isDead = (other: (typeof open)[number]) =>
      other.isolate !== isolate && other.startedAt < now().getTime() - UNDER_WAY_MS;
    // An isolate dies once, however often it was at work on the file.
    const deaths = new Set(open.filter(isDead).map((other) => other.isolate));
    if (deaths.size >= MAX_DEATHS)
      throw new Failure(
        "too_complex",
        "Work on this file has used up all memory or processor time twice. It is refused for an hour: make it simpler.",
      );
    const result = await work();
    // It was another file that killed, also those that may be under way elsewhere.
    appendAll(
      over,
      open.flatMap((other) => (atWork.has(other.id) ? [] : other.id)),
    );
    return result;
  } finally {
    atWork.delete(id);
    const ending = store.poolWork
      .end(workspaceId, over)
      .catch((error: unknown) => log.failure("pool.work_not_ended", error, { workspace_id: workspaceId }));
    // An isolate that dies with its answer given leaves one death of two, and that for an hour.
    if (goOn) goOn(ending);
    else await ending;
  }
}

async function digestOf(input: unknown): Promise<string | undefined> {
  const digests: string[] = [];
  const values = [input];
  for (const value of values) {
    if (value instanceof Uint8Array) digests.push(await sha256Hex(value));
    else if (value instanceof UploadedPart) appendAll(digests, value.sha256 ? [value.sha256] : []);
    else if (value instanceof FilePart) values.push(value.bytes);
    else if (typeof value === "object" && value !== null)
      for (const member of Object.values(value)) values.push(member);
  }
  return digests.length > 1 ? await sha256Hex(digests.join("")) : digests[0];
}
