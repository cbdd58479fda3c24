import { XmlEdits } from "../office/xml-edits.ts";
import type { DestinationPart } from "./destination-part.ts";
import type { RootNamespaces } from "./root-namespaces.ts";
import type { WordOutput } from "./word-output.ts";

/** A part of the combined document; it is opened, or made, when something first needs it. */
export abstract class LazyPart {
  protected opened: DestinationPart | undefined;
  protected readonly output: WordOutput;

  constructor(output: WordOutput) {
    this.output = output;
  }

  /** Name of the part, which exists from now on. */
  get part(): string {
    return this.open().name;
  }

  get namespaces(): RootNamespaces {
    return this.open().namespaces;
  }

  protected abstract open(): DestinationPart;
}

/** A part whose root holds numbered elements, to which others are added: notes, comments. */
export abstract class AppendedPart extends LazyPart {
  protected last: number;
  readonly #added: string[] = [];

  /** `last` is the highest number that no element may have. */
  constructor(output: WordOutput, last: number) {
    super(output);
    this.last = last;
  }

  nextId(): number {
    this.open();
    return ++this.last;
  }

  add(markup: string): void {
    this.#added.push(markup);
  }

  finish(): void {
    const part = this.opened;
    if (!part || this.#added.length === 0) return;
    const edits = new XmlEdits(part.root.source);
    edits.append(part.root, this.#added.join(""));
    part.write(edits);
  }
}
