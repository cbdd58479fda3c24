import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { allOf, api, type Schemas } from "../../api/client.ts";
import { foldersQuery } from "../../api/documents.ts";
import { peopleQuery } from "../../api/people.ts";
import { useMay } from "../../app/rights.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Empty } from "../../parts/empty.tsx";
import { QueryTable } from "../../parts/query-table.tsx";
import { When } from "../../parts/when.tsx";
import { KeyForm } from "./key-form.tsx";
import { rightsSummary } from "./right-words.ts";

type Key = Schemas["ApiKey"];

/** Keys of programs and people: created, shown once, revoked. */
export function Keys() {
  const [status, setStatus] = useState<"active" | "revoked">("active");
  const keys = useQuery({
    queryKey: ["keys", status],
    queryFn: () =>
      allOf((cursor) => api.GET("/api/keys", { params: { query: { status, order: "-created_at", cursor } } })),
  });
  const may = useMay();
  const mayManage = may("key:manage");
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<Key>();
  const [changed, setChanged] = useState<Key>();
  const { data: folders = [] } = useQuery({ ...foldersQuery, enabled: may("document:read") });
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: may("people:read") });
  const folderName = (id: string) => folders.find((folder) => folder.id === id)?.name ?? "a folder that is gone";
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? "somebody who has left";

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
          {
            title: "Name",
            cell: ({ name, id }) => (
              <>
                {name || <span className="quiet">unnamed</span>}
                <Text size="xs" className="quiet">
                  <code>{id}</code>
                </Text>
              </>
            ),
          },
          {
            title: "May",
            cell: ({ rights, folders: only }) => (
              <>
                {rightsSummary(rights)}
                {only && (
                  <Text size="xs" className="quiet">
                    only in {only.map(folderName).join(", ")}
                  </Text>
                )}
              </>
            ),
          },
          {
            title: "Made",
            cell: ({ created_at, made_by }) => (
              <>
                <When at={created_at} />
                {made_by && <Text size="xs" className="quiet">{`by ${nameOf(made_by)}`}</Text>}
              </>
            ),
          },
          { title: "Last used", cell: ({ last_used_at }) => <When at={last_used_at} /> },
          status === "active"
            ? { title: "Works until", cell: ({ expires_at }) => <When at={expires_at} never="for good" /> }
            : {
                title: "Revoked",
                cell: ({ revoked_at, revoked_by }) => (
                  <>
                    <When at={revoked_at} />
                    {revoked_by && <Text size="xs" className="quiet">{`by ${nameOf(revoked_by)}`}</Text>}
                  </>
                ),
              },
          {
            title: "Actions",
            isTitleHidden: true,
            align: "end",
            cell: (key) =>
              mayManage &&
              key.revoked_at === "" && (
                <Group gap={4} wrap="nowrap" justify="flex-end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setChanged(key)}
                    aria-label={`Change ${key.name || key.id}`}
                  >
                    Change
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    onClick={() => setRevoked(key)}
                    aria-label={`Revoke ${key.name || key.id}`}
                  >
                    Revoke
                  </Button>
                </Group>
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
      <Modal opened={changed !== undefined} onClose={() => setChanged(undefined)} title="Change the key">
        {changed && <KeyForm saved={changed} onClose={() => setChanged(undefined)} onMade={() => undefined} />}
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
  const [made, setMade] = useState<Schemas["NewApiKey"]>();
  if (!made) return <KeyForm saved={undefined} onClose={onClose} onMade={setMade} />;

  return (
    <Stack>
      <Alert color="yellow" variant="light" title="The secret is shown only once">
        Keep both in a safe place.
      </Alert>
      <Copyable text={made.id} label="Key" />
      <Copyable text={made.secret} label="Secret" />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
