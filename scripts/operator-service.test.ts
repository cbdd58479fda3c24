import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { operatorToken } from "../src/domain/operator-calls.ts";
import { operatorService } from "./operator-service.ts";

const SECRETS_KEY = Buffer.alloc(32, 7).toString("base64");

let server: http.Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** A service that answers so. */
async function answering(status: number, body: object) {
  const received: { url?: string; authorization?: string; body: string }[] = [];
  server = http.createServer(async (request, response) => {
    const text = (await request.toArray()).join("");
    received.push({ url: request.url, authorization: request.headers.authorization, body: text });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const place = { address: "http://127.0.0.1:9", secretsKey: SECRETS_KEY, isRemote: false };

it("asks with what follows from the secret, never with the secret itself", async () => {
  const { address, received } = await answering(200, { token: "t" });
  const service = operatorService({ ...place, address });
  expect(await service({ do: "make_sign_in_link", workspace: "Ada" })).toEqual({ token: "t", not_asked: [] });
  expect(received).toEqual([
    {
      url: "/api/operator",
      authorization: `Bearer ${operatorToken(SECRETS_KEY)}`,
      body: '{"do":"make_sign_in_link","workspace":"Ada"}',
    },
  ]);
  expect(JSON.stringify(received)).not.toContain(SECRETS_KEY);
});

it.each([
  ["runs nowhere", place, "Start it with `npm start`"],
  ["is not known by its address", { ...place, address: undefined, isRemote: true }, "--address"],
  ["has a secret that is not known here", { ...place, secretsKey: undefined, isRemote: true }, "set SECRETS_KEY"],
  ["has never run here", { ...place, secretsKey: undefined }, "npm start"],
])("says what to do where the service %s", async (_, where, remedy) => {
  await expect(operatorService(where)({ do: "make_key" })).rejects.toThrow(remedy);
});

it.each([
  [404, { error: "There is nothing at this address." }, "its SECRETS_KEY is another one"],
  [503, { error: "The database of the workspace is stopped." }, "The database of the workspace is stopped."],
])("says what an answer of %s means", async (status, body, sentence) => {
  const { address } = await answering(status, body);
  await expect(operatorService({ ...place, address })({ do: "make_key" })).rejects.toThrow(sentence);
});

it.each([
  ["make_key", { key: "k", secret: "s" }],
  ["make_sign_in_link", { token: "t" }],
  ["list_keys", { keys: [], next: null }],
] as const)("says of which workspaces %s knows nothing, since they did not answer", async (does, answer) => {
  const { address } = await answering(200, { ...answer, not_asked: ["o1", "o2"] });
  const warnings: string[] = [];
  await operatorService({ ...place, address }, (warning) => warnings.push(warning))({ do: does });
  expect(warnings).toEqual([expect.stringContaining("left out: o1, o2.")]);
});
