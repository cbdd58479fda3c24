import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, expect, it } from "vitest";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import { verifiedAccess } from "./access-token.ts";

const team = { name: "example", audience: "aud-1" };
const issuer = "https://example.cloudflareaccess.com";
type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let keys: Pair;
let others: Pair;
beforeAll(async () => {
  keys = await generateKeyPair("RS256");
  others = await generateKeyPair("RS256");
});

const policy = () => ({
  ...outboundPolicy({}),
  resolve: async () => [new Uint8Array([104, 16, 0, 1])],
  transport: (async (input: RequestInfo | URL) => {
    expect(String(input)).toBe(`${issuer}/cdn-cgi/access/certs`);
    return Response.json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "1", alg: "RS256" }] });
  }) as typeof fetch,
});

const tokenOf = (change: Record<string, unknown> = {}, by = keys) =>
  new SignJWT({
    iss: issuer,
    aud: [team.audience],
    sub: "s1",
    email: "ada@example.com",
    type: "app",
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 60,
    ...change,
  })
    .setProtectedHeader({ alg: "RS256", kid: "1" })
    .sign(by.privateKey);

it("Cloudflare Access's token names who was let through", async () => {
  expect(await verifiedAccess(await tokenOf(), team, policy())).toEqual({
    issuer,
    subject: "s1",
    email: "ada@example.com",
    signedInAt: expect.any(Date),
  });
});

it("and is refused for another team, application, key or time, and as a service token", async () => {
  for (const change of [
    { iss: "https://evil.cloudflareaccess.com" },
    { aud: ["aud-2"] },
    { exp: Math.floor(Date.now() / 1000) - 120 },
    { email: undefined },
    { sub: "" },
    { type: "org" },
  ])
    await expect(verifiedAccess(await tokenOf(change), team, policy()), JSON.stringify(change)).rejects.toMatchObject({
      problem: "token_refused",
    });
  await expect(verifiedAccess(await tokenOf({}, others), team, policy())).rejects.toMatchObject({
    problem: "token_refused",
  });
  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${(await tokenOf()).split(".")[1]}.`;
  await expect(verifiedAccess(unsigned, team, policy())).rejects.toMatchObject({ problem: "token_refused" });
});
