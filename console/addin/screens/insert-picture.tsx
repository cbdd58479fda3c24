import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { fieldName } from "../tags/merge-tags.ts";
import { FieldNameInput } from "./field-name-input.tsx";
import type { InsertProps } from "./use-insertion.ts";

/** A placeholder in whose box a picture of the data will be; in PowerPoint a tag. */
export function InsertPicture({ file, fields, insert }: InsertProps) {
  const [typed, setTyped] = useState("");
  const field = fieldName(typed);
  // PowerPoint puts no picture with an alternative text into a slide.
  const isTag = file.type === "pptx";

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (field !== "") insert(() => file.insertPicture(field));
      }}
    >
      <Stack gap="sm">
        <FieldNameInput label="Field with the picture" fields={fields} value={typed} onChange={setTyped} />
        <Text size="xs" className="quiet">
          The data holds its address, or the picture itself.{" "}
          {isTag ? "The tag says how wide it is." : "Size the placeholder as the picture is to be."}
        </Text>
        <Button type="submit" variant="default" disabled={field === ""}>
          {isTag ? "Insert a tag" : "Insert a placeholder"}
        </Button>
      </Stack>
    </form>
  );
}
