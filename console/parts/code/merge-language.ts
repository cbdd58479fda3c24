import { type CompletionContext, type CompletionResult, snippetCompletion } from "@codemirror/autocomplete";
import { htmlLanguage } from "@codemirror/lang-html";
import type { Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { BLOCKS, MERGE_TAG, MODIFIERS } from "./merge-words.ts";

/** A field that the editor can offer, by its path from the top of the data: `Items`, `Customer.Name`. */
export interface OfferedField {
  name: string;
  type: string;
  fields?: readonly OfferedField[];
}

const PIECES =
  /(\*[\s\S]*?\*)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\$[A-Za-z_][\w.]*)|(\|\s*@?[A-Za-z_]\w*)|(\b\d+(?:\.\d+)?\b)|(^\{\/?[A-Za-z_]\w*|\b(?:from|item|key|name|as|to|step|eq|ne|lt|gt|le|ge|and|or|not|in|is|even|odd|div|by|mod)\b)/g;

const CLASSES = ["comment", "string", "field", "modifier", "number", "word"] as const;

const marks = Object.fromEntries(
  [...CLASSES, "tag"].map((name) => [name, Decoration.mark({ class: `cm-merge-${name}` })]),
);

const decorator = new MatchDecorator({
  regexp: MERGE_TAG,
  decorate(add, from, to, match) {
    const text = match[0];
    const { tag } = marks;
    if (tag) add(from, to, tag);
    if (text.startsWith("{*")) {
      const { comment } = marks;
      if (comment) add(from, to, comment);
      return;
    }
    for (const piece of text.matchAll(PIECES)) {
      const kind = CLASSES[piece.slice(1).findIndex((group) => group !== undefined)];
      const mark = kind && marks[kind];
      if (mark) add(from + piece.index, from + piece.index + piece[0].length, mark);
    }
  },
});

const highlighting = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorator.createDeco(view);
    }

    update(update: ViewUpdate): void {
      this.decorations = decorator.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Highlighting and completion of the merge language within html. `fields` is called at each completion. */
export function mergeLanguage(fields: () => readonly OfferedField[]): Extension {
  return [
    highlighting,
    htmlLanguage.data.of({ autocomplete: (context: CompletionContext) => completeTag(context, fields()) }),
  ];
}

/** How far back a tag may have begun; it may span several lines. */
const MAX_TAG_LENGTH = 1_000;

/** What is possible at the cursor: a modifier after `|`, a field after `$`, a block after `{`. */
function completeTag(context: CompletionContext, fields: readonly OfferedField[]): CompletionResult | null {
  const before = context.state.sliceDoc(Math.max(0, context.pos - MAX_TAG_LENGTH), context.pos);
  const open = before.lastIndexOf("{");
  if (open < 0 || before.indexOf("}", open) >= 0) return null;
  const tag = before.slice(open);

  const modifier = /\|\s*@?(\w*)$/.exec(tag);
  if (modifier) return offered(context, modifier[1] ?? "", MODIFIER_OPTIONS);
  const field = /\$([\w.]*)$/.exec(tag);
  if (field) return offered(context, field[1] ?? "", fieldOptions(fields));
  const word = /^\{(\/?\w*)$/.exec(tag);
  if (word) return offered(context, word[1] ?? "", BLOCK_OPTIONS);

  return null;
}

function offered(context: CompletionContext, typed: string, options: CompletionResult["options"]): CompletionResult {
  return { from: context.pos - typed.length, options, validFor: /^[\w./]*$/ };
}

const MODIFIER_OPTIONS = MODIFIERS.map(({ name, usage, parameters, help }) => ({
  label: name,
  detail: usage,
  info: parameters === "" ? help : `${help} Arguments: ${parameters}.`,
  type: "function",
}));

const BLOCK_OPTIONS = BLOCKS.map(({ name, template, help }) =>
  snippetCompletion(template, { label: name, info: help, type: "keyword" }),
);

function fieldOptions(fields: readonly OfferedField[]): CompletionResult["options"] {
  return fields.flatMap(({ name, type, fields: members }) => [
    { label: name, detail: type, type: "variable", boost: 1 },
    // The members of a list are reached through its loop's own variable, those of an object by its path.
    ...(type === "object"
      ? (members ?? []).map((member) => ({ label: `${name}.${member.name}`, detail: member.type, type: "property" }))
      : []),
    ...(type === "list"
      ? (members ?? []).map((member) => ({
          label: `item.${member.name}`,
          detail: `${member.type}, of each ${name}`,
          type: "property",
        }))
      : []),
  ]);
}
