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
      label="Let everybody with the merge address use sessions of any name"
      description="Data gathered over several posts (_session) belong to whoever knows the name. Off: without credentials, the name must be one that nobody can guess. On: also order-1001, which others can guess, read and change."
      {...form.getInputProps("hasOpenSessions", { type: "checkbox" })}
    />
  );
}
