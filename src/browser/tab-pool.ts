/** Something that is made ahead and used once. */
export interface Disposable {
  dispose(): Promise<void>;
}

/** Keeps a few tabs ready, so that a print does not wait for one to open. */
export class TabPool<Tab extends Disposable> {
  readonly #open: () => Promise<Tab>;
  readonly #target: number;
  #ready: Promise<Tab>[] = [];
  #closed = false;

  /**
   * @param open makes one tab
   * @param target how many are kept ready
   */
  constructor(open: () => Promise<Tab>, target: number) {
    this.#open = open;
    this.#target = target;
  }

  /** A tab for one use: the one that has been ready longest, or a new one. */
  async take(): Promise<Tab> {
    const ready = this.#ready.shift();
    // Whoever comes next would wait for a tab to open. Before that, opening would only slow down what is being printed.
    if (ready && this.#ready.length === 0) this.refill();
    return await (ready ?? this.#open());
  }

  /** Opens what is missing, in the background. A tab that fails to open is dropped; the next print tries again. */
  refill(): void {
    while (!this.#closed && this.#ready.length < this.#target) {
      const tab = this.#open();
      this.#ready.push(tab);
      tab.catch(() => {
        this.#ready = this.#ready.filter((other) => other !== tab);
      });
    }
  }

  /** Forgets the tabs: the browser they are in is closing. */
  close(): void {
    this.#closed = true;
    this.#ready = [];
  }
}
