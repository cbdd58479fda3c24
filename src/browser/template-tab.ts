import { createScriptNonce } from "../domain/script-nonce.ts";
import { templatePolicy } from "./content-security-policy.ts";
import type { HeadlessBrowser } from "./headless-browser.ts";
import { SealedTab } from "./sealed-tab.ts";
import type { StaticAssets } from "./static-assets.ts";
import type { Disposable } from "./tab-stock.ts";
import { mustBeShown } from "./tab-visibility.ts";

/** A sealed tab, open and empty, for one document of a template. */
export interface TemplateTab extends Disposable {
  readonly tab: SealedTab;
  /**
   * Writes the document and waits for it and for everything it names.
   *
   * @param templateNonce what `addNonce` marked the template's scripts with; without one no script runs
   */
  fill(html: string, templateNonce: string | undefined): Promise<void>;
}

/** Opens a sealed tab ahead. Its policy is older than the document, so the document gets the tab's nonce. */
export async function openTemplateTab(browser: HeadlessBrowser, assets: StaticAssets): Promise<TemplateTab> {
  const tabNonce = createScriptNonce();
  const tab = await SealedTab.open(browser, assets, "<!doctype html>", templatePolicy(tabNonce), "hidden");

  return {
    tab,
    fill: (html, templateNonce) => fill(tab, withNonce(html, templateNonce, tabNonce)),
    dispose: () => tab.dispose(),
  };
}

async function fill(tab: SealedTab, html: string): Promise<void> {
  if (mustBeShown(html)) await tab.show();
  await tab.write(html);
  await tab.resources.idle();
}

function withNonce(html: string, templateNonce: string | undefined, tabNonce: string): string {
  return templateNonce ? html.replaceAll(` nonce="${templateNonce}"`, ` nonce="${tabNonce}"`) : html;
}
