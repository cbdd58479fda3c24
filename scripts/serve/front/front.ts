// The server at the service's port. It hands requests on to the Worker, in turns of workspaces (docs/decisions/fairness.md), and
// answers 429 for what would wait too long. Nothing of a request's body is read before its turn, nothing of an answer is changed.
import http from "node:http";
import net from "node:net";
import { type Duplex, pipeline } from "node:stream";
import { Failure } from "../../../src/domain/failure.ts";
import { FAILURE_CODES } from "../../../src/domain/failure-codes.ts";
import { createLog, type Log } from "../../../src/domain/log.ts";
import { networkOf } from "../../../src/http/client-network.ts";
import { diskFull } from "../../../src/http/disk-full.ts";
import { nothingHere } from "../../../src/http/nothing-here.ts";
import { problemBody } from "../../../src/http/problems.ts";
import { redactPath } from "../../../src/http/redact-path.ts";
import { acceptedRequestId } from "../../../src/http/request-id.ts";
import { SECURITY_HEADERS } from "../../../src/http/security-headers.ts";
import type { RoomFor } from "../disk-room.ts";
import { KnownWorkspaces } from "./known-workspaces.ts";
import { requestKey } from "./request-key.ts";
import { OUTSIDERS, type TurnLimits, Turns } from "./turns.ts";

/** What the Worker of one machine does best, as measured (docs/decisions/fairness.md). */
export const TURN_LIMITS: TurnLimits = {
  atOnce: 1,
  atOnceAlone: 6,
  newcomers: 3,
  underWay: 16,
  longestWaitMs: 4_000,
  alwaysWaiting: 32,
  mostWaiting: 500,
};
/**
 * So long after a turn began, while others wait, the Worker is asked whether it has nothing to do; later after each time that it had,
 * as the question takes time, too.
 */
const PULSE_AFTER_MS = { least: 25, most: 200 };
/** Whoever watches the service asks these, and gets no turn of others: a few at a time go past the lines. */
const HEALTH = /^\/api\/health(?:\/ready)?(?:\?|$)/;
const MOST_HEALTH_CALLS = 4;
/** The Worker closes a connection that is silent for 5 s; before that it is not used any more. */
const IDLE_CONNECTION_MS = 2_000;
/** Longer than what keeps connections to it waits (proxies: a minute), so that none is closed while it is used again. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_WITHIN_MS = 60_000;
const MAX_HEADER_BYTES = 64 * 1024;
/** How long a client may go on sending what nobody reads, before its connection is broken off. */
const MAX_DISCARD_MS = 10_000;
const LOOK_MS = 50;
const ENDING_RETRY_S = 5;

/** Headers by which the local platform is told things: they are its own. */
const OF_PLATFORM = /^mf-/;

/** Headers of one connection; the rest is handed on. */
const OF_CONNECTION = new Set(["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"]);
const SECRET_HEADER = "docloom-front";
const WORKSPACE_HEADER = "docloom-workspace";

export interface FrontOptions {
  /** Where the Worker listens, of the loopback. */
  workerPort: number;
  /** With it the Worker says whose a request is. */
  secret: string;
  /** The header in which a proxy says where a request comes from (README, CLIENT_ADDRESS_HEADER). */
  clientAddressHeader?: string;
  /** Of the service; the request's own when not set. */
  publicBaseUrl?: string;
  limits?: TurnLimits;
  /** What the disk has room for; for everything when not set. */
  roomFor?: () => RoomFor;
}

type Respond = (answer: http.IncomingMessage) => void;

export class Front {
  readonly #options: FrontOptions;
  readonly #turns: Turns;
  readonly #known = new KnownWorkspaces();
  readonly #server: http.Server;
  readonly #agent = new http.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS, scheduling: "lifo" });
  readonly #pulseAgent = new http.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  #lastTurnAt = 0;
  #pulseAfterMs = PULSE_AFTER_MS.least;
  #pulse: NodeJS.Timeout | "asked" | undefined;
  #healthCalls = 0;
  #isEnding = false;

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#turns = new Turns(options.limits ?? TURN_LIMITS);
    this.#server = http.createServer({
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_WITHIN_MS,
      // An upload may take as long as it takes, and nothing is read of one that waits.
      requestTimeout: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    this.#server.on("request", (request, response) => this.#take(request, response));
    this.#server.on("checkContinue", (request, response) => this.#take(request, response));
    this.#server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** @returns the port */
  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((listening, fail) => this.#server.once("error", fail).listen(port, host, listening));
    return (this.#server.address() as net.AddressInfo).port;
  }

  /**
   * Takes nothing new, and gives those who wait their turns.
   * @returns whether all have had them
   */
  async drain(withinMs: number): Promise<boolean> {
    this.#isEnding = true;
    for (const until = Date.now() + withinMs; !this.#turns.isIdle; ) {
      if (Date.now() > until) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return true;
  }

  /** Takes no connection any more; what is being answered is answered. */
  close(): void {
    this.#server.close();
  }

  #take(request: http.IncomingMessage, response: http.ServerResponse): void {
    // What the Worker says is handed on as it is.
    response.sendDate = false;
    const { url = "/", method } = request;
    if (this.#isEnding) this.#refuse(request, response, endingFailure());
    else if (isOfPlatform(url)) this.#refuse(request, response, nothingHere());
    else if (hasNoRoom(method, url, this.#options.roomFor?.())) this.#refuse(request, response, diskFull());
    else if (method === "GET" && HEALTH.test(url) && this.#healthCalls < MOST_HEALTH_CALLS)
      this.#pastLines(request, response);
    else this.#inLine(request, response);
  }

  /** Hands it on whoever waits. */
  #pastLines(request: http.IncomingMessage, response: http.ServerResponse): void {
    this.#healthCalls++;
    response.once("close", () => this.#healthCalls--);
    this.#handOn(request, response, () => undefined);
  }

  /** Hands it on when it is the turn of its workspace. */
  #inLine(request: http.IncomingMessage, response: http.ServerResponse): void {
    const key = requestKey(request.url ?? "/", request.headers);
    const workspace = key && this.#known.workspaceOf(key);
    const [group, line] = workspace ? [workspace, ""] : [OUTSIDERS, this.#networkOf(request)];
    let upstream: http.ClientRequest | undefined;
    const asked = this.#turns.ask(group, line, (ticket) => {
      this.#lastTurnAt = performance.now();
      upstream = this.#handOn(request, response, (answer) => {
        this.#learn(key, answer);
        ticket.end();
      });
    });
    if ("retryAfterSeconds" in asked) {
      this.#refuse(request, response, new Failure("rate_limited", TOO_MUCH, asked), workspace);
      return;
    }
    // Answered to its end, or left by whoever asked.
    response.once("close", () => {
      if (!response.writableFinished) upstream?.destroy();
      asked.end();
    });
    this.#lookAtPulse();
  }

  /** Sends a request to the Worker, and its answer back. */
  #handOn(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    respond: Respond,
  ): http.ClientRequest | undefined {
    const { method = "GET", url = "/", socket } = request;
    const headers = handedOn(request.rawHeaders);
    const has = (name: string) => request.headers[name] !== undefined;
    if (!has("cf-connecting-ip")) headers.push("cf-connecting-ip", socket.remoteAddress ?? "");
    const hasBody = has("transfer-encoding") || has("content-length");
    if (!hasBody && !/^(?:GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method)) headers.push("content-length", "0");
    headers.push(SECRET_HEADER, this.#options.secret);
    const target = { host: "127.0.0.1", port: this.#options.workerPort, method, path: url, agent: this.#agent };
    let upstream: http.ClientRequest;
    try {
      upstream = http.request({ ...target, headers, setHost: false });
    } catch (error) {
      // What came in cannot be written again.
      createLog().failure("front.not_handed_on", error);
      response.destroy();
      return undefined;
    }
    upstream.once("response", (answer) => {
      respond(answer);
      const { statusCode = 502, statusMessage, rawHeaders } = answer;
      if (answer.headers.connection?.toLowerCase() === "close") response.shouldKeepAlive = false;
      const own = handedOn(rawHeaders, ["transfer-encoding", WORKSPACE_HEADER]);
      response.writeHead(statusCode, statusMessage, own);
      // At once, and byte for byte: flushHeaders() would write them in UTF-8.
      response.write(Buffer.alloc(0));
      // Broken off on one side, it is broken off on the other; by whoever asked is nothing to tell.
      pipeline(answer, response, (error) => {
        if (error && error.code !== "ERR_STREAM_PREMATURE_CLOSE") createLog().failure("front.answer_broken", error);
      });
    });
    upstream.on("error", (error) => {
      // It may have answered without reading all of the body, or whoever asked has left.
      if (response.headersSent || response.destroyed) return;
      createLog().failure("front.not_answered", error);
      response.destroy();
    });
    if (has("expect") && hasBody) response.writeContinue();
    if (hasBody) request.pipe(upstream);
    else upstream.end();
    return upstream;
  }

  /** What the Worker says of an address or a credential. */
  #learn(key: string | undefined, { headers, statusCode = 0 }: http.IncomingMessage): void {
    if (key === undefined) return;
    const workspace = headers[WORKSPACE_HEADER];
    if (typeof workspace === "string") this.#known.learn(key, workspace);
    else if (statusCode === 401 || statusCode === 404 || statusCode === 410) this.#known.forget(key);
  }

  /** Where outsiders come from. */
  #networkOf({ headers, socket }: http.IncomingMessage): string {
    const sent = headers[this.#options.clientAddressHeader ?? ""]?.toString().split(",").at(-1)?.trim();
    const address = sent || socket.remoteAddress || "";
    return networkOf(address) || address;
  }

  /** While somebody waits, the Worker is asked whether what has the turn leaves its thread to others. */
  #lookAtPulse(): void {
    if (this.#pulse !== undefined || !this.#turns.isWaitedFor) return;
    const inMs = Math.max(1, this.#lastTurnAt + this.#pulseAfterMs - performance.now());
    this.#pulse = setTimeout(() => {
      this.#pulse = undefined;
      if (!this.#turns.isWaitedFor) return;
      if (performance.now() - this.#lastTurnAt < this.#pulseAfterMs) this.#lookAtPulse();
      else this.#askForPulse();
    }, inMs);
  }

  #askForPulse(): void {
    const askedAt = performance.now();
    this.#pulse = "asked";
    const over = (isIdle: boolean) => {
      this.#pulse = undefined;
      // What began in the meantime has not had its time.
      const isLeft = isIdle && this.#lastTurnAt < askedAt;
      const { least, most } = PULSE_AFTER_MS;
      this.#pulseAfterMs = isLeft ? least : Math.min(most, 2 * this.#pulseAfterMs);
      if (isLeft) this.#turns.releaseTurns();
      this.#lookAtPulse();
    };
    const headers = { [SECRET_HEADER]: this.#options.secret };
    const target = { host: "127.0.0.1", port: this.#options.workerPort, path: "/local/pulse", agent: this.#pulseAgent };
    http
      .get({ ...target, headers }, (answer) => {
        answer.resume();
        over(answer.statusCode === 204);
      })
      .on("error", () => {
        // The Worker is just ending, and so will this program; until then nobody is let past.
        over(false);
      });
  }

  /** Connections that go on as something else than HTTP have no turns: they are handed on byte for byte. */
  #upgrade({ method, url = "/", httpVersion, rawHeaders }: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    if (isOfPlatform(url)) return void socket.end(NOT_FOUND);
    const upstream = net.connect(this.#options.workerPort, "127.0.0.1");
    const lines = Array.from(
      { length: rawHeaders.length / 2 },
      (_, at) => `${rawHeaders[2 * at]}: ${rawHeaders[2 * at + 1]}`,
    ).filter((header) => !OF_PLATFORM.test(header.toLowerCase()));
    upstream.write(`${[`${method} ${url} HTTP/${httpVersion}`, ...lines].join("\r\n")}\r\n\r\n`, "latin1");
    upstream.write(head);
    socket.pipe(upstream).pipe(socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const)
      one.once("error", () => other.destroy()).once("close", () => other.destroy());
  }

  /** A problem in the form of the API (http/problems.ts), with a line in the log. The body is not read. */
  #refuse(request: http.IncomingMessage, response: http.ServerResponse, failure: Failure, workspaceId?: string): void {
    const { headers, method, url = "/", socket } = request;
    const requestId = acceptedRequestId(headers["x-request-id"]?.toString()) ?? crypto.randomUUID();
    const [status] = FAILURE_CODES[failure.code];
    const isOpen = /^\/(?:merge|route)\//.test(url);
    const body = problemBody(
      failure,
      this.#options.publicBaseUrl ?? `http://${headers.host ?? "localhost"}`,
      requestId,
    );
    const isProblem = headers.accept?.toLowerCase().includes("application/problem+json");
    response.writeHead(status, {
      "content-type": isProblem ? "application/problem+json" : "application/json",
      ...(failure.retryAfterSeconds !== undefined && { "retry-after": String(failure.retryAfterSeconds) }),
      "x-request-id": requestId,
      ...SECURITY_HEADERS,
      ...(isOpen && {
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "Retry-After,X-Request-Id",
      }),
      ...((this.#isEnding || headers.expect) && { connection: "close" }),
    });
    response.end(method === "HEAD" ? undefined : JSON.stringify(body));
    const log: Log = createLog({ request_id: requestId, ...(workspaceId && { workspace_id: workspaceId }) });
    log.info("request", { method, path: redactPath(url.split("?", 1)[0] ?? ""), status, duration_ms: 0 });
    if (request.complete) return;
    const timer = setTimeout(() => socket.destroy(), MAX_DISCARD_MS);
    request.once("close", () => clearTimeout(timer));
  }
}

const NOT_FOUND = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

const TOO_MUCH =
  "More was asked for than can be done at once beside what others ask for. Send it again after the time in Retry-After.";

const endingFailure = (): Failure =>
  new Failure("work_interrupted", "The service is being stopped. Send it again in a few seconds.", {
    retryAfterSeconds: ENDING_RETRY_S,
  });

/** Who asks whether the service is ready is to know that it is not. */
function hasNoRoom(method: string | undefined, url: string, roomFor: RoomFor = "everything"): boolean {
  const [path = ""] = url.split("?", 1);
  if (roomFor === "everything" || path === "/api/health") return false;
  if (roomFor === "nothing" || path === "/api/health/ready") return true;
  return !/^(?:GET|HEAD|OPTIONS|DELETE)$/.test(method ?? "") && !path.endsWith("/purge");
}

/** Where the local platform is told things, such as that its clock has ticked: by this program only. */
function isOfPlatform(url: string): boolean {
  // As the Worker reads it: `/x/../cdn-cgi/` is the same address.
  const base = "http://localhost";
  return URL.canParse(url, base) && new URL(url, base).pathname.startsWith("/cdn-cgi/");
}

/** Names and values by turns, as they came, without those of the connection and of the platform. */
function handedOn(rawHeaders: readonly string[], others: readonly string[] = [SECRET_HEADER]): string[] {
  const headers: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (!OF_CONNECTION.has(lower) && !OF_PLATFORM.test(lower) && !others.includes(lower)) headers.push(name, value);
  }
  return headers;
}
