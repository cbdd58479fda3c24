import { createServer } from "node:net";

/**
 * A port of the loopback on which nothing listens.
 * @param promised those on which something is going to: the system may name one of them again
 */
export async function freePort(promised: readonly number[] = []): Promise<number> {
  for (;;) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    if (!promised.includes(port)) return port;
  }
}
