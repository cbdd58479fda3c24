import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api/client.ts";
import { type Person, peopleQuery } from "../../api/people.ts";
import { FormFailure } from "../../parts/form-failure.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";
import { RightsFields, rightsBody } from "./rights-fields.tsx";
import type { FolderRole } from "./role-words.ts";

/** Another name, another role, other folders. */
export function ChangePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      name: person.name,
      role: person.role,
      folders: person.folders.map(({ id, role }) => ({ id, role: role as FolderRole })),
    },
    validate: { name: (name) => (name.trim() === "" ? "Enter a name." : null) },
  });
  const save = useFormSave(form, {
    async send(values) {
      const { name } = values;
      const rights = rightsBody(values);
      const isSame = JSON.stringify(rights) === JSON.stringify(rightsBody(form.getInitialValues()));
      const body = { ...(name === person.name ? {} : { name }), ...(isSame ? {} : rights) };
      const saved = await api.PUT("/api/people/{person}", { params: { path: { person: person.id } }, body });
      onClose();
      return saved;
    },
    done: ({ name }) => `${name} is changed, from the next click on.`,
    changes: peopleQuery.queryKey,
  });

  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <FormFailure form={form} save={save} title="Not changed" />
        <TextInput label="Name" {...form.getInputProps("name")} />
        <RightsFields form={form} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
