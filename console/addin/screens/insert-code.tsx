import { Button, NumberInput, Stack } from "@mantine/core";
import { useState } from "react";
import { Select } from "../../parts/select.tsx";
import { CODES, type CodeKind, codeTag, fieldName } from "../tags/merge-tags.ts";
import { FieldNameInput } from "./field-name-input.tsx";
import type { InsertProps } from "./use-insertion.ts";

const USUAL_WIDTH = 3;

/** A QR code or barcode of a field's value. */
export function InsertCode({ file, fields, insert }: InsertProps) {
  const [kind, setKind] = useState<CodeKind>("qrcode");
  const [typed, setTyped] = useState("");
  const [width, setWidth] = useState<number | string>(USUAL_WIDTH);
  const field = fieldName(typed);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (field !== "") insert(() => file.insertText(codeTag(kind, field, Number(width) || USUAL_WIDTH)));
      }}
    >
      <Stack gap="sm">
        <Select
          label="Kind"
          data={[...CODES]}
          value={kind}
          onChange={(next) => next && setKind(next as CodeKind)}
          allowDeselect={false}
        />
        <FieldNameInput label="Field with the value" fields={fields} value={typed} onChange={setTyped} />
        <NumberInput label="Width in centimeters" min={1} max={20} step={0.5} value={width} onChange={setWidth} />
        <Button type="submit" variant="default" disabled={field === ""}>
          Insert a code
        </Button>
      </Stack>
    </form>
  );
}
