import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api/client.ts";
import { type Issuer, issuersQuery } from "../../api/ways.ts";
import { FormFailure } from "../../parts/form-failure.tsx";
import { Select } from "../../parts/select.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";

const ROLES = [
  { value: "none", label: "Nobody whom no owner invited" },
  { value: "viewer", label: "Viewers: they look, without data" },
  { value: "operator", label: "Operators: they merge, and see runs" },
  { value: "editor", label: "Editors: they change templates and deliveries" },
  { value: "auditor", label: "Auditors: the log and settings only" },
];

/** What an owner says of an account provider. */
export function IssuerForm({ issuer, onClose }: { issuer: Issuer | undefined; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      name: issuer?.name ?? "",
      issuer: issuer?.issuer ?? "",
      client_id: issuer?.client_id ?? "",
      client_secret: "",
      domain: issuer?.domain ?? "",
      newcomer_role: issuer?.newcomer_role ?? "none",
      only_way: Number(issuer?.only_way) === 1,
    },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter a name that your people know." : null),
      issuer: (value) => (value.trim() === "" ? "Enter the provider's address." : null),
      client_id: (value) => (value.trim() === "" ? "Enter the id that the provider shows." : null),
      domain: (value) => (value.trim() === "" ? "Enter the domain of your people's addresses." : null),
    },
  });
  const save = useFormSave(form, {
    async send({ client_secret, only_way, newcomer_role, ...members }) {
      const body = {
        ...members,
        newcomer_role: newcomer_role as "none",
        only_way: only_way ? 1 : 0,
        // An empty field keeps the secret that is there.
        ...(client_secret === "" ? {} : { client_secret }),
      } as const;
      const saved = await (issuer
        ? api.PUT("/api/issuers/{issuer}", { params: { path: { issuer: issuer.id } }, body })
        : api.POST("/api/issuers", { body }));
      onClose();

      return saved;
    },
    done: () => "The account provider is saved.",
    changes: issuersQuery.queryKey,
  });

  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        <FormFailure form={form} save={save} title="Not saved" />
        <TextInput label="Name" placeholder="Company account" data-autofocus {...form.getInputProps("name")} />
        <TextInput label="Issuer" placeholder="https://login.example.com" {...form.getInputProps("issuer")} />
        <TextInput label="Client id" {...form.getInputProps("client_id")} />
        <PasswordInput
          label="Client secret"
          description={Number(issuer?.has_secret) === 1 ? "Leave it empty to keep the one that is there." : undefined}
          autoComplete="off"
          {...form.getInputProps("client_secret")}
        />
        <TextInput label="Domain" placeholder="example.com" {...form.getInputProps("domain")} />
        <Select label="Who may come in" data={ROLES} allowDeselect={false} {...form.getInputProps("newcomer_role")} />
        <Checkbox
          label="People sign in only this way"
          description="Mail links and passkeys open this workspace no longer. API keys go on."
          disabled={Number(issuer?.proved) !== 1}
          {...form.getInputProps("only_way", { type: "checkbox" })}
        />
      </Stack>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Group>
    </form>
  );
}
