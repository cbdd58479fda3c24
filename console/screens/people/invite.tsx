import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { invitationsQuery, type SentInvitation } from "../../api/people.ts";
import { FormFailure } from "../../parts/form-failure.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";
import { RightsFields, rightsBody } from "./rights-fields.tsx";
import type { FolderRights, Role } from "./role-words.ts";
import { SentLink } from "./sent-link.tsx";

/** Somebody's address, role and folders; then the link, where no mail leaves. */
export function Invite({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<SentInvitation>();
  const form = useForm({
    initialValues: { email: "", role: "viewer" as Role, folders: [] as FolderRights[] },
    validate: {
      email: (email) =>
        /^\S+@\S+\.\S+$/.test(email.trim()) ? null : "Enter an e-mail address, such as ada@example.com.",
    },
  });
  const save = useFormSave(form, {
    async send(values) {
      const answer = api.POST("/api/invitations", { body: { email: values.email.trim(), ...rightsBody(values) } });
      setSent(await dataOf(answer));
      return await answer;
    },
    done: ({ email }) => `${email.trim()} is invited.`,
    changes: invitationsQuery.queryKey,
  });

  if (sent)
    return (
      <SentLink
        sent={sent}
        onClose={onClose}
        onAnother={() => {
          setSent(undefined);
          form.setValues({ email: "" });
        }}
      />
    );

  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <FormFailure form={form} save={save} title="Not invited" />
        <TextInput
          type="email"
          label="E-mail address"
          placeholder="ada@example.com"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("email")}
        />
        <RightsFields form={form} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
