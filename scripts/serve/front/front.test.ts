// The server in front, with one behind it that stands in for the Worker.
import diagnostics from "node:diagnostics_channel";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomFor } from "../disk-room.ts";
import { Front, TURN_LIMITS } from "./front.ts";

const SECRET = "between the two";
type Handle = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** What the Worker does with requests; each test says. */
let handle: Handle;
/** Paths that have come to it. */
let seen: string[];
let worker: http.Server;
let front: Front;
let port: number;
let roomFor: RoomFor;
/** Questions whether the Worker has nothing to do: answered when that is so. */
let pulses: (() => void)[];
const agent = new http.Agent({ keepAlive: true });

const closings: (() => void)[] = [];

beforeEach(async () => {
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  seen = [];
  pulses = [];
  worker = http.createServer((request, response) => {
    if (request.url === "/local/pulse") {
      expect(request.headers["docloom-front"]).toBe(SECRET);
      pulses.push(() => response.writeHead(204).end());
      return;
    }
    seen.push(request.url ?? "");
    handle(request, response);
  });
  await new Promise<void>((resolve) => worker.listen(0, "127.0.0.1", resolve));
  const { port: workerPort } = worker.address() as net.AddressInfo;
  // Nobody is alone: what is tested are turns.
  const limits = { ...TURN_LIMITS, atOnceAlone: 1, newcomers: 0, alwaysWaiting: 3, mostWaiting: 3 };
  roomFor = "everything";
  front = new Front({
    workerPort,
    secret: SECRET,
    publicBaseUrl: "https://docs.example",
    limits,
    roomFor: () => roomFor,
  });
  port = await front.listen("127.0.0.1", 0);
  closings.push(() => worker.closeAllConnections());
});

afterEach(() => {
  front.close();
  worker.close();
  agent.destroy();
  for (const close of closings.splice(0)) close();
  vi.restoreAllMocks();
});

interface Sent {
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string | Buffer;
}

/** Sends a request that is not ended here if it has no body to end it with. */
function send(path: string, { method = "GET", headers = {} }: Sent = {}): http.ClientRequest {
  const request = http.request({ host: "127.0.0.1", port, path, method, headers, agent });
  closings.push(() => request.destroy());
  request.on("error", () => undefined);
  return request;
}

async function ask(path: string, sent: Sent = {}) {
  const request = send(path, sent);
  request.end(sent.body);
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const { statusCode: status, headers, rawHeaders } = answer;
  return { status, headers, rawHeaders, body: Buffer.concat(chunks) };
}

const until = (condition: () => boolean) => expect.poll(condition, { timeout: 5_000, interval: 5 }).toBe(true);
const named = (workspace: string) => ({ "docloom-workspace": workspace });

/** Answers that wait until somebody lets them go. */
function heldAnswers(): { release(): void; readonly count: number } {
  const held: http.ServerResponse[] = [];
  handle = ({ url = "" }, response) => {
    // The workspace is the last letter of an address: /merge/1/a
    if (/^\/merge\/\d\/./.test(url)) response.setHeader("docloom-workspace", url.slice(9, 10));
    else response.statusCode = 404;
    held.push(response);
  };
  return {
    release: () => void held.shift()?.end("done"),
    get count() {
      return held.length;
    },
  };
}

/** Addresses whose workspace the server in front has learned. */
async function learned(...addresses: string[]): Promise<void> {
  handle = ({ url = "" }, response) => response.writeHead(200, named(url.slice(9, 10))).end();
  for (const address of addresses) await ask(address);
  seen.length = 0;
}

it("refuses what would be written while the disk is full, and takes what reads or makes room", async () => {
  handle = (_, response) => response.end("done");
  roomFor = "reading";
  const refused = [
    await ask("/merge/1/a?download=1", { method: "POST", body: "x" }),
    await ask("/api/documents/1", { method: "PATCH", body: "x" }),
    await ask("/api/health/ready"),
  ];
  for (const { status, headers, body } of refused) {
    expect([status, headers["retry-after"]]).toEqual([503, "60"]);
    expect(JSON.parse(body.toString())).toMatchObject({ code: "disk_full", status: 503 });
  }
  const taken = [
    await ask("/api/runs"),
    await ask("/api/health"),
    await ask("/api/documents/1", { method: "DELETE" }),
    await ask("/api/runs/1/purge", { method: "POST", body: "" }),
  ];
  expect(taken.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  roomFor = "nothing";
  expect([(await ask("/api/runs")).status, (await ask("/api/health")).status]).toEqual([503, 200]);
  roomFor = "everything";
  expect((await ask("/merge/1/a", { method: "POST", body: "x" })).status).toBe(200);
});

describe("hands on", () => {
  it("a request as it came, with where it comes from and without what is between the two", async () => {
    let headers: string[] = [];
    handle = (request, response) => {
      headers = request.rawHeaders;
      response.end();
    };
    const sent = {
      "X-Forwarded-For": "192.0.2.1, 192.0.2.2",
      "X-Forwarded-Proto": "https",
      "X-Odd": "ü",
      Host: "docs.example",
    };
    await ask("/api/x?a=%20b", {
      method: "POST",
      headers: { ...sent, "docloom-front": "guessed", "Content-Length": "0" },
    });
    const pairs = Object.fromEntries(headers.flatMap((name, at) => (at % 2 ? [] : [[name, headers[at + 1]]])));
    expect(pairs).toMatchObject({ ...sent, "cf-connecting-ip": "127.0.0.1", "docloom-front": SECRET });
    expect(seen).toEqual(["/api/x?a=%20b"]);
    await ask("/", { headers: { "CF-Connecting-IP": "192.0.2.7" } });
    expect(headers.filter((each) => /^cf-/i.test(each))).toEqual(["CF-Connecting-IP"]);
  });

  it("an answer as it is, and not whose it was", async () => {
    const packed = gzipSync("a text");
    handle = (_, response) => {
      response.sendDate = false;
      response.writeHead(201, "Made", [
        ...["Content-Encoding", "gzip", "Set-Cookie", "a=1", "Set-Cookie", "b=2", "X-Case", "Ü"],
        ...["docloom-workspace", "w", "Content-Length", String(packed.length)],
      ]);
      response.end(packed);
    };
    const answer = await ask("/merge/1/a");
    expect(answer.body.equals(packed)).toBe(true);
    const own = answer.rawHeaders.filter((_, at) => at % 2 === 0);
    expect(own.filter((name) => !/^(connection|keep-alive)$/i.test(name))).toEqual([
      ...["Content-Encoding", "Set-Cookie", "Set-Cookie", "X-Case", "Content-Length"],
    ]);
    expect(answer.headers["x-case"]).toBe("Ü");
  });

  it.each([
    ["HEAD", 200, { "content-length": "1234" }],
    ["GET", 204, {}],
    ["GET", 304, { etag: '"x"' }],
  ])("an answer to %s with %d, which has no body", async (method, status, headers) => {
    handle = (_, response) => response.writeHead(status, headers).end();
    const answer = await ask("/", { method });
    expect([answer.status, answer.body.length]).toEqual([status, 0]);
    expect(answer.headers).toMatchObject(headers);
    // The connection is good for another one.
    expect((await ask("/", { method })).status).toBe(status);
  });

  it("piece by piece what is sent and what is answered, while both go on", async () => {
    handle = (request, response) => {
      response.writeHead(200);
      request.on("data", (chunk: Buffer) => response.write(`got ${chunk}`));
      request.on("end", () => response.end());
    };
    const request = send("/", { method: "POST" });
    request.write("one");
    const [answer] = (await once(request, "response")) as [http.IncomingMessage];
    expect(String((await once(answer, "data"))[0])).toBe("got one");
    request.end("two");
    expect(await text(answer)).toBe("got two");
  });

  it("nothing that is said to the local platform, whoever says it is one's own", async () => {
    handle = (request, response) => response.end(Object.keys(request.headers).join(" "));
    for (const path of ["/cdn-cgi/local/scheduled", "/x/../cdn-cgi/local/explorer", "http://localhost/cdn-cgi/x"]) {
      const { status, body } = await ask(path, { headers: { host: "localhost" } });
      expect([path, status, JSON.parse(body.toString()).code]).toEqual([path, 404, "not_found"]);
    }
    const upgrade = net.connect(port, "127.0.0.1");
    closings.push(() => upgrade.destroy());
    upgrade.write("GET /cdn-cgi/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    expect(await text(upgrade)).toMatch(/^HTTP\/1\.1 404 /);
    expect(seen).toEqual([]);
    const { body } = await ask("/cdn-cgi-of-ours", { headers: { "MF-Op": "GET", "mf-route-override": "a", of: "us" } });
    expect(body.toString()).toMatch(/\bof\b/);
    expect(body.toString()).not.toMatch(/mf-/i);
    expect(seen).toEqual(["/cdn-cgi-of-ours"]);
  });

  it("several requests of one connection", async () => {
    handle = (request, response) => void request.resume().on("end", () => response.end());
    const sockets = new Set<unknown>();
    for (let time = 0; time < 3; time++) {
      const request = send("/", { method: "POST" });
      request.end("x");
      const [answer] = (await once(request, "response")) as [http.IncomingMessage];
      answer.resume();
      await once(answer, "end");
      sockets.add(request.socket);
    }
    expect(sockets.size).toBe(1);
  });

  it("what goes on as another protocol byte for byte", async () => {
    worker.on("upgrade", (_, socket: net.Socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n");
      socket.pipe(socket);
    });
    const request = send("/", { headers: { connection: "upgrade", upgrade: "echo" } });
    request.end();
    const [, socket] = (await once(request, "upgrade")) as [unknown, net.Socket];
    closings.push(() => socket.destroy());
    socket.write("hello");
    expect(String((await once(socket, "data"))[0])).toBe("hello");
  });

  it("a broken answer as broken, and no answer as none: the log says which, and nothing of who leaves", async () => {
    const logged: string[] = [];
    vi.spyOn(console, "error").mockImplementation((line) => void logged.push(JSON.parse(line).event));
    let isAsked = false;
    handle = () => {
      isAsked = true;
    };
    const leaving = send("/");
    leaving.end();
    await until(() => isAsked);
    leaving.destroy();
    handle = (_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    };
    await expect(ask("/")).rejects.toThrow();
    handle = (request) => request.socket.destroy();
    await expect(ask("/")).rejects.toThrow();
    expect(logged).toEqual(["front.answer_broken", "front.not_answered"]);
    handle = (_, response) => response.end();
    expect((await ask("/")).status).toBe(200);
  });

  it("nothing of what cannot be sent again, and goes on", async () => {
    handle = (_, response) => response.end();
    const odd = net.connect(port, "127.0.0.1");
    odd.write("GET /\x7f\xff HTTP/1.1\r\nHost: x\r\nX-Odd: a\x01b\x7f\r\n\r\n", "latin1");
    await once(odd, "data");
    odd.destroy();
    expect((await ask("/")).status).toBe(200);
  });
});

/** Requests that have come to the server in front from now on. */
function arrivals(): ReadonlySet<unknown> {
  const arrived = new Set<unknown>();
  const listen = (message: unknown) => {
    const { server, request } = message as { server: http.Server; request: http.IncomingMessage };
    if (server !== worker) arrived.add(request);
  };
  diagnostics.subscribe("http.server.request.start", listen);
  closings.push(() => diagnostics.unsubscribe("http.server.request.start", listen));
  return arrived;
}

describe("turns", () => {
  it("come to the other workspace next, by whatever of its addresses it asks", async () => {
    await learned("/merge/1/a", "/merge/2/a", "/merge/1/b");
    const held = heldAnswers();
    const arrived = arrivals();
    const answers = ["/merge/1/a", "/merge/2/a", "/merge/1/a", "/merge/1/b"].map((path) => ask(path));
    // Who comes later has no turn to get.
    await until(() => arrived.size === 4);
    for (let time = 0; time < 4; time++) {
      await until(() => held.count === 1);
      held.release();
    }
    await Promise.all(answers);
    expect(seen.indexOf("/merge/1/b")).toBe(1);
  });

  it("are refused in the API's form when too many wait, before the body is read, and not to others", async () => {
    await learned("/merge/1/a", "/merge/1/b");
    const held = heldAnswers();
    const answers = Array.from({ length: 4 }, () => ask("/merge/1/a"));
    await until(() => held.count === 1);
    // It is never sent to its end.
    const upload = send("/merge/1/a?x=1", {
      method: "POST",
      headers: { "x-request-id": "mine", "content-length": "9000000" },
    });
    upload.write("x".repeat(1_000));
    const [answer] = (await once(upload, "response")) as [http.IncomingMessage];
    expect(answer.statusCode).toBe(429);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json",
      "retry-after": expect.stringMatching(/^[1-9]\d?$/),
      "x-request-id": "mine",
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
    });
    expect(JSON.parse(await text(answer))).toMatchObject({
      code: "rate_limited",
      type: "https://docs.example/docs/errors/rate_limited",
      status: 429,
      instance: "urn:request:mine",
    });
    expect(console.info).toHaveBeenCalledWith(
      expect.stringMatching(/"event":"request".*"workspace_id":"a".*"path":"\/merge\/1\/\*\*\*","status":429/),
    );
    const other = ask("/merge/1/b");
    for (let time = 0; time < 5; time++) {
      await until(() => held.count === 1);
      held.release();
    }
    expect((await other).status).toBe(200);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(seen).not.toContain("/merge/1/a?x=1");
  });

  it("are waited for with the body unread, and Expect is answered when they come", async () => {
    await learned("/merge/1/a");
    const held = heldAnswers();
    const first = ask("/merge/1/a");
    await until(() => held.count === 1);
    const upload = send("/merge/1/a", { method: "POST", headers: { expect: "100-continue", "content-length": "3" } });
    let isContinued = false;
    upload.on("continue", () => {
      isContinued = true;
      upload.end("abc");
    });
    upload.flushHeaders();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([isContinued, seen.length]).toEqual([false, 1]);
    held.release();
    await first;
    await until(() => isContinued && held.count === 1);
    held.release();
    const [answer] = (await once(upload, "response")) as [http.IncomingMessage];
    expect(answer.statusCode).toBe(200);
  });

  it("are given back by whoever leaves, while waiting and while being answered", async () => {
    await learned("/merge/1/a");
    const held = heldAnswers();
    const first = send("/merge/1/a");
    first.end();
    await until(() => held.count === 1);
    const second = send("/merge/1/a?second");
    second.end();
    const third = ask("/merge/1/a?third");
    await new Promise((resolve) => setTimeout(resolve, 30));
    second.destroy();
    await new Promise((resolve) => setTimeout(resolve, 30));
    first.destroy();
    await until(() => seen.includes("/merge/1/a?third"));
    expect(seen).not.toContain("/merge/1/a?second");
    await until(() => held.count === 2);
    held.release();
    held.release();
    expect((await third).status).toBe(200);
  });

  it("go on while the Worker has nothing to do, and not while it computes", async () => {
    await learned("/merge/1/a");
    const held = heldAnswers();
    const answers = [ask("/merge/1/a"), ask("/merge/1/a")];
    await until(() => pulses.length === 1);
    expect(held.count).toBe(1);
    pulses.shift()?.();
    await until(() => held.count === 2);
    held.release();
    held.release();
    await Promise.all(answers);
  });

  it("are over with the head of an answer: one that streams for long keeps nobody", async () => {
    await learned("/merge/1/a");
    handle = (_, response) => void response.writeHead(200, named("a")).write("an event");
    for (let time = 0; time < 5; time++) {
      const stream = send("/merge/1/a");
      stream.end();
      await once(stream, "response");
    }
    expect(seen).toHaveLength(5);
  });

  it("are those of one for all outsiders: made-up addresses and credentials take none from who is known", async () => {
    await learned("/merge/1/a");
    const held = heldAnswers();
    const statuses: (number | undefined)[] = [];
    const outsiders = Array.from({ length: 20 }, async (_, at) => {
      const asked =
        at % 2 ? ask(`/merge/${at}/guess${at}`) : ask("/api/runs", { headers: { authorization: `Basic ${at}` } });
      statuses.push((await asked).status);
    });
    await until(() => statuses.length === 16);
    expect(new Set(statuses)).toEqual(new Set([429]));
    const known = ask("/merge/1/a");
    await new Promise((resolve) => setTimeout(resolve, 30));
    held.release();
    await until(() => held.count === 1);
    expect(seen[1]).toBe("/merge/1/a");
    for (let time = 0; time < 4; time++) {
      await until(() => held.count === 1);
      held.release();
    }
    expect((await known).status).toBe(200);
    await Promise.all(outsiders);
  });

  it("are not needed for whether it is alive, a few times at once", async () => {
    const held = heldAnswers();
    for (let time = 0; time < 3; time++) send("/console").end();
    await until(() => held.count === 1);
    const before = handle;
    handle = (_, response) => response.end("alive");
    expect(String((await ask("/api/health")).body)).toBe("alive");
    handle = before;
    for (let time = 0; time < 30; time++) send("/api/health").end();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(seen.filter((path) => path === "/api/health").length).toBeLessThanOrEqual(5);
  });
});

it("ends with those answered that wait, and takes nothing new", async () => {
  await learned("/merge/1/a");
  const held = heldAnswers();
  const answers = [ask("/merge/1/a"), ask("/merge/1/a")];
  await until(() => held.count === 1);
  const drained = front.drain(5_000);
  const refused = await ask("/api/health");
  expect([refused.status, refused.headers["retry-after"], refused.headers.connection]).toEqual([503, "5", "close"]);
  for (let time = 0; time < 2; time++) {
    await until(() => held.count === 1);
    held.release();
  }
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await drained).toBe(true);
});
