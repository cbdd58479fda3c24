import { Button, Group, Modal, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { api, type Schemas } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";
import { addPasskey, passkeyFailure, waysQuery } from "../../api/sign-in.ts";
import { passkeysQuery } from "../../api/ways.ts";
import { sessionQuery } from "../../app/session.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Empty } from "../../parts/empty.tsx";
import { NameForm } from "../../parts/name-form.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { QueryTable } from "../../parts/query-table.tsx";
import { When } from "../../parts/when.tsx";

/** The person's passkeys: named, added, removed. */
export function Passkeys() {
  const { data: session } = useQuery(sessionQuery);
  if (session && !session.person)
    return (
      <Text size="sm" className="quiet">
        You are signed in with an API key. Passkeys belong to people: sign in as a person to add one.
      </Text>
    );
  return <OwnPasskeys />;
}

function OwnPasskeys() {
  const queries = useQueryClient();
  const passkeys = useQuery(passkeysQuery);
  const { data: ways } = useQuery(waysQuery);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Schemas["Passkey"]>();
  const add = useMutation({
    mutationFn: (name: string) =>
      addPasskey(name).catch((error: unknown) => {
        throw new Error(passkeyFailure(error) ?? asProblem(error).message);
      }),
    async onSuccess() {
      setAdding(false);
      notifyDone("The passkey was added.");
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });

  return (
    <>
      <Group justify="space-between" mb="md" align="start">
        <Text size="sm" className="quiet" maw={520}>
          {ways?.passkey_reason ||
            "A passkey signs you in with your fingerprint, face or the device's code. Add one on each device, so that losing one locks nobody out."}
        </Text>
        <Button leftSection={<Plus size={16} />} onClick={() => setAdding(true)} disabled={Number(ways?.passkey) !== 1}>
          Add a passkey
        </Button>
      </Group>
      <QueryTable
        label="passkeys"
        query={passkeys}
        minWidth={480}
        rowKey={({ id }) => id}
        columns={[
          { title: "Name", cell: ({ name }) => name },
          { title: "Kept", cell: ({ backed_up }) => (Number(backed_up) === 1 ? "in your account" : "on one device") },
          { title: "Last used", cell: ({ last_used_at }) => (last_used_at ? <When at={last_used_at} /> : "never") },
          {
            title: "Remove",
            isTitleHidden: true,
            align: "end",
            cell: (passkey) => (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => setRemoved(passkey)}
              >
                Remove
              </Button>
            ),
          },
        ]}
        empty={
          <Empty icon={<KeyRound size={26} />} title="No passkeys yet" text="Add one to sign in without mail or key." />
        }
      />
      <Modal opened={isAdding} onClose={() => setAdding(false)} title="New passkey">
        {isAdding && (
          <NameForm
            description="So that you know it again in this list."
            placeholder="My phone"
            action="Add the passkey"
            create={add}
            onClose={() => setAdding(false)}
          />
        )}
      </Modal>
      <Modal
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Remove "${removed?.name ?? ""}"?`}
      >
        {removed && (
          <Confirmation
            action="Remove the passkey"
            send={() => api.DELETE("/api/passkeys/{passkey}", { params: { path: { passkey: removed.id } } })}
            done="The passkey is removed."
            changes={[passkeysQuery.queryKey]}
            onClose={() => setRemoved(undefined)}
          >
            <Text size="sm">It signs nobody in any more. The device keeps its half until you delete it there.</Text>
          </Confirmation>
        )}
      </Modal>
    </>
  );
}
