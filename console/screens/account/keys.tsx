import { Alert, Button, Group, Modal, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { getJson, sendJson } from "../../api/client.ts";
import { Busy } from "../../parts/busy.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Failed } from "../../parts/failed.tsx";
import { NameForm } from "../../parts/name-form.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { When } from "../../parts/when.tsx";

interface Key {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string;
  revoked_at: string;
  current: number;
}

/** Keys of programs and people: made, shown once, revoked. */
export function Keys() {
  const [status, setStatus] = useState("active");
  const keys = useQuery({
    queryKey: ["keys", status],
    queryFn: () => getJson<Key[]>("/api/keys", { status, order: "-created_at" }),
  });
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<Key>();

  return (
    <>
      <Group justify="space-between" mb="md">
        <SegmentedControl
          size="xs"
          aria-label="Which keys"
          value={status}
          onChange={setStatus}
          data={[
            { value: "active", label: "In use" },
            { value: "revoked", label: "Revoked" },
          ]}
        />
        <Button leftSection={<Plus size={16} />} onClick={() => setMaking(true)}>
          New key
        </Button>
      </Group>
      {keys.isPending && <Busy />}
      {keys.error && (
        <Failed error={keys.error} onRetry={() => void keys.refetch()} title="The keys could not be read" />
      )}
      {keys.data?.length === 0 && (
        <Empty
          icon={<KeyRound size={26} />}
          title={status === "active" ? "No keys" : "No key was revoked"}
          text="Each program should have a key of its own, so that it can be revoked alone."
        />
      )}
      {keys.data && keys.data.length > 0 && (
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Key</Table.Th>
                <Table.Th>Made</Table.Th>
                <Table.Th>Last used</Table.Th>
                <Table.Th>
                  <span className="visually-hidden">Revoke</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {keys.data.map((key) => (
                <Table.Tr key={key.id}>
                  <Table.Td>{key.name || <span className="quiet">without a name</span>}</Table.Td>
                  <Table.Td>
                    <code>{key.id}</code>
                  </Table.Td>
                  <Table.Td>
                    <When at={key.created_at} />
                  </Table.Td>
                  <Table.Td>
                    <When at={key.last_used_at} />
                  </Table.Td>
                  <Table.Td ta="end">
                    {key.revoked_at === "" && (
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        color="red"
                        onClick={() => setRevoked(key)}
                        aria-label={`Revoke ${key.name || key.id}`}
                      >
                        Revoke
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Modal opened={isMaking} onClose={() => setMaking(false)} title="New key">
        {isMaking && <NewKey onClose={() => setMaking(false)} />}
      </Modal>
      <Modal
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={`Revoke "${revoked?.name || revoked?.id || ""}"?`}
      >
        {revoked && <Revocation revoked={revoked} onClose={() => setRevoked(undefined)} />}
      </Modal>
    </>
  );
}

function NewKey({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (name: string) => sendJson<Key & { secret: string }>("POST", "/api/keys", { name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["keys"] }),
  });
  if (create.data)
    return (
      <Stack>
        <Alert color="yellow" variant="light" title="The secret is shown only now">
          Keep both in a safe place.
        </Alert>
        <Copyable text={create.data.id} label="Key" />
        <Copyable text={create.data.secret} label="Secret" />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have them</Button>
        </Group>
      </Stack>
    );

  return (
    <NameForm
      description="The program or person it is for."
      placeholder="Online shop"
      action="Make the key"
      create={create}
      onClose={onClose}
    />
  );
}

function Revocation({ revoked, onClose }: { revoked: Key; onClose: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => sendJson("DELETE", `/api/keys/${encodeURIComponent(revoked.id)}`),
    async onSuccess() {
      onClose();
      notifyDone("The key is revoked.");
      await queries.invalidateQueries({ queryKey: ["keys"] });
    },
  });

  return (
    <Stack>
      <Text size="sm">
        Programs that use it are refused from now on, and whoever signed in with it is signed out
        {revoked.current === 1 ? " - you, too" : ""}. This cannot be undone.
      </Text>
      {revoke.error && <Failed error={revoke.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke the key
        </Button>
      </Group>
    </Stack>
  );
}
