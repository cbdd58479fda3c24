import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { peopleQuery } from "../../api/people.ts";
import { sessionQuery } from "../../app/session.ts";
import { FormFailure } from "../../parts/form-failure.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";

/** Who came with a key of all rights becomes a person: the workspace's first owner. */
export function FirstOwner({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name: "", email: "" },
    validate: {
      name: (name) => (name.trim() === "" ? "Enter your name." : null),
      email: (email) =>
        /^\S+@\S+\.\S+$/.test(email.trim()) ? null : "Enter your e-mail address, such as ada@example.com.",
    },
  });
  const save = useFormSave(form, {
    async send(values) {
      const saved = await api.POST("/api/people/first_owner", {
        body: { name: values.name.trim(), email: values.email.trim() },
      });
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onClose();
      return saved;
    },
    done: ({ name }) => `${name.trim()} is the owner of this workspace, and signed in here.`,
    changes: peopleQuery.queryKey,
  });

  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <FormFailure form={form} save={save} title="Nobody was named" />
        <Text size="sm">
          From now on what you do here is done in your name. API keys go on as they are, and you can still sign in with
          one.
        </Text>
        <TextInput label="Your name" autoComplete="name" data-autofocus {...form.getInputProps("name")} />
        <TextInput
          type="email"
          label="Your e-mail address"
          autoComplete="email"
          placeholder="ada@example.com"
          {...form.getInputProps("email")}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Become the owner
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
