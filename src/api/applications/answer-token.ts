import * as z from "zod";
import { authorizationServer } from "../../applications/open-server.ts";
import { recordAct } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { sha256Hex } from "../../store/sha256.ts";

/** A request at the token endpoint is some names and a token. */
const MAX_BODY_BYTES = 64 * 1024;

/** A refresh token as it came along, and whose grant it is part of. */
interface Presented {
  userId: string;
  grantId: string;
  sha256: string;
}

const grantSchema = z.object({
  refreshTokenId: z.string().optional(),
  previousRefreshTokenId: z.string().optional(),
  metadata: z.object({ name: z.string() }).catch({ name: "" }),
});

const usedKey = ({ userId, grantId, sha256 }: Presented): string => `refreshed:${userId}:${grantId}:${sha256}`;

/**
 * The token endpoint. A refresh token that comes a second time has two owners, one of whom has stolen it: what was granted is
 * taken back (OAuth 2.1, 4.3.1). The library would take the one before the current again, and forgets those before.
 */
export async function answerToken(context: RequestContext): Promise<Response> {
  const { answerApplication, REFRESH_TOKEN_SECONDS } = await authorizationServer();
  const body = await bodyOf(context.request);
  const presented = await presentedToken(body);
  if (presented && (await wasUsed(context, presented))) {
    return Response.json(
      {
        error: "invalid_grant",
        error_description: "The refresh token was used before: the access has been taken back.",
      },
      { status: 400, headers: { "cache-control": "no-store" } },
    );
  }
  const { url, method, headers } = context.request;
  const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const answer = await answerApplication({ ...context, request });
  if (presented && answer.ok) {
    const end = Math.floor(context.now().getTime() / 1000) + REFRESH_TOKEN_SECONDS;
    await context.store.control.applicationRecords.put(usedKey(presented), "", end);
  }
  return answer;
}

/** @throws Failure `body_too_large` */
async function bodyOf(request: Request): Promise<string | undefined> {
  if (request.body === null) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new Failure("body_too_large", "A request for a token has at most 64 KB.");
    chunks.push(chunk);
  }
  return await new Blob(chunks).text();
}

async function presentedToken(body: string | undefined): Promise<Presented | undefined> {
  const form = new URLSearchParams(body);
  const token = form.get("refresh_token") ?? "";
  const [userId, grantId, secret, ...more] = token.split(":");
  const isOne = form.get("grant_type") === "refresh_token" && userId && grantId && secret && more.length === 0;
  return isOne ? { userId, grantId, sha256: await sha256Hex(token) } : undefined;
}

/** Whether the token is a former one of its grant, which is gone then. */
async function wasUsed(context: RequestContext, presented: Presented): Promise<boolean> {
  const { store, now } = context;
  const { userId, grantId, sha256 } = presented;
  const kept = await store.control.applicationRecords.get(`grant:${userId}:${grantId}`, now());
  if (kept === undefined) return false;
  const { refreshTokenId, previousRefreshTokenId, metadata } = grantSchema.parse(JSON.parse(kept));
  if (refreshTokenId === sha256) return false;
  if (
    previousRefreshTokenId !== sha256 &&
    (await store.control.applicationRecords.get(usedKey(presented), now())) === undefined
  )
    return false;

  const { applicationHelpers } = await authorizationServer();
  await applicationHelpers(context).revokeGrant(grantId, userId);
  const [workspaceId = ""] = userId.split(".");
  const actor = { type: "service", id: "", via: "application" } as const;
  await recordAct(
    context,
    { workspaceId, keyId: "", actor },
    {
      action: "application.token_used_twice",
      resource: { type: "application", id: grantId, name: metadata.name },
    },
  );
  return true;
}
