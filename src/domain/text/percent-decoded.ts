/** The text that the percent signs of an address stand for; the address as it is if they stand for none. */
export function percentDecoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
