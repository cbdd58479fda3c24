const SAMPLE_EVERY_MS = 30;
const GARBAGE_EVERY_MS = 1;
const LOST_AFTER_MS = 1000;
/** It has twelve megabytes. */
const SOURCE_WITHIN_MS = 20_000;
/** Characters: the service's own script is longer than others. */
const MIN_SOURCE = 1_000_000;
/** The answer of the inspector that did not come. */
const LOST: Record<string, number> = {};

/** What was seen where the isolate was stopped. */
export interface Stops {
  peakBytes: number;
  /** The line of the code where that was. */
  line: number;
  /** Lines of the texts that were asked for, in their order. */
  lines: number[];
  count: number;
}

/** An answer of the inspector, or an event that it reports. */
interface InspectorMessage {
  id?: number;
  method?: string;
  params?: { scriptId?: string; url?: string; endLine?: number; callFrames?: { location: { lineNumber: number } }[] };
  result?: Record<string, number>;
}

/** The inspector of the service's isolate. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: Record<string, number>) => void>();
  readonly #listeners = new Map<string, (params: NonNullable<InspectorMessage["params"]>) => void>();
  #next = 1;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, method, params, result } = JSON.parse(String(data)) as InspectorMessage;
      if (method !== undefined) this.#listeners.get(method)?.(params ?? {});
      if (id !== undefined) this.#waiting.get(id)?.(result ?? {});
    });
  }

  static async connect(port: number): Promise<Inspector> {
    // Node takes options here; the types are those of browsers, which send an Origin anyway.
    const options = { headers: { origin: `http://127.0.0.1:${port}` } };
    const socket: WebSocket = Reflect.construct(WebSocket, [`ws://127.0.0.1:${port}/ws`, options]);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", reject);
    });
    return new Inspector(socket);
  }

  /** JavaScript heap, ArrayBuffers and what the embedder counts, in bytes. */
  async heapBytes(): Promise<number> {
    const { usedSize = 0, backingStorageSize = 0, embedderHeapUsedSize = 0 } = await this.#send("Runtime.getHeapUsage");
    return usedSize + backingStorageSize + embedderHeapUsedSize;
  }

  /** False when nothing was collected: an idle isolate does so only with its next request. */
  async collectGarbage(): Promise<boolean> {
    return (await this.#send("HeapProfiler.collectGarbage")) !== LOST;
  }

  /** What is in use simultaneously while requests are answered: sampled after collections, as garbage says nothing. */
  peakHeapBytes(requests: () => Promise<unknown>): Promise<number> {
    return this.#peak(requests, SAMPLE_EVERY_MS, async () => ((await this.collectGarbage()) ? this.heapBytes() : 0));
  }

  /** The most that is seen while requests are answered, garbage included: what the limit of the platform looks at. */
  peakWithGarbage(requests: () => Promise<unknown>): Promise<number> {
    return this.#peak(requests, GARBAGE_EVERY_MS, () => this.heapBytes());
  }

  /**
   * Stops the isolate wherever it comes to a line of its code that holds one of these texts, collects garbage there,
   * notes what is in use, and lets it go on: otherwise the inspector gets no answer within a step of a request.
   */
  async stopAt(texts: readonly string[]): Promise<Stops> {
    const stops: Stops = { peakBytes: 0, line: 0, lines: [], count: 0 };
    let [script, lines] = ["", 0];
    this.#listeners.set("Debugger.scriptParsed", ({ scriptId, endLine = 0 }) => {
      if (scriptId !== undefined && endLine > lines) [script, lines] = [scriptId, endLine];
    });
    this.#listeners.set("Debugger.paused", async ({ callFrames }) => {
      await this.#send("HeapProfiler.collectGarbage");
      const bytes = await this.heapBytes();
      if (bytes > stops.peakBytes) {
        stops.peakBytes = bytes;
        stops.line = callFrames?.[0]?.location.lineNumber ?? 0;
      }
      stops.count++;
      await this.#send("Debugger.resume");
    });
    await this.#send("Debugger.enable");
    let source = "";
    for (let attempt = 0; attempt < 20 && source.length < MIN_SOURCE; attempt++) {
      // The scripts are named one after the other.
      await new Promise((resolve) => setTimeout(resolve, LOST_AFTER_MS));
      const answer: unknown = await this.#send("Debugger.getScriptSource", { scriptId: script }, SOURCE_WITHIN_MS);
      source = (answer as { scriptSource?: string }).scriptSource ?? "";
    }
    for (const text of texts) {
      const lineNumber = source.slice(0, source.indexOf(text)).split("\n").length - 1;
      if (!source.includes(text)) throw new Error(`The service's code has no "${text}".`);
      stops.lines.push(lineNumber);
      await this.#send("Debugger.setBreakpoint", { location: { scriptId: script, lineNumber } });
    }
    return stops;
  }

  async #peak(
    requests: () => Promise<unknown>,
    everyMilliseconds: number,
    sample: () => Promise<number>,
  ): Promise<number> {
    let peak = 0;
    let isRunning = true;
    const sampling = (async () => {
      while (isRunning) {
        peak = Math.max(peak, await sample());
        await new Promise((resolve) => setTimeout(resolve, everyMilliseconds));
      }
    })();
    await requests();
    isRunning = false;
    await sampling;
    return peak;
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string, params: object = {}, lostAfterMs = LOST_AFTER_MS): Promise<Record<string, number>> {
    const id = this.#next++;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      // Messages get lost while the isolate is busy.
      setTimeout(() => resolve(LOST), lostAfterMs);
    });
  }
}
