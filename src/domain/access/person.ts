/** Somebody who signs in to a workspace. Whoever is in several has one of these in each: none of them can reach another's. */
export interface Person {
  id: string;
  name: string;
  /** As it is compared (`comparableEmail`). */
  email: string;
}

/**
 * An address as addresses are compared: without case, the domain as in DNS (`xn--...`). Undefined for what is none, and for
 * local parts that are not ASCII, among which there are many that look like another one.
 */
export function comparableEmail(text: string): string | undefined {
  const match = /^([!#$%&'*+/=?^_`{|}~\w.-]{1,64})@([^@\s/?#\\:[\]%]{1,253})$/.exec(text.trim());
  const [, local = "", domain = ""] = match ?? [];
  const url = match && URL.parse(`http://${domain}`);
  if (!url || local.startsWith(".") || local.endsWith(".") || local.includes("..")) return undefined;

  return /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(url.hostname)
    ? `${local.toLowerCase()}@${url.hostname}`
    : undefined;
}
