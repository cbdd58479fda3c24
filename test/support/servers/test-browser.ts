/** A browser as far as its cookies: it sends what pages of the service send, and follows nothing by itself. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #root: URL;

  constructor(root: URL) {
    this.#root = root;
  }

  get(path: string): Promise<Response> {
    return this.#send("GET", path, undefined, {});
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send("POST", path, body, headers);
  }

  async #send(method: string, path: string, body: object | undefined, headers: Record<string, string>) {
    const response = await fetch(new URL(path, this.#root), {
      method,
      redirect: "manual",
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body
          ? { "content-type": "application/json", origin: this.#root.origin, "sec-fetch-site": "same-origin" }
          : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }
}
