import { Combobox, Textarea, type TextareaProps, useCombobox } from "@mantine/core";
import { useEffect, useRef } from "react";
import { FieldButton } from "./field-button.tsx";
import { useOfferedTags } from "./field-context.ts";
import { matchingTags } from "./offered-tags.ts";
import { TagList } from "./tag-list.tsx";

interface MergeInputProps extends Omit<TextareaProps, "value" | "onChange"> {
  label: string;
  value?: string;
  onChange: (value: string) => void;
  /** One line is a header, an address, a name: Enter begins no other. */
  lines?: "one" | "several";
}

/** What is typed of a field before the cursor: `{$Cust`. */
const BEGUN = /\{\$?([\w.]*)$/;

/** A box that takes the language: it offers the fields, by a button and as soon as `{$` is typed. */
export function MergeInput({ label, value = "", onChange, lines = "one", ...props }: MergeInputProps) {
  const tags = useOfferedTags();
  const combobox = useCombobox();
  const box = useRef<HTMLTextAreaElement>(null);
  const cursor = box.current?.selectionStart ?? value.length;
  const begun = BEGUN.exec(value.slice(0, cursor))?.[1] ?? "";

  const found = matchingTags(tags, begun);
  const first = found[0]?.name;

  // Enter takes the first of what is shown: after each letter, and when a sample comes whose values match.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each letter the list is drawn anew
  useEffect(() => {
    if (combobox.dropdownOpened && first !== undefined) combobox.selectFirstOption();
  }, [combobox.dropdownOpened, combobox.selectFirstOption, begun, first]);

  function write(text: string, from: number, to: number) {
    // The brace that was typed ahead closes the same tag.
    const end = to > from && value[to] === "}" ? to + 1 : to;
    onChange(value.slice(0, from) + text + value.slice(end));
    const place = from + text.length;
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(place, place);
    });
  }

  function replaceBegun(tag: string) {
    const at = BEGUN.exec(value.slice(0, cursor));
    combobox.closeDropdown();
    write(tag, at ? at.index : cursor, cursor);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={replaceBegun}>
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={combobox.dropdownOpened}>
        <Textarea
          {...props}
          ref={box}
          label={label}
          value={value}
          autosize
          minRows={lines === "one" ? 1 : (props.minRows ?? 4)}
          maxRows={lines === "one" ? 4 : (props.maxRows ?? 16)}
          onChange={({ currentTarget }) => {
            const text = lines === "one" ? currentTarget.value.replace(/[\r\n]+/g, " ") : currentTarget.value;
            onChange(text);
            if (tags.length > 0 && BEGUN.test(text.slice(0, currentTarget.selectionStart))) {
              combobox.openDropdown();
            } else combobox.closeDropdown();
          }}
          onKeyDown={(event) => {
            if (lines === "one" && event.key === "Enter" && !combobox.dropdownOpened) {
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }
          }}
          onBlur={(event) => {
            combobox.closeDropdown();
            props.onBlur?.(event);
          }}
          rightSection={
            tags.length > 0 ? (
              <FieldButton
                label={`Insert a field into ${label}`}
                onPick={(tag) => {
                  const at = box.current?.selectionStart ?? value.length;
                  write(tag, at, box.current?.selectionEnd ?? at);
                }}
              />
            ) : undefined
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <TagList tags={found} />
      </Combobox.Dropdown>
    </Combobox>
  );
}
