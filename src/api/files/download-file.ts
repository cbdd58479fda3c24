import * as z from "zod";
import { isPassword } from "../../delivery/password-hash.ts";
import { Failure } from "../../domain/failure.ts";
import { FAILURE_CODES } from "../../domain/failure-codes.ts";
import { FILE_TYPES } from "../../domain/media-type.ts";
import { clientAddress } from "../../http/client-address.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { noteWorkspace } from "../../http/note-workspace.ts";
import { acceptsHtml } from "../../http/prefer.ts";
import { limitRate } from "../../http/rate-limit.ts";
import { file } from "../../http/responses.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { Link } from "../../store/links.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { expiredPage, passwordPage } from "./password-page.ts";

const params = z.object({ token: text().meta({ description: "The secret part of the link." }) });
const responses = {
  200: {
    description: "The file, or for protected links the page that asks for the password.",
    mediaType: [...FILE_TYPES, "text/html"],
    /** What a tool found out about a file, such as `pdf_info`. */
    schema: z.record(z.string(), z.unknown()).meta({ examples: [{ version: "1.7", pages: 1 }] }),
  },
};
const problems = ["link_expired"] as const;

/** One sentence for every link that leads nowhere, so that a guess learns nothing. */
const expired = () => new Failure("link_expired", "This link has expired or never existed.");

/** A GET or HEAD never uses a link up: mail programs and chats look at links before people do. */
const isGuarded = (link: Link): boolean => link.passwordHash !== undefined || link.once;

export const downloadFile = endpoint({
  method: "get",
  path: "/files/:token",
  summary: "Download a merged file by a link that expires",
  description: "Protected links answer with the page that asks for the password.",
  tag: "Merge",
  auth: "none",
  params,
  answersUsers: true,
  problems,
  responses,

  async handle({ params: { token }, context }) {
    const link = await linkAt(context, token);
    if (!link) return await answerExpired(context.request);
    if (isGuarded(link)) return passwordPage(pageOf(link), 200);
    return await fileOf(context, link);
  },
});

export const openFile = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/files/:token",
  summary: "Download a protected file with its password",
  description:
    "For links whose page asks for a password, and for those that work once. After five wrong passwords a link is blocked for 15 minutes.",
  tag: "Merge",
  auth: "none",
  params,
  answersUsers: true,
  body: z.object({
    password: optional(text().pipe(z.string().max(1_000))).meta({
      description: "The link's password, where it has one.",
      examples: ["secret"],
    }),
  }),
  problems: [...problems, "wrong_password", "rate_limited"],
  responses,

  admit: ({ params, context }) => linkAt(context, params.token),
  async handle({ params: { token }, found: link, body, context }) {
    const { store, now } = context;
    if (!link) return await answerExpired(context.request);
    try {
      if (link.passwordHash !== undefined)
        await checkPassword(context, link, token, { hash: link.passwordHash, password: body.password ?? "" });
    } catch (error) {
      if (error instanceof Failure && acceptsHtml(context.request)) return problemPage(link, error);
      throw error;
    }
    // The file first, then the mark that it was fetched: what cannot be read does not use the link up.
    const answer = await fileOf(context, link);
    if (link.once && !(await store.links.use(link, token, now()))) return await answerExpired(context.request);
    return answer;
  },
});

/**
 * Counted for each link, so that no copy of it can empty the store's bandwidth, and for where the request comes from, so
 * that nobody tries many.
 * @throws Failure `rate_limited`
 */
async function linkAt(context: RequestContext, token: string): Promise<Link | undefined> {
  const link = await sha256Hex(token);
  await limitRate(context, "merges", `link/${link}`, "downloads by this link");
  const address = clientAddress(context);
  if (address !== "unknown") await limitRate(context, "merges", `links/${address}`, "downloads from this address");
  const found = await context.store.lookUps.links.byToken(token, context.now());
  if (found) noteWorkspace(context, found.workspaceId);
  return found;
}

/** @throws Failure `wrong_password`, `rate_limited` */
async function checkPassword(
  context: RequestContext,
  link: Link,
  token: string,
  { hash, password }: { hash: string; password: string },
): Promise<void> {
  const { store, now } = context;
  await limitRate(context, "logins", `file:${clientAddress(context)}`, "passwords from this address");
  if (!(await store.links.countGuess(link, token, now())))
    throw new Failure("rate_limited", "Too many wrong passwords: this link is blocked for 15 minutes.", {
      retryAfterSeconds: 15 * 60,
    });
  if (!(await isPassword(password, hash))) throw new Failure("wrong_password", "The password is wrong.");
  await store.links.forgetGuesses(link, token);
}

/** People see a page, programs a problem. */
async function answerExpired(request: Request): Promise<Response> {
  if (acceptsHtml(request)) return await expiredPage();
  throw expired();
}

const pageOf = (link: Link) => ({ needsPassword: link.passwordHash !== undefined, once: link.once });

function problemPage(link: Link, failure: Failure): Promise<Response> {
  const [status] = FAILURE_CODES[failure.code];
  const wait = failure.retryAfterSeconds;
  return passwordPage(pageOf(link), status, failure.message, wait ? { "retry-after": String(wait) } : {});
}

async function fileOf({ store }: RequestContext, link: Link): Promise<Response> {
  const content = await store.blobs.getStream(link.workspaceId, link.file.blobKey);
  if (!content) throw expired();
  return file(content.body, link.file, 200, { "content-length": String(content.sizeBytes) });
}
