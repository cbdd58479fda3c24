/** Entry of the bundle that runs inside the sealed page. */
import { renderDocx } from "./docx/render-docx.ts";
import { renderPlainDocx } from "./docx/render-plain.ts";

export interface RenderRequest {
  kind: "docx";
  maxPages: number;
  /** Milliseconds since 1970, for DATE and TIME fields. */
  now: number;
  fileName?: string;
  /** Milliseconds for the layout; after that the text-only form is made. */
  budgetMs?: number;
}

export interface RenderResult {
  warnings: string[];
  pages: number;
}

const DEFAULT_BUDGET_MS = 18_000;

async function render(bytes: ArrayBuffer, request: RenderRequest): Promise<RenderResult> {
  const root = document.getElementById("root") ?? document.body.appendChild(document.createElement("div"));
  const source = new Uint8Array(bytes);
  try {
    return await renderDocx(source, root, {
      maxPages: request.maxPages,
      budgetMs: request.budgetMs ?? DEFAULT_BUDGET_MS,
      now: new Date(request.now),
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
