import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { allOf, api, type Schemas } from "../../api/client.ts";
import { useMay } from "../../app/rights.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Empty } from "../../parts/empty.tsx";
import { NameForm } from "../../parts/name-form.tsx";
import { QueryTable } from "../../parts/query-table.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { When } from "../../parts/when.tsx";

type Key = Schemas["ApiKey"];

/** Keys of programs and people: created, shown once, revoked. */
export function Keys() {
  const [status, setStatus] = useState<"active" | "revoked">("active");
  const keys = useQuery({
    queryKey: ["keys", status],
    queryFn: () =>
      allOf((cursor) => api.GET("/api/keys", { params: { query: { status, order: "-created_at", cursor } } })),
  });
  const mayManage = useMay()("key:manage");
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
            { value: "active", label: "Active" },
            { value: "revoked", label: "Revoked" },
          ]}
        />
        {mayManage && (
          <Button leftSection={<Plus size={16} />} onClick={() => setMaking(true)}>
            New key
          </Button>
        )}
      </Group>
      <QueryTable
        label="keys"
        query={keys}
        minWidth={560}
        rowKey={({ id }) => id}
        columns={[
          { title: "Name", cell: ({ name }) => name || <span className="quiet">unnamed</span> },
          { title: "Key", cell: ({ id }) => <code>{id}</code> },
          { title: "Created", cell: ({ created_at }) => <When at={created_at} /> },
          { title: "Last used", cell: ({ last_used_at }) => <When at={last_used_at} /> },
          {
            title: "Revoke",
            isTitleHidden: true,
            align: "end",
            cell: (key) =>
              mayManage &&
              key.revoked_at === "" && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  onClick={() => setRevoked(key)}
                  aria-label={`Revoke ${key.name || key.id}`}
                >
                  Revoke
                </Button>
              ),
          },
        ]}
        empty={
          <Empty
            icon={<KeyRound size={26} />}
            title={status === "active" ? "No keys" : "No revoked keys"}
            text="Each program should have a key of its own, so that it can be revoked individually."
          />
        }
      />
      <Modal opened={isMaking} onClose={() => setMaking(false)} title="New key">
        {isMaking && <NewKey onClose={() => setMaking(false)} />}
      </Modal>
      <Modal
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={`Revoke "${revoked?.name || revoked?.id || ""}"?`}
      >
        {revoked && (
          <Confirmation
            action="Revoke the key"
            send={() => api.DELETE("/api/keys/{key}", { params: { path: { key: revoked.id } } })}
            done="The key is revoked."
            changes={[["keys"]]}
            onClose={() => setRevoked(undefined)}
          >
            <Text size="sm">
              Programs that use it will be refused, and everyone signed in with it will be signed out
              {revoked.current === 1 ? ", including you" : ""}. This cannot be undone.
            </Text>
          </Confirmation>
        )}
      </Modal>
    </>
  );
}

function NewKey({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const create = useSingleMutation({
    mutationFn: (name: string) => dataOf(api.POST("/api/keys", { body: { name } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["keys"] }),
  });
  if (create.data)
    return (
      <Stack>
        <Alert color="yellow" variant="light" title="The secret is shown only once">
          Keep both in a safe place.
        </Alert>
        <Copyable text={create.data.id} label="Key" />
        <Copyable text={create.data.secret} label="Secret" />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );

  return (
    <NameForm
      description="The program or person it is for."
      placeholder="Online shop"
      action="Create key"
      create={create}
      onClose={onClose}
    />
  );
}
