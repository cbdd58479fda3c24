import { Checkbox, Radio, Stack, TagsInput, Textarea } from "@mantine/core";
import { Autocomplete } from "../../parts/autocomplete.tsx";
import { type FormField, isOn, OFF } from "./form-fields.ts";

interface FieldInputProps {
  field: FormField;
  /** All choices in the group, if the field is one of its buttons. */
  group: readonly string[];
  texts: readonly string[];
  onChange: (texts: readonly string[]) => void;
}

/** Says what fills one field of a form. */
export function FieldInput({ field, group, texts, onChange }: FieldInputProps) {
  const { name } = field;
  const text = texts[0] ?? "";

  switch (field.kind) {
    case "text":
      return (
        <Textarea
          label={`Value of "${name}"`}
          description="Text with tags, for example {$Customer.Name|upper}. Leave empty to use the data field of this name."
          value={text}
          onChange={({ currentTarget }) => onChange([currentTarget.value])}
          autosize
          minRows={1}
          maxRows={4}
          data-autofocus
        />
      );
    case "check":
      return (
        <Checkbox
          label={`"${name}" is checked by default`}
          description={`The data field of this name decides: true, 1 or ${JSON.stringify(field.on)} checks the box, false or 0 clears it. Without data it stays as set here.`}
          checked={isOn(field, texts)}
          onChange={({ currentTarget }) => onChange([currentTarget.checked ? field.on : OFF])}
        />
      );
    case "radio":
      return (
        <Radio.Group
          label={`Default choice for "${name}"`}
          description="The data field of this name decides if it is one of these values."
          value={text}
          onChange={(next) => onChange([next])}
        >
          <Stack gap={6} mt={6}>
            {group.map((one) => (
              <Radio key={one} value={one} label={one} size="xs" />
            ))}
          </Stack>
        </Radio.Group>
      );
    case "choice":
      return <ChoiceInput field={field} texts={texts} onChange={onChange} />;
  }
}

type ChoiceField = Extract<FormField, { kind: "choice" }>;

function ChoiceInput({ field, texts, onChange }: Omit<FieldInputProps, "group"> & { field: ChoiceField }) {
  const { name, choices, isMultiple } = field;
  const labels = new Map(choices.map(({ value, label }) => [value, label]));
  const common = {
    data: choices.map(({ value }) => value),
    renderOption: ({ option: { value } }: { option: { value: string } }) => {
      const label = labels.get(value);

      return label && label !== value ? `${value} (${label})` : value;
    },
  };
  if (isMultiple)
    return (
      <TagsInput
        {...common}
        label={`Default choice for "${name}"`}
        description="Used if the data has no field of this name. Tags, for example {$Colors}, must stand alone and result in one of the choices."
        value={[...texts]}
        onChange={onChange}
        // A comma may be in a choice, and in a tag.
        splitChars={[]}
      />
    );

  return (
    <Autocomplete
      {...common}
      label={`Default choice for "${name}"`}
      description="Used if the data has no field of this name. Text with tags, for example {$Plan}, must result in one of the choices."
      value={texts[0] ?? ""}
      onChange={(next) => onChange([next])}
      // All can be chosen, not only those that begin like the current one.
      filter={({ options }) => options}
    />
  );
}
