import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { html } from "@codemirror/lang-html";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import { styleNonce } from "../../app/nonce.ts";
import classes from "./code-editor.module.css";
import { mergeLanguage, type OfferedField } from "./merge-language.ts";
import { ReportedTexts } from "./reported-texts.ts";

/** `indentWithTab` lets Tab go after Escape; whoever uses the keyboard has to know. */
const TAB_RULE = "Tab indents. Press Escape, then Tab, to leave the editor.";

interface CodeEditorProps {
  value: string;
  onChange: (value: string) => void;
  language: "html" | "json";
  label: string;
  /** Offered while a tag is being written. */
  fields?: readonly OfferedField[];
  /** Asks what is wrong with the text, after a pause. */
  check?: (text: string) => Promise<readonly Diagnostic[]>;
  onSave?: () => void;
  hint?: string;
  readOnly?: boolean;
}

/** Marks changes that came from outside, so that they are not reported back. */
const fromOutside = Annotation.define<boolean>();

const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: "var(--code-tag)" },
  { tag: [tags.attributeName, tags.propertyName], color: "var(--code-name)" },
  { tag: [tags.attributeValue, tags.string], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment, tags.docComment], color: "var(--code-quiet)", fontStyle: "italic" },
  { tag: [tags.angleBracket, tags.punctuation], color: "var(--code-quiet)" },
]);

/** A text editor for templates and data. It keeps its own text; `value` replaces it only if it differs. */
export function CodeEditor({
  value,
  onChange,
  language,
  label,
  fields,
  check,
  onSave,
  hint,
  readOnly = false,
}: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const now = useRef({ onChange, fields, check, onSave });
  now.current = { onChange, fields, check, onSave };
  const first = useRef(value);
  const reported = useRef(new ReportedTexts());

  useEffect(() => {
    if (!place.current) return;
    const save = () => {
      now.current.onSave?.();

      return true;
    };
    const extensions: Extension[] = [
      EditorView.cspNonce.of(styleNonce),
      lineNumbers(),
      foldGutter(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ icons: false }),
      search({ top: true }),
      syntaxHighlighting(colors),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        "aria-label": label,
        "aria-description": TAB_RULE,
        spellcheck: "false",
      }),
      EditorState.readOnly.of(readOnly),
      keymap.of([
        { key: "Mod-s", run: save, preventDefault: true },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        if (!docChanged || transactions.some((transaction) => transaction.annotation(fromOutside))) return;
        const text = state.doc.toString();
        reported.current.add(text);
        now.current.onChange(text);
      }),
      ...(hint ? [placeholder(hint)] : []),
    ];
    if (language === "html") {
      extensions.push(
        html(),
        mergeLanguage(() => now.current.fields ?? []),
        lintGutter(),
      );
      extensions.push(
        linter(async ({ state }) => (await now.current.check?.(state.doc.toString())) ?? [], { delay: 350 }),
      );
    } else {
      const jsonErrors = jsonParseLinter();
      extensions.push(
        json(),
        lintGutter(),
        linter((editor) => (editor.state.doc.toString().trim() === "" ? [] : jsonErrors(editor)), { delay: 200 }),
      );
    }
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: first.current, extensions }),
    });
    view.current = editor;

    return () => {
      first.current = editor.state.doc.toString();
      editor.destroy();
    };
  }, [language, label, hint, readOnly]);

  useEffect(() => {
    const editor = view.current;
    if (reported.current.isEcho(value) || !editor || editor.state.doc.toString() === value) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    });
  }, [value]);

  return (
    <div className={classes.frame}>
      <div ref={place} className={classes.editor} />
      <span className={classes.rule} aria-hidden>
        {TAB_RULE}
      </span>
    </div>
  );
}
