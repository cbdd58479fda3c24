import { Failure } from "../domain/failure.ts";
import { classifyAddress, parseIpv4, parseIpv6 } from "./address-class.ts";
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
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.replace(/\.+$/, "");
  if (url.hostname === "") throw new Failure("url_invalid", `${shown(text)} names no host.`);

  return url;
}

/**
 * Checks that a URL's host is public: every address of its name must be.
 *
 * @throws Failure `url_private` when one is not, `url_unreachable` when the name does not exist
 */
export async function checkOutboundUrl(url: URL, policy: OutboundPolicy): Promise<void> {
  if (policy.internalHosts.some((entry) => namesHost(entry, url))) return;
  await checkOutboundHost(url.hostname, policy);
}

/**
 * The same check for a bare host, e.g. of a mail server.
 *
 * @param host a name, an IPv4 address, or an IPv6 address with or without brackets
 */
export async function checkOutboundHost(host: string, policy: OutboundPolicy): Promise<void> {
  const name = host.toLowerCase().replace(/\.+$/, "");
  const literal = parseIpv4(name) ?? parseIpv6(name.replace(/^\[|\]$/g, ""));
  const addresses = literal ? [literal] : await addressesOf(name, policy);
  if (addresses.length === 0) throw new Failure("url_unreachable", `The host ${name} does not exist.`);
  for (const address of addresses) {
    const addressClass = classifyAddress(address);
    if (addressClass === "public" || (addressClass === "loopback" && policy.allowLoopback)) continue;
    throw privateHost(name, addressClass);
  }
}

/** Names that never leave a machine or a local network (RFC 6761, RFC 6762, RFC 8375). */
const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|home\.arpa|lan|corp|home)$/;

async function addressesOf(name: string, policy: OutboundPolicy): Promise<Uint8Array[]> {
  if (/(^|\.)localhost$/.test(name)) return [Uint8Array.of(127, 0, 0, 1)];
  // A name without a dot is looked up in the machine's own search domains.
  if (LOCAL_NAME.test(name) || !name.includes(".")) throw privateHost(name, "private");

  return await policy.resolve(name);
}

function privateHost(name: string, addressClass: string): Failure {
  return new Failure(
    "url_private",
    `The host ${name} is not a public address (${addressClass}). ` +
      "To reach a host of your own network, list it in the workspace's setting internal_hosts.",
  );
}

function namesHost(entry: string, url: URL): boolean {
  const wanted = entry.trim().toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");

  return wanted === url.hostname || wanted === `${url.hostname}:${port}`;
}

function shown(text: string): string {
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, " ");
  return `"${clean.length > 80 ? `${clean.slice(0, 77)}...` : clean}"`;
}
