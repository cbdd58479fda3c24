/** Huffman tables of JPEG: decoding (T.81 F.2.2.3) and building optimal codes (T.81 K.2). */

/** Codes up to this many bits are decoded by one look-up. */
export const LOOKUP_BITS = 9;

export interface HuffmanDecodingTable {
  /** Indexed by the next 9 bits: code length << 8 | symbol, or -1 for longer codes. */
  readonly lookup: Int16Array;
  /** By code length 1..16: the largest code of that length, or -1. */
  readonly maxCode: Int32Array;
  readonly minCode: Int32Array;
  /** By code length: index of its first symbol. */
  readonly firstSymbol: Int32Array;
  readonly symbols: Uint8Array;
}

/** `counts` are the 16 numbers of codes per length. */
export function decodingTable(counts: Uint8Array, symbols: Uint8Array): HuffmanDecodingTable {
  const lookup = new Int16Array(1 << LOOKUP_BITS).fill(-1);
  const maxCode = new Int32Array(18).fill(-1);
  const minCode = new Int32Array(18);
  const firstSymbol = new Int32Array(18);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length++) {
    firstSymbol[length] = index;
    minCode[length] = code;
    const count = counts[length - 1] ?? 0;
    for (let i = 0; i < count; i++, code++, index++) {
      if (length > LOOKUP_BITS) continue;
      const start = code << (LOOKUP_BITS - length);
      lookup.fill((length << 8) | (symbols[index] ?? 0), start, start + (1 << (LOOKUP_BITS - length)));
    }
    if (count > 0) maxCode[length] = code - 1;
    code <<= 1;
  }
  return { lookup, maxCode, minCode, firstSymbol, symbols };
}

export interface HuffmanEncodingTable {
  /** Number of codes by length 1..16 (index 0 unused). */
  readonly counts: Uint8Array;
  readonly symbols: number[];
  /** By symbol. */
  readonly codes: Uint16Array;
  readonly lengths: Uint8Array;
}

/** Optimal code of at most 16 bits for these symbol frequencies; the all-ones code stays unused (T.81 K.2). */
export function optimalTable(frequencies: Uint32Array): HuffmanEncodingTable {
  const codeSizes = codeSizesOf(frequencies);
  const counts = new Uint8Array(17);
  limitTo16Bits(codeSizes, counts);
  const symbols: number[] = [];
  for (let size = 1; size < 64; size++) {
    for (let symbol = 0; symbol < 256; symbol++) if (codeSizes[symbol] === size) symbols.push(symbol);
  }
  const codes = new Uint16Array(256);
  const lengths = new Uint8Array(256);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length++) {
    for (let i = 0; i < (counts[length] ?? 0); i++, index++) {
      codes[symbols[index] ?? 0] = code++;
      lengths[symbols[index] ?? 0] = length;
    }
    code <<= 1;
  }
  return { counts, symbols, codes, lengths };
}

function codeSizesOf(frequencies: Uint32Array): Int32Array {
  const weights = new Float64Array(257);
  for (let symbol = 0; symbol < 256; symbol++) weights[symbol] = frequencies[symbol] ?? 0;
  weights[256] = 1; // reserves the all-ones code
  const sizes = new Int32Array(257);
  const others = new Int32Array(257).fill(-1);
  for (;;) {
    let least = -1;
    let second = -1;
    for (let i = 0; i <= 256; i++) {
      if (weights[i] === 0) continue;
      if (least < 0 || (weights[i] ?? 0) <= (weights[least] ?? 0)) {
        second = least;
        least = i;
      } else if (second < 0 || (weights[i] ?? 0) <= (weights[second] ?? 0)) second = i;
    }
    if (second < 0) return sizes;
    weights[least] = (weights[least] ?? 0) + (weights[second] ?? 0);
    weights[second] = 0;
    let chain = least;
    sizes[chain] = (sizes[chain] ?? 0) + 1;
    while ((others[chain] ?? 0) >= 0) {
      chain = others[chain] ?? 0;
      sizes[chain] = (sizes[chain] ?? 0) + 1;
    }
    others[chain] = second;
    for (chain = second; chain >= 0; chain = others[chain] ?? 0) sizes[chain] = (sizes[chain] ?? 0) + 1;
  }
}

/** T.81 figure K.3; also gives the reserved code back. */
function limitTo16Bits(codeSizes: Int32Array, counts: Uint8Array): void {
  const bits = new Int32Array(260);
  for (const size of codeSizes) if (size > 0) bits[size] = (bits[size] ?? 0) + 1;
  for (let i = 259; i > 16; i--) {
    while ((bits[i] ?? 0) > 0) {
      let j = i - 2;
      while (bits[j] === 0) j--;
      bits[i] = (bits[i] ?? 0) - 2;
      bits[i - 1] = (bits[i - 1] ?? 0) + 1;
      bits[j + 1] = (bits[j + 1] ?? 0) + 2;
      bits[j] = (bits[j] ?? 0) - 1;
    }
  }
  let longest = 16;
  while (longest > 0 && bits[longest] === 0) longest--;
  if (longest > 0) bits[longest] = (bits[longest] ?? 0) - 1;
  for (let length = 1; length <= 16; length++) counts[length] = bits[length] ?? 0;
}
