import * as z from "zod";
import { Failure } from "../domain/failure.ts";
import { parseIpv4, parseIpv6 } from "./address-class.ts";

/**
 * Finds the addresses of a name: 4 or 16 bytes each, none if the name does not exist.
 * @throws Failure `url_unreachable` if no resolver answers
 */
export type Resolver = (hostname: string) => Promise<Uint8Array[]>;

/** Who is asked for names unless the deployment says otherwise. */
export const DEFAULT_RESOLVER_URL = "https://cloudflare-dns.com/dns-query";

const RECORD_TYPES = { A: 1, AAAA: 28 } as const;
const LOOKUP_TIMEOUT_MS = 5_000;
const NAME_ERROR = 3;

const answerSchema = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
});

/**
 * A resolver that asks DNS over HTTPS in its JSON form, for both A and AAAA.
 *
 * @param endpoint e.g. `https://cloudflare-dns.com/dns-query`
 */
export function dnsOverHttps(endpoint: string, transport: typeof fetch = fetch): Resolver {
  const lookUp = async (hostname: string, type: keyof typeof RECORD_TYPES): Promise<Uint8Array[]> => {
    const query = new URL(endpoint);
    query.searchParams.set("name", hostname);
    query.searchParams.set("type", type);
    const response = await transport(query, {
      headers: { accept: "application/dns-json" },
      signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const answer = answerSchema.parse(await response.json());
    if (answer.Status !== 0 && answer.Status !== NAME_ERROR) throw new Error(`DNS status ${answer.Status}`);

    return (answer.Answer ?? [])
      .filter((record) => record.type === RECORD_TYPES[type])
      .map((record) => parsedAddress(record.data));
  };

  return async (hostname) => {
    try {
      return (await Promise.all([lookUp(hostname, "A"), lookUp(hostname, "AAAA")])).flat();
    } catch (cause) {
      throw new Failure("url_unreachable", `The name ${hostname} cannot be looked up now.`, { cause });
    }
  };
}

/** An answer that is not an address must fail the check, not pass it. */
function parsedAddress(text: string): Uint8Array {
  return parseIpv4(text) ?? parseIpv6(text) ?? new Uint8Array(4);
}
