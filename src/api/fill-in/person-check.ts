import { Failure } from "../../domain/failure.ts";
import { textBox } from "../../domain/text-box.ts";
import type { RequestContext } from "../../http/context.ts";
import type { StoredTurnstileKeys } from "../../store/addresses/turnstile-keys.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { type Siteverified, siteverify } from "./siteverify.ts";

/** The input that Turnstile's widget adds to the form. */
export const TOKEN_INPUT = "cf-turnstile-response";

/** Tokens are shorter. */
const MAX_TOKEN = 2_048;

/** The same for the same text; of the form that random ones have, as that is what services expect. */
async function uuidOf(text: string): Promise<string> {
  const hex = await sha256Hex(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** What Turnstile says of tokens that are wrong, old or used up. Whatever else it says is not the sender's fault. */
const REFUSALS: ReadonlySet<string> = new Set([
  "missing-input-response",
  "invalid-input-response",
  "timeout-or-duplicate",
]);

/**
 * Whether a person sends the page, as far as Turnstile can tell. `unchecked`: it could not be asked, or not with the workspace's
 * keys; nothing goes through then, since what keeps programs out would else be put out of order by them.
 * @param runId what the answers become: sent twice, they are checked as one
 */
export async function checkPerson(
  { env, log }: RequestContext,
  workspaceId: string,
  { sealedSecret }: StoredTurnstileKeys,
  token: unknown,
  runId: string | undefined,
): Promise<"person" | "refused" | "unchecked"> {
  if (typeof token !== "string" || token === "" || token.length > MAX_TOKEN) return "refused";
  const secret = await textBox(env.SECRETS_KEY, workspaceId).open(sealedSecret);
  if (secret === undefined) {
    log.warn("fill_in.not_checked", { code: "secret_not_readable" });
    return "unchecked";
  }
  let verified: Siteverified;
  try {
    verified = await siteverify(env, { secret, token, repeatedAs: runId && (await uuidOf(runId)) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn("fill_in.not_checked", { code: error.code });
    return "unchecked";
  }
  if (verified.success) return "person";
  if (verified.errors.some((code) => REFUSALS.has(code))) return "refused";
  log.warn("fill_in.not_checked", { code: verified.errors.join(" ") });
  return "unchecked";
}
