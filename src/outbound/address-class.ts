import { appendAll } from "../domain/collections/long-lists.ts";

/** What an IP address is for. Only `public` may be reached from a stranger's URL. */
export type AddressClass =
  | "public"
  | "unspecified"
  | "loopback"
  | "private"
  | "link-local"
  | "shared"
  | "multicast"
  | "reserved";

type Block = readonly [prefix: readonly number[], bits: number, addressClass: AddressClass];

/** IANA IPv4 special-purpose registry (RFC 6890), and addresses that clouds use inside. */
const IPV4_BLOCKS: readonly Block[] = [
  [[0], 8, "unspecified"],
  [[10], 8, "private"],
  [[100, 64], 10, "shared"],
  [[127], 8, "loopback"],
  [[169, 254], 16, "link-local"],
  [[172, 16], 12, "private"],
  [[192, 0, 0], 24, "reserved"],
  [[192, 0, 2], 24, "reserved"],
  [[192, 31, 196], 24, "reserved"],
  [[192, 52, 193], 24, "reserved"],
  [[192, 88, 99], 24, "reserved"],
  [[192, 168], 16, "private"],
  [[192, 175, 48], 24, "reserved"],
  [[198, 18], 15, "reserved"],
  [[198, 51, 100], 24, "reserved"],
  [[203, 0, 113], 24, "reserved"],
  [[168, 63, 129, 16], 32, "reserved"],
  [[224], 4, "multicast"],
  [[240], 4, "reserved"],
];

/** IANA IPv6 special-purpose registry. Of the rest, only 2000::/3 is allocated as global unicast. */
const IPV6_BLOCKS: readonly Block[] = [
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 128, "unspecified"],
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, "loopback"],
  [[0x01, 0x00], 8, "reserved"],
  [[0x20, 0x01, 0x00, 0x00], 23, "reserved"],
  [[0x20, 0x01, 0x0d, 0xb8], 32, "reserved"],
  [[0x26, 0x20, 0x00, 0x4f, 0x80, 0x00], 48, "reserved"],
  [[0x3f, 0xff], 20, "reserved"],
  [[0x5f, 0x00], 16, "reserved"],
  [[0xfc], 7, "private"],
  [[0xfe, 0x80], 10, "link-local"],
  [[0xfe, 0xc0], 10, "private"],
  [[0xff], 8, "multicast"],
];

/** IPv6 blocks that carry an IPv4 address: where its four bytes start, and whether they are inverted. */
const EMBEDDED_IPV4: readonly { prefix: readonly number[]; bits: number; at: number; inverted?: boolean }[] = [
  { prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], bits: 96, at: 12 }, // IPv4-mapped, RFC 4291
  { prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0], bits: 96, at: 12 }, // IPv4-translated, RFC 2765
  { prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], bits: 96, at: 12 }, // IPv4-compatible, RFC 4291
  { prefix: [0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], bits: 96, at: 12 }, // NAT64, RFC 6052
  { prefix: [0x00, 0x64, 0xff, 0x9b, 0x00, 0x01], bits: 48, at: 12 }, // local-use NAT64, RFC 8215
  { prefix: [0x20, 0x02], bits: 16, at: 2 }, // 6to4, RFC 3056
  { prefix: [0x20, 0x01, 0x00, 0x00], bits: 32, at: 12, inverted: true }, // Teredo, RFC 4380
];

/**
 * Classifies an address by its bytes, never by its text.
 * IPv6 forms that embed an IPv4 address are never public: they are ways around the list, not addresses of servers.
 *
 * @param address 4 bytes (IPv4) or 16 bytes (IPv6), network order
 */
export function classifyAddress(address: Uint8Array): AddressClass {
  if (address.length === 4) return blockOf(address, IPV4_BLOCKS) ?? "public";
  if (address.length !== 16) return "reserved";

  const special = blockOf(address, IPV6_BLOCKS);
  const embedded = embeddedIpv4(address);
  if (embedded && special !== "loopback" && special !== "unspecified") {
    const inner = classifyAddress(embedded);
    return inner === "public" ? "reserved" : inner;
  }
  if (special) return special;

  return startsWith(address, [0x20], 3) ? "public" : "reserved";
}

/** Bytes of an IPv4 address in the one form `URL` leaves: four decimal numbers. Undefined for anything else. */
export function parseIpv4(text: string): Uint8Array | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))) return undefined;
  const bytes = parts.map(Number);

  return bytes.every((byte) => byte <= 255) ? Uint8Array.from(bytes) : undefined;
}

/** Bytes of an IPv6 address (RFC 4291 section 2.2, without brackets and zone). Undefined if it is not one. */
export function parseIpv6(text: string): Uint8Array | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const head = groups(halves[0] ?? "");
  const tail = halves.length === 2 ? groups(halves[1] ?? "") : [];
  if (!head || !tail) return undefined;
  const missing = 16 - head.length - tail.length;
  if (halves.length === 2 ? missing < 2 : missing !== 0) return undefined;

  return Uint8Array.from([...head, ...new Array<number>(missing).fill(0), ...tail]);
}

function groups(text: string): number[] | undefined {
  if (text === "") return [];
  const bytes: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1 && part.includes(".")) {
      const embedded = parseIpv4(part);
      if (!embedded) return undefined;
      appendAll(bytes, embedded);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(part)) return undefined;
      const value = Number.parseInt(part, 16);
      bytes.push(value >> 8, value & 0xff);
    }
  }
  return bytes;
}

function embeddedIpv4(address: Uint8Array): Uint8Array | undefined {
  const form = EMBEDDED_IPV4.find(({ prefix, bits }) => startsWith(address, prefix, bits));
  if (!form) return undefined;
  const bytes = address.slice(form.at, form.at + 4);

  return form.inverted ? bytes.map((byte) => byte ^ 0xff) : bytes;
}

function blockOf(address: Uint8Array, blocks: readonly Block[]): AddressClass | undefined {
  return blocks.find(([prefix, bits]) => startsWith(address, prefix, bits))?.[2];
}

function startsWith(address: Uint8Array, prefix: readonly number[], bits: number): boolean {
  for (let bit = 0; bit < bits; bit += 8) {
    const index = bit / 8;
    const mask = bits - bit >= 8 ? 0xff : 0xff & (0xff << (8 - (bits - bit)));
    if (((address[index] ?? 0) & mask) !== ((prefix[index] ?? 0) & mask)) return false;
  }
  return true;
}
