import { Alert, Button, Group, List, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type BodyOf, type Schemas } from "../../api/client.ts";
import { mailServerQuery } from "../../api/mail-server.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Failed } from "../../parts/failed.tsx";
import { SavedForm } from "../../parts/saved-form.tsx";
import { Select } from "../../parts/select.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";

type Server = Schemas["MailServer"];

const WAYS: Readonly<Record<Server["way"], string>> = {
  server: "Mails of this workspace leave by the server below.",
  service: "Mails leave by the mail server of this service. With a server of your own they come from your address.",
  kept_here:
    "Mails are kept here and not sent: this service has no mail server. Enter yours, and deliveries really go out.",
};

/** The sender and the server of the workspace's mails; it is tried before it is saved. */
export function MailServer() {
  const server = useQuery(mailServerQuery);
  const mayWrite = useMay()("account:write");
  if (server.isPending) return <Busy />;
  if (server.error)
    return (
      <Failed error={server.error} onRetry={() => void server.refetch()} title="The mail server could not be loaded" />
    );

  return (
    <Stack maw={620}>
      <ServerForm key={`${server.data.host}:${server.data.sender}`} server={server.data} />
      {server.data.host !== "" && (
        <>
          <SenderDomain key={server.data.domain} domain={server.data.domain} />
          {mayWrite && <Removal />}
        </>
      )}
    </Stack>
  );
}

function ServerForm({ server }: { server: Server }) {
  const mayWrite = useMay()("account:write");
  const { way, sender, host, port, security, user, password, dkim_selector } = server;
  const form = useForm({
    initialValues: { sender, host, port: port === 0 ? "" : String(port), security, user, password: "", dkim_selector },
    validate: {
      sender: (text) => (text.includes("@") ? null : "Enter the address that mails come from."),
      host: (text) => (text.trim() === "" ? "Enter the name of the server, for example smtp.example.com." : null),
    },
  });
  const save = useFormSave(form, {
    send: (body) => api.PUT("/api/mail_server", { body: body as unknown as BodyOf<"/api/mail_server", "put"> }),
    done: () => "The server took the login and is saved.",
    changes: mailServerQuery.queryKey,
  });

  return (
    <SavedForm
      form={form}
      save={save}
      failure="The mail server was not saved"
      isLocked={!mayWrite}
      intro={
        <Text size="sm" className="quiet">
          {WAYS[way]}
        </Text>
      }
    >
      <TextInput
        label="Sender"
        description="Mails that name no sender come from it."
        placeholder="Sales <sales@example.com>"
        withAsterisk
        {...form.getInputProps("sender")}
      />
      <TextInput label="Server" placeholder="smtp.example.com" withAsterisk {...form.getInputProps("host")} />
      <Group grow align="flex-start">
        <Select
          label="Encryption"
          data={[
            { value: "starttls", label: "STARTTLS" },
            { value: "tls", label: "TLS" },
            { value: "none", label: "None" },
          ]}
          allowDeselect={false}
          {...form.getInputProps("security")}
        />
        <TextInput
          label="Port"
          placeholder={form.values.security === "tls" ? "465" : form.values.security === "none" ? "25" : "587"}
          inputMode="numeric"
          {...form.getInputProps("port")}
        />
      </Group>
      <TextInput label="User" autoComplete="off" {...form.getInputProps("user")} />
      <PasswordInput
        label="Password"
        description={password ? "A password is saved but not shown. Leave empty to keep it." : undefined}
        autoComplete="new-password"
        {...form.getInputProps("password")}
      />
      <TextInput
        label="DKIM selector"
        description="If your mail provider gave you one."
        placeholder="mail"
        {...form.getInputProps("dkim_selector")}
      />
      <Text size="xs" className="quiet">
        Saving connects to the server and signs in; if that fails, nothing is saved.
      </Text>
    </SavedForm>
  );
}

/** What receivers find about the sender's domain. */
function SenderDomain({ domain }: { domain: string }) {
  const found = useQuery({
    queryKey: [...mailServerQuery.queryKey, "checks", domain],
    queryFn: () => dataOf(api.GET("/api/mail_server", { params: { query: { check: 1 } } })),
    staleTime: 0,
  });
  const checks = found.data?.checks ?? [];

  return (
    <section aria-label={`What receivers find about ${domain}`}>
      {found.isPending && <Busy />}
      {found.error && <Failed error={found.error} title={`${domain} could not be looked up`} />}
      {checks.length > 0 && (
        <Alert
          variant="light"
          color={checks.every(({ ok }) => ok) ? "green" : "yellow"}
          icon={checks.every(({ ok }) => ok) ? <CircleCheck size={18} /> : <TriangleAlert size={18} />}
          title={`What receivers find about ${domain}`}
        >
          <List size="sm" spacing={6}>
            {checks.map(({ name, message }) => (
              <List.Item key={name}>{message}</List.Item>
            ))}
          </List>
          <Button
            mt="sm"
            size="compact-sm"
            variant="default"
            loading={found.isFetching}
            onClick={() => void found.refetch()}
          >
            Look again
          </Button>
        </Alert>
      )}
    </section>
  );
}

function Removal() {
  const [asked, setAsked] = useState(false);

  return (
    <>
      <Group>
        <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsked(true)}>
          Remove the mail server
        </Button>
      </Group>
      <Modal opened={asked} onClose={() => setAsked(false)} title="Remove the mail server?">
        <Confirmation
          action="Remove it"
          send={() => api.DELETE("/api/mail_server")}
          done="The mail server is removed."
          changes={[mailServerQuery.queryKey]}
          onClose={() => setAsked(false)}
        >
          <Text size="sm">Mails go the way of this service again, also those that wait to be sent.</Text>
        </Confirmation>
      </Modal>
    </>
  );
}
