import * as z from "zod";
import { Failure } from "../domain/failure.ts";
import { guardedRequest } from "./guarded-request.ts";
import { OUTBOUND_LIMITS, type OutboundPolicy } from "./outbound-policy.ts";

const TXT = 16;
const NAME_ERROR = 3;
const LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 64 * 1024, firstByteMs: 5_000, totalMs: 6_000 };

const answerSchema = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
});

/**
 * The TXT records of a name, asked by DNS over HTTPS in its JSON form; the strings of a record are joined (RFC 7208, 3.3).
 * @throws Failure `url_unreachable` if the resolver does not answer
 */
export async function textRecords(resolver: string, name: string, policy: OutboundPolicy): Promise<string[]> {
  const query = new URL(resolver);
  query.searchParams.set("name", name);
  query.searchParams.set("type", "TXT");
  const { status, bytes } = await guardedRequest(
    query,
    { headers: { accept: "application/dns-json" } },
    policy,
    LIMITS,
  );
  const answer = status === 200 ? answerSchema.safeParse(jsonOf(bytes)) : undefined;
  if (!answer?.success || (answer.data.Status !== 0 && answer.data.Status !== NAME_ERROR))
    throw new Failure("url_unreachable", `The name ${name} cannot be looked up now.`);
  return (answer.data.Answer ?? []).filter(({ type }) => type === TXT).map(({ data }) => joined(data));
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Told to whoever asked, as an answer of another kind is.
    return undefined;
  }
}

/** `"v=spf1 " "-all"` as one text. */
function joined(data: string): string {
  const strings = [...data.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)/gs)].map(([, text = ""]) =>
    text.replace(/\\(.)/g, "$1"),
  );
  return strings.length > 0 ? strings.join("") : data;
}
