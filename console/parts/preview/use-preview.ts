import { useEffect, useRef, useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type BodyOf, type Schemas } from "../../api/client.ts";
import { asProblem, type Problem } from "../../api/problem.ts";

const PREVIEW = "/api/documents/{id}/preview";

/** What is merged; omitted members are as the document has them, and settings as forms send them. */
export type PreviewInput = Readonly<Partial<Record<keyof NonNullable<BodyOf<typeof PREVIEW>>, unknown>>>;

/** The last merge that worked, and what has happened since. */
export interface Preview {
  bytes: Uint8Array | undefined;
  /** File name that a real merge would have. */
  name: string;
  fields: Schemas["MergePreview"]["fields"];
  warnings: readonly string[];
  /** Why the newest input could not be merged; `bytes` are then of an older one. */
  problem: Problem | undefined;
  isBusy: boolean;
}

const NOTHING: Preview = {
  bytes: undefined,
  name: "",
  fields: { found: [], missing: [], unused: [] },
  warnings: [],
  problem: undefined,
  isBusy: true,
};

/** How long to wait for a pause in typing. */
const PAUSE_MS = 60;

/**
 * A test merge of the newest input. One request is under way at a time, and the newest input is sent once it has come
 * back: results cannot overtake each other, and a fast writer does not pile up work.
 */
export function usePreview(documentId: string, input: PreviewInput | undefined): Preview {
  const [preview, setPreview] = useState(NOTHING);
  const loop = useRef<PreviewLoop>(undefined);
  const key = input === undefined ? undefined : JSON.stringify(input);

  useEffect(() => {
    const running = new PreviewLoop(documentId, setPreview);
    loop.current = running;

    return () => running.stop();
  }, [documentId]);

  useEffect(() => {
    if (key !== undefined) loop.current?.next(key);
  }, [key]);

  return preview;
}

class PreviewLoop {
  readonly #documentId: string;
  readonly #set: (change: (before: Preview) => Preview) => void;
  readonly #controller = new AbortController();
  #newest: string | undefined;
  #isRunning = false;

  constructor(documentId: string, set: (change: (before: Preview) => Preview) => void) {
    this.#documentId = documentId;
    this.#set = set;
  }

  next(body: string): void {
    this.#newest = body;
    if (!this.#isRunning) void this.#run();
  }

  stop(): void {
    this.#newest = undefined;
    this.#controller.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const { signal } = this.#controller;
    this.#set((before) => ({ ...before, isBusy: true }));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    while (this.#newest !== undefined && !signal.aborted) {
      const body = this.#newest;
      this.#newest = undefined;
      try {
        const params = { path: { id: this.#documentId }, query: { explain: 1 } } as const;
        const call = api.POST(PREVIEW, { params, body: JSON.parse(body), signal });
        const answer = (await dataOf(call)) as Schemas["MergePreview"];
        this.#set(() => ({
          ...answer,
          bytes: Uint8Array.fromBase64(answer.file_contents),
          problem: undefined,
          isBusy: false,
        }));
      } catch (error) {
        if (signal.aborted) return;
        this.#set((before) => ({ ...before, problem: asProblem(error), isBusy: false }));
      }
    }
    this.#isRunning = false;
  }
}
