import type { PdfDocument } from "../document.ts";
import { PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import { decodeText, encodeText } from "../text-strings.ts";
import { type NewField, refused } from "./new-field.ts";
import { fieldEntries } from "./new-field-entries.ts";

const MAX_GROUP_DEPTH = 32;

/** A dictionary of the tree of fields. */
export interface FieldNode {
  entries: PdfDict;
  ref: PdfRef;
}

/** Fields by their full names, and the groups above them. */
export class NewFieldTree {
  readonly #document: PdfDocument;
  readonly #form: PdfDict;
  /** Kind of each field. */
  readonly #kinds: Map<string, string>;
  readonly #nodes: Map<string, FieldNode>;
  readonly #values = new Map<string, Set<string>>();

  /**
   * @param kinds of the fields that are there, by name: a new field's kind where it may be another place of that field
   * @param joined the nodes of those
   */
  constructor(
    document: PdfDocument,
    form: PdfDict,
    kinds: Map<string, string>,
    joined: ReadonlyMap<string, FieldNode>,
  ) {
    this.#document = document;
    this.#form = form;
    this.#kinds = kinds;
    this.#nodes = new Map(joined);
    this.#readGroups(form.get("Fields"), "", 0);
  }

  /** Groups that are there already take more fields. */
  #readGroups(listed: PdfObject | undefined, path: string, depth: number): void {
    if (depth > MAX_GROUP_DEPTH) return;
    for (const ref of this.#document.array(listed) ?? []) {
      this.#document.work.charge("object");
      const entries = this.#document.dict(ref);
      const title = this.#document.string(entries?.get("T"));
      if (!entries || !title || !(ref instanceof PdfRef)) continue;
      const own = `${path}${decodeText(title)}`;
      const kids = this.#document.array(entries.get("Kids")) ?? [];
      if (!kids.some((kid) => this.#document.dict(kid)?.has("T"))) continue;
      this.#nodes.set(own, { entries, ref });
      this.#readGroups(kids, `${own}.`, depth + 1);
    }
  }

  place(field: NewField, index: number, widget: PdfDict, ref: PdfRef): void {
    const parts = field.name.split(".");
    if (parts.some((part) => part.trim() === "")) throw refused(index, "name", "a part of the name is empty");
    const known = this.#kinds.get(field.name);
    if (known !== undefined && known !== field.kind) {
      const what =
        known === "existing"
          ? "the file has a field of this name already"
          : `a field of this name is of the kind ${known}`;
      throw refused(index, "name", what);
    }
    for (let count = 1; count < parts.length; count++) {
      const above = parts.slice(0, count).join(".");
      if (this.#kinds.has(above)) throw refused(index, "name", `"${above}" is a field, so no other can be below it`);
    }
    const prefix = `${field.name}.`;
    if (this.#nodes.has(field.name) && known === undefined)
      throw refused(index, "name", "a group of fields has this name");
    if ([...this.#kinds.keys()].some((name) => name.startsWith(prefix)))
      throw refused(index, "name", "a group of fields has this name");
    this.#checkValue(field, index);
    this.#kinds.set(field.name, field.kind);
    let node = this.#nodes.get(field.name);
    if (!node) {
      const entries = fieldEntries(field);
      node = { entries, ref: this.#document.add(entries) };
      this.#nodes.set(field.name, node);
      this.#hang(parts, node);
    }
    widget.set("Parent", node.ref);
    append(this.#document, node.entries, "Kids", ref);
  }

  /** Radio buttons of a group are told apart by what they stand for. */
  #checkValue(field: NewField, index: number): void {
    if (field.kind !== "radio" && field.kind !== "check") return;
    const value = field.value ?? "";
    if (value === "Off") throw refused(index, "value", `"Off" is what a button is that is not on`);
    const taken = this.#values.get(field.name) ?? new Set();
    if (field.kind === "radio" && value !== "" && taken.has(value))
      throw refused(index, "value", `another button of this group stands for "${value}"`);
    taken.add(value);
    this.#values.set(field.name, taken);
  }

  #hang(parts: readonly string[], node: FieldNode): void {
    node.entries.set("T", encodeText(parts.at(-1) ?? ""));
    const above = parts.slice(0, -1);
    if (above.length === 0) {
      append(this.#document, this.#form, "Fields", node.ref);
      return;
    }
    const path = above.join(".");
    let parent = this.#nodes.get(path);
    if (!parent) {
      const entries = new PdfDict();
      parent = { entries, ref: this.#document.add(entries) };
      this.#nodes.set(path, parent);
      this.#hang(above, parent);
    }
    node.entries.set("Parent", parent.ref);
    append(this.#document, parent.entries, "Kids", node.ref);
  }
}

function append(document: PdfDocument, entries: PdfDict, key: string, ref: PdfRef): void {
  entries.set(key, [...(document.array(entries.get(key)) ?? []), ref]);
}
