/** ISO/IEC 14492 table E.1: probability estimate, next state after the more and the less probable symbol, switch. */
const STATES: readonly (readonly [estimate: number, moreProbable: number, lessProbable: number, switches: number])[] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];
const ESTIMATE = Int32Array.from(STATES, ([estimate]) => estimate);
const AFTER_MORE = Uint8Array.from(STATES, ([, next]) => next);
const AFTER_LESS = Uint8Array.from(STATES, ([, , next]) => next);
const SWITCHES = Uint8Array.from(STATES, ([, , , switches]) => switches);

/** The MQ arithmetic encoder of JBIG2 (ISO/IEC 14492 annex E, T.88). */
export class ArithmeticEncoder {
  readonly #states: Uint8Array;
  readonly #symbols: Uint8Array;
  #interval = 0x8000;
  #code = 0;
  #countdown = 12;
  /** The byte not yet written, since a carry may change it; -1 at the start. */
  #pending = -1;
  #bytes = new Uint8Array(4096);
  #length = 0;

  constructor(contexts: number) {
    this.#states = new Uint8Array(contexts);
    this.#symbols = new Uint8Array(contexts);
  }

  /** Encodes one bit in a context (E.2.2). */
  encode(context: number, bit: number): void {
    const state = this.#states[context] ?? 0;
    const estimate = ESTIMATE[state] ?? 0;
    this.#interval -= estimate;
    if (bit === this.#symbols[context]) {
      if ((this.#interval & 0x8000) !== 0) {
        this.#code += estimate;
        return;
      }
      if (this.#interval < estimate) this.#interval = estimate;
      else this.#code += estimate;
      this.#states[context] = AFTER_MORE[state] ?? 0;
    } else {
      if (this.#interval < estimate) this.#code += estimate;
      else this.#interval = estimate;
      if (SWITCHES[state] === 1) this.#symbols[context] = (this.#symbols[context] ?? 0) ^ 1;
      this.#states[context] = AFTER_LESS[state] ?? 0;
    }
    do {
      this.#interval <<= 1;
      this.#code <<= 1;
      if (--this.#countdown === 0) this.#byteOut();
    } while ((this.#interval & 0x8000) === 0);
  }

  /** Ends the code (E.2.9) with the marker FF AC and returns it. */
  finish(): Uint8Array {
    const limit = this.#code + this.#interval;
    this.#code |= 0xffff;
    if (this.#code >= limit) this.#code -= 0x8000;
    this.#code <<= this.#countdown;
    this.#byteOut();
    this.#code <<= this.#countdown;
    this.#byteOut();
    if (this.#pending !== 0xff) this.#push(this.#pending);
    this.#push(0xff);
    this.#push(0xac);
    return this.#bytes.slice(0, this.#length);
  }

  #byteOut(): void {
    if (this.#pending !== 0xff && this.#code >= 0x8000000) {
      this.#pending++;
      this.#code &= 0x7ffffff;
    }
    if (this.#pending === 0xff) {
      this.#push(0xff);
      this.#pending = this.#code >> 20;
      this.#code &= 0xfffff;
      this.#countdown = 7;
      return;
    }
    if (this.#pending >= 0) this.#push(this.#pending);
    this.#pending = this.#code >> 19;
    this.#code &= 0x7ffff;
    this.#countdown = 8;
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}
