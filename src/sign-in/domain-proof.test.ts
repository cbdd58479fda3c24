import { expect, it } from "vitest";
import { proveDomain } from "./domain-proof.ts";

const answering =
  (answer: unknown, status = 200): typeof fetch =>
  async (input) => {
    const url = new URL(String(input));
    expect([url.searchParams.get("name"), url.searchParams.get("type")]).toEqual(["_docloom.example.com", "TXT"]);
    return Response.json(answer, { status });
  };
const prove = (transport: typeof fetch) =>
  proveDomain("example.com", "t0ken", { resolverUrl: "https://resolver.example/dns-query", transport });
const txt = (...data: string[]) => ({ Status: 0, Answer: data.map((each) => ({ type: 16, data: each })) });

it("a domain is proved by its TXT record, in one string or several", async () => {
  expect(await prove(answering(txt('"v=spf1 -all"', '"docloom-domain=t0ken"')))).toBe("proved");
  expect(await prove(answering(txt('"docloom-" "domain=t0ken"')))).toBe("proved");
  expect(await prove(answering(txt("docloom-domain=t0ken")))).toBe("proved");
});

it("and by nothing else; where nobody can be asked nothing is known", async () => {
  expect(await prove(answering(txt('"docloom-domain=t0ken2"', '"x docloom-domain=t0ken"')))).toBe("not_proved");
  expect(await prove(answering({ Status: 0, Answer: [{ type: 5, data: "docloom-domain=t0ken" }] }))).toBe("not_proved");
  expect(await prove(answering({ Status: 3 }))).toBe("not_proved");
  expect(await prove(answering({ Status: 2 }))).toBe("unknown");
  expect(await prove(answering({}, 500))).toBe("unknown");
  expect(await prove(async () => Promise.reject(new Error("offline")))).toBe("unknown");
});
