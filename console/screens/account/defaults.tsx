import { NumberInput, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { type Account, accountQuery } from "../../api/account.ts";
import { api, type BodyOf } from "../../api/client.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { LanguageFields } from "../../parts/language-fields.tsx";
import { SavedForm } from "../../parts/saved-form.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";
import { useRefill } from "../../parts/use-refill.ts";
import { useRevision } from "../../parts/use-revision.ts";

/** The defaults of documents without settings of their own. */
export function Defaults() {
  const account = useQuery(accountQuery);
  const [filled, refill] = useRefill(accountQuery.queryKey);
  if (account.isPending) return <Busy />;
  if (account.error)
    return (
      <Failed error={account.error} onRetry={() => void account.refetch()} title="The account could not be loaded" />
    );

  return <DefaultsForm key={filled} saved={account.data} onRefill={refill} />;
}

function DefaultsForm({ saved, onRefill }: { saved: Account; onRefill: () => void }) {
  const { locale, timezone, currency, retention_days, internal_hosts } = saved;
  const mayWrite = useMay()("account:write");
  const revision = useRevision(saved.etag, { locale, timezone, currency, retention_days });
  const form = useForm({
    initialValues: {
      locale,
      timezone: timezone || (null as string | null),
      currency,
      retention_days: retention_days as string | number,
    },
  });
  const save = useFormSave(form, {
    send: (values, header) => {
      // An empty text resets a member, also where the document says number.
      const body = { ...values, timezone: values.timezone ?? "", retention_days: String(values.retention_days) };

      return api.PUT("/api/account", { params: { header }, body: body as unknown as BodyOf<"/api/account", "put"> });
    },
    based: { on: revision, refill: onRefill },
    done: () => "The defaults are saved.",
    changes: accountQuery.queryKey,
  });

  return (
    <SavedForm form={form} save={save} failure="The defaults were not saved" isLocked={!mayWrite}>
      <LanguageFields form={form} examples={{ locale: "en-US", timezone: "UTC", currency: "USD" }} />
      <NumberInput
        label="Keep merged files for (days)"
        description="Including their data. 0: only until they are delivered."
        clampBehavior="none"
        max={3650}
        allowDecimal={false}
        {...form.getInputProps("retention_days")}
      />
      <Text size="sm" className="quiet">
        Hosts in private networks that images, files and webhooks may use:{" "}
        {internal_hosts.length > 0 ? internal_hosts.join(", ") : "none"}. Set by the operator of the service
        (INTERNAL_HOSTS).
      </Text>
    </SavedForm>
  );
}
