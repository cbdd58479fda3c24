import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { asProblem } from "../api/problem.ts";

/** Asks for the name of something new, in a dialog. */
export function NameForm({
  description,
  placeholder,
  action,
  create,
  onClose,
}: {
  description?: string;
  placeholder: string;
  /** What the button says. */
  action: string;
  create: { mutate: (name: string) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}) {
  const [name, setName] = useState("");
  const isEmpty = name.trim() === "";

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) create.mutate(name);
      }}
    >
      <TextInput
        label="Name"
        description={description}
        placeholder={placeholder}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={create.error ? asProblem(create.error).message : undefined}
        data-autofocus
      />
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending} disabled={isEmpty}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
