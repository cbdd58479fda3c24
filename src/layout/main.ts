/** Entry of the bundle that runs inside the sealed page. */
import { renderDocx } from "./docx/render-docx.ts";
import { renderPlainDocx } from "./docx/render-plain.ts";

export interface RenderRequest {
  kind: "docx";
  maxPages: number;
  /** Milliseconds since 1970, for DATE and TIME fields; the present by default. */
  now?: number;
  /** IANA name of the zone in which those fields show the time; UTC by default. */
  timeZone?: string;
  fileName?: string;
  /** Milliseconds for the layout; after that the text-only form is made. */
  budgetMs?: number;
}

export interface RenderResult {
  warnings: string[];
  pages: number;
}

const DEFAULT_BUDGET_MS = 18_000;

/** A date whose UTC parts are the wall clock of the zone; unknown zones count as UTC. */
function wallClock(now: number, timeZone = "UTC"): Date {
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }).formatToParts(now);
    const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value ?? 0);
    return new Date(
      Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")),
    );
  } catch {
    return new Date(now);
  }
}

async function render(bytes: ArrayBuffer, request: RenderRequest): Promise<RenderResult> {
  const root = document.getElementById("root") ?? document.body.appendChild(document.createElement("div"));
  const source = new Uint8Array(bytes);
  try {
    return await renderDocx(source, root, {
      maxPages: request.maxPages,
      budgetMs: request.budgetMs ?? DEFAULT_BUDGET_MS,
      now: wallClock(request.now ?? Date.now(), request.timeZone),
      fileName: request.fileName ?? "",
    });
  } catch (error) {
    root.replaceChildren();
    const result = renderPlainDocx(source, root, request.maxPages);
    const reason = error instanceof Error ? error.message || error.name : String(error);
    return { ...result, warnings: [`only the text could be laid out: ${reason}`, ...result.warnings] };
  }
}

declare global {
  interface Window {
    docloom: { render: typeof render };
  }
}

window.docloom = { render };
