import { describe, expect, it } from "vitest";
import { type OutboundPolicy, outboundPolicy } from "./outbound-policy.ts";
import { textRecords } from "./text-records.ts";

const RESOLVER = "https://dns.example/query?region=eu";
const policy: OutboundPolicy = { ...outboundPolicy({}), resolve: async () => [Uint8Array.of(93, 184, 216, 34)] };

/** The records of a name at a resolver that gives this answer. */
const recordsIn = (answer: () => Response | Promise<Response>) =>
  textRecords(RESOLVER, "example.com", { ...policy, transport: async () => await answer() });

const txt = (data: string) => ({ name: "example.com.", type: 16, TTL: 300, data });

describe("the TXT records of a name", () => {
  it("are asked for at the deployment's resolver, in the form of its answers", async () => {
    const asked: { url: URL; accept: string | null }[] = [];
    const transport: typeof fetch = async (target, init) => {
      asked.push({ url: new URL(String(target)), accept: new Headers(init?.headers).get("accept") });
      return Response.json({ Status: 0, Answer: [txt('"v=spf1 -all"')] });
    };
    expect(await textRecords(RESOLVER, "_dmarc.example.com", { ...policy, transport })).toEqual(["v=spf1 -all"]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url.href).toBe("https://dns.example/query?region=eu&name=_dmarc.example.com&type=TXT");
    expect(asked[0]?.accept).toBe("application/dns-json");
  });

  it.each([
    ["the strings of one are joined as they are", ['"v=DKIM1; p=MIGf" "MA0G"', "v=DKIM1; p=MIGfMA0G"]],
    [
      "a blank at the end of a string stays",
      ['"v=spf1 " "include:mail.example -all"', "v=spf1 include:mail.example -all"],
    ],
    [
      "quotes and backslashes are written with a backslash",
      [String.raw`"say \"yes\" \\ no"`, String.raw`say "yes" \ no`],
    ],
    ["an empty one is one, too", ['""', ""]],
    ["one without quotes stands as it is", ["v=spf1 -all", "v=spf1 -all"]],
    ["one that is cut off has what is there", ['"v=spf1 ', "v=spf1 "]],
  ])("%s", async (_, [data = "", text]) => {
    expect(await recordsIn(() => Response.json({ Status: 0, Answer: [txt(data)] }))).toEqual([text]);
  });

  it("come without the alias that leads to them", async () => {
    const alias = { name: "example.com.", type: 5, TTL: 300, data: "elsewhere.example." };
    const answer = () => Response.json({ Status: 0, Answer: [alias, txt('"a"'), txt('"b"')] });
    expect(await recordsIn(answer)).toEqual(["a", "b"]);
  });

  it.each([
    ["has none", { Status: 0 }],
    ["does not exist", { Status: 3 }],
  ])("are none where the name %s", async (_, answer) => {
    expect(await recordsIn(() => Response.json(answer))).toEqual([]);
  });

  it.each([
    ["cannot find out", () => Response.json({ Status: 2 })],
    ["refuses", () => Response.json({ Status: 0, Answer: [txt('"a"')] }, { status: 403 })],
    ["answers with a page", () => new Response("<html>")],
    ["answers in another form", () => Response.json({ Status: "0" })],
  ])("are not known, which is no answer, where the resolver %s", async (_, answer) => {
    await expect(recordsIn(answer)).rejects.toMatchObject({
      code: "url_unreachable",
      message: "The name example.com cannot be looked up now.",
    });
  });

  it("are not known where the resolver does not answer", async () => {
    await expect(recordsIn(() => Promise.reject(new TypeError("no route")))).rejects.toMatchObject({
      code: "url_unreachable",
    });
  });
});
