import type { HeadlessBrowser } from "./headless-browser.ts";
import { printsKnownPage } from "./health-check.ts";
import { openPageImagesTab, type PageImagesTab } from "./page-images-tab.ts";
import type { StaticAssets } from "./static-assets.ts";
import { TabPool } from "./tab-pool.ts";
import { openTemplateTab, type TemplateTab } from "./template-tab.ts";

/** Tabs that print at once in one browser. */
export const TABS_PER_BROWSER = 4;
const IMAGE_TABS_READY = 1;

/** One running browser with the tabs that are ready in it. */
export class BrowserSession {
  readonly templateTabs: TabPool<TemplateTab>;
  readonly pageImagesTabs: TabPool<PageImagesTab>;
  readonly #browser: HeadlessBrowser;
  #check: Promise<boolean> | undefined;

  constructor(browser: HeadlessBrowser, assets: StaticAssets) {
    this.#browser = browser;
    this.templateTabs = new TabPool(() => openTemplateTab(browser, assets), TABS_PER_BROWSER);
    this.pageImagesTabs = new TabPool(() => openPageImagesTab(browser, assets), IMAGE_TABS_READY);
  }

  get connected(): boolean {
    return this.#browser.connected;
  }

  onDisconnected(forget: () => void): void {
    this.#browser.onDisconnected(forget);
  }

  /** Whether the browser still prints; of several that ask at once, one looks. */
  async isHealthy(): Promise<boolean> {
    this.#check ??= printsKnownPage(this.#browser).finally(() => {
      this.#check = undefined;
    });
    return await this.#check;
  }

  /** Ends a browser that does not answer: what runs in it fails at once. */
  async abandon(): Promise<void> {
    this.templateTabs.close();
    this.pageImagesTabs.close();
    await this.#browser.abandon();
  }

  async close(): Promise<void> {
    this.templateTabs.close();
    this.pageImagesTabs.close();
    await this.#browser.close();
  }
}
