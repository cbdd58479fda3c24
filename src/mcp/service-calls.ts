import { type ProblemSource, problemResponse } from "../http/problems.ts";

/** Sends a request to the service itself, without the network. */
export type Dispatch = (request: Request) => Response | Promise<Response>;

/** A failure of the service, as its answer reports it. */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly status: number;
  readonly problem: ServiceProblem;

  constructor(status: number, problem: ServiceProblem) {
    super(problem.error);
    this.status = status;
    this.problem = problem;
  }
}

/** The members of a problem that an agent can act on. */
export interface ServiceProblem {
  error: string;
  code?: string;
  errors?: { pointer?: string; part?: string; tag?: string; line?: number; column?: number; message: string }[];
}

/** Headers that say who asks; the tools act for that caller only. */
const IDENTITY = ["authorization", "cookie", "origin", "sec-fetch-site"] as const;

/** The operations of the service for the caller of one request. */
export class ServiceCalls {
  readonly #dispatch: Dispatch;
  readonly #source: ProblemSource;
  readonly #origin: string;
  readonly #identity: Headers;

  /**
   * @param source the request that the calls are made for
   * @param addressHeader the header that says where a request comes from, if one can be believed
   */
  constructor(dispatch: Dispatch, source: ProblemSource, addressHeader?: string) {
    const { request } = source;
    this.#dispatch = dispatch;
    this.#source = source;
    this.#origin = new URL(request.url).origin;
    // The log says that an agent did it.
    this.#identity = new Headers({ "user-agent": "docloom-agent" });
    for (const name of [...IDENTITY, ...(addressHeader ? [addressHeader] : [])]) {
      const value = request.headers.get(name);
      if (value !== null) this.#identity.set(name, value);
    }
  }

  get(path: string, query: Query = {}): Promise<unknown> {
    return this.#json("GET", path, query);
  }

  post(path: string, body: unknown, query: Query = {}): Promise<unknown> {
    return this.#json("POST", path, query, body);
  }

  put(path: string, body: unknown): Promise<unknown> {
    return this.#json("PUT", path, {}, body);
  }

  /** For answers that are files. @throws CallFailure */
  async open(method: string, path: string, query: Query, body?: unknown): Promise<Response> {
    const url = new URL(path, this.#origin);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = new Headers(this.#identity);
    if (body !== undefined) headers.set("content-type", "application/json");
    const response = await this.#dispatch(
      new Request(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
    );
    if (response.ok) return response;

    throw await callFailure(response);
  }

  /**
   * Why a tool failed, as the service answers it. What failed outside of a call and is no failure is logged, and nothing of it is
   * told: the server of the protocol would hand it on word by word.
   */
  async failureOf(error: unknown): Promise<CallFailure> {
    return error instanceof CallFailure ? error : await callFailure(problemResponse(error, this.#source));
  }

  async #json(method: string, path: string, query: Query, body?: unknown): Promise<unknown> {
    return (await this.open(method, path, query, body)).json();
  }
}

const callFailure = async (response: Response): Promise<CallFailure> =>
  new CallFailure(response.status, (await response.json()) as ServiceProblem);

export type Query = Record<string, string | number | undefined>;
