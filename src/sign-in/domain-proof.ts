import * as z from "zod";

/** Where the proof stands: a name of its own, so that it disturbs nothing else (RFC 8552). */
export const proofName = (domain: string): string => `_docloom.${domain}`;

/** What the TXT record says. */
export const proofValue = (token: string): string => `docloom-domain=${token}`;

const LOOKUP_TIMEOUT_MS = 5_000;
const TXT = 16;
const NO_ERROR = 0;
const NAME_ERROR = 3;

const answerSchema = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
});

/**
 * Whether a domain's DNS has the TXT record that proves it, by DNS over HTTPS in its JSON form. `unknown`: nobody could be asked,
 * which takes nothing away from a domain that was proved before.
 * @param resolverUrl the operator's, e.g. `https://cloudflare-dns.com/dns-query`
 */
export async function proveDomain(
  domain: string,
  token: string,
  { resolverUrl, transport = fetch }: { resolverUrl: string; transport?: typeof fetch },
): Promise<"proved" | "not_proved" | "unknown"> {
  const query = new URL(resolverUrl);
  query.searchParams.set("name", proofName(domain));
  query.searchParams.set("type", "TXT");
  let answer: z.output<typeof answerSchema>;
  try {
    const response = await transport(query, {
      headers: { accept: "application/dns-json" },
      signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS),
    });
    if (!response.ok) return "unknown";
    answer = answerSchema.parse(await response.json());
  } catch {
    // Whoever asks is told that the name could not be looked up.
    return "unknown";
  }
  if (answer.Status !== NO_ERROR && answer.Status !== NAME_ERROR) return "unknown";
  const texts = (answer.Answer ?? []).filter(({ type }) => type === TXT).map(({ data }) => textOf(data));
  return texts.includes(proofValue(token)) ? "proved" : "not_proved";
}

/** A record is one or several strings in quotes (RFC 1035, 3.3.14), or the text itself. */
function textOf(data: string): string {
  const parts = [...data.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)/gs)].map(([, part = ""]) =>
    part.replace(/\\(.)/g, "$1"),
  );
  return parts.length > 0 ? parts.join("") : data;
}
