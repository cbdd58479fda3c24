import type { Protocol } from "devtools-protocol";
import { present } from "../domain/present.ts";
import { DevToolsConnection, type DevToolsSession, type MessageTransport } from "./devtools-connection.ts";

/** New targets wait until `Runtime.runIfWaitingForDebugger`; those that nobody expects wait for ever. */
export const ATTACH_BEFORE_START = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/** The window a document sees while it loads, in CSS pixels. */
const WINDOW = { width: 800, height: 600 };

const MAX_CLOSE_MESSAGE_MS = 2_000;

/** A page whose first request has not been made yet. */
export interface WaitingPage {
  session: DevToolsSession;
  /** Also the id of its main frame. */
  targetId: string;
}

/** A running browser, spoken to in as few messages as a print needs. */
export class HeadlessBrowser {
  readonly #connection: DevToolsConnection;
  readonly #kill: () => Promise<void>;
  /** Session by target, of pages that have been attached and not been claimed. */
  readonly #attached = new Map<string, string>();

  private constructor(connection: DevToolsConnection, kill: () => Promise<void>) {
    this.#connection = connection;
    this.#kill = kill;
    connection.browser.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
      this.#attached.set(targetInfo.targetId, sessionId);
    });
  }

  /** @param kill ends the browser from outside, for one that no longer answers; never throws */
  static async connect(transport: MessageTransport, kill: () => Promise<void>): Promise<HeadlessBrowser> {
    const connection = new DevToolsConnection(transport);
    const browser = new HeadlessBrowser(connection, kill);
    await connection.browser.send("Target.setAutoAttach", { ...ATTACH_BEFORE_START, filter: [{ type: "page" }] });

    return browser;
  }

  get connected(): boolean {
    return this.#connection.connected;
  }

  onDisconnected(listener: () => void): void {
    this.#connection.onClosed(listener);
  }

  /** Ends the browser. Its own end closes the connection; doing it here, with messages under way, would be an error. */
  async close(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const gone = new Promise<void>((resolve) => {
      this.#connection.onClosed(resolve);
      timer = setTimeout(resolve, MAX_CLOSE_MESSAGE_MS);
    });
    await this.#connection.browser.send("Browser.close").catch(() => {});
    if (this.connected) await gone;
    clearTimeout(timer);
    if (this.connected) await this.abandon();
  }

  /** Ends a browser that does not answer: everything that waits for it fails at once. */
  async abandon(): Promise<void> {
    this.#connection.close();
    await this.#kill();
  }

  /** A browser context: storage, cache, cookies and connections of its own. Ends with the connection at the latest. */
  async createContext(options: Protocol.Target.CreateBrowserContextRequest): Promise<string> {
    const context = { ...options, disposeOnDetach: true };
    return (await this.#connection.browser.send("Target.createBrowserContext", context)).browserContextId;
  }

  /** Ends a context with all its pages, even one whose script never returns. */
  async disposeContext(browserContextId: string): Promise<void> {
    await this.#connection.browser.send("Target.disposeBrowserContext", { browserContextId });
  }

  /**
   * Opens a page that waits before its first request.
   *
   * @param hidden draws no frames, see `mustBeShown`
   */
  async openPage(browserContextId: string, url: string, hidden: boolean): Promise<WaitingPage> {
    const { browser } = this.#connection;
    const { targetId } = await browser.send("Target.createTarget", {
      url,
      browserContextId,
      ...WINDOW,
      ...(hidden ? { newWindow: true, windowState: "minimized" } : {}),
    });
    while (!this.#attached.has(targetId)) await browser.next("Target.attachedToTarget");
    const session = browser.child(present(this.#attached.get(targetId)));
    this.#attached.delete(targetId);

    return { session, targetId };
  }

  /** Makes a hidden page visible. */
  async show(targetId: string): Promise<void> {
    const { windowId } = await this.#connection.browser.send("Browser.getWindowForTarget", { targetId });
    await this.#connection.browser.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "normal" } });
  }
}
