import { Buffer } from "node:buffer";

/**
 * The pages, counted from 1, that the named destinations of a PDF are on, as Chromium writes them for links within the document. Its
 * objects are neither compressed nor in streams. Not for PDFs from elsewhere.
 */
export function destinationPages(pdf: Uint8Array): ReadonlyMap<string, number> {
  const objects = new PlainObjects(pdf);
  const destinations = new Map<string, number>();
  const { pages, dests } = objects.roots();
  if (pages === undefined || dests === undefined) return destinations;
  const numbers = new Map(objects.pagesUnder(pages).map((page, index) => [page, index + 1]));
  for (const [, name = "", page] of objects.read(dests).matchAll(/\/([^\s[/]+)\s*\[(\d+) 0 R/g)) {
    const number = numbers.get(Number(page));
    if (number !== undefined) destinations.set(fragmentOf(name), number);
  }
  return destinations;
}

/** A name in a PDF (ISO 32000-1, 7.3.5) that is a fragment of an address. */
function fragmentOf(name: string): string {
  const escaped = name.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

/** The objects of a PDF by its table of references (ISO 32000-1, 7.5.4). */
class PlainObjects {
  readonly #bytes: Buffer;
  readonly #offsets = new Map<number, number>();
  readonly #trailer: string;

  constructor(pdf: Uint8Array) {
    this.#bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
    const start = Number(/startxref\s+(\d+)/.exec(this.#bytes.subarray(-64).toString("latin1"))?.[1] ?? -1);
    const table = start < 0 ? "" : this.#bytes.subarray(start).toString("latin1");
    const [head = "", first = "0"] = /^xref\s+(\d+) \d+\s+/.exec(table) ?? [];
    this.#trailer = table.slice(table.indexOf("trailer"));
    let number = Number(first);
    for (const [, offset, kind] of table.slice(head.length).matchAll(/(\d{10}) \d{5} ([nf])/g)) {
      if (kind === "n") this.#offsets.set(number, Number(offset));
      number++;
    }
  }

  read(number: number): string {
    const offset = this.#offsets.get(number);
    if (offset === undefined) return "";
    return this.#bytes.subarray(offset, this.#bytes.indexOf("endobj", offset)).toString("latin1");
  }

  roots(): { pages: number | undefined; dests: number | undefined } {
    const catalog = this.read(referenceIn(this.#trailer, "Root") ?? -1);
    return { pages: referenceIn(catalog, "Pages"), dests: referenceIn(catalog, "Dests") };
  }

  pagesUnder(node: number): number[] {
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(this.read(node))?.[1];
    if (kids === undefined) return [node];
    return Array.from(kids.matchAll(/(\d+) 0 R/g), ([, kid]) => Number(kid)).flatMap((kid) => this.pagesUnder(kid));
  }
}

function referenceIn(object: string, name: string): number | undefined {
  const number = new RegExp(`/${name} (\\d+) 0 R`).exec(object)?.[1];
  return number === undefined ? undefined : Number(number);
}
