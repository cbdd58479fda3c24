import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "../../api/client.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Failed } from "../../parts/failed.tsx";
import { SavedForm } from "../../parts/saved-form.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";

const turnstileQuery = queryOptions({
  queryKey: ["turnstile"],
  queryFn: () => dataOf(api.GET("/api/turnstile", {})),
});

/** The keys by which fill-in pages of the workspace tell people from programs. */
export function Turnstile() {
  const keys = useQuery(turnstileQuery);
  const mayWrite = useMay()("account:write");
  if (keys.isPending) return <Busy />;
  if (keys.error)
    return (
      <Failed error={keys.error} onRetry={() => void keys.refetch()} title="The Turnstile keys could not be loaded" />
    );

  return (
    <Stack maw={620}>
      <KeysForm key={keys.data.site_key} keys={keys.data} />
      {keys.data.site_key !== "" && mayWrite && <Removal />}
    </Stack>
  );
}

function KeysForm({ keys: { site_key, secret } }: { keys: Schemas["Turnstile"] }) {
  const mayWrite = useMay()("account:write");
  const form = useForm({
    initialValues: { site_key, secret: "" },
    validate: {
      site_key: (text) => (text.trim() === "" ? "Enter the site key of your widget." : null),
      secret: (text) => (text.trim() === "" && secret === "" ? "Enter the secret key of your widget." : null),
    },
  });
  const save = useFormSave(form, {
    send: (body) => api.PUT("/api/turnstile", { body }),
    done: () => "Fill-in pages now check that a person sends them.",
    changes: turnstileQuery.queryKey,
  });

  return (
    <SavedForm
      form={form}
      save={save}
      failure="The Turnstile keys were not saved"
      isLocked={!mayWrite}
      intro={
        <Text size="sm" className="quiet">
          With keys of Cloudflare Turnstile, all fill-in pages of this workspace check that a person sends them. They
          then need JavaScript, and visitors load a script from Cloudflare. A widget for the host of your pages is made
          in{" "}
          <Anchor
            href="https://dash.cloudflare.com/?to=/:account/turnstile"
            target="_blank"
            rel="noreferrer"
            inherit
            underline="always"
          >
            Cloudflare’s dashboard
          </Anchor>
          .
        </Text>
      }
    >
      <TextInput label="Site key" autoComplete="off" withAsterisk {...form.getInputProps("site_key")} />
      <PasswordInput
        label="Secret key"
        description={secret ? "A secret key is saved but not shown. Leave empty to keep it." : undefined}
        autoComplete="new-password"
        withAsterisk={secret === ""}
        {...form.getInputProps("secret")}
      />
      <Text size="xs" className="quiet">
        Saving asks Turnstile whether it knows the secret key; if not, nothing is saved.
      </Text>
    </SavedForm>
  );
}

function Removal() {
  const [asked, setAsked] = useState(false);

  return (
    <>
      <Group>
        <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsked(true)}>
          Remove the Turnstile keys
        </Button>
      </Group>
      <Modal opened={asked} onClose={() => setAsked(false)} title="Remove the Turnstile keys?">
        <Confirmation
          action="Remove them"
          send={() => api.DELETE("/api/turnstile")}
          done="The Turnstile keys are removed."
          changes={[turnstileQuery.queryKey]}
          onClose={() => setAsked(false)}
        >
          <Text size="sm">Fill-in pages take answers without a check again, and work without JavaScript.</Text>
        </Confirmation>
      </Modal>
    </>
  );
}
