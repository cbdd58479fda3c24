import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guardedFetch } from "./guarded-fetch.ts";
import { guardedRequest } from "./guarded-request.ts";
import { OUTBOUND_LIMITS, type OutboundPolicy, outboundPolicy } from "./outbound-policy.ts";

const policy: OutboundPolicy = { ...outboundPolicy({ OUTBOUND_ALLOW_LOOPBACK: "1" }), resolve: async () => [] };
const quick = { maxBytes: 1_000, firstByteMs: 200, totalMs: 600, idleMs: 100 };

let server: Server;
let base = "";
let running = 0;
let mostAtOnce = 0;

const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/file": (_, response) => {
    response.setHeader("content-type", "Image/PNG; charset=binary");
    response.end("bytes");
  },
  "/missing": (_, response) => response.writeHead(404).end("no"),
  "/1": (_, response) => response.writeHead(302, { location: "/2" }).end(),
  "/2": (_, response) => response.writeHead(307, { location: "/3" }).end(),
  "/3": (_, response) => response.writeHead(308, { location: `${base}/file` }).end(),
  "/loop": (_, response) => response.writeHead(302, { location: "/loop" }).end(),
  "/inside": (_, response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
  "/to-file": (_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/to-nonsense": (_, response) => response.writeHead(302, { location: "http://[" }).end(),
  "/to-nowhere": (_, response) => response.writeHead(302).end(),
  "/never": () => {},
  "/declared": (_, response) => response.writeHead(200, { "content-length": "5000" }).end("x".repeat(5_000)),
  "/endless": (_, response) => {
    const timer = setInterval(() => response.write("x".repeat(400)), 10);
    response.on("close", () => clearInterval(timer));
  },
  "/stalls": (_, response) => response.write("x"),
  "/drips": (_, response) => {
    const timer = setInterval(() => response.write("x"), 50);
    response.on("close", () => clearInterval(timer));
  },
  "/busy": (_, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++running);
    setTimeout(() => {
      running--;
      response.end("done");
    }, 30);
  },
  "/echo": (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.setHeader("x-method", request.method ?? "");
      response.end(`${request.headers["x-id"]}:${Buffer.concat(chunks).toString()}`);
    });
  },
};

beforeAll(async () => {
  server = createServer((request, response) => answers[request.url ?? ""]?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("guardedFetch", () => {
  it("gives the bytes, the media type and the address that answered", async () => {
    const file = await guardedFetch(`${base}/file`, policy);
    expect(new TextDecoder().decode(file.bytes)).toBe("bytes");
    expect(file).toMatchObject({ contentType: "image/png", finalUrl: `${base}/file` });
  });

  it("follows three redirects and no more", async () => {
    expect((await guardedFetch(`${base}/1`, policy)).finalUrl).toBe(`${base}/file`);
    await expect(guardedFetch(`${base}/loop`, policy)).rejects.toMatchObject({ code: "url_unreachable" });
  });

  it("checks every redirect like the first address", async () => {
    await expect(guardedFetch(`${base}/inside`, policy)).rejects.toMatchObject({ code: "url_private" });
    await expect(guardedFetch(`${base}/to-file`, policy)).rejects.toMatchObject({ code: "url_invalid" });
  });

  it("says so where a redirect leads to something that is no address, or to nothing", async () => {
    await expect(guardedFetch(`${base}/to-nonsense`, policy)).rejects.toMatchObject({
      code: "url_invalid",
      message: expect.stringContaining("redirects to something that is not a URL"),
    });
    await expect(guardedFetch(`${base}/to-nowhere`, policy)).rejects.toMatchObject({
      code: "url_unreachable",
      message: expect.stringContaining("answered with status 302"),
    });
  });

  it.each([
    ["/missing", "url_unreachable"],
    ["/never", "url_unreachable"],
    ["/stalls", "url_unreachable"],
    ["/drips", "url_unreachable"],
    ["/declared", "file_too_large"],
    ["/endless", "file_too_large"],
  ])("%s ends with %s within its limits", async (path, code) => {
    await expect(guardedFetch(`${base}${path}`, policy, quick)).rejects.toMatchObject({ code });
  });

  it("refuses the loopback unless the setting allows it, without sending anything", async () => {
    const strict = { ...policy, allowLoopback: false, transport: () => Promise.reject(new Error("sent")) };
    await expect(guardedFetch(`${base}/file`, strict)).rejects.toMatchObject({ code: "url_private" });
  });

  it("reports a connection that is refused", async () => {
    await expect(guardedFetch("http://127.0.0.1:1/", policy)).rejects.toMatchObject({ code: "url_unreachable" });
  });

  it("runs four requests at once", async () => {
    await Promise.all(Array.from({ length: 12 }, () => guardedFetch(`${base}/busy`, policy)));
    expect(mostAtOnce).toBe(4);
  });
});

describe("guardedRequest", () => {
  it("sends method, headers and body and gives back whatever came", async () => {
    const request = { method: "PUT", headers: { "x-id": "7" }, body: new TextEncoder().encode("hello") };
    const answer = await guardedRequest(`${base}/echo`, request, policy);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-method")).toBe("PUT");
    expect(new TextDecoder().decode(answer.bytes)).toBe("7:hello");
  });

  it("keeps the beginning of an answer that is only logged", async () => {
    const answer = await guardedRequest(`${base}/endless`, {}, policy, {
      ...OUTBOUND_LIMITS,
      maxBytes: 900,
      truncated: true,
    });
    expect(answer.bytes.byteLength).toBe(900);
  });

  it("does not follow redirects", async () => {
    const answer = await guardedRequest(`${base}/1`, { method: "POST", body: "{}" }, policy, OUTBOUND_LIMITS);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/2");
  });
});
