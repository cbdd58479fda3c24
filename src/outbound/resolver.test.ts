import { describe, expect, it } from "vitest";
import { dnsOverHttps } from "./resolver.ts";

function answering(records: Record<string, unknown>): typeof fetch {
  return (async (target: URL) => Response.json(records[target.searchParams.get("type") ?? ""])) as typeof fetch;
}

describe("DNS over HTTPS", () => {
  it("gives the addresses of both families and leaves out aliases", async () => {
    const resolve = dnsOverHttps(
      "https://dns.example/query",
      answering({
        A: {
          Status: 0,
          Answer: [
            { type: 5, data: "alias.example." },
            { type: 1, data: "93.184.216.34" },
          ],
        },
        AAAA: { Status: 0, Answer: [{ type: 28, data: "2606:2800::1" }] },
      }),
    );
    expect(await resolve("example.com")).toEqual([
      Uint8Array.of(93, 184, 216, 34),
      Uint8Array.of(0x26, 0x06, 0x28, 0x00, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
    ]);
  });

  it("gives nothing for a name that does not exist", async () => {
    const resolve = dnsOverHttps("https://dns.example/query", answering({ A: { Status: 3 }, AAAA: { Status: 3 } }));
    expect(await resolve("nobody.example.com")).toEqual([]);
  });

  it("turns an answer that is not an address into one that fails every check", async () => {
    const records = { A: { Status: 0, Answer: [{ type: 1, data: "127.1" }] }, AAAA: { Status: 0 } };
    expect(await dnsOverHttps("https://dns.example/query", answering(records))("odd.example.com")).toEqual([
      Uint8Array.of(0, 0, 0, 0),
    ]);
  });

  it.each([
    ["refuses", answering({ A: { Status: 2 }, AAAA: { Status: 2 } })],
    ["answers nonsense", answering({ A: "x", AAAA: "x" })],
    ["is not there", (() => Promise.reject(new TypeError("no route"))) as typeof fetch],
  ])("fails clearly when the resolver %s", async (_, transport) => {
    const resolve = dnsOverHttps("https://dns.example/query", transport);
    await expect(resolve("example.com")).rejects.toMatchObject({ code: "url_unreachable" });
  });
});
