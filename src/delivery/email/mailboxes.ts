import addressparser from "nodemailer/lib/addressparser";
import { refused } from "../delivery-error.ts";
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
