import type { Extract, ExtractRequest } from "../domain/extracted-content.ts";
import { Failure } from "../domain/failure.ts";
import { createScriptNonce } from "../domain/script-nonce.ts";
import { layoutPolicy } from "./content-security-policy.ts";
import { extractContent } from "./extract-content.ts";
import type { HeadlessBrowser } from "./headless-browser.ts";
import {
  FONT_STYLES_PATH,
  LAYOUT_SCRIPT_PATH,
  type LayoutOptions,
  type LayoutOutcome,
  type LayoutPage,
} from "./layout-protocol.ts";
import { SealedTab } from "./sealed-tab.ts";
import { INPUT_SCRIPT, type InputPage, type ServedInput, serveInput } from "./serve-input.ts";
import type { StaticAssets } from "./static-assets.ts";
import type { Disposable } from "./tab-stock.ts";

/** A sealed tab with the layout bundle in it, for one Office file. */
export interface LayoutTab extends Disposable {
  readonly tab: SealedTab;
  /** @throws Failure `file_not_readable` with the bundle's own sentence */
  layOut(bytes: Uint8Array, options: LayoutOptions): Promise<LayoutOutcome>;
  /** @throws Failure `file_not_readable` with the bundle's own sentence, `file_too_large` */
  extract(bytes: Uint8Array, request: ExtractRequest): Promise<Extract<unknown>>;
}

/** Opens a sealed tab and loads the layout bundle and the font styles in it. */
export async function openLayoutTab(browser: HeadlessBrowser, assets: StaticAssets): Promise<LayoutTab> {
  const nonce = createScriptNonce();
  const tab = await SealedTab.open(browser, assets, documentOf(nonce), layoutPolicy(nonce), "shown");

  return {
    tab,
    layOut: (bytes, options) => layOut(tab, bytes, options),
    extract: (bytes, request) => extractContent(tab, bytes, request),
    dispose: () => tab.dispose(),
  };
}

function documentOf(nonce: string): string {
  return (
    `<!doctype html><html><head><meta charset="utf-8"><link rel="stylesheet" href="${FONT_STYLES_PATH}">` +
    `<script nonce="${nonce}">${INPUT_SCRIPT}</script>` +
    `<script nonce="${nonce}" src="${LAYOUT_SCRIPT_PATH}"></script></head><body></body></html>`
  );
}

async function layOut(tab: SealedTab, bytes: Uint8Array, options: LayoutOptions): Promise<LayoutOutcome> {
  const outcome = await tab.run(renderInPage, serveInput(tab, bytes), options);
  if (outcome.error !== undefined)
    throw new Failure("file_not_readable", `The file cannot be laid out: ${outcome.error}`);

  return { warnings: outcome.warnings };
}

/** Runs in the page: hands the file to the layout bundle. */
/* istanbul ignore next -- @preserve */
async function renderInPage(
  input: ServedInput,
  options: LayoutOptions,
): Promise<{ warnings: string[]; error?: string }> {
  const { docloom, gatherInput } = globalThis as InputPage & { docloom?: LayoutPage };
  if (!docloom || !gatherInput) return { warnings: [], error: "the layout bundle is missing." };
  try {
    const { buffer } = await gatherInput(input);
    const { warnings } = await docloom.render(buffer, options);
    return { warnings: warnings.slice(0, 100).map(String) };
  } catch (error) {
    return { warnings: [], error: error instanceof Error ? error.message : String(error) };
  }
}
