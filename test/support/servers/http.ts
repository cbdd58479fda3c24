import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  at: number;
}

/** Answers a request; `earlier` is how many came to the same path before. */
export type Answer = (response: ServerResponse, request: ReceivedRequest, earlier: number) => void;

export interface TestHttpServer {
  port: number;
  received: ReceivedRequest[];
  /** By path; others are answered with 200. */
  answers: Map<string, Answer>;
  on(path: string): ReceivedRequest[];
  close(): Promise<void>;
}

/** A real HTTP server on the loopback that can misbehave in any way. */
export async function startHttpServer(): Promise<TestHttpServer> {
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, Answer>();
  const sockets = new Set<Socket>();
  const on = (path: string) => received.filter((request) => request.path === path);

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "/";
      const seen = {
        method: request.method ?? "",
        path,
        headers: request.headers,
        body: Buffer.concat(chunks),
        at: Date.now(),
      };
      const earlier = on(path).length;
      received.push(seen);
      const answer = answers.get(path);
      if (answer) answer(response, seen, earlier);
      else response.end("ok");
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    port: (server.address() as AddressInfo).port,
    received,
    answers,
    on,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
