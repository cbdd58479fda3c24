import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { FieldButton } from "../../parts/fields/field-button.tsx";
import { fieldName } from "../tags/merge-tags.ts";
import { FieldNameInput } from "./field-name-input.tsx";
import type { InsertProps } from "./use-insertion.ts";

/** A field at the cursor: one of the document's by its value, or a new one by its name. */
export function InsertField({ file, fields, insert }: InsertProps) {
  const [typed, setTyped] = useState("");
  const name = fieldName(typed);

  return (
    <Stack gap="sm">
      <FieldButton label="Choose a field" isLabelShown onPick={(tag) => insert(() => file.insertText(tag))} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name !== "") insert(() => file.insertText(`{$${name}}`));
        }}
      >
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <FieldNameInput label="Field by its name" fields={fields} value={typed} onChange={setTyped} />
          <Button type="submit" variant="default" disabled={name === ""}>
            Insert
          </Button>
        </Group>
      </form>
    </Stack>
  );
}
