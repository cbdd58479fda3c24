import { createScriptNonce } from "../domain/script-nonce.ts";
import { templatePolicy } from "./content-security-policy.ts";
import { insertIntoHead } from "./head-insertion.ts";
import type { HeadlessBrowser } from "./headless-browser.ts";
import { errorRecorder, scriptWarnings, THROWN_ERRORS } from "./page-checks.ts";
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
   * @returns warnings of what its scripts threw
   */
  fill(html: string, templateNonce: string | undefined): Promise<string[]>;
}

/** Opens a sealed tab ahead. Its policy is older than the document, so the document gets the tab's nonce. */
export async function openTemplateTab(browser: HeadlessBrowser, assets: StaticAssets): Promise<TemplateTab> {
  const tabNonce = createScriptNonce();
  const tab = await SealedTab.open(browser, assets, "<!doctype html>", templatePolicy(tabNonce), "hidden");

  return {
    tab,
    fill: (html, templateNonce) => fill(tab, html, templateNonce, tabNonce),
    dispose: () => tab.dispose(),
  };
}

async function fill(
  tab: SealedTab,
  html: string,
  templateNonce: string | undefined,
  tabNonce: string,
): Promise<string[]> {
  if (mustBeShown(html)) await tab.show();
  const runsScripts = templateNonce !== undefined && html.includes(` nonce="${templateNonce}"`);
  await tab.write(
    runsScripts
      ? insertIntoHead(html.replaceAll(` nonce="${templateNonce}"`, ` nonce="${tabNonce}"`), errorRecorder(tabNonce))
      : html,
  );
  await tab.resources.idle();

  return runsScripts ? scriptWarnings(await tab.evaluate(THROWN_ERRORS).catch(() => undefined)) : [];
}
