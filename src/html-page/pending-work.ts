/** The browser's own means of waiting, taken before the page's scripts can change or the page's clock replaces them. */
export interface NativeWaits {
  /** Until everything that is ready to run has run. */
  turn(): Promise<void>;
  /** Until the page was drawn, or, in a tab that draws nothing, a tenth of a second has passed. */
  frame(): Promise<void>;
  milliseconds(): number;
  after(ms: number): Promise<void>;
}

const MAX_FRAME_MS = 100;

export function nativeWaits(): NativeWaits {
  const setTimer = globalThis.setTimeout.bind(globalThis);
  const requestFrame = globalThis.requestAnimationFrame.bind(globalThis);
  const clock = performance.now.bind(performance);
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return {
    turn: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        port2.postMessage(0);
      }),
    frame: () =>
      new Promise((resolve) => {
        requestFrame(() => resolve());
        setTimer(resolve, MAX_FRAME_MS);
      }),
    milliseconds: clock,
    after: (ms) => new Promise((resolve) => setTimer(resolve, ms)),
  };
}

/** What takes real time, whatever the page's clock says: pictures, fonts, encoders, and promises that wait for them. */
export class PendingWork {
  readonly #images = new Set<HTMLImageElement>();
  readonly #fonts = document.fonts;
  #promises = 0;
  /** Whether the page asked to be told of sizes or places, which browsers find out when they draw. */
  #observes = false;

  /** Counts what is begun from now on. */
  install(page: typeof globalThis): void {
    this.#countImages(page);
    const { prototype: canvas } = page.HTMLCanvasElement;
    const toBlob = canvas.toBlob;
    const begin = () => this.#begin();
    canvas.toBlob = function (callback, ...rest) {
      const end = begin();
      toBlob.call(
        this,
        (blob) => {
          end();
          callback(blob);
        },
        ...rest,
      );
    };
    for (const name of ["readAsArrayBuffer", "readAsDataURL", "readAsText"] as const) {
      const read = page.FileReader.prototype[name];
      page.FileReader.prototype[name] = function (blob: Blob, ...rest: []) {
        this.addEventListener("loadend", begin(), { once: true });
        read.call(this, blob, ...rest);
      };
    }
    const asynchronous: [object | undefined, string[]][] = [
      [page, ["createImageBitmap", "fetch"]],
      [page.Blob.prototype, ["arrayBuffer", "text"]],
      [page.HTMLImageElement.prototype, ["decode"]],
      [page.FontFace.prototype, ["load"]],
      [page.OffscreenCanvas?.prototype, ["convertToBlob"]],
      [page.WebAssembly, ["compile", "instantiate"]],
      [page.SubtleCrypto?.prototype, ["digest", "importKey", "sign", "encrypt", "decrypt"]],
    ];
    for (const [holder, names] of asynchronous) if (holder) this.#countPromises(holder, names);
    for (const name of ["ResizeObserver", "IntersectionObserver"] as const) {
      const { prototype } = page[name];
      const observe = prototype.observe as (...args: unknown[]) => void;
      const seen = () => {
        this.#observes = true;
      };
      Object.assign(prototype, {
        observe(...args: unknown[]) {
          seen();
          observe.apply(this, args);
        },
      });
    }
  }

  get observes(): boolean {
    return this.#observes;
  }

  /** Whether nothing is under way. */
  get isIdle(): boolean {
    for (const image of this.#images) {
      // One that waits to be scrolled to would wait for ever.
      if (image.loading === "lazy") image.loading = "eager";
      if (image.complete) this.#images.delete(image);
    }
    return this.#promises === 0 && this.#images.size === 0 && this.#fonts.status !== "loading";
  }

  #begin(): () => void {
    this.#promises++;
    return () => {
      this.#promises--;
    };
  }

  /** A picture counts from the moment it has an address, also one that is not in the document. */
  #countImages(page: typeof globalThis): void {
    const { prototype } = page.HTMLImageElement;
    const source = Object.getOwnPropertyDescriptor(prototype, "src");
    const images = this.#images;
    Object.defineProperty(prototype, "src", {
      ...source,
      set(this: HTMLImageElement, address: string) {
        source?.set?.call(this, address);
        images.add(this);
      },
    });
  }

  #countPromises(holder: object, names: readonly string[]): void {
    for (const name of names) {
      const method: unknown = Reflect.get(holder, name);
      if (typeof method !== "function") continue;
      const begin = () => this.#begin();
      const counted = function (this: unknown, ...args: unknown[]) {
        const result: unknown = Reflect.apply(method, this, args);
        if (result instanceof Promise) {
          const end = begin();
          result.then(end, end);
        }
        return result;
      };
      Object.defineProperty(holder, name, { value: counted, writable: true, configurable: true });
    }
  }
}
