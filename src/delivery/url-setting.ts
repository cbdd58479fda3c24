import { toText } from "../language/values.ts";
import { refused } from "./delivery-error.ts";
import { filled, hasMarks, type StructuredText, unmergedText } from "./structured-text.ts";

/** An address with its values put in, each encoded for its place. */
export interface MergedUrl {
  text: string;
  /** Whether the data say where it leads. */
  hostFromData: boolean;
}

const inLine = (value: unknown): string => toText(value).replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ");

/** What would end a host, or hide it behind a user name. */
const AFTER_HOST = /[/?#@\\\s]/;

const encoded = (value: unknown): string =>
  encodeURIComponent(toText(value).toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Values that their tag encodes already are not encoded twice. */
export const withoutOwnEncoding = (source: string): string =>
  source.replace(/\|\s*(?:escape\s*:\s*(["']?)url(?:pathinfo)?\1|(?:raw)?urlencode)\s*(?=[|}])/g, "");

/**
 * The address of a setting. Its author writes what separates; in a value `/`, `?`, `#` and `..` are data. Only what stands
 * at its very beginning may be a whole address, or the beginning of one.
 * @throws DeliveryError, permanent, if a value leads elsewhere than it may
 */
export function mergedUrl(member: string, { text, values }: StructuredText): MergedUrl {
  const { scheme, authority, rest } = partsOf(text);
  if (scheme === "")
    return { text: filled(authority, values, inLine) + merged(member, rest, values), hostFromData: true };
  const host = filled(authority, values, (value) => {
    const shown = inLine(value).trim();
    if (AFTER_HOST.test(shown))
      throw refused(`The setting "${member}" has "${shown.slice(0, 200)}" in its host after merging.`);
    return shown;
  });
  return { text: scheme + host + merged(member, rest, values), hostFromData: hasMarks(authority) };
}

/** Whether the data would say where an address leads, as far as its setting shows. */
export function takesHostFromData(source: string): boolean {
  const { scheme, authority } = partsOf(unmergedText(source).text.trim());
  return hasMarks(authority) || (scheme === "" && hasMarks(source));
}

/** The front of an address ends where its path, query or fragment begins; without a scheme all before that is front. */
function partsOf(text: string): { scheme: string; authority: string; rest: string } {
  const [, scheme = "", authority = "", rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)(.*)$/is.exec(text) ?? [];
  return { scheme, authority, rest };
}

function merged(member: string, rest: string, values: readonly unknown[]): string {
  const end = rest.search(/[?#]/);
  const path = end < 0 ? rest : rest.slice(0, end);
  const steps = path.split("/").map((step) => {
    const written = filled(step, values, encoded);
    if (hasMarks(step) && /^\.{1,2}$/.test(written))
      throw refused(`The setting "${member}" has "${written}" as a step of its path after merging.`);
    return written;
  });
  return steps.join("/") + (end < 0 ? "" : filled(rest.slice(end), values, encoded));
}

/** Hosts as people list them; `*.example.com` is every host below it. */
export const listedHosts = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter((host) => host !== "")
    .map((host) => host.toLowerCase());

export function isListedHost(hostname: string, listed: readonly string[]): boolean {
  const host = hostname.toLowerCase();
  return listed.some((entry) => (entry.startsWith("*.") ? host.endsWith(entry.slice(1)) : host === entry));
}
