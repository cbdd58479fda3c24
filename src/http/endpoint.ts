import type { Hono } from "hono";
import type * as z from "zod";
import type { Need } from "../domain/access/rights.ts";
import { Failure } from "../domain/failure.ts";
import type { FailureCode } from "../domain/failure-codes.ts";
import type { KeyClaim, KeyedRequest } from "../domain/idempotency.ts";
import type { Env } from "../env.ts";
import { allowedContext } from "./allowed.ts";
import { authenticate } from "./authenticate.ts";
import type { BodyTree } from "./body/body-tree.ts";
import { ignoredMembers } from "./body/ignored-members.ts";
import { readBody, readListBody, readQuery } from "./body/read-body.ts";
import { RequestUploads } from "./body/request-uploads.ts";
import type { Caller, RequestContext } from "./context.ts";
import { requireFreshSignIn } from "./fresh-sign-in.ts";
import { idempotent, keyClaim, keyedRequest } from "./idempotency.ts";
import { acceptsHtml, prefersAsync } from "./prefer.ts";
import { problemResponse } from "./problems.ts";
import { answerElsewhere } from "./run-elsewhere.ts";
import { type Keeper, requireRoom } from "./storage-room.ts";
import { validate } from "./validate.ts";

/** What Hono knows about each request: the bindings, and the context that the middleware made. */
export interface AppBindings {
  Bindings: Env;
  Variables: { context: RequestContext };
}

export type App = Hono<AppBindings>;

type Method = "get" | "post" | "put" | "delete";

export interface ResponseDefinition {
  description: string;
  schema?: z.ZodType;
  /** Media types of answers that are not JSON, besides `schema` if there are both. */
  mediaType?: string | readonly string[];
}

/** One method of one path: what it takes, what it answers, what it does. OpenAPI is made from it too. */
export interface EndpointDefinition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Auth extends "key" | "none",
  Found = undefined,
> {
  method: Method;
  /** Hono path from the root, e.g. `/api/documents/:id`. `/api/tools/...` is also served under `/tools/...`. */
  path: string;
  summary: string;
  description?: string;
  /** Group in the reference, as in the interface, e.g. `Documents`. */
  tag: string;
  /**
   * `key`: HTTP Basic with an API key, or a browser's session. Methods that a path does not have are guarded if any of
   * its methods is.
   */
  auth: Auth;
  /** What the caller must be allowed to do (`domain/access/rights.ts`); with `auth: "key"` each endpoint says it. */
  needs?: Need;
  /** A person must have signed in within ten minutes: who gets in, or where files go, is changed. */
  fresh?: boolean;
  params?: Params;
  query?: Query;
  /** Validated from one tree, whether it came as JSON, form pairs or multipart. `bodyTree()` takes any. Without it the body is ignored. */
  body?: Body;
  /** The body is a list in a format of its own, such as CSV or a workbook: `body` is validated from what `readListBody` gives. */
  takesList?: boolean;
  /** Where a list of such bodies is taken: what one that is sent here is told. */
  listsAt?: string;
  /** The media types of such a text, as the OpenAPI document shows them. */
  texts?: Readonly<Record<string, { schema: object; example?: unknown }>>;
  /** The answer has an `ETag`, which the request may name in `If-Match` or `If-None-Match`. */
  revised?: boolean;
  /** Takes files too large for memory; they are `UploadedPart`s of the body. Only for endpoints that change nothing. */
  takesLargeFiles?: boolean;
  /** People follow links here: failures are shown as pages to whoever accepts html. */
  answersUsers?: boolean;
  /** Makes an HTML page of any failure, for clients that accept HTML; `problem` is the answer that others get. */
  failurePage?(problem: Response, context: RequestContext): Promise<Response>;
  /** Failures besides those that follow from the path, the credentials and the body (`problemsOf`). */
  problems?: readonly FailureCode[];
  /** The work is heavy: an object of the pool does it, so that other requests need not wait. Only with `auth: "key"`. */
  elsewhere?: boolean;
  /** By status. */
  responses: Record<number, ResponseDefinition>;
  /** For work that may be done later. */
  later?: {
    /** Whether a body asks for it, whatever `Prefer` says. */
    isWanted(tree: BodyTree): boolean;
    /** Accepts the work; uploads stay. */
    accept(input: LaterInput): Promise<Response>;
  };
  /**
   * Finds what the address names, and checks who may use it, before anything of the body is read, and before an answer
   * that was kept is looked for.
   */
  admit?(input: Asked<Params, Query, Auth>): Promise<Found>;
  /** The workspace whose storage the request fills, as the request asks; undefined if it keeps nothing. */
  keepsFor?(input: EndpointInput<Params, Query, Body, Auth, Found>): Keeper | undefined;
  /**
   * Does it and writes it in one go, with its Idempotency-Key, held against all that the isolate kept and `admit` did not read.
   * @returns undefined if that cannot be: nothing was done, and `handle` gets what `admit` reads
   */
  once?(input: OnceInput<Params, Query, Body, Auth, Found>): Promise<Response | undefined>;
  handle(input: EndpointInput<Params, Query, Body, Auth, Found>): Promise<Response>;
}

/**
 * What a POST gets whose `Idempotency-Key` was used before. `same_answer`: the answer that was kept, and nothing is done.
 * `anew`: the header says nothing: nothing is kept of an answer that sets a cookie, shows a secret or uses something up,
 * nor of one that changes nothing. Without credentials an answer is kept only for what `admit` has found.
 */
type OnRepeat<Auth, Found> =
  | { method: Exclude<Method, "post">; onRepeat?: never }
  | { method: "post"; onRepeat: "anew" | (Auth extends "key" ? "same_answer" : SameAnswerFor<Found>) };

/** Who may ask is said wherever somebody asks: what says nothing does not compile. */
type Needs<Auth> = { auth: Auth & "key"; needs: Need } | { auth: Auth & "none"; needs?: never };

interface SameAnswerFor<Found> {
  /** A name for what was found, as it is now, and its workspace. */
  sameAnswerFor(found: Found): { name: string; workspaceId: string };
}

/** What is known of a request before its body is read. */
interface Asked<Params, Query, Auth> {
  params: z.output<Params>;
  query: z.output<Query>;
  caller: Auth extends "key" ? Caller : undefined;
  context: RequestContext;
}

interface EndpointInput<Params, Query, Body, Auth, Found> extends Asked<Params, Query, Auth> {
  /** What `admit` has found. */
  found: Found;
  body: z.output<Body>;
  /** Members of the body that its schema does not know. */
  ignored: readonly string[];
}

interface OnceInput<Params, Query, Body, Auth, Found> extends EndpointInput<Params, Query, Body, Auth, Found> {
  /** The Idempotency-Key, which nobody has looked for. */
  claim: KeyClaim | undefined;
}

/** A request that was found valid and is to be done later. */
export interface LaterInput {
  /** The body as it came. */
  tree: BodyTree;
  caller: Caller;
  context: RequestContext;
}

/** An endpoint with its types erased, as `mount` and the OpenAPI document take it. */
export type Endpoint = Omit<
  EndpointDefinition<z.ZodType, z.ZodType, z.ZodType, "key" | "none">,
  "handle" | "once" | "admit" | "keepsFor"
> & {
  onRepeat?: "anew" | "same_answer" | SameAnswerFor<unknown>;
  admit?(input: ErasedAsked): Promise<unknown>;
  keepsFor?(input: ErasedInput): Keeper | undefined;
  once?(input: ErasedInput & { claim: KeyClaim | undefined }): Promise<Response | undefined>;
  handle(input: ErasedInput): Promise<Response>;
};

type ErasedInput = ErasedAsked & { found: unknown; body: unknown; ignored: readonly string[] };

interface ErasedAsked {
  params: unknown;
  query: unknown;
  caller: Caller | undefined;
  context: RequestContext;
}

/** Declares an endpoint; `handle` gets the outputs of its schemas. */
export function endpoint<
  Params extends z.ZodType = z.ZodType<undefined>,
  Query extends z.ZodType = z.ZodType<undefined>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Auth extends "key" | "none" = "key",
  Found = undefined,
>(definition: EndpointDefinition<Params, Query, Body, Auth, Found> & OnRepeat<Auth, Found> & Needs<Auth>): Endpoint {
  return definition as unknown as Endpoint;
}

/**
 * Registers endpoints, all methods of a path together. For a known path the order of checks is: credentials, method
 * (405 with Allow), path, query and body. HEAD is answered like GET, without the body.
 */
export function mount(app: App, ...endpoints: Endpoint[]): void {
  const byPath = Map.groupBy(endpoints, ({ path }) => path);

  for (const [path, group] of byPath) {
    const addresses = path.startsWith("/api/tools/") ? [path, path.slice("/api".length)] : [path];

    for (const address of addresses) {
      app.all(address, (c) => dispatch(group, c.get("context"), c.req.param()));
    }
  }
}

async function dispatch(
  group: readonly Endpoint[],
  received: RequestContext,
  rawParams: Record<string, string>,
): Promise<Response> {
  const { request } = received;
  const target = group.find((candidate) => methodsOf(candidate).includes(request.method));
  const answered = answerRequest(group, target, received, rawParams);
  if (!target?.failurePage || !acceptsHtml(request)) return await answered;

  try {
    return await answered;
  } catch (error) {
    return await target.failurePage(problemResponse(error, received), received);
  }
}

async function answerRequest(
  group: readonly Endpoint[],
  target: Endpoint | undefined,
  received: RequestContext,
  rawParams: Record<string, string>,
): Promise<Response> {
  const { request } = received;
  const kept = { isUsed: false };
  const first = target?.once ? { ...received, kept } : received;
  const isGuarded = target ? target.auth === "key" : group.some(({ auth }) => auth === "key");
  const caller = isGuarded ? await authenticate(first) : undefined;

  if (!target) throw methodNotAllowed(group, request.method);
  const context = caller ? allowedContext(first, caller, target) : first;
  if (target.fresh && caller) requireFreshSignIn(caller, received.now());
  if (target.elsewhere && caller && !context.forwardedCaller) return await answerElsewhere(context, caller);

  let admitted = await admit(target, context, caller, rawParams);
  const isKept = storesAnswers(target) && request.headers.has("idempotency-key");
  const uploads =
    target.takesLargeFiles && caller
      ? new RequestUploads(context.store.blobs, caller.workspaceId, context.log)
      : undefined;

  try {
    let body = target.body || isKept ? await readTree(target, request, uploads) : undefined;
    const done = target.once && (await answerOnce(target, admitted, body));
    if (done) return done;
    if (kept.isUsed) admitted = await admitAnew(target, received, rawParams);

    const { asked, found } = admitted;
    const answer = async (runId?: string) => {
      const within = runId ? { ...asked.context, runId } : asked.context;
      const { later } = target;
      if (later && asked.caller && body && (prefersAsync(request) || later.isWanted(body)))
        return await answerLater(later.accept, target, { tree: body, caller: asked.caller, context: within, uploads });
      const tree = body;
      // While the request is worked on, files in base64 must not stay in memory as text, too.
      body = undefined;
      return target.handle(checkedInput(target, { asked: { ...asked, context: within }, found }, tree));
    };
    if (uploads && !uploads.isEmpty) return uploads.discardAfter(await answer());
    const keyed = body && keyedBy(target, admitted, body);
    return keyed ? await idempotent(asked.context, keyed, answer) : await answer();
  } catch (error) {
    await uploads?.discard();
    throw error;
  }
}

/** A request that may be made, and what its address names. */
interface Admitted {
  asked: ErasedAsked;
  found: unknown;
}

async function admit(
  target: Endpoint,
  context: RequestContext,
  caller: Caller | undefined,
  rawParams: Record<string, string>,
): Promise<Admitted> {
  const asked = {
    params: target.params && validate(target.params, rawParams, "path"),
    query: target.query && validate(target.query, readQuery(context.request.url), "query"),
    caller,
    context,
  };
  return { asked, found: await target.admit?.(asked) };
}

/** The same by what is read now, after something that was kept stood for it. */
async function admitAnew(
  target: Endpoint,
  received: RequestContext,
  rawParams: Record<string, string>,
): Promise<Admitted> {
  const caller = target.auth === "key" ? await authenticate(received) : undefined;
  return await admit(target, caller ? allowedContext(received, caller, target) : received, caller, rawParams);
}

/** What an endpoint gets: the body is valid, and there is room for what the request keeps. */
function checkedInput(target: Endpoint, { asked, found }: Admitted, tree: BodyTree | undefined): ErasedInput {
  const input = { ...asked, ...validBody(target, tree), found };
  const keeper = target.keepsFor?.(input);
  if (keeper) requireRoom(asked.context, keeper);
  return input;
}

/** @returns undefined if it is to be answered by `handle`: nothing was done, or, under a key, the key knows what was */
async function answerOnce(
  target: Endpoint,
  admitted: Admitted,
  tree: BodyTree | undefined,
): Promise<Response | undefined> {
  const { context } = admitted.asked;
  const keyed = tree && keyedBy(target, admitted, tree);
  try {
    const claim = keyed && keyClaim(context, keyed);
    return await target.once?.({ ...checkedInput(target, admitted, tree), claim });
  } catch (error) {
    if (!keyed || isPutOff(error)) throw error;
    // What is refused is found again, and kept under the key.
    if (!(error instanceof Failure)) context.log.failure("request.not_answered_once", error);
    return undefined;
  }
}

/** Nothing was done, and nothing is to be looked for: the caller comes again. */
const isPutOff = (error: unknown): boolean =>
  error instanceof Failure && (error.code === "rate_limited" || error.code === "overloaded");

/** The Idempotency-Key of a request to an endpoint whose answers are kept. */
function keyedBy(target: Endpoint, { asked, found }: Admitted, tree: BodyTree): KeyedRequest | undefined {
  if (!storesAnswers(target)) return undefined;
  const named = typeof target.onRepeat === "object" ? target.onRepeat.sameAnswerFor(found) : undefined;
  const { params, caller, context } = asked;
  return keyedRequest(context, { path: target.path, params, caller, found: named }, tree);
}

const readTree = (target: Endpoint, request: Request, uploads: RequestUploads | undefined): Promise<BodyTree> =>
  target.takesList ? readListBody(request) : readBody(request, { uploads, listsAt: target.listsAt });

/** Whether its answers are kept for `Idempotency-Key`. */
export const storesAnswers = ({ onRepeat }: Endpoint): boolean => onRepeat !== undefined && onRepeat !== "anew";

/** Accepts a request whose work is done later: what is wrong with it is reported at once, and its files are kept. */
async function answerLater(
  accept: NonNullable<Endpoint["later"]>["accept"],
  target: Endpoint,
  { uploads, ...input }: LaterInput & { uploads: RequestUploads | undefined },
): Promise<Response> {
  validBody(target, input.tree);
  requireRoom(input.context, input.caller);
  const response = await accept(input);
  uploads?.keep();
  response.headers.set("preference-applied", "respond-async");

  return response;
}

/** The body as the endpoint's schema gives it, and the members that the schema does not know. */
function validBody(target: Endpoint, tree: BodyTree | undefined) {
  return {
    ignored: ignoredMembers(target.body, tree),
    body: target.body && validate(target.body, tree, "body"),
  };
}

/** HEAD goes with GET, except for merge addresses: a merge sends things, and HEAD has to be harmless. */
function methodsOf({ method, path }: Endpoint): string[] {
  return method === "get" && !/^\/(merge|route)\//.test(path) ? ["GET", "HEAD"] : [method.toUpperCase()];
}

function methodNotAllowed(group: readonly Endpoint[], method: string): Failure {
  const allowed = group.flatMap(methodsOf).join(", ");

  return new Failure("method_not_allowed", `${method} is not possible here; use ${allowed}.`, {
    headers: { allow: allowed },
  });
}
