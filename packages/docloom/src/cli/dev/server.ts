import fs from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { UsageError } from "../../project/usage-error.ts";
import { DEV_PAGE } from "./page.ts";

/** What the page shows. */
interface DevState {
  name: string;
  /** Counts PDFs; 0 before the first. */
  version: number;
  state: string;
  /** What is wrong with template or data; empty if nothing is. */
  error: string;
}

export interface DevServer {
  address: string;
  show(state: DevState, pdf: Uint8Array | undefined): void;
  close(): Promise<void>;
}

const PDFJS = path.dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const MEDIA_TYPES: Record<string, string> = {
  ".mjs": "text/javascript",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** Serves the page, the PDF and its news on this machine only. @throws UsageError if the port is taken */
export async function startDevServer(port: number): Promise<DevServer> {
  const listeners = new Set<ServerResponse>();
  let shown: { state: DevState; pdf: Uint8Array | undefined } = {
    state: { name: "docloom dev", version: 0, state: "merging", error: "" },
    pdf: undefined,
  };

  const server = createServer((request, response) => {
    const { host = "" } = request.headers;
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    // Pages of other sites must not reach the PDF through a name of theirs that points here.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return void response.writeHead(403).end();
    if (pathname === "/") return void send(response, "text/html; charset=utf-8", Buffer.from(DEV_PAGE));
    if (pathname === "/document.pdf" && shown.pdf) return void send(response, "application/pdf", shown.pdf);
    if (pathname === "/events") {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(eventOf(shown.state));
      listeners.add(response);
      return void request.once("close", () => listeners.delete(response));
    }
    const asset = pathname.startsWith("/pdfjs/")
      ? path.join(PDFJS, path.normalize(pathname.slice("/pdfjs".length)))
      : "";
    if (asset.startsWith(PDFJS + path.sep) && fs.existsSync(asset) && fs.statSync(asset).isFile())
      return void send(
        response,
        MEDIA_TYPES[path.extname(asset)] ?? "application/octet-stream",
        fs.readFileSync(asset),
      );
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE" ? new UsageError(`Port ${port} is in use; choose another one with --port.`) : error,
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();

  return {
    address: `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`,
    show: (state, pdf) => {
      shown = { state, pdf: pdf ?? shown.pdf };
      for (const listener of listeners) listener.write(eventOf(state));
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function send(response: ServerResponse, type: string, body: Uint8Array): void {
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body);
}

const eventOf = (state: DevState): string => `data: ${JSON.stringify(state)}\n\n`;
