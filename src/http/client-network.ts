/** The network of an address: its first three bytes, or of IPv6 its first 48 bits; empty for what is no address. */
export function networkOf(address: string): string {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  const [, mapped] = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address) ?? [];
  if (mapped !== undefined) return networkOf(mapped);
  if (!address.includes(":") || !/^[\da-f:.%]+$/i.test(address)) return "";

  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after].slice(0, 3);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/48`;
}
