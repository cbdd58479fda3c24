import crypto from "node:crypto";
import dgram from "node:dgram";
import http from "node:http";
import net, { type AddressInfo } from "node:net";

/** A server on the loopback that notes whatever reaches it: HTTP, WebSocket, bare TCP, STUN over UDP. */
export class Canary {
  readonly #hits = new Set<string>();
  readonly #http = http.createServer((request, response) => this.#answer(request, response));
  readonly #tcp = net.createServer((socket) => {
    this.#hits.add("tcp");
    socket.on("error", () => {});
    socket.end();
  });
  readonly #udp = dgram.createSocket("udp4");

  async open(): Promise<void> {
    this.#http.on("upgrade", (request, socket) => {
      this.#note(request.url);
      const accept = crypto
        .createHash("sha1")
        .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest("base64");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
    });
    this.#udp.on("message", () => this.#hits.add("udp"));
    await Promise.all([
      new Promise<void>((resolve) => this.#http.listen(0, "127.0.0.1", resolve)),
      new Promise<void>((resolve) => this.#tcp.listen(0, "127.0.0.1", resolve)),
      new Promise<void>((resolve) => this.#udp.bind(0, "127.0.0.1", resolve)),
    ]);
  }

  close(): void {
    this.#http.closeAllConnections();
    this.#http.close();
    this.#tcp.close();
    this.#udp.close();
  }

  /** `127.0.0.1:port` of the HTTP and WebSocket server. */
  get httpHost(): string {
    return hostOf(this.#http.address());
  }

  get tcpHost(): string {
    return hostOf(this.#tcp.address());
  }

  get udpHost(): string {
    return hostOf(this.#udp.address());
  }

  /** What has reached it since the last call: paths of requests, `tcp`, `udp`. */
  takeHits(): string[] {
    const hits = [...this.#hits];
    this.#hits.clear();
    return hits;
  }

  #note(url: string | undefined): string {
    const path = new URL(url ?? "/", "http://canary").pathname.slice(1);
    this.#hits.add(path);
    return path;
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const path = this.#note(request.url);
    response.setHeader("access-control-allow-origin", "*");
    if (path === "redirect") {
      response.writeHead(302, { location: `http://${this.httpHost}/redirect-target` }).end();
    } else if (path === "stylesheet") {
      response.writeHead(200, { "content-type": "text/css" }).end(`@import "http://${this.httpHost}/nested";`);
    } else if (path === "picture") {
      response.writeHead(200, { "content-type": "image/svg+xml" });
      response.end(
        `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><rect width="120" height="120"/></svg>`,
      );
    } else if (path.endsWith(".js")) {
      response.writeHead(200, { "content-type": "text/javascript" }).end("document.title='loaded'");
    } else {
      response.writeHead(200, { "content-type": "text/html" }).end("answer");
    }
  }
}

function hostOf(address: AddressInfo | string | null): string {
  return `127.0.0.1:${(address as AddressInfo).port}`;
}
