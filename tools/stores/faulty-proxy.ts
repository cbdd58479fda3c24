import http from "node:http";
import type { AddressInfo } from "node:net";

/** What becomes of one request: before it arrives, while it is sent, once it is done, and in the middle of its answer. */
export const CUTS = ["before", "body", "lost", "answer"] as const;
type Cut = (typeof CUTS)[number];

/** Stands before a real server and cuts the connection of one request. */
export async function startFaultyProxy(upstream: { port: number }) {
  let fault: { cut: Cut; at: number } | undefined;
  let seen = 0;

  const server = http.createServer(async (request, response) => {
    const number = seen++;
    const cut = fault?.at === number ? fault.cut : undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (cut === "before") return response.destroy();
    const { url, method, headers, socket } = request;
    const sent = http.request({ host: "127.0.0.1", port: upstream.port, path: url, method, headers });
    sent.on("error", () => response.destroy());
    if (cut === "body") {
      sent.flushHeaders();
      // Half of it is with the server when the line is cut.
      sent.write(body.subarray(0, body.length >> 1), () => setTimeout(() => sent.destroy(), 50));
      socket.destroy();
      return;
    }
    sent.on("response", async (answer) => {
      const parts: Buffer[] = [];
      for await (const chunk of answer) parts.push(chunk as Buffer);
      if (cut === "lost") return response.destroy();
      const whole = Buffer.concat(parts);
      // Node's own framing: the answer's may not be repeated beside it.
      const { "transfer-encoding": _, connection: __, ...kept } = answer.headers;
      if (cut === "answer") {
        response.writeHead(answer.statusCode ?? 0, { ...kept, "content-length": whole.length + 100 });
        response.write(whole.subarray(0, whole.length >> 1));
        setTimeout(() => socket.destroy(), 20);
        return;
      }
      response.writeHead(answer.statusCode ?? 0, kept);
      response.end(whole);
    });
    sent.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    port: (server.address() as AddressInfo).port,
    /** Requests since it was last set. */
    get seen() {
      return seen;
    },
    /** @param next undefined for none */
    set(next: typeof fault): void {
      fault = next;
      seen = 0;
    },
    close: () => server.close(),
  };
}
