import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { asProblem } from "../api/problem.ts";
import { signIn } from "../app/session.ts";

/** Key and secret, exchanged for a session. */
export function CredentialsForm({ onDone }: { onDone: () => void }) {
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { key: "", secret: "" },
    validate: {
      key: (value) => (value.trim() === "" ? "Enter the API key." : null),
      secret: (value) => (value === "" ? "Enter the secret that belongs to the key." : null),
    },
  });

  async function submit({ key, secret }: { key: string; secret: string }) {
    setBusy(true);
    setFailure("");
    try {
      await signIn({ key: key.trim(), secret: secret.trim() });
      onDone();
    } catch (error) {
      setFailure(asProblem(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="sm">
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput
          label="API key"
          autoComplete="username"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps("key")}
        />
        <PasswordInput label="Secret" autoComplete="current-password" {...form.getInputProps("secret")} />
        <Button type="submit" loading={busy} mt="xs">
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
