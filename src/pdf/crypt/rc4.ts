/** RC4, which PDF used up to 1.6 (ISO 32000-2, 7.6.3.1), and Office up to 2003. Own code, since OpenSSL 3 has it switched off. */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = new Uint8Array(256);
  for (let i = 0; i < 256; i++) state[i] = i;
  for (let i = 0, j = 0; i < 256; i++) {
    const swapped = state[i] ?? 0;
    j = (j + swapped + (key[i % key.length] ?? 0)) & 255;
    state[i] = state[j] ?? 0;
    state[j] = swapped;
  }
  const out = new Uint8Array(data.length);
  for (let index = 0, i = 0, j = 0; index < data.length; index++) {
    i = (i + 1) & 255;
    const swapped = state[i] ?? 0;
    j = (j + swapped) & 255;
    const other = (state[i] = state[j] ?? 0);
    state[j] = swapped;
    out[index] = (data[index] ?? 0) ^ (state[(swapped + other) & 255] ?? 0);
  }
  return out;
}
