import { Badge, Button, FileInput, Group, Modal, PasswordInput, Stack, Table, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Signature } from "lucide-react";
import { useState } from "react";
import { getJson, request, sendJson } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";
import { Busy } from "../../parts/busy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Failed } from "../../parts/failed.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { When } from "../../parts/when.tsx";

interface Identity {
  id: string;
  name: string;
  subject: string;
  issuer: string;
  valid_to: string;
  expired: number;
}

const IDENTITIES = ["identities"] as const;

/** Who signs for the workspace: keys go in, and never come out. */
export function Signers() {
  const identities = useQuery({ queryKey: IDENTITIES, queryFn: () => getJson<Identity[]>("/api/identities") });
  const [isAdding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<Identity>();

  return (
    <>
      <Group justify="space-between" mb="md" align="start">
        <Text size="sm" className="quiet" maw={520}>
          A certificate with its private key signs the PDFs of documents that name it in settings[signature], and files
          under Tools. It is kept encrypted and never shown again.
        </Text>
        <Button leftSection={<Plus size={16} />} onClick={() => setAdding(true)}>
          New identity
        </Button>
      </Group>
      {identities.isPending && <Busy />}
      {identities.error && (
        <Failed
          error={identities.error}
          onRetry={() => void identities.refetch()}
          title="The identities could not be read"
        />
      )}
      {identities.data?.length === 0 && (
        <Empty
          icon={<Signature size={26} />}
          title="Nobody signs yet"
          text="Bring a file .p12 or .pfx, or PEM, of a certification authority or your own."
        />
      )}
      {identities.data && identities.data.length > 0 && (
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Certificate</Table.Th>
                <Table.Th>Issued by</Table.Th>
                <Table.Th>Valid until</Table.Th>
                <Table.Th>
                  <span className="visually-hidden">Delete</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {identities.data.map((identity) => (
                <Table.Tr key={identity.id}>
                  <Table.Td>{identity.name}</Table.Td>
                  <Table.Td>{identity.subject}</Table.Td>
                  <Table.Td>{identity.issuer}</Table.Td>
                  <Table.Td>
                    {identity.expired === 1 ? <Badge color="red">expired</Badge> : <When at={identity.valid_to} />}
                  </Table.Td>
                  <Table.Td ta="end">
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      onClick={() => setDeleted(identity)}
                      aria-label={`Delete ${identity.name}`}
                    >
                      Delete
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Modal opened={isAdding} onClose={() => setAdding(false)} title="New signing identity">
        {isAdding && <NewIdentity onClose={() => setAdding(false)} />}
      </Modal>
      <Modal
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={`Delete "${deleted?.name ?? ""}"?`}
      >
        {deleted && <Deletion deleted={deleted} onClose={() => setDeleted(undefined)} />}
      </Modal>
    </>
  );
}

function NewIdentity({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState("");
  const queries = useQueryClient();
  const create = useMutation({
    async mutationFn() {
      const form = new FormData();
      form.append("name", name);
      form.append("password", password);
      if (file) form.append("file", file, file.name);
      await request("/api/identities", { method: "POST", body: form });
    },
    async onSuccess() {
      onClose();
      notifyDone("The identity is kept.");
      await queries.invalidateQueries({ queryKey: IDENTITIES });
    },
  });
  const isReady = name.trim() !== "" && file !== null;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) create.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Documents name it."
          placeholder="Sales"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <FileInput label="Key and certificates" description=".p12, .pfx or PEM" value={file} onChange={setFile} />
        <PasswordInput
          label="Password of the file"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="off"
        />
        {create.error && (
          <Text size="sm" c="red" role="alert">
            {asProblem(create.error).message}
          </Text>
        )}
      </Stack>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending} disabled={!isReady}>
          Keep it
        </Button>
      </Group>
    </form>
  );
}

function Deletion({ deleted, onClose }: { deleted: Identity; onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => sendJson("DELETE", `/api/identities/${encodeURIComponent(deleted.id)}`),
    async onSuccess() {
      onClose();
      notifyDone("The identity is deleted.");
      await queries.invalidateQueries({ queryKey: IDENTITIES });
    },
  });

  return (
    <Stack>
      <Text size="sm">
        Its key is gone at once. What it has signed stays signed; merges of documents that name it fail from now on.
      </Text>
      {remove.error && <Failed error={remove.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Delete the identity
        </Button>
      </Group>
    </Stack>
  );
}
