/** Entry of the bundle that runs inside the sealed page. */

import type { OpcPackage } from "../office/package.ts";
import { wallClock } from "../office/wall-clock.ts";
import { extract } from "./extract.ts";
import { type OfficeKind, openOfficeFile } from "./open-office-file.ts";
import { renderDocx } from "./render-docx.ts";
import { renderPlainDocx } from "./render-plain-docx.ts";
import { renderPlainPptx } from "./render-plain-pptx.ts";
import { renderPlainXlsx } from "./render-plain-xlsx.ts";
import { renderPptx } from "./render-pptx.ts";
import { renderXlsx } from "./render-xlsx.ts";

export interface RenderRequest {
  kind: OfficeKind;
  maxPages: number;
  /** Milliseconds since 1970, for DATE and TIME fields; the current time by default. */
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

/** What a package holds: binary files have already become packages with the same content. */
const FAMILY_OF_KIND = {
  docx: "word",
  doc: "word",
  pptx: "slides",
  ppt: "slides",
  xlsx: "sheets",
  xls: "sheets",
} as const;

const RENDERERS = { word: renderDocx, slides: renderPptx, sheets: renderXlsx };

function renderFully(pack: OpcPackage, root: HTMLElement, request: RenderRequest): Promise<RenderResult> {
  return RENDERERS[FAMILY_OF_KIND[request.kind]](pack, root, {
    maxPages: request.maxPages,
    budgetMs: request.budgetMs ?? DEFAULT_BUDGET_MS,
    now: wallClock(request.now ?? Date.now(), request.timeZone),
    fileName: request.fileName ?? "",
  });
}

const PLAIN_RENDERERS = { word: renderPlainDocx, slides: renderPlainPptx, sheets: renderPlainXlsx };

async function render(bytes: ArrayBuffer, request: RenderRequest): Promise<RenderResult> {
  const root = document.getElementById("root") ?? document.body.appendChild(document.createElement("div"));
  const pack = openOfficeFile(request.kind, new Uint8Array(bytes));
  try {
    const result = await renderFully(pack, root, request);
    return { ...result, warnings: [...result.warnings, ...pack.damageWarnings] };
  } catch (error) {
    root.replaceChildren();
    for (const style of document.head.querySelectorAll("style")) style.remove();
    const result = PLAIN_RENDERERS[FAMILY_OF_KIND[request.kind]](pack, root, request.maxPages);
    const reason = error instanceof Error ? error.message || error.name : String(error);
    const only = `only the text could be laid out: ${reason}`;
    return { ...result, warnings: [only, ...result.warnings, ...pack.damageWarnings] };
  }
}

declare global {
  interface Window {
    docloom: { render: typeof render; extract: typeof extract };
  }
}

window.docloom = { render, extract };
