import type { Protocol } from "devtools-protocol";
import type { ProtocolMapping } from "devtools-protocol/types/protocol-mapping.js";

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/** What carries the messages: the text frames of a WebSocket. */
export interface MessageTransport {
  send(message: string): void;
  close(): void;
  onmessage?: (message: string) => void;
  onclose?: () => void;
}

/** The process of a page has ended: it took more memory or processor time than a page has. */
export class PageEnded extends Error {}

/** A message from the browser: the answer to a command, or an event. */
interface Incoming {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

interface Pending {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/**
 * The Network domain must be on for the offline mode to hold, but its events say nothing that is needed here, and they
 * repeat the addresses of fonts that are written into the document. They are dropped before they are parsed.
 */
const UNHEARD = '{"method":"Network.';

/** The browser's end of the Chrome DevTools Protocol, with one session for each target that is attached. */
export class DevToolsConnection {
  /** The session of the browser itself. */
  readonly browser: DevToolsSession;
  readonly #transport: MessageTransport;
  readonly #sessions = new Map<string, DevToolsSession>();
  readonly #pending = new Map<number, Pending & { session: DevToolsSession }>();
  readonly #whenClosed: (() => void)[] = [];
  #lastId = 0;
  #closed = false;

  constructor(transport: MessageTransport) {
    this.#transport = transport;
    this.browser = new DevToolsSession(this, undefined);
    transport.onmessage = (message) => this.#receive(message);
    transport.onclose = () => this.#end();
  }

  get connected(): boolean {
    return !this.#closed;
  }

  onClosed(listener: () => void): void {
    this.#whenClosed.push(listener);
  }

  close(): void {
    this.#transport.close();
    this.#end();
  }

  /** The session of an attached target. */
  session(id: string): DevToolsSession {
    const known = this.#sessions.get(id);
    if (known) return known;
    const session = new DevToolsSession(this, id);
    this.#sessions.set(id, session);

    return session;
  }

  /** @internal Used by the sessions. */
  command(session: DevToolsSession, method: string, params: unknown): Promise<unknown> {
    if (this.#closed) return Promise.reject(new Error(`${method}: the browser is gone`));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, session });
      this.#transport.send(JSON.stringify({ id, method, params, sessionId: session.id }));
    });
  }

  #receive(message: string): void {
    if (message.startsWith(UNHEARD)) return;
    const { id, sessionId, method, params, result, error }: Incoming = JSON.parse(message);
    if (id !== undefined) {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (error) pending?.reject(new Error(error.message));
      else pending?.resolve(result as never);
      return;
    }
    if (method === undefined) return;
    const session = sessionId === undefined ? this.browser : this.#sessions.get(sessionId);
    session?.dispatch(method, params);
    if (session && method === "Inspector.targetCrashed") this.#fail(session, new PageEnded("the page's process ended"));
    if (method === "Target.detachedFromTarget")
      this.#drop((params as Protocol.Target.DetachedFromTargetEvent).sessionId);
  }

  #drop(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    this.#sessions.delete(sessionId);
    this.#fail(session, new Error("the tab is gone"));
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const session of [this.browser, ...this.#sessions.values()])
      this.#fail(session, new Error("the browser is gone"));
    this.#sessions.clear();
    for (const listener of this.#whenClosed) listener();
  }

  #fail(session: DevToolsSession, reason: Error): void {
    session.fail(reason);
    for (const [id, pending] of this.#pending) {
      if (pending.session !== session) continue;
      this.#pending.delete(id);
      pending.reject(reason);
    }
  }
}

/** Commands to one target and events from it. */
export class DevToolsSession {
  readonly id: string | undefined;
  readonly #connection: DevToolsConnection;
  readonly #listeners = new Map<string, ((params: never) => void)[]>();
  readonly #waiting = new Map<string, Pending[]>();

  /** @param id undefined for the browser itself */
  constructor(connection: DevToolsConnection, id: string | undefined) {
    this.#connection = connection;
    this.id = id;
  }

  /** Sends a command. Rejects with the browser's sentence, or when the target or the browser goes. */
  async send<Method extends keyof Commands>(
    method: Method,
    ...[params]: Commands[Method]["paramsType"]
  ): Promise<Commands[Method]["returnType"]> {
    return (await this.#connection.command(this, method, params)) as Commands[Method]["returnType"];
  }

  on<Name extends keyof Events>(name: Name, listener: (params: Events[Name][0]) => void): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  /** The next event of a name. Rejects when the target or the browser goes first. */
  next<Name extends keyof Events>(name: Name): Promise<Events[Name][0]> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), { resolve, reject }]);
    });
  }

  /** The session of a target that was attached through this one. */
  child(id: string): DevToolsSession {
    return this.#connection.session(id);
  }

  /** @internal Used by the connection. */
  dispatch(name: string, params: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(params as never);
    const waiting = this.#waiting.get(name) ?? [];
    this.#waiting.delete(name);
    for (const { resolve } of waiting) resolve(params as never);
  }

  /** Ends all waits for an event. */
  fail(error: Error): void {
    for (const waiting of this.#waiting.values()) for (const { reject } of waiting) reject(error);
    this.#waiting.clear();
  }
}
