import { domainToASCII } from "node:url";
import addressparser from "nodemailer/lib/addressparser";
import { DeliveryError, refused } from "../delivery-error.ts";
import type { Mailbox } from "./email-message.ts";

/** Recipients of one mail, all kinds together: what mail services take. */
const MAX_RECIPIENTS = 50;

/** One mailbox of RFC 5321, quoted local parts left out: nobody has one, and header tricks live there. */
const ADDRESS =
  /^[^\s<>()[\]\\,;:@"]{1,64}@(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;

/** Reads `Ann <a@example.com>, b@example.com`; semicolons separate, too. @throws DeliveryError naming the member */
export function parseMailboxes(member: string, line: string): Mailbox[] {
  if (line.length > 20_000) throw refused(`The setting "${member}" is too long.`);
  const parsed = addressparser(line)
    .flatMap((entry) => {
      // `a@example.com Bcc: b@example.com` reads as a group of that name: somebody's mistake, or a smuggled header.
      if (entry.group && entry.name.includes("@"))
        throw refused(`The setting "${member}" holds "${entry.name}:", which is not an e-mail address.`);
      return entry.group ?? [entry];
    })
    .map(({ name, address = "" }) => ({ name, address }))
    .filter(({ name, address }) => name !== "" || address !== "");
  if (parsed.length > MAX_RECIPIENTS)
    throw refused(`The setting "${member}" names more than ${MAX_RECIPIENTS} addresses.`);
  return parsed.map(({ name, address }) => {
    if (!ADDRESS.test(address))
      throw refused(`The setting "${member}" holds "${address || name}", which is not an e-mail address.`);
    // Without a comma between them, the second of two addresses would be taken as the name of the first.
    if (ADDRESS.test(name) && !line.includes("<"))
      throw refused(`The setting "${member}" needs a comma between "${address}" and "${name}".`);
    return { name, address };
  });
}

export const isAddress = (text: string): boolean => text.length <= 320 && ADDRESS.test(text);

/** The mailboxes of a text, all of them in order; undefined if any of it is no address. */
export function readMailboxes(line: string): Mailbox[] | undefined {
  try {
    return parseMailboxes("", line);
  } catch (error) {
    if (error instanceof DeliveryError) return undefined;
    throw error;
  }
}

/** A domain in ASCII (RFC 5890, A-labels), as envelopes have it; undefined if it cannot be one. */
const asciiDomain = (domain: string): string | undefined => domainToASCII(domain) || undefined;

/** An address whose domain is in A-labels; the part before it stays as it is. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + (asciiDomain(address.slice(at)) ?? address.slice(at));
}

/** The domain of an address, in A-labels and lower case. */
export const domainOf = (address: string): string =>
  withAsciiDomain(address)
    .slice(address.lastIndexOf("@") + 1)
    .toLowerCase();

/** Domains as people list them, separated by blanks or commas; in A-labels and lower case. */
export function listedDomains(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((domain) => domain !== "")
    .map((domain) => (asciiDomain(domain) ?? domain).toLowerCase());
}

/** Whether a text without merge language is a list of addresses. */
export function areMailboxes(line: string): boolean {
  if (/[\u0000-\u001f\u007f]/.test(line.trim())) return false;
  try {
    return parseMailboxes("", line).length > 0;
  } catch {
    return false;
  }
}

/** `Ann <a@example.com>` as people read it. */
export const shownMailbox = ({ name, address }: Mailbox): string => (name ? `${name} <${address}>` : address);
