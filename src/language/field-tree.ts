import type { TagSite } from "./ast.ts";
import { EACH, type FieldPath } from "./field-paths.ts";

export type FieldType = "text" | "number" | "date" | "boolean" | "list" | "object" | "image" | "choice";

/** How a field is used at one place; the uses of all places together make its type. */
export type FieldUse = "printed" | "number" | "date" | "boolean" | "image" | "looped" | "tested" | "text";

/** Where a field is in the template. */
export interface FieldOccurrence {
  /** Package part, sheet or the like, as the format named it; empty for html and text. */
  part: string;
  /** The text around the tag. */
  text: string;
}

/** A field that a template reads (wire "Beyond the listed endpoints"). */
export interface MergeField {
  name: string;
  type: FieldType;
  /** Some place prints or repeats it without a condition or a default. */
  required: boolean;
  occurrences: FieldOccurrence[];
  /** What a choice field is compared with. */
  options?: string[];
  /** Members of an object, or of each item of a list. */
  fields?: MergeField[];
  default?: string;
}

/** A tag, and the part of the template that it is in. */
export interface ReadingTag {
  site: TagSite;
  part: string;
}

const MAX_OCCURRENCES = 20;
const MAX_PRINTS = 5;
const MAX_READS = 5;

/** One node of the tree of fields, while it is being gathered. */
export class FieldNode {
  readonly uses = new Set<FieldUse>();
  readonly members = new Map<string, FieldNode>();
  readonly options = new Set<string>();
  readonly occurrences: FieldOccurrence[] = [];
  /** The first tags that print the field as it is. */
  readonly prints: TagSite[] = [];
  /** The first loops over the field. */
  readonly loops: ReadingTag[] = [];
  /** The first tag that prints the field as it is. */
  print: ReadingTag | undefined;
  /** The first tag in a loop that sets a variable of this name from its previous value, though it had none before. */
  grows: ReadingTag | undefined;
  /** The first tag that reads the field, or a member of it. */
  first: ReadingTag | undefined;
  /** The first tags that read a field of the data, or a member of it; of such fields only. */
  readonly reads: ReadingTag[] = [];
  /** Of the root: the names that loops give to their items and keys, and the loops' tags as written. */
  readonly loopTags = new Map<string, string>();
  /** Of the root: tags outside of a loop that ask where it is, by the name of its item. */
  readonly loopReads: { name: string; tag: ReadingTag }[] = [];
  /** The template asks whether it is a list: it may be something else, too. */
  isProbed = false;
  required = false;
  fallback: string | undefined;
  readonly #seen = new Set<string>();

  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  at(path: FieldPath): FieldNode {
    let node: FieldNode = this;
    for (const step of path) {
      let next = node.members.get(step);
      if (!next) {
        next = new FieldNode(step);
        node.members.set(step, next);
      }
      node = next;
    }
    return node;
  }

  addOccurrence(occurrence: FieldOccurrence): void {
    const key = `${occurrence.part}\0${occurrence.text}`;
    if (this.occurrences.length >= MAX_OCCURRENCES || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.occurrences.push(occurrence);
  }

  addLoop(tag: ReadingTag): void {
    if (this.loops.length < MAX_PRINTS) this.loops.push(tag);
  }

  addRead(tag: ReadingTag): void {
    const isKnown = this.reads.some(({ site, part }) => site.source === tag.site.source && part === tag.part);
    // What the format added itself, such as a repeated column, has no tag of its own.
    if (this.reads.length < MAX_READS && !isKnown && tag.site.source !== "") this.reads.push(tag);
  }

  addPrint(tag: ReadingTag): void {
    // What a repeated column prints has no tag of its own.
    if (tag.site.source !== "") this.print ??= tag;
    if (this.prints.length < MAX_PRINTS) this.prints.push(tag.site);
  }

  toField(): MergeField {
    const each = this.members.get(EACH);
    const members = [...(each?.members ?? this.members).values()].filter((member) => member.name !== EACH);
    const field: MergeField = {
      name: this.name,
      type: this.type(),
      required: this.required,
      occurrences: this.occurrences,
    };
    if (field.type === "choice") field.options = [...this.options];
    if (members.length > 0) field.fields = members.map((member) => member.toField());
    if (this.fallback !== undefined) field.default = this.fallback;
    return field;
  }

  type(): FieldType {
    const { uses } = this;
    if (this.members.has(EACH) || uses.has("looped")) return "list";
    if (this.members.size > 0) return "object";
    if (uses.has("image")) return "image";
    if (uses.has("date")) return "date";
    if (uses.has("number")) return "number";
    if (this.options.size > 1) return "choice";
    if (uses.has("boolean") || (uses.has("tested") && !uses.has("printed") && !uses.has("text"))) return "boolean";
    return "text";
  }
}
