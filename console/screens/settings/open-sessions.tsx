import { Switch } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";

/** Who reaches what is gathered under a session's name. */
export function OpenSessions({
  form,
}: {
  form: Pick<UseFormReturnType<{ hasOpenSessions: boolean }>, "getInputProps">;
}) {
  return (
    <Switch
      label="Allow data sessions with guessable names"
      description="Data collected over several posts (_session) is open to anyone who knows the session's name. Off: without credentials, the name must be unguessable. On: names such as order-1001 work, which others can guess, read and change."
      {...form.getInputProps("hasOpenSessions", { type: "checkbox" })}
    />
  );
}
