/** Boxes to tick and lists to choose from (Rich Text Format 1.9.1, "Form Fields") -> `w:ffData`. */
import { element, valued } from "../../binary/doc/xml-writer.ts";
import type { Destination } from "./header-tables.ts";

const CHECK_BOX = 1;
const DROP_DOWN = 2;
/** The reader has not chosen: the default holds. */
const UNDECIDED = 25;
const MOST_ENTRIES = 1_000;

/** A field while it is read. */
export class FormField implements Destination {
  #type = 0;
  #result = UNDECIDED;
  #default = 0;
  /** Of a list. */
  readonly entries: string[] = [];

  word(name: string, parameter = 0): void {
    if (name === "fftype") this.#type = parameter;
    else if (name === "ffres") this.#result = parameter;
    else if (name === "ffdefres") this.#default = parameter;
  }

  text(): void {}

  /** Nothing for fields of text, whose result says all. */
  xml(): string {
    const chosen = this.#result === UNDECIDED ? this.#default : this.#result;
    if (this.#type === CHECK_BOX)
      return element(
        "w:ffData",
        {},
        element("w:checkBox", {}, element("w:checked", { "w:val": chosen === 1 ? 1 : 0 })),
      );
    if (this.#type !== DROP_DOWN) return "";
    const entries = this.entries.slice(0, MOST_ENTRIES).map((entry) => valued("w:listEntry", entry));
    return element("w:ffData", {}, element("w:ddList", {}, valued("w:result", chosen) + entries.join("")));
  }
}
