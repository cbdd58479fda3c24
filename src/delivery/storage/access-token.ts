import * as z from "zod";
import type { OutboundAnswer, OutboundRequest } from "../../outbound/guarded-request.ts";
import type { OutboundContext } from "../outbound-context.ts";
import { isFromIntermediary, isTransient, storeError, storeRequest } from "./store-request.ts";

/** A request to the token endpoint of an OAuth 2.0 server (RFC 6749). */
export interface TokenRequest {
  url: string;
  form: Readonly<Record<string, string>>;
  /** Whose the credentials are, for the sentence: `Dropbox`. */
  server: string;
  /** The setting that is most likely wrong when they are refused. */
  setting: string;
}

const tokenSchema = z.object({ access_token: z.string().min(1) });
const failureSchema = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) });

/** The answer as JSON; undefined if it is none. */
export function jsonOf({ bytes }: Pick<OutboundAnswer, "bytes">): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // A page of a proxy, or an answer that was cut: its head is kept with the failure.
    return undefined;
  }
}

/** @throws DeliveryError if there is none to be had */
async function accessToken(outbound: OutboundContext, { url, form, server, setting }: TokenRequest): Promise<string> {
  const answer = await storeRequest(outbound, url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams(form).toString(),
  });
  const token = tokenSchema.safeParse(answer.status === 200 ? jsonOf(answer) : undefined);
  if (token.success) return token.data.access_token;
  if (isTransient(answer) || isFromIntermediary(answer) || answer.status === 200)
    throw storeError(outbound, "later", `${server} gives no access at the moment.`, answer);
  const failure = failureSchema.safeParse(jsonOf(answer)).data;
  const why = [failure?.error, failure?.error_description?.split("\n")[0]?.slice(0, 150)].filter((part) => part);
  const detail = why.length > 0 ? ` (${why.join(": ")})` : "";
  throw storeError(outbound, "credentials", `${server} does not take the credentials${detail}.`, answer, setting);
}

/** Sends requests with an access token. */
export type TokenedRequest = (url: string, request: OutboundRequest) => Promise<OutboundAnswer>;

/** One token a try; a new one when it is refused in the middle, since long uploads outlive it. */
export function withAccessToken(outbound: OutboundContext, source: () => Promise<TokenRequest>): TokenedRequest {
  let token: Promise<string> | undefined;
  const renewed = async (): Promise<string> => await accessToken(outbound, await source());
  return async (url, request) => {
    const isFirst = token === undefined;
    token ??= renewed();
    const send = async () =>
      await storeRequest(outbound, url, {
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${await token}` },
      });
    const answer = await send();
    if (answer.status !== 401 || isFirst) return answer;
    token = renewed();
    return await send();
  };
}
