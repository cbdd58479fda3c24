import { Badge, Button, Group, Modal, Paper, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { type Issuer, issuersQuery } from "../../api/ways.ts";
import { useMay } from "../../app/rights.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Failed } from "../../parts/failed.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { IssuerForm } from "./issuer-form.tsx";

/** OpenID Connect issuers of the workspace. */
export function Issuers() {
  const issuers = useQuery(issuersQuery);
  const mayManage = useMay()("people:manage");
  const [edited, setEdited] = useState<Issuer | "new">();
  const [removed, setRemoved] = useState<Issuer>();

  return (
    <>
      <Group justify="space-between" mb="md" align="start">
        <Text size="sm" className="quiet" maw={520}>
          People of your domain sign in with the account that they have: Google Workspace, Microsoft Entra, Okta,
          Keycloak or any other that speaks OpenID Connect.
        </Text>
        {mayManage && (
          <Button leftSection={<Plus size={16} />} onClick={() => setEdited("new")}>
            Add an account provider
          </Button>
        )}
      </Group>
      {issuers.error && <Failed error={issuers.error} />}
      {issuers.data?.length === 0 && (
        <Empty
          icon={<Building2 size={26} />}
          title="No account provider yet"
          text="People sign in by mail, passkey or key."
        />
      )}
      <Stack>
        {issuers.data?.map((issuer) => (
          <OneIssuer
            key={issuer.id}
            issuer={issuer}
            onEdit={() => setEdited(issuer)}
            onRemove={() => setRemoved(issuer)}
          />
        ))}
      </Stack>
      <Modal
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === "new" ? "New account provider" : "Account provider"}
      >
        {edited && <IssuerForm issuer={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
      </Modal>
      <Modal
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Remove "${removed?.name ?? ""}"?`}
      >
        {removed && (
          <Confirmation
            action="Remove the account provider"
            send={() => api.DELETE("/api/issuers/{issuer}", { params: { path: { issuer: removed.id } } })}
            done="The account provider is removed."
            changes={[issuersQuery.queryKey]}
            onClose={() => setRemoved(undefined)}
          >
            <Text size="sm">Nobody signs in by it any more. People stay members, and sign in another way.</Text>
          </Confirmation>
        )}
      </Modal>
    </>
  );
}

function OneIssuer({ issuer, onEdit, onRemove }: { issuer: Issuer; onEdit: () => void; onRemove: () => void }) {
  const queries = useQueryClient();
  const look = useSingleMutation({
    mutationFn: () => api.POST("/api/issuers/{issuer}/proof", { params: { path: { issuer: issuer.id } } }),
    async onSuccess() {
      notifyDone("The domain's record was looked for.");
      await queries.invalidateQueries({ queryKey: issuersQuery.queryKey });
    },
  });
  const mayManage = useMay()("people:manage");
  const isProved = Number(issuer.proved) === 1;

  return (
    <Paper withBorder p="md" radius="md">
      <Group justify="space-between" align="start">
        <div>
          <Text fw={600}>{issuer.name}</Text>
          <Text size="sm" className="quiet">
            {issuer.issuer}, for {issuer.domain}
          </Text>
        </div>
        <Group gap="xs">
          {Number(issuer.only_way) === 1 && <Badge variant="default">the only way</Badge>}
          <Badge color={isProved ? "teal" : "yellow"}>{isProved ? "in use" : "domain not proved"}</Badge>
        </Group>
      </Group>
      <Text size="sm" mt="sm">
        Redirect address, for the provider:
      </Text>
      <Copyable text={issuer.redirect_uri} label="redirect address" />
      {!isProved && (
        <>
          <Text size="sm" mt="sm">
            Add this TXT record to the DNS of {issuer.domain}, so that nobody else signs in your people:
          </Text>
          <Copyable text={issuer.record_name} label="name of the record" />
          <Copyable text={issuer.record_value} label="value of the record" />
        </>
      )}
      {look.error && <Failed error={look.error} />}
      {mayManage && (
        <Group mt="md" gap="xs">
          {!isProved && (
            <Button size="compact-sm" variant="default" loading={look.isPending} onClick={() => look.mutate()}>
              Look for the record
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={`Change ${issuer.name}`}>
            Change
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={onRemove}
            aria-label={`Remove ${issuer.name}`}
          >
            Remove
          </Button>
        </Group>
      )}
    </Paper>
  );
}
