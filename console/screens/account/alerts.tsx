import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { accountQuery } from "../../api/account.ts";
import { api } from "../../api/client.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { SavedForm } from "../../parts/saved-form.tsx";
import { SigningSecret } from "../../parts/signing-secret.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";
import { useRefill } from "../../parts/use-refill.ts";
import { useRevision } from "../../parts/use-revision.ts";

/** Who is told when a merge or a delivery is given up. */
export function Alerts() {
  const account = useQuery(accountQuery);
  const [filled, refill] = useRefill(accountQuery.queryKey);
  if (account.isPending) return <Busy />;
  if (account.error)
    return (
      <Failed error={account.error} onRetry={() => void account.refetch()} title="The account could not be loaded" />
    );
  const address = account.data.alert_address;

  return (
    <Stack maw={620}>
      <AlertForm key={`${filled} ${address}`} saved={address} etag={account.data.etag} onRefill={refill} />
      {/^https?:/i.test(address) && (
        <SigningSecret
          send={(body) => dataOf(api.POST("/api/account/alert_secret", { body }))}
          changes={accountQuery.queryKey}
        />
      )}
    </Stack>
  );
}

function AlertForm({ saved, etag, onRefill }: { saved: string; etag: string; onRefill: () => void }) {
  const revision = useRevision(etag, saved);
  const form = useForm({ initialValues: { alert_address: saved } });
  const save = useFormSave(form, {
    send: (body, header) => api.PUT("/api/account", { params: { header }, body }),
    based: { on: revision, refill: onRefill },
    done: ({ alert_address }) => (alert_address ? "Alerts will be sent there." : "Alerts are switched off."),
    changes: accountQuery.queryKey,
  });

  return (
    <SavedForm
      form={form}
      save={save}
      failure="The address was not saved"
      intro={
        <Text size="sm" className="quiet">
          When a background merge fails for good, or a delivery fails after its last attempt, somebody should know.
          Failures within ten minutes are sent as one message; test merges send no alerts.
        </Text>
      }
    >
      <TextInput
        label="Send alerts to"
        description="E-mail addresses, separated by commas, or a URL to call. Leave empty for no alerts."
        placeholder="operations@example.com"
        {...form.getInputProps("alert_address")}
      />
    </SavedForm>
  );
}
