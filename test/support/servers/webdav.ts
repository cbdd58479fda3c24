import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebdavStandIn } from "../../../src/delivery/testing/webdav-stand-in.ts";

export const WEBDAV_LOGIN = { user: "ann", password: "app-password-1" } as const;

/** A WebDAV server on the loopback, with one folder. */
export async function startWebdavServer() {
  const store = new WebdavStandIn(["/files"], WEBDAV_LOGIN.user, WEBDAV_LOGIN.password);
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = Buffer.concat(chunks);
    const answer = await store.transport(`http://${request.headers.host}${request.url}`, {
      method: request.method ?? "GET",
      headers,
      ...(body.length > 0 ? { body } : {}),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `${origin}/files/`,
    origin,
    store,
    async close(): Promise<void> {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
