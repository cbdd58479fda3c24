/** Hands out names, none of them twice; names that are taken get a number. */
export class NameAllocator {
  readonly #taken = new Set<string>();
  /** The number to try next for each name, so that many equal names cost no more than different ones. */
  readonly #next = new Map<string, number>();
  readonly #numbered: (name: string, number: number) => string;
  readonly #firstNumber: number;

  /** @param numbered how a name looks with its number, which is at least `firstNumber` */
  constructor(numbered: (name: string, number: number) => string, firstNumber: number) {
    this.#numbered = numbered;
    this.#firstNumber = firstNumber;
  }

  /** The name itself if it is free, else with the first number that makes it free. */
  take(name: string): string {
    let free = name;
    let number = this.#next.get(name) ?? this.#firstNumber;
    for (; this.#taken.has(free); number++) free = this.#numbered(name, number);
    if (free !== name) this.#next.set(name, number);
    this.#taken.add(free);
    return free;
  }
}
