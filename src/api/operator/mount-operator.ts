import { Failure } from "../../domain/failure.ts";
import { OPERATOR_PATH, operatorCallSchema, operatorToken } from "../../domain/operator-calls.ts";
import type { RequestContext } from "../../http/context.ts";
import type { App } from "../../http/endpoint.ts";
import { nothingHere } from "../../http/nothing-here.ts";
import { json } from "../../http/responses.ts";
import { answerOperator } from "./answer-operator.ts";

const MAX_BODY_BYTES = 10_000;

/**
 * What the command line of whoever runs the service asks for: keys and links of workspaces in objects. For anybody else there is nothing
 * here; it is no part of the API.
 */
export function mountOperator(app: App): void {
  app.post(OPERATOR_PATH, async (c) => {
    const context = c.get("context");
    if (!(await isOperator(context))) throw nothingHere();
    const call = operatorCallSchema.safeParse(await bodyOf(context.request));
    if (!call.success) throw new Failure("invalid_request", "This version of the service knows no such call.");
    return json(await answerOperator(context, call.data));
  });
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return text.length > MAX_BODY_BYTES ? undefined : (JSON.parse(text) as unknown);
  } catch (error) {
    throw new Failure("invalid_request", "The call is no JSON.", { cause: error });
  }
}

/** Compared by digests, in a time that says nothing. */
async function isOperator({ request, env }: RequestContext): Promise<boolean> {
  if (!env.SECRETS_KEY) return false;
  const sent = /^Bearer ([\w-]{1,100})$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  const [own, theirs] = await Promise.all([digest(operatorToken(env.SECRETS_KEY)), digest(sent)]);
  return crypto.subtle.timingSafeEqual(own, theirs);
}

const digest = (text: string): Promise<ArrayBuffer> => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
