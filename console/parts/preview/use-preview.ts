import { useEffect, useRef, useState } from "react";
import { jsonBody, request } from "../../api/client.ts";
import { asProblem, type Problem } from "../../api/problem.ts";

/** What is merged; omitted members are as the document has them. */
export interface PreviewInput {
  html?: string;
  data?: unknown;
  sample?: string;
  version?: number;
  settings?: Record<string, unknown>;
  output_name?: string;
  size_width?: string;
  size_height?: string;
}

interface PreviewAnswer {
  name: string;
  media_type: string;
  file_contents: string;
  fields: { found: string[]; missing: string[]; unused: string[] };
  warnings: string[];
  timings: Record<string, number>;
}

/** The last merge that worked, and what has happened since. */
export interface Preview {
  bytes: Uint8Array | undefined;
  /** File name that a real merge would have. */
  name: string;
  fields: PreviewAnswer["fields"];
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
  readonly #address: string;
  readonly #tell: (change: (before: Preview) => Preview) => void;
  readonly #controller = new AbortController();
  #newest: string | undefined;
  #isRunning = false;

  constructor(documentId: string, tell: (change: (before: Preview) => Preview) => void) {
    this.#address = `/api/documents/${encodeURIComponent(documentId)}/preview?explain=1`;
    this.#tell = tell;
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
    this.#tell((before) => ({ ...before, isBusy: true }));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    while (this.#newest !== undefined && !signal.aborted) {
      const body = this.#newest;
      this.#newest = undefined;
      try {
        const response = await request(this.#address, { method: "POST", ...jsonBody(JSON.parse(body)), signal });
        const answer = (await response.json()) as PreviewAnswer;
        this.#tell(() => ({
          ...answer,
          bytes: Uint8Array.fromBase64(answer.file_contents),
          problem: undefined,
          isBusy: false,
        }));
      } catch (error) {
        if (signal.aborted) return;
        this.#tell((before) => ({ ...before, problem: asProblem(error), isBusy: false }));
      }
    }
    this.#isRunning = false;
  }
}
