import { Button, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { Select } from "../../parts/select.tsx";
import { type Comparison, conditionTags, fieldName } from "../tags/merge-tags.ts";
import { FieldNameInput } from "./field-name-input.tsx";
import type { InsertProps } from "./use-insertion.ts";

const COMPARISONS: readonly { value: Comparison; label: string }[] = [
  { value: "given", label: "has a value" },
  { value: "==", label: "is" },
  { value: "!=", label: "is not" },
  { value: ">", label: "is more than" },
  { value: "<", label: "is less than" },
];

/** Shows what is selected only if a field is as it should be. */
export function InsertCondition({ file, fields, insert }: InsertProps) {
  const [typed, setTyped] = useState("");
  const [comparison, setComparison] = useState<Comparison>("given");
  const [value, setValue] = useState("");
  const field = fieldName(typed);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (field !== "") insert(() => file.wrapSelection(...conditionTags(field, comparison, value)));
      }}
    >
      <Stack gap="sm">
        <FieldNameInput label="If the field" fields={fields} value={typed} onChange={setTyped} />
        <Select
          aria-label="Comparison"
          data={[...COMPARISONS]}
          value={comparison}
          onChange={(next) => next && setComparison(next as Comparison)}
          allowDeselect={false}
        />
        {comparison !== "given" && (
          <TextInput label="This value" value={value} onChange={({ currentTarget }) => setValue(currentTarget.value)} />
        )}
        <Button type="submit" variant="default" disabled={field === ""}>
          Show only then
        </Button>
      </Stack>
    </form>
  );
}
