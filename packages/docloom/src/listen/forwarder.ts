import { Webhook } from "standardwebhooks";
import { ConnectionError, type Docloom, DocloomError } from "../client/docloom.ts";
import type { ListenJournal } from "./journal.ts";

export interface ListenFilter {
  document?: string;
  route?: string;
}

/** What happened, for people and programs. */
export type ListenEvent =
  | { kind: "forwarded"; run: string; name: string; status: number; repeated: boolean }
  | { kind: "failed"; run: string; code: string; message: string }
  | { kind: "waiting"; for: "service" | "target"; reason: string };

interface Post {
  run: string;
  name: string;
  body: string;
}

const POLL_MS = 700;
const MAX_WAIT_MS = 10_000;
const PAGE = 100;

/**
 * Posts every merge that finishes at the service to a local address, as a webhook delivery with `json` would be. What the
 * journal holds survives a restart of this side; a service or a target that does not answer is waited for.
 */
export class Forwarder {
  readonly #docloom: Docloom;
  readonly #journal: ListenJournal;
  readonly #target: string;
  readonly #filter: ListenFilter;
  readonly #notify: (event: ListenEvent) => void;
  #last: Post | undefined;

  constructor(
    docloom: Docloom,
    journal: ListenJournal,
    target: string,
    filter: ListenFilter,
    notify: (event: ListenEvent) => void,
  ) {
    this.#docloom = docloom;
    this.#journal = journal;
    this.#target = target;
    this.#filter = filter;
    this.#notify = notify;
  }

  /** Until the signal. The first start begins with what comes from then on. */
  async run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#look();
        for (const run of [...this.#journal.pending]) if (!signal.aborted) await this.#settle(run, signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof DocloomError && error.status < 500 && error.status !== 429) throw error;
        if (!(error instanceof DocloomError || error instanceof ConnectionError)) throw error;
        if (failures++ === 0) this.#notify({ kind: "waiting", for: "service", reason: error.message });
      }
      await pause(failures === 0 ? POLL_MS : Math.min(POLL_MS * 2 ** failures, MAX_WAIT_MS), signal);
    }
  }

  /** Posts the last one again. */
  async repeat(): Promise<void> {
    if (!this.#last) return;
    const { status } = await this.#post(this.#last);
    this.#notify({ kind: "forwarded", run: this.#last.run, name: this.#last.name, status, repeated: true });
  }

  /** Runs are listed newest first, by ids that grow with time. */
  async #look(): Promise<void> {
    const { cursor } = this.#journal;
    const query = { document_id: this.#filter.document, route_id: this.#filter.route, limit: cursor === "" ? 1 : PAGE };
    const came: string[] = [];
    for (let before: string | undefined; ; ) {
      const page = await this.#docloom.runs.list({ ...query, ...(before && { cursor: before }) });
      const newer = page.filter(({ id }) => id > cursor);
      came.push(
        ...newer.filter(({ parent_id, source }) => parent_id === "" || source === "replay").map(({ id }) => id),
      );
      const [newest] = page;
      if (cursor === "") {
        // Nothing of the past; "0" is before every id.
        this.#journal.saw(newest?.id ?? "0", []);
        return;
      }
      if (before === undefined && newest && newest.id > cursor) this.#newest = newest.id;
      before = page.at(-1)?.id;
      if (newer.length < PAGE) break;
    }
    if (this.#newest > cursor) this.#journal.saw(this.#newest, came.toReversed());
  }
  #newest = "";

  /** Forwards a run that is done; one that still runs stays pending. */
  async #settle(id: string, signal: AbortSignal): Promise<void> {
    const run = await this.#docloom.runs.get(id).catch((error: unknown) => {
      // Purged in the meantime: there is nothing to forward.
      if (error instanceof DocloomError && error.status === 404) return undefined;
      throw error;
    });
    if (run && run.finished_at === "") return;
    if (run?.status === "failed") {
      this.#notify({ kind: "failed", run: id, code: run.problem?.code ?? "", message: run.problem?.message ?? "" });
    } else if (run) {
      this.#last = await this.#postOf(run);
      await this.#postUntilTaken(this.#last, signal);
    }
    if (!signal.aborted) this.#journal.forwarded(id);
  }

  async #postOf(run: Awaited<ReturnType<Docloom["runs"]["get"]>>): Promise<Post> {
    const files = await Promise.all(
      run.files.map(async ({ name, sha256, url }) => {
        const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
        return { name, sha256, file_contents: bytes.toString("base64") };
      }),
    );
    const [only, ...others] = files;
    // Data that is gone by the workspace's own rules is no reason to forward nothing.
    const fields = await this.#docloom.runs.data(run.id).catch((error: unknown) => {
      if (error instanceof DocloomError && error.status < 500) return {};
      throw error;
    });
    const event = {
      type: "document.merged",
      timestamp: run.finished_at,
      data: {
        run_id: run.id,
        ...(run.document_id && { document_id: run.document_id }),
        ...(run.route_id && { route_id: run.route_id }),
        test: run.test,
        ...(only && others.length === 0 ? only : { files }),
        fields,
      },
    };
    return { run: run.id, name: only?.name ?? "", body: JSON.stringify(event) };
  }

  /** A target that is being restarted is waited for; any answer from it counts. */
  async #postUntilTaken(post: Post, signal: AbortSignal): Promise<void> {
    for (let tried = 0; !signal.aborted; tried++) {
      try {
        const { status } = await this.#post(post);
        this.#notify({ kind: "forwarded", run: post.run, name: post.name, status, repeated: false });
        return;
      } catch (error) {
        if (tried === 0) this.#notify({ kind: "waiting", for: "target", reason: reasonOf(error) });
        await pause(Math.min(POLL_MS * 2 ** Math.min(tried, 8), MAX_WAIT_MS), signal);
      }
    }
  }

  /** Signed anew each time, under the same id. */
  async #post({ run, body }: Post): Promise<Response> {
    const now = new Date();
    return fetch(this.#target, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "webhook-id": `msg_${run}`,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
        "webhook-signature": new Webhook(this.#journal.secret).sign(`msg_${run}`, now, body),
      },
      body,
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
