// What a service on one machine tells Prometheus (text format 0.0.4). It is counted outside of the Worker: from the lines that it
// logs, its processes, and what is due in its database.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import * as z from "zod";

/** Seconds; a small merge takes less than the first, a large conversion up to the last. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const lineSchema = z.object({
  event: z.string(),
  method: z.string().optional(),
  status: z.number().optional(),
  duration_ms: z.number().optional(),
  kind: z.string().optional(),
});

/** A value beside its labels. */
interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface Family {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly (Sample & { suffix?: string })[];
}

/** Counts by labels. */
class Counter {
  readonly #counts = new Map<string, Sample>();

  add(labels: Readonly<Record<string, string>>, by = 1): void {
    const key = JSON.stringify(labels);
    const sample = this.#counts.get(key) ?? { labels, value: 0 };
    sample.value += by;
    this.#counts.set(key, sample);
  }

  samples(): Sample[] {
    return [...this.#counts.values()];
  }
}

/** Counts what a service has logged since it was started. */
export class LogCounts {
  readonly #requests = new Counter();
  readonly #runs = new Counter();
  readonly #events = new Counter();
  /** How many took at most as long as each of the buckets' bounds. */
  readonly #within = new Map(BUCKETS.map((bound) => [bound, 0]));
  #seconds = 0;
  #answered = 0;

  /** @param line whatever the service has written: what is no line of its log is passed over */
  take(line: string): void {
    if (!line.startsWith("{")) return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch (error) {
      // Somebody's output that begins like JSON: it is shown all the same, and counts nowhere.
      if (error instanceof SyntaxError) return;
      throw error;
    }
    const { data } = lineSchema.safeParse(parsed);
    if (data === undefined) return;
    const { event, method = "", status = 0, duration_ms: durationMs = 0, kind = "" } = data;
    if (event === "request") {
      this.#requests.add({ method, status: String(status) });
      const seconds = durationMs / 1000;
      this.#seconds += seconds;
      this.#answered++;
      for (const [bound, count] of this.#within) if (seconds <= bound) this.#within.set(bound, count + 1);
    } else if (event === "run.done" || event === "run.failed") {
      this.#runs.add({ kind, outcome: event.slice("run.".length) });
    } else this.#events.add({ event });
  }

  families(): Family[] {
    const histogram = [
      ...Array.from(this.#within, ([bound, value]) => ({ suffix: "_bucket", labels: { le: String(bound) }, value })),
      { suffix: "_bucket", labels: { le: "+Inf" }, value: this.#answered },
      { suffix: "_sum", labels: {}, value: this.#seconds },
      { suffix: "_count", labels: {}, value: this.#answered },
    ];
    return [
      {
        name: "docloom_requests_total",
        type: "counter",
        help: "Requests answered, by method and status.",
        samples: this.#requests.samples(),
      },
      {
        name: "docloom_request_duration_seconds",
        type: "histogram",
        help: "How long answers took.",
        samples: histogram,
      },
      {
        name: "docloom_runs_total",
        type: "counter",
        help: "Merges and tool runs that ended, by kind and outcome.",
        samples: this.#runs.samples(),
      },
      {
        name: "docloom_log_events_total",
        type: "counter",
        help: "Other lines of the log, by event: failures, restarts, tabs that were ended.",
        samples: this.#events.samples(),
      },
    ];
  }
}

const escaped = (value: string): string =>
  value.replace(/[\\"\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`));

/** The text format, version 0.0.4. */
export function metricsText(families: readonly Family[]): string {
  const lines = families.flatMap(({ name, type, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ suffix = "", labels, value }) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
      return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
}

/** Answers `GET /metrics`. @param families asked anew for each answer */
export async function serveMetrics(
  host: string,
  port: number,
  families: () => Promise<readonly Family[]>,
): Promise<Server> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain" }).end("Metrics are at /metrics.\n");
      return;
    }
    try {
      const text = metricsText(await families());
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    } catch (error) {
      console.error(
        JSON.stringify({
          level: "error",
          event: "metrics.failed",
          time: new Date().toISOString(),
          message: String(error),
        }),
      );
      response.writeHead(500, { "content-type": "text/plain" }).end("The metrics could not be read; see the log.\n");
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening, fail) => server.once("error", fail).listen(port, host, listening));
  return server;
}
