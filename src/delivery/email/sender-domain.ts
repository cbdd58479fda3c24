import { Failure } from "../../domain/failure.ts";
import type { OutboundPolicy } from "../../outbound/outbound-policy.ts";
import { textRecords } from "../../outbound/text-records.ts";

/** What the DNS says about mails of a domain, each found or not, in a sentence. */
export interface SenderDomain {
  domain: string;
  checks: { name: "spf" | "dkim" | "dmarc"; ok: boolean; message: string }[];
}

/** Where mail providers put DKIM keys, if nobody says where. */
const USUAL_SELECTORS = ["default", "dkim", "mail", "google", "selector1", "selector2", "k1", "s1", "s2"];

/** Looks up whether receivers can tell that mails of a domain are meant (SPF, DKIM, DMARC). */
export async function lookUpSenderDomain(
  domain: string,
  selector: string,
  { resolver, policy }: { resolver: string; policy: OutboundPolicy },
): Promise<SenderDomain> {
  const read = async (name: string) => await textRecords(resolver, name, policy);
  const checks = await Promise.all([
    checked("spf", async () => spf(domain, await read(domain))),
    checked("dkim", async () => await dkim(domain, selector ? [selector] : USUAL_SELECTORS, read)),
    checked("dmarc", async () => dmarc(domain, await read(`_dmarc.${domain}`))),
  ]);
  return { domain, checks };
}

type Finding = Pick<SenderDomain["checks"][number], "ok" | "message">;

async function checked(
  name: "spf" | "dkim" | "dmarc",
  look: () => Promise<Finding>,
): Promise<SenderDomain["checks"][number]> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { name, ok: false, message: `${error.message} Look again later.` };
  }
}

function spf(domain: string, records: readonly string[]): Finding {
  const found = records.filter((text) => /^v=spf1(?:\s|$)/i.test(text));
  if (found.length > 1)
    return {
      ok: false,
      message: `${domain} has ${found.length} SPF records, so receivers use none of them. Join them into one.`,
    };
  const [record] = found;
  if (record === undefined)
    return {
      ok: false,
      message: `${domain} has no SPF record: many receivers will take its mails for spam. Whoever manages the domain adds a TXT record such as "v=spf1 include:spf.your-mail-provider.com ~all".`,
    };
  const senders = record.split(/\s+/).filter((term) => /^\+?(?:include|a|mx|ip4|ip6|redirect)(?=[:=/]|$)/i.test(term));
  return senders.length === 0
    ? { ok: false, message: `The SPF record of ${domain} lets nobody send for it: ${record}` }
    : {
        ok: true,
        message: `SPF: these may send for ${domain}: ${senders.join(", ")}. Your server has to be among them.`,
      };
}

async function dkim(
  domain: string,
  selectors: readonly string[],
  read: (name: string) => Promise<string[]>,
): Promise<Finding> {
  const found = await Promise.all(
    selectors.map(async (selector) => ((await read(`${selector}._domainkey.${domain}`)).some(isKey) ? selector : "")),
  );
  const named = found.filter(Boolean);
  if (named.length > 0)
    return {
      ok: true,
      message: `DKIM: ${domain} has a key named ${named.join(", ")}. Your server has to sign with it.`,
    };
  return {
    ok: false,
    message:
      selectors.length === 1
        ? `${domain} has no DKIM key named ${selectors[0]}: receivers cannot tell that mails are really from it.`
        : `No DKIM key of ${domain} was found under the usual names. If your mail provider gave you a selector, enter it.`,
  };
}

/** A key that is empty has been revoked (RFC 6376, 3.6.1). */
const isKey = (text: string): boolean => /(?:^|;)\s*p=\s*[A-Za-z0-9+/]/.test(text);

function dmarc(domain: string, records: readonly string[]): Finding {
  const record = records.find((text) => /^v=DMARC1\b/i.test(text));
  return record === undefined
    ? {
        ok: false,
        message: `${domain} has no DMARC record: large receivers ask for one. A TXT record at _dmarc.${domain} such as "v=DMARC1; p=none" is enough to begin with.`,
      }
    : { ok: true, message: `DMARC: ${domain} says ${record}` };
}
