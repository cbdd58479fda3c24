const MAX_ERRORS = 10;
const MAX_CHARACTERS = 400;

/** What the page's scripts threw. */
export class ScriptErrors {
  readonly #texts: string[] = [];

  /** Listens from now on; a document that is written anew has lost its listeners. */
  listen(): void {
    addEventListener("error", (event) => {
      if (event instanceof ErrorEvent) this.#keep(event.message, event.lineno);
    });
    addEventListener("unhandledrejection", ({ reason }) => this.#keep(`Uncaught (in promise) ${reason}`));
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      if (effectiveDirective !== "connect-src") return;
      const advice =
        "scripts of a page can ask for nothing. Write the data into the page: `const data = {$Items|json_encode};`.";
      this.#keep(`${blockedURI.replace(/[?#].*$/, "")} is not loaded: ${advice}`);
    });
  }

  get texts(): string[] {
    return this.#texts;
  }

  #keep(text: string, line = 0): void {
    if (this.#texts.length >= MAX_ERRORS) return;
    this.#texts.push(`${text}${line > 0 ? ` (line ${line} of the merged page)` : ""}`.slice(0, MAX_CHARACTERS));
  }
}
