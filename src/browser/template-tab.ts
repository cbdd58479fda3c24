import { appendAll } from "../domain/collections/long-lists.ts";
import type { PageWait } from "../domain/page-wait.ts";
import { createScriptNonce } from "../domain/script-nonce.ts";
import { templatePolicy } from "./content-security-policy.ts";
import { insertIntoHead } from "./head-insertion.ts";
import type { HeadlessBrowser } from "./headless-browser.ts";
import { HtmlProgram } from "./html-program.ts";
import { selfDescription } from "./page-checks.ts";
import { mayHavePageRules, type PageRules } from "./page-measures.ts";
import type { PagePlace, PrintRequest } from "./print-protocol.ts";
import { SandboxedTab } from "./sandboxed-tab.ts";
import type { StaticAssets } from "./static-assets.ts";
import type { Disposable } from "./tab-pool.ts";
import { mustBeShown } from "./tab-visibility.ts";
import type { NamedFiles } from "./unloaded-files.ts";

/** A box in the margin of pages (CSS Paged Media 3, 4.2). */
const MARGIN_BOX = /@(?:top|right|bottom|left)-/i;

/** How a document is filled in. */
interface FillOptions {
  /** What `addNonce` marked the template's scripts with; without one no script runs. */
  templateNonce?: string;
  place: PagePlace;
  /** What the PDF says about itself if the page does not. */
  description?: PrintRequest["description"];
  wait?: PageWait;
  /** Of what is printed of its paper, as far as that is known, in CSS pixels. */
  widthPixels: number;
  /** How long the page may take to come to rest. */
  restMs: number;
}

/** A sealed tab, open and empty, for one document of a template. */
export interface TemplateTab extends Disposable {
  readonly tab: SandboxedTab;
  /** Writes the document and waits for it and for everything it names. */
  fill(html: string, options: FillOptions): Promise<FilledPage>;
}

/** A document that is ready to be printed. */
export interface FilledPage {
  /** Of its content, in CSS pixels. */
  width: number;
  /** Undefined if the page does not say. */
  files: NamedFiles | undefined;
  /** Of its pages; none if none can be in it. */
  rules: PageRules;
  runsScripts: boolean;
  /** Of what its scripts threw, and of what was still going on. */
  warnings: string[];
}

/** Opens a sealed tab ahead. Its policy is older than the document, so the document gets the tab's nonce. */
export async function openTemplateTab(browser: HeadlessBrowser, assets: StaticAssets): Promise<TemplateTab> {
  const tabNonce = createScriptNonce();
  const tab = await SandboxedTab.open(browser, assets, "<!doctype html>", templatePolicy(tabNonce), "hidden");
  await tab.becomePaper();

  return {
    tab,
    fill: (html, options) => fill(tab, assets, html, tabNonce, options),
    dispose: () => tab.dispose(),
  };
}

async function fill(
  tab: SandboxedTab,
  assets: StaticAssets,
  html: string,
  tabNonce: string,
  { templateNonce, place, description, wait, widthPixels, restMs }: FillOptions,
): Promise<FilledPage> {
  if (mustBeShown(html)) await tab.show();
  const runsScripts = templateNonce !== undefined && html.includes(` nonce="${templateNonce}"`);
  const written = runsScripts
    ? insertIntoHead(
        html.replaceAll(` nonce="${templateNonce}"`, ` nonce="${tabNonce}"`),
        HtmlProgram.firstScript(tabNonce),
      )
    : html;
  let program = runsScripts ? await HtmlProgram.install(tab, assets, place, wait) : undefined;
  await Promise.all([tab.setWidth(widthPixels), tab.write(written)]);
  const warnings = program ? await program.rest(restMs) : [];
  const readsPageRules = mayHavePageRules(html);
  let found = await tab.inPlace({ before: description && selfDescription(description), readsPageRules });
  if (found.moves && !program) {
    program = await HtmlProgram.install(tab, assets, place, wait);
    appendAll(warnings, await program.rest(restMs));
    found = await tab.inPlace({ readsPageRules });
  }
  if (/@page\b/i.test(html) && (runsScripts || MARGIN_BOX.test(html))) await tab.marginFontsInPlace();
  await tab.resources.idle();

  return {
    width: found.width,
    files: found.files,
    rules: found.rules,
    runsScripts,
    warnings: program && runsScripts ? [...(await program.errors()), ...warnings] : warnings,
  };
}
