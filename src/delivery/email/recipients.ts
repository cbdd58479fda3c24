import addressparser from "nodemailer/lib/addressparser";
import { appendAll } from "../../domain/collections/long-lists.ts";
import { toText } from "../../language/values.ts";
import { filled, hasMarks, isMarksOnly, markedValues, type StructuredText, unmergedText } from "../structured-text.ts";
import type { Mailbox } from "./email-message.ts";
import { isAddress, readMailboxes } from "./mailboxes.ts";

/** What a setting with addresses comes to. */
export interface Recipients {
  mailboxes: Mailbox[];
  /** For each address that cannot be used, what is wrong with it; nobody else goes without the mail because of it. */
  missed: string[];
  /** Domains that came from the data. */
  domainsFromData: string[];
}

/** How values may be used. */
export interface RecipientContext {
  /** A text of the data may hold several addresses, as it could before values were told from structure. */
  textMayList?: boolean;
}

/** Control characters, line breaks included, would begin another header line. */
const inLine = (value: unknown): string =>
  toText(value)
    .replace(/[\u0000-\u001f\u007f\u2028\u2029\ue000\ue001]+/g, " ")
    .trim();

/** A setting without joins by commas: a list of the data is a list of addresses by itself. */
export const withoutJoins = (source: string): string =>
  source.replace(/\|\s*(?:join|implode)\s*:\s*(["'])\s*[,;]\s*\1\s*(?=\})/g, "");

/**
 * The addresses of a setting. Its structure is what its author wrote: a value of the data is one display name, one whole
 * address, or a part of one, whatever characters it holds; several only where it is a list.
 * @param member names the setting in what is missed
 */
export function readRecipients(
  member: string,
  { text, values }: StructuredText,
  { textMayList = false }: RecipientContext = {},
): Recipients {
  const found: Recipients = { mailboxes: [], missed: [], domainsFromData: [] };
  const miss = (shown: string) =>
    found.missed.push(`The setting "${member}" holds "${shown.slice(0, 200)}", which is not an e-mail address.`);

  for (const entry of entriesOf(text)) {
    const name = filled(entry.name, values, inLine).trim();
    if (entry.address === "" || isMarksOnly(entry.address)) {
      const where = entry.address || entry.name;
      if (!isMarksOnly(where)) {
        if (name !== "") miss(name);
        continue;
      }
      const marked = markedValues(where, values);
      const several = marked.length === 1 ? itemsOf(marked[0]) : [filled(where, values, inLine)];
      for (const value of several) addWhole(value, entry.address === "" ? "" : name);
      continue;
    }
    const at = entry.address.lastIndexOf("@");
    const address = filled(entry.address, values, inLine);
    const domain = entry.address.slice(at + 1);
    if (at >= 0 && hasMarks(domain)) found.domainsFromData.push(filled(domain, values, inLine).toLowerCase());
    if (isAddress(address)) found.mailboxes.push({ name, address });
    else miss(address);
  }
  return found;

  /** A value that is an address by itself, or with the name that people put before it. */
  function addWhole(value: unknown, name: string): void {
    const shown = inLine(value);
    if (shown === "") return;
    const read = readMailboxes(shown);
    const [first] = read ?? [];
    if (!read || !first || (read.length > 1 && (!textMayList || name !== ""))) miss(shown);
    else if (read.length > 1) appendAll(found.mailboxes, read);
    else found.mailboxes.push({ name: name || first.name, address: first.address });
  }
}

/** The entries of the structure; groups count as their members, semicolons separate, too. */
function entriesOf(text: string): { name: string; address: string }[] {
  return addressparser(text)
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ name = "", address = "" }) => ({ name, address }));
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** What takes the domain of its addresses from the data: the tags, as they are written. */
export function domainTags(source: string): string[] {
  const { text, values } = unmergedText(source);
  return entriesOf(text).flatMap(({ address }) => {
    const at = address.lastIndexOf("@");
    return at < 0 ? [] : markedValues(address.slice(at + 1), values).map(String);
  });
}
