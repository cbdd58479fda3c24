import { describe, expect, it } from "vitest";
import type { Failure } from "../domain/failure.ts";
import { present } from "../domain/present.ts";
import { parseIpv4 } from "./address-class.ts";
import { type OutboundPolicy, outboundPolicy } from "./outbound-policy.ts";
import { checkOutboundHost, checkOutboundUrl, parseOutboundUrl, plainlyPrivateHost } from "./url-guard.ts";

const names: Record<string, string[]> = {
  "example.com": ["93.184.216.34"],
  "rebound.example.com": ["93.184.216.34", "10.0.0.7"],
  "loop.example.com": ["127.0.0.1"],
};

function policy(changes: Partial<OutboundPolicy> = {}): OutboundPolicy {
  const resolve = async (name: string) => (names[name] ?? []).map((text) => present(parseIpv4(text)));
  return { ...outboundPolicy({}), resolve, ...changes };
}

/** The failure code of a URL, or the address that would be requested. */
async function outcome(text: string, changes: Partial<OutboundPolicy> = {}): Promise<string> {
  try {
    const url = parseOutboundUrl(text);
    await checkOutboundUrl(url, policy(changes));
    return url.href;
  } catch (failure) {
    return (failure as Failure).code;
  }
}

describe("a URL of a stranger", () => {
  it.each([
    ["http://example.com/a?b#c", "http://example.com/a?b#c"],
    ["HTTPS://EXAMPLE.COM", "https://example.com/"],
    ["http://example.com./x", "http://example.com/x"],
    ["http://8.8.8.8/", "http://8.8.8.8/"],
    ["http://[2606:4700:4700::1111]/", "http://[2606:4700:4700::1111]/"],
  ])("%s may be requested as %s", async (text, expected) => {
    expect(await outcome(text)).toBe(expected);
  });

  it.each([
    "http://127.0.0.1",
    "http://127.1",
    "http://127.0.1",
    "http://0177.0.0.1",
    "http://0x7f.0.0.1",
    "http://0x7f000001",
    "http://2130706433",
    "http://017700000001",
    "http://127.0.0.1.",
    "http://①②⑦.⓪.⓪.①",
    "http://127。0。0。1",
    "http://0",
    "http://[::1]",
    "http://[::]",
    "http://[0:0:0:0:0:ffff:127.0.0.1]",
    "http://[::ffff:7f00:1]",
    "http://[::127.0.0.1]",
    "http://[64:ff9b::127.0.0.1]",
    "http://[2002:7f00:1::]",
    "http://[::ffff:0:127.0.0.1]",
    "http://LOCALHOST",
    "http://localhost.",
    "http://a.localhost",
    "http://ⓛocalhost",
    "http://lo\tcalhost",
    "http://127.0.0.1#@good.com",
    "http://127.0.0.1\\@good.com",
    "http:127.0.0.1",
    "http:\\\\127.0.0.1",
    "http://169.254.169.254",
    "http://[fd00:ec2::254]",
    "http://0xa9fea9fe",
    "http://metadata.google.internal",
    "http://100.100.100.200",
    "http://168.63.129.16",
    "HTTP://[0:0:0:0:0:FFFF:A9FE:A9FE]/",
    "http://127.0.0.1:80\\@127.2.2.2:80/",
    "http://127.000.000.001",
    "http://loopback",
    "http://ip6-localhost",
    "http://printer.local",
    "http://%31%32%37.0.0.1",
    "http://rebound.example.com",
    "http://loop.example.com",
  ])("%s points to no public address", async (text) => {
    expect(await outcome(text)).toBe("url_private");
  });

  it.each([
    "",
    "example.com",
    "//example.com",
    "http://user@127.0.0.1",
    "http://user:secret@example.com",
    "http://good.com@127.0.0.1",
    "http://1.1.1.1 &@2.2.2.2# @3.3.3.3/",
    "http://256.1.1.1",
    "http://[fe80::1%25eth0]",
    "file:///etc/passwd",
    "FILE:///x",
    "view-source:http://127.0.0.1",
    "ftp://example.com",
    "data:text/plain,x",
    "javascript:alert(1)",
    "http://",
    `http://example.com/${"a".repeat(9_000)}`,
  ])("%s is not a URL to request", async (text) => {
    expect(await outcome(text)).toBe("url_invalid");
  });

  it("is unreachable if its name does not exist", async () => {
    expect(await outcome("http://nobody.example.com/")).toBe("url_unreachable");
  });
});

describe("internal hosts", () => {
  it("are named by the setting that the error names", async () => {
    await expect(checkOutboundHost("10.1.2.3", policy())).rejects.toThrow("INTERNAL_HOSTS");
    expect(await outcome("http://10.1.2.3/", { internalHosts: ["10.1.2.3"] })).toBe("http://10.1.2.3/");
    expect(await outcome("http://Wiki.intranet./", { internalHosts: ["wiki.intranet"] })).toBe("http://wiki.intranet/");
  });

  it("may be limited to a port", async () => {
    const own = { internalHosts: ["127.0.0.1", "docs.lan"], ownAddress: "http://127.0.0.1:8787" };
    for (const url of ["http://127.0.0.1:8787/local/mailbox", "http://localhost:8787/", "http://[::1]:8787/"])
      expect(await outcome(url, { ...own, internalHosts: [...own.internalHosts, "localhost", "[::1]"] }), url).toBe(
        "url_private",
      );
    expect(await outcome("http://127.0.0.1:9000/", own)).toBe("http://127.0.0.1:9000/");
    expect(await outcome("http://docs.lan/", { ...own, ownAddress: "http://docs.lan" })).toBe("url_private");
    const changes = { internalHosts: ["10.1.2.3:8443"] };
    expect(await outcome("https://10.1.2.3:8443/", changes)).toBe("https://10.1.2.3:8443/");
    expect(await outcome("https://10.1.2.3/", changes)).toBe("url_private");
  });

  it("name one host, not those that end with it", async () => {
    expect(await outcome("http://evil-wiki.intranet/", { internalHosts: ["wiki.intranet"] })).toBe("url_private");
  });
});

describe("a host that is plainly private", () => {
  const found = (text: string, changes = {}) =>
    plainlyPrivateHost(parseOutboundUrl(text), { ...policy(), ...changes, resolve: () => Promise.reject(new Error()) });

  it.each([
    ["http://localhost:9/x", "localhost", "loopback"],
    ["http://10.0.0.1/", "10.0.0.1", "private"],
    ["https://169.254.169.254/latest", "169.254.169.254", "link-local"],
    ["http://[::1]/", "[::1]", "loopback"],
    ["http://wiki.intranet./", "wiki.intranet", "private"],
    ["http://wiki/", "wiki", "private"],
  ])("is recognised by %s alone", (text, host, addressClass) => {
    expect(found(text)).toEqual({ host, addressClass });
    expect(found(text, { internalHosts: [host] })).toBeUndefined();
  });

  it("is neither a name that has to be looked up nor a loopback that may be reached", () => {
    expect(found("http://nobody.example.com/")).toBeUndefined();
    expect(found("http://8.8.8.8/")).toBeUndefined();
    expect(found("http://localhost/", { allowLoopback: true })).toBeUndefined();
  });
});

describe("the loopback", () => {
  it("is reachable where the setting says so, and nothing else is", async () => {
    const changes = { allowLoopback: true };
    expect(await outcome("http://127.0.0.1:8080/", changes)).toBe("http://127.0.0.1:8080/");
    expect(await outcome("http://localhost:8080/", changes)).toBe("http://localhost:8080/");
    expect(await outcome("http://10.0.0.1/", changes)).toBe("url_private");
  });
});
