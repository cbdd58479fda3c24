import { Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getJson, sendJson } from "../../api/client.ts";
import { asProblem, fieldErrors } from "../../api/problem.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { SigningSecret } from "../../parts/signing-secret.tsx";

const ACCOUNT = ["account"] as const;

/** Who is told when a merge or a delivery is given up. */
export function Alerts() {
  const account = useQuery({ queryKey: ACCOUNT, queryFn: () => getJson<{ alert_address: string }>("/api/account") });
  if (account.isPending) return <Busy />;
  if (account.error)
    return (
      <Failed error={account.error} onRetry={() => void account.refetch()} title="The account could not be read" />
    );
  const address = account.data.alert_address;

  return (
    <Stack maw={620}>
      <AlertForm key={address} saved={address} />
      {/^https?:/i.test(address) && <SigningSecret address="/api/account/alert_secret" changes={ACCOUNT} />}
    </Stack>
  );
}

function AlertForm({ saved }: { saved: string }) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { alert_address: saved } });
  const save = useMutation({
    mutationFn: (values: typeof form.values) => sendJson("PUT", "/api/account", values),
    async onSuccess(_, values) {
      form.setInitialValues(values);
      form.reset();
      notifyDone(values.alert_address ? "Alerts go there from now on." : "Nobody is told any more.");
      await queries.invalidateQueries({ queryKey: ACCOUNT });
    },
    onError: (error) => form.setErrors(fieldErrors(asProblem(error))),
  });

  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <LeaveGuard active={form.isDirty()} />
      <Paper withBorder p="lg">
        <Stack gap="sm">
          <Text size="sm" className="quiet">
            When a merge that nobody waits for fails for good, or a delivery is given up after its last try, somebody
            should know. What happens within ten minutes comes as one message; test merges tell nobody.
          </Text>
          {save.error && Object.keys(form.errors).length === 0 && (
            <Failed error={save.error} title="The address was not saved" />
          )}
          <TextInput
            label="Alerts go to"
            description="E-mail addresses with commas between, or a web address that is called. Empty: to nobody."
            placeholder="operations@example.com"
            {...form.getInputProps("alert_address")}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Paper>
    </form>
  );
}
