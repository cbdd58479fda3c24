import { describe, expect, it } from "vitest";
import { classifyAddress, parseIpv4, parseIpv6 } from "./address-class.ts";

function classOf(text: string): string {
  const bytes = parseIpv4(text) ?? parseIpv6(text);
  if (!bytes) throw new Error(`${text} is not an address`);
  return classifyAddress(bytes);
}

describe("IPv4", () => {
  it.each([
    ["8.8.8.8", "public"],
    ["9.255.255.255", "public"],
    ["11.0.0.0", "public"],
    ["100.63.255.255", "public"],
    ["100.128.0.0", "public"],
    ["172.15.255.255", "public"],
    ["172.32.0.0", "public"],
    ["192.0.1.0", "public"],
    ["198.17.255.255", "public"],
    ["198.20.0.0", "public"],
    ["223.255.255.255", "public"],
    ["0.0.0.0", "unspecified"],
    ["0.255.255.255", "unspecified"],
    ["10.0.0.0", "private"],
    ["10.255.255.255", "private"],
    ["100.64.0.0", "shared"],
    ["100.100.100.200", "shared"],
    ["100.127.255.255", "shared"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.255", "loopback"],
    ["169.254.169.254", "link-local"],
    ["172.16.0.0", "private"],
    ["172.31.255.255", "private"],
    ["192.0.0.8", "reserved"],
    ["192.0.2.1", "reserved"],
    ["192.168.0.1", "private"],
    ["168.63.129.16", "reserved"],
    ["198.18.0.0", "reserved"],
    ["198.19.255.255", "reserved"],
    ["203.0.113.9", "reserved"],
    ["224.0.0.1", "multicast"],
    ["239.255.255.255", "multicast"],
    ["240.0.0.0", "reserved"],
    ["255.255.255.255", "reserved"],
  ])("%s is %s", (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });
});

describe("IPv6", () => {
  it.each([
    ["2606:4700:4700::1111", "public"],
    ["2a00:1450:4001:80b::200e", "public"],
    ["2001:4860:4860::8888", "public"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["100::1", "reserved"],
    ["2001:db8::1", "reserved"],
    ["2001:10::1", "reserved"],
    ["3fff::1", "reserved"],
    ["fc00::1", "private"],
    ["fd00:ec2::254", "private"],
    ["fe80::1", "link-local"],
    ["febf::1", "link-local"],
    ["fec0::1", "private"],
    ["ff02::1", "multicast"],
    ["4000::1", "reserved"],
  ])("%s is %s", (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });

  it.each([
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:7f00:1", "loopback"],
    ["::ffff:a9fe:a9fe", "link-local"],
    ["::ffff:0:127.0.0.1", "loopback"],
    ["::127.0.0.1", "loopback"],
    ["64:ff9b::10.0.0.1", "private"],
    ["64:ff9b:1::192.168.0.1", "private"],
    ["2002:7f00:1::", "loopback"],
    ["2002:c0a8:1::1", "private"],
    ["2001:0:4136:e378:8000:63bf:80ff:fffe", "loopback"],
  ])("%s is what its embedded IPv4 address is: %s", (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });

  it("never takes a form that embeds an IPv4 address as public", () => {
    for (const text of ["::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1", "::8.8.8.8"]) {
      expect(classOf(text)).toBe("reserved");
    }
  });
});

describe("parsing", () => {
  it.each(["127.1", "0177.0.0.1", "1.2.3.256", "1.2.3.4.5", "01.2.3.4", "", "a.b.c.d"])(
    "%s is not an IPv4 address",
    (text) => {
      expect(parseIpv4(text)).toBeUndefined();
    },
  );

  it.each([
    "",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "12345::",
    "g::1",
    "::1.2.3",
    "1:2:3:4:5:6:7::8",
    ":1",
  ])("%s is not an IPv6 address", (text) => {
    expect(parseIpv6(text)).toBeUndefined();
  });

  it("reads the full and the short form alike", () => {
    expect(parseIpv6("0:0:0:0:0:0:0:1")).toEqual(parseIpv6("::1"));
    expect(parseIpv6("2001:DB8::")).toEqual(parseIpv6("2001:db8:0:0:0:0:0:0"));
  });
});
