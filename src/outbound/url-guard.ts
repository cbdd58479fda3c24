import { Failure } from "../domain/failure.ts";
import { type AddressClass, classifyAddress, parseIpv4, parseIpv6 } from "./address-class.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";

/** Longer ones are not sent by anybody who means well. */
const MAX_URL_LENGTH = 8_192;

/**
 * Parses a stranger's URL once; what it returns is what is requested.
 * `URL` itself turns decimal, octal, hexadecimal, full-width and percent-encoded hosts into one spelling.
 *
 * @throws Failure `url_invalid` when it is not an http(s) URL, or carries credentials
 */
export function parseOutboundUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH) throw new Failure("url_invalid", "The URL is too long.");
  if (!URL.canParse(text)) {
    const scheme = /^[a-z][a-z0-9+.-]*:/i.test(text) ? "" : ", which begins with https:// or http://";
    throw new Failure("url_invalid", `${shown(text)} is not a URL${scheme}.`);
  }
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new Failure(
      "url_invalid",
      `${shown(text)} starts with ${url.protocol} where only http: and https: are allowed.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new Failure("url_invalid", "The URL carries a user name or password, which is not allowed.");
  }
  // "example.com." is "example.com": lists and certificates know the name without the dot.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.replace(/(?<!\.)\.+$/, "");
  if (url.hostname === "") throw new Failure("url_invalid", `${shown(text)} names no host.`);

  return url;
}

/**
 * Checks that a URL's host is public: every address of its name must be.
 *
 * @throws Failure `url_private` if one is not, `url_unreachable` if the name does not exist
 */
export async function checkOutboundUrl(url: URL, policy: OutboundPolicy): Promise<void> {
  if (isInternal(url, policy)) return;
  await checkOutboundHost(url.hostname, policy);
}

/**
 * The same check for a bare host, e.g. of a mail server.
 *
 * @param host a name, an IPv4 address, or an IPv6 address with or without brackets
 */
export async function checkOutboundHost(host: string, policy: OutboundPolicy): Promise<void> {
  const name = host.toLowerCase().replace(/(?<!\.)\.+$/, "");
  const addressClass = classByText(name) ?? (await classOfName(name, policy));
  if (!isReachable(addressClass, policy)) throw privateHost(addressClass);
}

/** A host that is not public, as far as its URL shows: names are not looked up. Undefined if it may be public. */
export function plainlyPrivateHost(
  url: URL,
  policy: OutboundPolicy,
): { host: string; addressClass: AddressClass } | undefined {
  const addressClass = isInternal(url, policy) ? undefined : classByText(url.hostname);
  if (addressClass === undefined || isReachable(addressClass, policy)) return undefined;
  return { host: url.hostname, addressClass };
}

const isInternal = (url: URL, { internalHosts, ownAddress }: OutboundPolicy): boolean =>
  internalHosts.some((entry) => namesHost(entry, url)) && !isOwn(url, ownAddress);

/** The service itself, by whatever name of the machine it runs on. */
function isOwn(url: URL, ownAddress: string | undefined): boolean {
  if (ownAddress === undefined || !URL.canParse(ownAddress)) return false;
  const own = new URL(ownAddress);
  if (portOf(own) !== portOf(url)) return false;
  const isLocal = ({ hostname }: URL) =>
    classByText(hostname) === "loopback" || hostname === "0.0.0.0" || hostname === "[::]";
  return own.hostname === url.hostname || (isLocal(own) && isLocal(url));
}

const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");

const isReachable = (addressClass: AddressClass, { allowLoopback }: OutboundPolicy): boolean =>
  addressClass === "public" || (addressClass === "loopback" && allowLoopback);

/** Names that never leave a machine or a local network (RFC 6761, RFC 6762, RFC 8375). */
const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|home\.arpa|lan|corp|home)$/;

/** What a host is for by its address or name alone; undefined for a name that has to be looked up. */
function classByText(name: string): AddressClass | undefined {
  const literal = parseIpv4(name) ?? parseIpv6(name.replace(/^\[|\]$/g, ""));
  if (literal) return classifyAddress(literal);
  if (/(^|\.)localhost$/.test(name)) return "loopback";
  // A name without a dot is looked up in the machine's own search domains.
  return LOCAL_NAME.test(name) || !name.includes(".") ? "private" : undefined;
}

/** What a name's addresses are for: the first class that may not be reached, else the one they share. */
async function classOfName(name: string, policy: OutboundPolicy): Promise<AddressClass> {
  const classes = (await policy.resolve(name)).map(classifyAddress);
  const [first] = classes;
  if (first === undefined) throw new Failure("url_unreachable", `The host ${name} does not exist.`);
  return classes.find((addressClass) => !isReachable(addressClass, policy)) ?? first;
}

/** It does not say which: others than those who named the host may read it. */
function privateHost(addressClass: string): Failure {
  return new Failure(
    "url_private",
    `The host is not a public address (${addressClass}). ` +
      "Whoever runs the service can allow hosts of a private network in its setting INTERNAL_HOSTS.",
  );
}

function namesHost(entry: string, url: URL): boolean {
  const wanted = entry.trim().toLowerCase();

  return wanted === url.hostname || wanted === `${url.hostname}:${portOf(url)}`;
}

function shown(text: string): string {
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, " ");
  return `"${clean.length > 80 ? `${clean.slice(0, 77)}...` : clean}"`;
}
